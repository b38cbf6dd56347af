-- Slots that are edited, bookings, and waiting lists that move up by themselves.

alter table class_availability add column version integer not null default 1;

-- How long a place that has fallen free is kept for the one it is offered to; never beyond the start.
alter table class
  add column offer_hours integer not null default 12 check (offer_hours between 1 and 168);

create index booking_club_day on booking (club_id, booking_date);

-- Waiting for a place in a class on a day: in the order of the ids, which are given under the lock of that day. An
-- entry is open until it is closed, and then says what became of it.
create table waiting_list_entry (
  id bigint generated always as identity primary key,
  class_id bigint not null,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  class_date date not null,
  joined_at timestamptz not null default now(),
  account_id bigint references account,
  -- The place that is kept for this member until then; empty while waiting.
  offered_at timestamptz,
  offer_until timestamptz check (offer_until >= offered_at),
  -- Of the secret in the link that answers the offer.
  secret_hash bytea unique,
  closed_at timestamptz,
  closed_as text check (closed_as in ('booked', 'declined', 'expired', 'left', 'ended')),
  check ((offered_at is null) = (offer_until is null)),
  check ((closed_at is null) = (closed_as is null)),
  check (closed_as is null or closed_as not in ('declined', 'expired') or offered_at is not null),
  foreign key (class_id, club_id) references class (id, club_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate
);
create unique index waiting_list_once on waiting_list_entry (class_id, class_date, member_id) where closed_at is null;
create index waiting_list_open on waiting_list_entry (class_date, class_id) where closed_at is null;
create index waiting_list_class on waiting_list_entry (class_id);
create index waiting_list_club on waiting_list_entry (club_id);
create index waiting_list_member on waiting_list_entry (member_id);
create index waiting_list_account on waiting_list_entry (account_id);
