-- Classes, and the rooms made for them, that were created at once from a written week. The batch can be undone.
create table timetable_batch (
  id bigint generated always as identity primary key,
  club_id bigint not null references club,
  created_at timestamptz not null,
  -- Some may have been deleted since. Ids are never used again.
  class_ids bigint[] not null,
  location_ids bigint[] not null
);
create index timetable_batch_club on timetable_batch (club_id);
