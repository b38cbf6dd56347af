-- Rooms stand in venues; what is edited in a form has a version.

alter table location
  add column version integer not null default 1,
  add column notes text not null default '' check (char_length(notes) <= 2000),
  add column town text check (char_length(town) <= 200),
  -- The venue in which a room stands, of the same club. That it is no room itself is held by the third column.
  add column venue_id bigint check (venue_id <> id),
  add column venue_is_room boolean not null generated always as (false) stored,
  add constraint location_only_rooms_stand check (is_room or venue_id is null),
  add constraint location_kind unique (id, club_id, is_room),
  add constraint location_venue foreign key (venue_id, club_id, venue_is_room)
    references location (id, club_id, is_room);
create index location_venue on location (venue_id);

alter table discipline add column version integer not null default 1;
alter table grade add column version integer not null default 1;
