-- One session of a class that differs from its week or its slot: cancelled, at another time or in another room, or added.
-- A session that runs as usual again keeps its row, so that its version, which calendars see, never goes back.
create table class_session (
  class_id bigint not null,
  club_id bigint not null,
  class_date date not null,
  -- Runs on a day on which the class otherwise doesn't.
  is_added boolean not null default false,
  is_cancelled boolean not null default false,
  -- Null: as usual.
  start_time time,
  finish_time time check (finish_time > start_time),
  location_id bigint,
  -- Where its people were sent when it was cancelled.
  moved_to date,
  reason text not null default '' check (char_length(reason) <= 200),
  version integer not null default 1,
  primary key (class_id, class_date),
  check ((start_time is null) = (finish_time is null)),
  check (not is_added or start_time is not null),
  foreign key (class_id, club_id) references class (id, club_id) on delete cascade,
  foreign key (location_id, club_id) references location (id, club_id) on delete set null (location_id)
);
create index class_session_club on class_session (club_id, class_date);
create index class_session_location on class_session (location_id);

create trigger mark_sessions_made after insert on class_session
  referencing new table as come for each statement execute function mark_days_off('class_date');
create trigger mark_sessions_changed after update on class_session
  referencing old table as gone new table as come for each statement execute function mark_days_off('class_date');
create trigger mark_sessions_gone after delete on class_session
  referencing old table as gone for each statement execute function mark_days_off('class_date');

-- When a session of a class starts on a day: as changed, else by its slot, else by its week. Null where it doesn't run.
create function session_start(of_class bigint, on_day date) returns time
language sql stable parallel safe as $$
  select coalesce(
    (select start_time from class_session where class_id = of_class and class_date = on_day),
    (select start_time from class_availability where class_id = of_class and class_date = on_day),
    (select start_time from class_timetable
      where class_id = of_class and weekday = extract(isodow from on_day)
        and valid_from <= on_day and (valid_until is null or valid_until >= on_day)
      limit 1)
  )
$$;

-- The day to which a place that was charged for has moved with its session. The charge itself is append-only.
create table moved_event_charge (
  charge_id bigint primary key references charge,
  event_date date not null
);

create or replace view standing_charge as
  select charge.id, charge.club_id, charge.root_club_id, charge.member_id, charge.amount_pence, charge.description,
    charge.event_id, charge.event_date, coalesce(moved.event_date, charge.event_date) as held_on
  from charge left join moved_event_charge moved on moved.charge_id = charge.id
  where charge.reverses_id is null and not exists (select from charge back where back.reverses_id = charge.id);
