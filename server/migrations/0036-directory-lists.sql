-- What a membership has several of stands in its directory entry too, so that it is asked of row after row without another
-- table: its tags, and the disciplines and grades beyond the first. The first is a column of its own, because one id is
-- looked for among hundreds at once, and one list in another is not. Null where there are no others, as nearly everywhere.

alter table directory_entry add column tag_id bigint, add column other_tag_ids bigint[],
  add column other_discipline_ids bigint[], add column other_grade_ids bigint[];

drop view directory_source;
alter table directory_entry drop column has_more_disciplines;
drop function also_studies;

create view directory_source as
  select club_member.id as club_member_id, club_member.member_id, club_member.club_id,
    -- What of the charges that were due before the day is still open.
    coalesce((select sum(pence)::bigint from open_charge
      where open_charge.member_id = club_member.member_id and open_charge.club_id = club_member.club_id
        and due_on < clock.day), 0) as debt_pence,
    club_member.member_status_id, has_live_mandate(club_member.member_id, club_member.club_id) as has_mandate,
    (extract(month from person.dob) * 100 + extract(day from person.dob))::smallint as birthday, person.dob,
    club_member.member_since,
    -- A mark counts in the club that holds the class.
    (select class_date from attendance
      where attendance.member_id = club_member.member_id and attendance.club_id = club_member.club_id and attended
      order by class_date desc limit 1) as last_attended,
    club_member.marketing_source_id, club_member.category_id, club_member.training_plan_id,
    (select discipline_id from member_discipline where member_discipline.member_id = club_member.member_id
      order by discipline_id limit 1) as discipline_id,
    (select current_grade_id from member_discipline where member_discipline.member_id = club_member.member_id
      order by discipline_id limit 1) as grade_id,
    (select min(due_on) from open_charge
      where open_charge.member_id = club_member.member_id and open_charge.club_id = club_member.club_id
        and due_on >= clock.day) as debt_grows_after,
    -- A tag counts in the club that has given it.
    (select min(tag_id) from member_tag
      where member_tag.member_id = club_member.member_id and member_tag.club_id = club_member.club_id) as tag_id,
    (select array_agg(tag_id order by tag_id) from (
      select tag_id from member_tag
      where member_tag.member_id = club_member.member_id and member_tag.club_id = club_member.club_id
      order by tag_id offset 1
    ) beyond) as other_tag_ids,
    (select array_agg(discipline_id order by discipline_id) from (
      select discipline_id from member_discipline where member_discipline.member_id = club_member.member_id
      order by discipline_id offset 1
    ) beyond) as other_discipline_ids,
    (select array_agg(current_grade_id order by discipline_id) filter (where current_grade_id is not null) from (
      select discipline_id, current_grade_id from member_discipline
      where member_discipline.member_id = club_member.member_id order by discipline_id offset 1
    ) beyond) as other_grade_ids
  from club_member
  join member on member.id = club_member.member_id
  join person on person.id = member.person_id
  join (
    select id, coalesce(day, (now() at time zone time_zone)::date) as day
    from club left join directory_day on directory_day.club_id = club.id
  ) clock on clock.id = club_member.club_id;

update directory_entry entry
set tag_id = fresh.tag_id, other_tag_ids = fresh.other_tag_ids, other_discipline_ids = fresh.other_discipline_ids,
  other_grade_ids = fresh.other_grade_ids
from directory_source fresh
where fresh.club_member_id = entry.club_member_id and (
  exists (select from member_tag given where given.member_id = entry.member_id)
  or (select count(*) > 1 from member_discipline studied where studied.member_id = entry.member_id)
);

create index directory_entry_tag on directory_entry (tag_id) where tag_id is not null;
create index directory_entry_other_tags on directory_entry using gin (other_tag_ids) where other_tag_ids is not null;
create index directory_entry_other_disciplines on directory_entry using gin (other_discipline_ids)
  where other_discipline_ids is not null;
create index directory_entry_other_grades on directory_entry using gin (other_grade_ids) where other_grade_ids is not null;

analyze directory_entry;

create or replace function directory_studies() returns trigger language plpgsql as $$
declare
  members bigint[];
begin
  case tg_op
    when 'INSERT' then members := array(select distinct member_id from changed);
    when 'DELETE' then members := array(select distinct member_id from before_change);
    else members := array(select member_id from changed union select member_id from before_change);
  end case;
  perform lock_members(members);
  update directory_entry entry set
    discipline_id = fresh.discipline_id, grade_id = fresh.grade_id,
    other_discipline_ids = fresh.other_discipline_ids, other_grade_ids = fresh.other_grade_ids
  from directory_source fresh
  where fresh.member_id = any(members) and entry.club_member_id = fresh.club_member_id
    and (entry.discipline_id, entry.grade_id, entry.other_discipline_ids, entry.other_grade_ids)
      is distinct from (fresh.discipline_id, fresh.grade_id, fresh.other_discipline_ids, fresh.other_grade_ids);
  return null;
end $$;

create function directory_tags() returns trigger language plpgsql as $$
declare
  members bigint[];
begin
  case tg_op
    when 'INSERT' then members := array(select distinct member_id from changed);
    when 'DELETE' then members := array(select distinct member_id from before_change);
    else members := array(select member_id from changed union select member_id from before_change);
  end case;
  if members <> '{}' then
    perform lock_members(members);
    update directory_entry entry set tag_id = fresh.tag_id, other_tag_ids = fresh.other_tag_ids
    from directory_source fresh
    where fresh.member_id = any(members) and entry.club_member_id = fresh.club_member_id
      and (entry.tag_id, entry.other_tag_ids) is distinct from (fresh.tag_id, fresh.other_tag_ids);
  end if;
  return null;
end $$;
create trigger directory_tagged after insert on member_tag
  referencing new table as changed for each statement execute function directory_tags();
create trigger directory_tagged_otherwise after update on member_tag
  referencing old table as before_change new table as changed for each statement execute function directory_tags();
create trigger directory_not_tagged after delete on member_tag
  referencing old table as before_change for each statement execute function directory_tags();
