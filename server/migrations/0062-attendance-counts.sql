-- Attendance summed up, so that a report over ten million marks reads a few thousand rows. Kept by triggers, whoever writes,
-- and always equal to the views that say what it is.

-- After how many days without attendance somebody counts as at risk of leaving.
alter table club add column at_risk_days integer not null default 14 check (at_risk_days between 1 and 365);

-- A session of a class: who came, who is marked at all, and who was enrolled on that day.
create view class_day_source as
  select class_id, class_date, class.club_id, attended, marked, (
      select count(*) from class_member
      where class_member.class_id = day.class_id and date_added <= class_date
        and (removed_on is null or removed_on > class_date)
    )::integer as expected
  from (
    select class_id, class_date, count(*) filter (where attended)::integer as attended, count(*)::integer as marked
    from attendance group by class_id, class_date
  ) day
  join class on class.id = day.class_id;

create table class_day (
  class_id bigint not null references class on delete cascade,
  class_date date not null,
  club_id bigint not null,
  attended integer not null,
  -- 0: all marks were taken back.
  marked integer not null,
  expected integer not null,
  primary key (class_id, class_date)
);

insert into class_day (class_id, class_date, club_id, attended, marked, expected)
select class_id, class_date, club_id, attended, marked, expected from class_day_source;

create index class_day_club on class_day (club_id, class_date) include (class_id, attended, marked, expected);

-- A month of a member in a club: on which days he came, as bits from the 1st on, and how often. Classes that are no
-- attendance (865) do not count.
create view member_month_source as
  select club_id, member_id, month, bit_or(1 << (class_date - month))::integer as days, count(*)::integer as attended
  from (
    select attendance.club_id, member_id, class_date, date_trunc('month', class_date)::date as month
    from attendance join class on class.id = attendance.class_id
    where attended and class_type_id <> 865
  ) mark
  group by club_id, member_id, month;

create table member_month (
  club_id bigint not null references club,
  member_id bigint not null,
  month date not null,
  days integer not null,
  attended integer not null
);

insert into member_month select * from member_month_source;

alter table member_month add primary key (member_id, club_id, month);
create index member_month_club on member_month (club_id, month) include (member_id, days, attended);

analyze class_day, member_month;

-- Marks are added up, so that two who mark the same class at once count each other in.
create type class_day_change as (class_id bigint, class_date date, club_id bigint, attended integer, marked integer);

create function add_marks(changes class_day_change[]) returns void language sql as $$
  insert into class_day as kept (class_id, class_date, club_id, attended, marked, expected)
  select class_id, class_date, club_id, attended, marked, (
      select count(*) from class_member
      where class_member.class_id = change.class_id and date_added <= class_date
        and (removed_on is null or removed_on > class_date)
    )
  from unnest(changes) change
  order by class_id, class_date
  on conflict (class_id, class_date) do update
    set attended = kept.attended + excluded.attended, marked = kept.marked + excluded.marked
$$;

create type member_month_key as (club_id bigint, member_id bigint, month date);

-- The months of members are counted anew: ten rows each. The members are locked, so that the second of two who write sees
-- what the first has written.
create function recount_member_months(keys member_month_key[]) returns void language plpgsql as $$
begin
  perform lock_members(array(select distinct member_id from unnest(keys)));
  insert into member_month as kept (club_id, member_id, month, days, attended)
  select key.club_id, key.member_id, key.month, coalesce(bit_or(1 << (mark.class_date - key.month)), 0),
    count(mark.class_date)
  from unnest(keys) key
  left join (
    select attendance.club_id, attendance.member_id, attendance.class_date
    from attendance join class on class.id = attendance.class_id
    where attendance.attended and class.class_type_id <> 865
  ) mark on mark.member_id = key.member_id and mark.club_id = key.club_id
    and mark.class_date >= key.month and mark.class_date < (key.month + interval '1 month')::date
  group by key.club_id, key.member_id, key.month
  order by key.member_id, key.club_id, key.month
  on conflict (member_id, club_id, month) do update set days = excluded.days, attended = excluded.attended;
end $$;

create function count_marks() returns trigger language plpgsql as $$
declare
  days class_day_change[];
  months member_month_key[];
