-- What a club paid for a source in a month, in pence. Nothing paid is no row.
create table marketing_cost (
  club_id bigint not null references club on delete cascade,
  marketing_source_id integer not null references lookup,
  month date not null check (extract(day from month) = 1),
  amount_pence integer not null check (amount_pence > 0),
  primary key (club_id, marketing_source_id, month)
);
create index marketing_cost_source on marketing_cost (marketing_source_id);

-- Who came to a club in a period: what the figures of marketing begin with.
create index club_member_club_added on club_member (club_id, date_added);

-- A club uses the sources of the product and those of the clubs above it, and adds its own: their ids begin at 10 000.
create sequence lookup_own as integer start with 10000;
alter table lookup
  alter column id set default nextval('lookup_own'),
  add column club_id bigint references club,
  add column version integer not null default 1,
  add constraint lookup_own_id check ((club_id is null) = (id < 10000)),
  add constraint lookup_own_kind check (club_id is null or kind = 'marketing_source');
alter sequence lookup_own owned by lookup.id;
-- Two clubs may call theirs alike.
alter table lookup drop constraint lookup_kind_name_key;
create unique index lookup_kind_name_key on lookup (kind, name) where club_id is null;
create unique index lookup_club_id_name_key on lookup (club_id, lower(name)) where club_id is not null;
