-- What the reports have counted of a club and some days is kept, and counted anew where something was written since. Whoever
-- writes leaves a mark with the days that he touches, in his own transaction, and waits for nobody. What is kept knows what
-- its count has seen: it holds as long as there is no mark of a transaction that it has not.
create table report_count (
  -- What is counted: see `kept` in server/src/reporting.
  subject text not null,
  club_id bigint not null,
  from_on date not null,
  until_on date not null,
  -- Today by the clock of the club when it was counted: days that were not over then may be otherwise tomorrow.
  counted_on date not null,
  counts jsonb not null,
  -- What makes it count anew: marks of these kinds of its days, and of any day before them where it looks back.
  reads text[] not null,
  looks_back boolean not null,
  -- Numbers of transactions say nothing in another cluster, into which a dump was read.
  seen pg_snapshot not null,
  cluster bigint not null default (pg_control_system()).system_identifier,
  counted_at timestamptz not null default now(),
  primary key (subject, club_id, from_on, until_on)
);
-- What marks make old.
create index report_count_club on report_count (club_id, until_on);

create table report_mark (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  what text not null check (what in ('members', 'visits', 'money', 'charges', 'debt', 'leads', 'timetable')),
  from_on date not null,
  until_on date not null,
  written_by xid8 not null default pg_current_xact_id()
);
create index report_mark_club on report_mark (club_id, what);

-- Marks are cleared together with what they concern. What was counted before that, and is to be kept after it, could not be
-- told by them any more: so it counts how often they were cleared.
create table report_clearing (
  is_only boolean primary key default true check (is_only),
  cleared bigint not null default 0,
  -- Whoever counts ahead says until when he wants to be left alone with it.
  ahead_until timestamptz not null default '-infinity'
);
insert into report_clearing default values;

-- Of money the marks are there already: they become those of the reports when the days are added up. A charge that gives
-- something back may take a month away from the months that somebody has paid.
alter table money_mark add column written_at timestamptz not null default now();
alter table money_mark add column is_back boolean not null default false;

create or replace function mark_charges() returns trigger language plpgsql as $$
begin
  perform mark_money(array(
    select id from changed
    union select reverses_id from changed where reverses_id is not null
    union select part_of_id from changed where part_of_id is not null
    -- A part that was taken back is taken back itself.
    union select taken.part_of_id from changed join charge taken on taken.id = changed.reverses_id
    where taken.part_of_id is not null
  ), '{}', '{}');
  insert into money_mark (club_id, day, is_back)
  select distinct club_id, due_on, true from changed
  where amount_pence < 0 and reverses_id is null and part_of_id is null;
  return null;
end $$;

-- Of two records made one, the charges move.
create function mark_moved_charges() returns trigger language plpgsql as $$
begin
  insert into money_mark (club_id, day, is_back) select distinct club_id, due_on, true from changed;
  return null;
end $$;
create trigger mark_money_of_member after update on charge
  referencing new table as changed for each statement execute function mark_moved_charges();

-- What a membership was on its days, as changes from a day on: what is not the same in both comes from some day on only.
create or replace function refresh_membership_spans(ids bigint[]) returns void language plpgsql as $$
declare
  spans membership_span[];
  pieces membership_piece[];
begin
  perform from club_member where id = any(ids) order by id for no key update;
  spans := array(select span from membership_span span where club_member_id = any(ids));
  pieces := array(select piece from membership_piece piece where club_member_id = any(ids));
  delete from membership_span where club_member_id = any(ids);
  delete from membership_piece where club_member_id = any(ids);
  insert into membership_span
  select club_id, club_member_id, member_id, status_id, from_on, until_on, is_active, was_active, run_from, left_on, runs,
    ordinal
  from membership_span_source where club_member_id = any(ids);
  insert into membership_piece select * from membership_piece_source where club_member_id = any(ids);
  insert into report_mark (club_id, what, from_on, until_on)
  select club_id, 'members', min(day), 'infinity'
  from (
    select club_id, day from (
      select span.club_id, span.from_on as day, 1 as n, to_jsonb(span) - 'until_on' as what
      from membership_span span where club_member_id = any(ids)
      union all
      select span.club_id, span.until_on, -1, to_jsonb(span) - 'until_on'
      from membership_span span where club_member_id = any(ids) and until_on < 'infinity'
      union all
      select span.club_id, span.from_on, -1, to_jsonb(span) - 'until_on' from unnest(spans) span
      union all
      select span.club_id, span.until_on, 1, to_jsonb(span) - 'until_on' from unnest(spans) span where until_on < 'infinity'
      union all
      select piece.club_id, piece.from_on, 1, to_jsonb(piece) - 'from_on' - 'until_on'
      from membership_piece piece where club_member_id = any(ids)
      union all
      select piece.club_id, piece.until_on, -1, to_jsonb(piece) - 'from_on' - 'until_on'
      from membership_piece piece where club_member_id = any(ids) and until_on < 'infinity'
      union all
      select piece.club_id, piece.from_on, -1, to_jsonb(piece) - 'from_on' - 'until_on' from unnest(pieces) piece
      union all
      select piece.club_id, piece.until_on, 1, to_jsonb(piece) - 'from_on' - 'until_on' from unnest(pieces) piece
      where until_on < 'infinity'
    ) step
    group by club_id, day, what having sum(n) <> 0
  ) otherwise
  group by club_id;
  perform mark_leads(ids);
