-- A club that its owner closes: read only from a day on, and deleted 30 days later unless they reopen it. The stop itself
-- is in club_stop from that day.
create table club_closing (
  club_id bigint primary key references club (id),
  -- The first day on which nothing can be changed, in the club's time zone.
  closes_on date not null,
  asked_at timestamptz not null,
  -- Memberships, mandates and subscriptions have ended.
  closed_at timestamptz,
  -- The owner has been written to, a week before it's deleted.
  warned_at timestamptz,
  -- Why it couldn't be deleted; empty: nothing stands against it.
  trouble text not null default ''
);
