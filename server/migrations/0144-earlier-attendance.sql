-- Attendance in the system that a member was imported from: the last day, and classes since the last grading. The classes
-- count towards the next grade until a grading after the day on which they were imported.
alter table club_member add column attended_before date;
alter table member_discipline add column earlier_classes integer not null default 0 check (earlier_classes >= 0);
alter table member_discipline add column earlier_classes_on date;

do $$
declare
  definition text := pg_get_viewdef('directory_source'::regclass);
  begins constant text := '( SELECT attendance.class_date';
  ends constant text := 'LIMIT 1) AS last_attended';
begin
  if position(begins in definition) = 0 or position(ends in definition) = 0 then
    raise exception 'directory_source has no lines for last_attended as they were';
  end if;
  execute 'create or replace view directory_source as '
    || replace(replace(definition, begins, 'greatest(' || begins), ends, 'LIMIT 1), club_member.attended_before) AS last_attended');
end $$;

create function directory_attended_before() returns trigger language plpgsql as $$
declare
  members bigint[] := array(
    select changed.member_id from changed join before_change using (id)
    where changed.attended_before is distinct from before_change.attended_before
  );
begin
  if members <> '{}' then
    perform refresh_last_attended(members);
  end if;
  return null;
end $$;
create trigger directory_attended_before after update on club_member
  referencing old table as before_change new table as changed for each statement
  execute function directory_attended_before();