end $$;

-- How far those have got who were entered on a day: of these memberships.
create function mark_leads(ids bigint[]) returns void language sql as $$
  insert into report_mark (club_id, what, from_on, until_on)
  select distinct own.club_id, 'leads', came.on_day, came.on_day
  from club_member own join club on club.id = own.club_id
  cross join lateral (select (own.date_added at time zone club.time_zone)::date as on_day) came
  where own.id = any(ids)
$$;

-- What is known of a membership besides what it has been.
create function mark_memberships() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  ids := array(
    select id from come join gone using (id)
    where (come.marketing_source_id, come.trial_start, come.date_added)
      is distinct from (gone.marketing_source_id, gone.trial_start, gone.date_added)
  );
  if ids = '{}' then
    return null;
  end if;
  perform mark_leads(ids);
  insert into report_mark (club_id, what, from_on, until_on)
  select gone.club_id, 'leads', (gone.date_added at time zone time_zone)::date, (gone.date_added at time zone time_zone)::date
  from come join gone using (id) join club on club.id = gone.club_id
  where come.date_added <> gone.date_added
  union all
  select come.club_id, 'members', min(least(come.trial_start, gone.trial_start)), 'infinity'
  from come join gone using (id)
  where come.trial_start is distinct from gone.trial_start
  group by come.club_id;
  return null;
end $$;
create trigger mark_memberships after update on club_member
  referencing old table as gone new table as come for each statement execute function mark_memberships();

create function mark_gone_memberships() returns trigger language plpgsql as $$
begin
  insert into report_mark (club_id, what, from_on, until_on)
  select club_id, what, '-infinity', 'infinity'
  from (select distinct club_id from gone) own, unnest(array['members', 'leads', 'charges']) what;
  return null;
end $$;
create trigger mark_gone_memberships after delete on club_member
  referencing old table as gone for each statement execute function mark_gone_memberships();

create function mark_freezes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into report_mark (club_id, what, from_on, until_on)
    select club_id, 'members', min(frozen_from), 'infinity' from come group by club_id;
  end if;
  if tg_op <> 'INSERT' then
    insert into report_mark (club_id, what, from_on, until_on)
    select club_id, 'members', min(frozen_from), 'infinity' from gone group by club_id;
  end if;
  return null;
end $$;
create trigger mark_freezes_made after insert on membership_freeze
  referencing new table as come for each statement execute function mark_freezes();
create trigger mark_freezes_changed after update on membership_freeze
  referencing old table as gone new table as come for each statement execute function mark_freezes();
create trigger mark_freezes_gone after delete on membership_freeze
  referencing old table as gone for each statement execute function mark_freezes();

-- What a club is asked for with: its clock, and after how many days somebody is at risk.
create function mark_club() returns trigger language plpgsql as $$
begin
  insert into report_mark (club_id, what, from_on, until_on)
  select new.id, what, '-infinity', 'infinity'
  from unnest(array['members', 'visits', 'money', 'charges', 'debt', 'leads', 'timetable']) what;
  return null;
end $$;
create trigger mark_club after update on club
  for each row when ((old.time_zone, old.at_risk_days) is distinct from (new.time_zone, new.at_risk_days))
  execute function mark_club();

-- A mark of a register: the day, and of those for whom it may be the first, the day on which they were entered.
create type visit_change as (club_id bigint, member_id bigint, class_date date, attended boolean);