begin
  case tg_op
    when 'INSERT' then
      days := array(
        select (class_id, class_date, club_id, sum(attended::int), count(*))::class_day_change
        from come group by class_id, class_date, club_id
      );
      months := array(
        select distinct (club_id, member_id, date_trunc('month', class_date)::date)::member_month_key
        from come where attended
      );
    when 'DELETE' then
      days := array(
        select (class_id, class_date, club_id, -sum(attended::int), -count(*))::class_day_change
        from gone group by class_id, class_date, club_id
      );
      months := array(
        select distinct (club_id, member_id, date_trunc('month', class_date)::date)::member_month_key
        from gone where attended
      );
    else
      days := array(
        select (class_id, class_date, club_id, sum(came), sum(marks))::class_day_change
        from (
          select class_id, class_date, club_id, attended::int as came, 1 as marks from come
          union all
          select class_id, class_date, club_id, -attended::int, -1 from gone
        ) change
        group by class_id, class_date, club_id having sum(came) <> 0 or sum(marks) <> 0
      );
      months := array(
        select distinct (club_id, member_id, date_trunc('month', class_date)::date)::member_month_key
        from (
          (select club_id, member_id, class_id, class_date from come where attended
            except all select club_id, member_id, class_id, class_date from gone where attended)
          union all
          (select club_id, member_id, class_id, class_date from gone where attended
            except all select club_id, member_id, class_id, class_date from come where attended)
        ) change
      );
  end case;
  if days <> '{}' then
    perform add_marks(days);
  end if;
  if months <> '{}' then
    perform recount_member_months(months);
  end if;
  return null;
end $$;
create trigger count_marks_made after insert on attendance
  referencing new table as come for each statement execute function count_marks();
create trigger count_marks_changed after update on attendance
  referencing old table as gone new table as come for each statement execute function count_marks();
create trigger count_marks_taken_back after delete on attendance
  referencing old table as gone for each statement execute function count_marks();

-- Who is enrolled for days that have been held already was expected there.
create function count_expected() returns trigger language plpgsql as $$
declare
  changes class_day_change[];
begin
  case tg_op
    when 'INSERT' then changes := array(
      select (class_day.class_id, class_day.class_date, null, null, count(*))::class_day_change
      from come join class_day on class_day.class_id = come.class_id
        and class_day.class_date >= come.date_added and class_day.class_date < coalesce(come.removed_on, 'infinity')
      group by class_day.class_id, class_day.class_date
    );
    when 'DELETE' then changes := array(
      select (class_day.class_id, class_day.class_date, null, null, -count(*))::class_day_change
      from gone join class_day on class_day.class_id = gone.class_id
        and class_day.class_date >= gone.date_added and class_day.class_date < coalesce(gone.removed_on, 'infinity')
      group by class_day.class_id, class_day.class_date
    );
    else changes := array(
      select (class_day.class_id, class_day.class_date, null, null, sum(enrolled))::class_day_change
      from (
        select class_id, date_added, removed_on, 1 as enrolled from come
        union all
        select class_id, date_added, removed_on, -1 from gone
      ) change
      join class_day on class_day.class_id = change.class_id
        and class_day.class_date >= change.date_added and class_day.class_date < coalesce(change.removed_on, 'infinity')
      group by class_day.class_id, class_day.class_date having sum(enrolled) <> 0
    );
  end case;
  if changes <> '{}' then
    update class_day kept set expected = kept.expected + change.marked
    from (select * from unnest(changes) order by class_id, class_date) change
    where kept.class_id = change.class_id and kept.class_date = change.class_date;
  end if;
  return null;
end $$;
create trigger count_enrolled after insert on class_member
  referencing new table as come for each statement execute function count_expected();
create trigger count_enrolled_otherwise after update on class_member
  referencing old table as gone new table as come for each statement execute function count_expected();
create trigger count_not_enrolled after delete on class_member
  referencing old table as gone for each statement execute function count_expected();

-- What becomes no attendance, or attendance after all.
create function count_class_type() returns trigger language plpgsql as $$
begin
  perform recount_member_months(array(
    select distinct (club_id, member_id, date_trunc('month', class_date)::date)::member_month_key
    from attendance where class_id = new.id and attended
  ));
  return null;
end $$;
create trigger class_counts after update of class_type_id on class
  for each row when ((old.class_type_id = 865) <> (new.class_type_id = 865)) execute function count_class_type();

-- Those days of a month, as bits, that lie between two days; both are among them.
create function days_between(month date, from_on date, until_on date) returns integer
  language sql immutable parallel safe
  return case when until_on < month or from_on > month + 30 or until_on < from_on then 0 else (
    (1::bigint << least(until_on - month, 30) + 1) - (1::bigint << greatest(from_on - month, 0))
  )::integer end;
