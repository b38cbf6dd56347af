-- Where a club takes money: its account at GoCardless or Stripe. Clubs below it without one of their own use it too.

create table provider_account (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  provider text not null check (provider in ('gocardless', 'stripe')),
  -- Sealed (platform/secret-box.ts); of each no more than its end is kept in clear text.
  access_token bytea not null,
  access_token_end text not null check (char_length(access_token_end) <= 4),
  webhook_secret bytea,
  webhook_secret_end text not null default '' check (char_length(webhook_secret_end) <= 4),
  -- Made by ourselves for the local sandbox, so that money can be tried without keys.
  is_sandbox boolean not null default false,
  -- What the provider said when it was last asked for something that every key may do; empty: it works.
  problem text not null default '' check (char_length(problem) <= 500),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- In a sandbox a club may have both: what it has entered itself comes first.
  constraint provider_account_one_a_club unique (club_id, provider, is_sandbox),
  constraint provider_account_tree unique (id, root_club_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index provider_account_club on provider_account (club_id, root_club_id);

-- What a provider has told us: a hint that something is to be looked at. Of what it says only what is named here is kept;
-- the truth is fetched from the provider.
create table provider_event (
  id bigint generated always as identity primary key,
  provider_account_id bigint not null references provider_account,
  -- As the provider numbers them: the same event may come any number of times.
  event_id text not null check (char_length(event_id) between 1 and 100),
  resource_type text not null check (char_length(resource_type) between 1 and 60),
  action text not null check (char_length(action) between 1 and 60),
  -- The row at the provider that it is about, and the mandate, subscription or billing request beside it.
  links jsonb not null,
  -- Why, in the scheme's words: cause, description, reason_code, will_attempt_retry.
  details jsonb not null,
  -- By the provider's clock: they arrive in any order.
  happened_at timestamptz not null,
  received_at timestamptz not null,
  worked_at timestamptz,
  tries integer not null default 0,
  -- What stands in its way. A problem without an answer is looked at again after this.
  problem text not null default '' check (char_length(problem) <= 500),
  try_again_at timestamptz not null,
  constraint provider_event_once unique (provider_account_id, event_id)
);
create index provider_event_of_payment on provider_event (provider_account_id, (links->>'payment')) where links ? 'payment';
create index provider_event_open on provider_event (provider_account_id, try_again_at) where worked_at is null;
