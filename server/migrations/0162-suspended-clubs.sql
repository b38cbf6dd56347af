-- Clubs that are stopped, with all clubs below them: an operator has suspended one, or its owner has closed it. A table of
-- its own, so that being stopped is one lookup in a table that is almost always empty.
create table club_stop (
  club_id bigint not null references club (id),
  kind text not null check (kind in ('suspended', 'closed')),
  since timestamptz not null,
  -- What its owner reads.
  reason text not null default '' check (char_length(reason) <= 500),
  primary key (club_id, kind)
);
create trigger club_stop_access_changed after insert or update or delete
  on club_stop for each statement execute function access_changed();

-- Each club that doesn't work, and the club that is the cause.
create view stopped_club as
  select below.club_id, stop.club_id as by_club_id, stop.kind, stop.since, stop.reason
  from club_stop stop cross join lateral club_and_below(stop.club_id) below;

-- Jobs of suspended clubs: they wait here until the suspension is lifted. The same job twice waits once.
create table held_job (
  id bigint generated always as identity primary key,
  club_id bigint not null references club (id),
  queue text not null,
  data jsonb not null,
  held_at timestamptz not null
);
create index on held_job (club_id);
create unique index held_job_once on held_job (queue, md5(data::text));

-- An operator's action may be about a club. As with accounts, what is written down outlives it.
alter table operator_log add column about_club_id bigint;
