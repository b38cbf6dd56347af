-- What follows when a collection fails, what a provider has paid out to the club, and mandates that a club already had.

-- How often and when a failed direct debit is collected again. A club without a row does as the defaults say.
create table recovery_plan (
  club_id bigint primary key references club deferrable initially immediate,
  -- Days after each failure; as many retries as there are numbers. Providers allow three.
  retry_days integer[] not null,
  version integer not null default 1,
  constraint recovery_plan_days check (cardinality(retry_days) <= 3 and 1 <= all (retry_days) and 30 >= all (retry_days))
);

-- A collection that failed, from the first time until the money has come: one for each charge. What a provider collects by
-- itself has no charge; there it is one for each payment.
create table recovery (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  charge_id bigint,
  -- The last that failed.
  external_payment_id bigint not null,
  amount_pence integer not null check (amount_pence > 0),
  -- Times that it failed so far.
  failures integer not null check (failures > 0),
  failed_on date not null,
  reason text not null check (reason in ('insufficientFunds', 'referToPayer', 'noAccount', 'mandateEnded', 'disputed',
    'unknown')),
  -- What comes next.
  step text not null check (step in ('provider', 'retry', 'onItsWay', 'mandate', 'talk', 'person')),
  retry_on date,
  -- Names the task that says what comes next; empty: there is none.
  task_cause text not null default '' check (char_length(task_cause) <= 200),
  -- Whom the last message went to; empty: nobody could be written to, or nobody was to be.
  told text not null default '' check (char_length(told) <= 320),
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint recovery_retry check ((retry_on is not null) = (step = 'retry')),
  constraint recovery_charge unique (charge_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (charge_id, club_id, member_id) references charge (id, club_id, member_id) deferrable initially immediate,
  foreign key (external_payment_id, club_id, member_id) references external_payment (id, club_id, member_id)
    deferrable initially immediate
);
create unique index recovery_payment on recovery (external_payment_id) where charge_id is null;
create index recovery_of_payment on recovery (external_payment_id, club_id, member_id);
create index recovery_of_charge on recovery (charge_id, club_id, member_id);
create index recovery_club on recovery (club_id, root_club_id);
create index recovery_member on recovery (member_id, root_club_id);
create index recovery_open on recovery (club_id, failed_on) where closed_at is null;

-- Payments of which something was written down that may matter here: a job looks at each and takes it out. In the
-- transaction of the change itself, so that none is missed, whoever made it.
create table recovery_hint (
  external_payment_id bigint primary key references external_payment on delete cascade
);

create function hint_recovery() returns trigger language plpgsql as $$
begin
  if new.state in ('failed', 'charged_back')
    or exists (select from recovery where charge_id = new.charge_id and closed_at is null)
    or exists (select from recovery where external_payment_id = new.id and closed_at is null) then
    insert into recovery_hint (external_payment_id) values (new.id)
    on conflict (external_payment_id) do update set external_payment_id = excluded.external_payment_id;
  end if;
  return null;
end $$;
create trigger hint_recovery after insert on external_payment for each row execute function hint_recovery();
create trigger hint_recovery_again after update of state, will_retry, cause on external_payment
  for each row when ((old.state, old.will_retry, old.cause) is distinct from (new.state, new.will_retry, new.cause))
  execute function hint_recovery();

-- What a provider has transferred to the club's bank account, each exactly once, with what it is made of.
create table payout (
  id bigint generated always as identity primary key,
  -- Whose account it is.
  club_id bigint not null,
  root_club_id bigint not null,
  provider_account_id bigint not null,
  reference text not null check (char_length(reference) between 1 and 100),
  -- As it stands on the bank statement.
  bank_reference text not null default '' check (char_length(bank_reference) <= 100),
  -- Net.
  amount_pence integer not null,
  arrival_date date,
  state text not null check (state in ('pending', 'paid', 'bounced')),
  created_at timestamptz not null,
  constraint payout_once unique (provider_account_id, reference),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (provider_account_id, root_club_id) references provider_account (id, root_club_id)
    deferrable initially immediate
);
create index payout_club on payout (club_id, root_club_id);
create index payout_account on payout (provider_account_id, root_club_id);

create table payout_item (
  payout_id bigint not null references payout on delete cascade,
  position integer not null,
  kind text not null check (char_length(kind) between 1 and 60),
  -- Tenths of a penny: fees are counted so.
  tenths bigint not null,
  -- At the provider: what it is of.
  payment_reference text check (char_length(payment_reference) between 1 and 100),
  primary key (payout_id, position)
);
create index payout_item_payment on payout_item (payment_reference) where payment_reference is not null;

-- Mandates at a provider that nobody here is known by, with the name and address under which they stand there, until they
-- are taken over or looked for again.
create table found_mandate (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  provider_account_id bigint not null,
  reference text not null check (char_length(reference) between 1 and 100),
  state text not null check (char_length(state) between 1 and 60),
  created_at timestamptz not null,
  name text not null check (char_length(name) <= 300),
  email text not null check (char_length(email) <= 320),
  -- What other programs have written beside it: member numbers, mostly.
  marks text[] not null,
  found_at timestamptz not null,
  -- Whose it is to become.
  for_member_id bigint,
  for_club_id bigint,
  problem text not null default '' check (char_length(problem) <= 500),
  constraint found_mandate_once unique (provider_account_id, reference),
  constraint found_mandate_for check ((for_member_id is null) = (for_club_id is null)),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (provider_account_id, root_club_id) references provider_account (id, root_club_id) on delete cascade
    deferrable initially immediate,
  foreign key (for_member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (for_club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index found_mandate_club on found_mandate (club_id, root_club_id);
create index found_mandate_account on found_mandate (provider_account_id, root_club_id);
create index found_mandate_for_member on found_mandate (for_member_id, root_club_id);
create index found_mandate_for_club on found_mandate (for_club_id, root_club_id);

-- When a provider was last asked, and what came of it.
create table provider_look (
  provider_account_id bigint not null references provider_account on delete cascade,
  what text not null check (what in ('payouts', 'mandates')),
  asked_at timestamptz,
  done_at timestamptz,
  problem text not null default '' check (char_length(problem) <= 500),
  primary key (provider_account_id, what)
);

-- What has failed before there was any of this stays as it is; from now on each is followed.
