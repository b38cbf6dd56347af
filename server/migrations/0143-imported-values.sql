-- Digests of the values that imports have stored for members, by column. A later import compares them to correct its own
-- values and to keep those that people have edited.
create table imported_member (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  -- The import that created the member; null: it only changed them.
  created_by_id bigint references import_batch on delete set null,
  digests jsonb not null,
  unique (member_id, club_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate
);
create index imported_member_club on imported_member (club_id, root_club_id);
create index imported_member_import on imported_member (created_by_id);

-- Found by the check beside the single lines: full classes, changed fields, people with one name.
alter table import_batch add column findings jsonb;
-- Members whom an undo left as they are, with the reason: [{ name, code, why }].
alter table import_batch add column undo_left jsonb not null default '[]';
