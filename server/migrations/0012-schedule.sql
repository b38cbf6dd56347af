-- Secret addresses of calendars: of a club, or of what an account teaches. Shown again to who may see it, so it is kept as
-- it is; it opens nothing but the calendar, and a new one ends it.
create table calendar_feed (
  id bigint generated always as identity primary key,
  token text not null unique check (char_length(token) >= 32),
  club_id bigint unique references club on delete cascade,
  account_id bigint unique references account on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(club_id, account_id) = 1)
);
