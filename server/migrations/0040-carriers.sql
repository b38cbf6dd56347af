-- What the carriers of mail and text messages tell us: what became of a message, what somebody answered, who wants no more.
-- It is stored as it comes and worked off by a job.

create table carrier_event (
  id bigint generated always as identity primary key,
  carrier text not null check (carrier in ('mail', 'twilio')),
  kind text not null check (kind in ('report', 'reply', 'stop')),
  -- As the carrier tells one from another: the same may come any number of times.
  event_key text not null check (char_length(event_key) between 1 and 300),
  -- Our own name of the message that it is about, where the carrier gives it back, and the carrier's.
  message_id text check (char_length(message_id) between 1 and 60),
  provider_id text check (char_length(provider_id) between 1 and 200),
  -- Whom the message was for, or who has answered. Emptied, as the text is, when it has been worked off or given up.
  address text not null check (char_length(address) <= 320),
  -- What else there is to know, as its kind has it.
  told jsonb not null,
  -- By the carrier's clock where it says so: they arrive in any order.
  happened_at timestamptz not null,
  received_at timestamptz not null,
  worked_at timestamptz,
  tries integer not null default 0,
  -- What stands in its way. It is looked at again after this.
  problem text not null default '' check (char_length(problem) <= 500),
  try_again_at timestamptz not null,
  constraint carrier_event_once unique (carrier, event_key)
);
create index carrier_event_open on carrier_event (try_again_at, id) where worked_at is null;
create index carrier_event_old on carrier_event (worked_at) where worked_at is not null;
