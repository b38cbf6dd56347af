-- What becomes of those for whom a field of the message is empty, as whoever sends it has chosen: [{field, instead}],
-- `instead` null where they are left out. Who is not spoken of here is left out too.
alter table message add column gaps jsonb not null default '[]';
