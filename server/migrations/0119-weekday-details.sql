-- A weekday can have a room and a capacity of its own. Null: those of the class.
alter table class_timetable add column location_id bigint;
-- Every row is null so far: there is nothing to check.
-- squawk-ignore constraint-missing-not-valid
alter table class_timetable add column capacity integer check (capacity > 0);
-- Every row is null so far: there is nothing to check.
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table class_timetable add constraint class_timetable_location_id_club_id_fkey
  foreign key (location_id, club_id) references location (id, club_id) on delete set null (location_id);
-- No row is in it yet.
-- squawk-ignore require-concurrent-index-creation
create index class_timetable_location on class_timetable (location_id) where location_id is not null;

-- Who teaches on a weekday. None: the instructors of the class.
create table class_timetable_instructor (
  timetable_id bigint not null references class_timetable on delete cascade,
  person_id bigint not null references person,
  primary key (timetable_id, person_id)
);
create index class_timetable_instructor_person on class_timetable_instructor (person_id);

-- A weekday has a capacity now, and filled places are counted with the visits.
create or replace function mark_weeks() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into report_mark (club_id, what, from_on, until_on)
    select club_id, what, min(valid_from), 'infinity' from come, unnest(array['visits', 'timetable']) what
    group by club_id, what;
  end if;
  if tg_op <> 'INSERT' then
    insert into report_mark (club_id, what, from_on, until_on)
    select club_id, what, min(valid_from), 'infinity' from gone, unnest(array['visits', 'timetable']) what
    group by club_id, what;
  end if;
  return null;
end $$;
