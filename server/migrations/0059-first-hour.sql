-- What somebody has said about the list of first steps of a new club: which of them it does not need, and that the list
-- need not be shown. What is done already is not kept: it is seen from the rooms, disciplines, classes, members and marks.
create table first_hour (
  account_id bigint not null references account on delete cascade,
  club_id bigint not null references club on delete cascade,
  skipped text[] not null default '{}' constraint first_hour_skipped_known
    check (skipped <@ array['location', 'discipline', 'class', 'members', 'register']),
  is_put_away boolean not null default false,
  saved_at timestamptz not null default now(),
  primary key (account_id, club_id)
);
create index first_hour_club on first_hour (club_id);