create function mark_visits_of(changes visit_change[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into report_mark (club_id, what, from_on, until_on)
  select club_id, 'visits', min(class_date), max(class_date) from unnest(changes) group by club_id;
  insert into report_mark (club_id, what, from_on, until_on)
  select distinct own.club_id, 'leads', came.on_day, came.on_day
  from unnest(changes) change
  join club_member own on own.member_id = change.member_id and own.club_id = change.club_id
  join club on club.id = own.club_id
  cross join lateral (select (own.date_added at time zone club.time_zone)::date as on_day) came
  where change.attended and change.class_date >= came.on_day and not exists (
    select from attendance earlier
    where earlier.member_id = change.member_id and coalesce(earlier.club_id = change.club_id, false) and earlier.attended
      and earlier.class_date >= came.on_day and earlier.class_date < change.class_date
  );
end $$;

create function mark_visits() returns trigger language plpgsql as $$
declare
  changes visit_change[];
begin
  case tg_op
    when 'INSERT' then
      changes := array(select (club_id, member_id, class_date, attended)::visit_change from come);
    when 'DELETE' then
      changes := array(select (club_id, member_id, class_date, attended)::visit_change from gone);
    else
      changes := array(
        select (club_id, member_id, class_date, attended)::visit_change
        from (
          (select club_id, member_id, class_id, class_date, attended from come
            except all select club_id, member_id, class_id, class_date, attended from gone)
          union all
          (select club_id, member_id, class_id, class_date, attended from gone
            except all select club_id, member_id, class_id, class_date, attended from come)
        ) change
      );
  end case;
  if changes <> '{}' then
    perform mark_visits_of(changes);
  end if;
  return null;
end $$;
create trigger mark_visits_made after insert on attendance
  referencing new table as come for each statement execute function mark_visits();
create trigger mark_visits_changed after update on attendance
  referencing old table as gone new table as come for each statement execute function mark_visits();
create trigger mark_visits_taken_back after delete on attendance
  referencing old table as gone for each statement execute function mark_visits();

-- Who was expected on days that have been held.
create function mark_expected() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into report_mark (club_id, what, from_on, until_on)
    select club_id, 'visits', min(date_added), max(coalesce(removed_on, 'infinity')) from come group by club_id;
  end if;
  if tg_op <> 'INSERT' then
    insert into report_mark (club_id, what, from_on, until_on)
    select club_id, 'visits', min(date_added), max(coalesce(removed_on, 'infinity')) from gone group by club_id;
  end if;
  return null;
end $$;
create trigger mark_expected_made after insert on class_member
  referencing new table as come for each statement execute function mark_expected();
create trigger mark_expected_otherwise after update on class_member
  referencing old table as gone new table as come for each statement execute function mark_expected();
create trigger mark_expected_gone after delete on class_member
  referencing old table as gone for each statement execute function mark_expected();

-- A first class booked counts as long as none has been attended.
create function mark_bookings_of(members bigint[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into report_mark (club_id, what, from_on, until_on)
  select distinct own.club_id, 'leads', came.on_day, came.on_day
  from club_member own join club on club.id = own.club_id
  cross join lateral (select (own.date_added at time zone club.time_zone)::date as on_day) came
  where own.member_id = any(members) and not exists (
    select from attendance mark
    where mark.member_id = own.member_id and coalesce(mark.club_id = own.club_id, false) and mark.attended
      and mark.class_date >= came.on_day
  );
end $$;

create function mark_bookings() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    perform mark_bookings_of(array(select distinct member_id from come));
  end if;
  if tg_op <> 'INSERT' then
    perform mark_bookings_of(array(select distinct member_id from gone));
  end if;
  return null;
end $$;
create trigger mark_bookings_made after insert on booking
  referencing new table as come for each statement execute function mark_bookings();
create trigger mark_bookings_changed after update on booking
  referencing old table as gone new table as come for each statement execute function mark_bookings();
create trigger mark_bookings_gone after delete on booking
  referencing old table as gone for each statement execute function mark_bookings();

-- What a class is, and when it runs.
create function mark_class() returns trigger language plpgsql as $$
begin
  insert into report_mark (club_id, what, from_on, until_on)
  select new.club_id, what, '-infinity', 'infinity' from unnest(array['visits', 'timetable']) what;
  return null;
end $$;
create trigger mark_class after update on class
  for each row when ((old.class_type_id, old.capacity, old.start_date, old.end_date, old.club_id)
    is distinct from (new.class_type_id, new.capacity, new.start_date, new.end_date, new.club_id))
  execute function mark_class();

create function mark_slots() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into report_mark (club_id, what, from_on, until_on)
    select club_id, what, min(class_date), max(class_date) from come, unnest(array['visits', 'timetable']) what
    group by club_id, what;
  end if;
  if tg_op <> 'INSERT' then
    insert into report_mark (club_id, what, from_on, until_on)
    select club_id, what, min(class_date), max(class_date) from gone, unnest(array['visits', 'timetable']) what
    group by club_id, what;
  end if;
  return null;
end $$;
create trigger mark_slots_made after insert on class_availability
  referencing new table as come for each statement execute function mark_slots();
create trigger mark_slots_changed after update on class_availability
  referencing old table as gone new table as come for each statement execute function mark_slots();
create trigger mark_slots_gone after delete on class_availability
  referencing old table as gone for each statement execute function mark_slots();

create function mark_weeks() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into report_mark (club_id, what, from_on, until_on)
    select club_id, 'timetable', min(valid_from), 'infinity' from come group by club_id;
  end if;
  if tg_op <> 'INSERT' then
    insert into report_mark (club_id, what, from_on, until_on)
    select club_id, 'timetable', min(valid_from), 'infinity' from gone group by club_id;
  end if;
  return null;
end $$;
create trigger mark_weeks_made after insert on class_timetable
  referencing new table as come for each statement execute function mark_weeks();
create trigger mark_weeks_changed after update on class_timetable
  referencing old table as gone new table as come for each statement execute function mark_weeks();
create trigger mark_weeks_gone after delete on class_timetable
  referencing old table as gone for each statement execute function mark_weeks();

-- Closed days, and who stands in.
create function mark_days_off() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into report_mark (club_id, what, from_on, until_on)
    select club_id, 'timetable', min(day), max(day)
    from (select club_id, (to_jsonb(come) ->> tg_argv[0])::date as day from come) touched group by club_id;
  end if;
  if tg_op <> 'INSERT' then
    insert into report_mark (club_id, what, from_on, until_on)
    select club_id, 'timetable', min(day), max(day)
    from (select club_id, (to_jsonb(gone) ->> tg_argv[0])::date as day from gone) touched group by club_id;
  end if;
  return null;
end $$;
create trigger mark_closures_made after insert on club_closure
  referencing new table as come for each statement execute function mark_days_off('closed_on');
create trigger mark_closures_changed after update on club_closure
  referencing old table as gone new table as come for each statement execute function mark_days_off('closed_on');
create trigger mark_closures_gone after delete on club_closure
  referencing old table as gone for each statement execute function mark_days_off('closed_on');
create trigger mark_covers_made after insert on class_cover
  referencing new table as come for each statement execute function mark_days_off('class_date');
create trigger mark_covers_changed after update on class_cover
  referencing old table as gone new table as come for each statement execute function mark_days_off('class_date');
create trigger mark_covers_gone after delete on class_cover
  referencing old table as gone for each statement execute function mark_days_off('class_date');

-- Who teaches a class, whenever it was.
create function mark_instructors() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into report_mark (club_id, what, from_on, until_on)
    select distinct class.club_id, 'timetable', date '-infinity', date 'infinity'
    from come join class on class.id = come.class_id;
  end if;
  if tg_op <> 'INSERT' then
    insert into report_mark (club_id, what, from_on, until_on)
    select distinct class.club_id, 'timetable', date '-infinity', date 'infinity'
    from gone join class on class.id = gone.class_id;
  end if;
  return null;
end $$;
create trigger mark_instructors_made after insert on class_instructor
  referencing new table as come for each statement execute function mark_instructors();
create trigger mark_instructors_changed after update on class_instructor
  referencing old table as gone new table as come for each statement execute function mark_instructors();
create trigger mark_instructors_gone after delete on class_instructor
  referencing old table as gone for each statement execute function mark_instructors();

-- When somebody paid last before a month, and who was given something back.
drop index charge_member;
create index charge_member on charge (member_id, club_id, transaction_date);
create index charge_credit on charge (club_id, member_id) where amount_pence < 0 and reverses_id is null and part_of_id is null;

-- What was charged for a class.
create index charge_of_event on charge (club_id, event_date) where event_id is not null;

-- Why somebody left.
create function mark_reasons() returns trigger language plpgsql as $$
begin
  insert into report_mark (club_id, what, from_on, until_on)
  select come.club_id, 'members', min(come.changed_on), 'infinity'
  from come join gone using (id) where come.reason is distinct from gone.reason
  group by come.club_id;
  return null;
end $$;
create trigger mark_reasons after update on member_status_change
  referencing old table as gone new table as come for each statement execute function mark_reasons();
