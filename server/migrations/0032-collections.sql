-- Collecting by a provider: mandates, what is taken by them, and what became of it. What stands here of a row at the
-- provider is what it said when it was last asked; of bank accounts and cards nothing is kept.

create table mandate (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  provider_account_id bigint not null,
  -- At the provider: the mandate, and whose it is there.
  reference text not null check (char_length(reference) between 1 and 100),
  customer_reference text not null default '' check (char_length(customer_reference) <= 100),
  state text not null check (state in ('pending_customer_approval', 'pending_submission', 'submitted', 'active',
    'suspended_by_payer', 'failed', 'cancelled', 'expired', 'consumed', 'blocked')),
  -- Why it is no longer alive, in the words of the scheme.
  cause text not null default '' check (char_length(cause) <= 500),
  next_possible_charge_date date,
  created_at timestamptz not null,
  -- Counts what was written down of it, so that an answer that was overtaken by a later one is not.
  checked integer not null default 0,
  cancel_requested_at timestamptz,
  -- Why it could not be cancelled.
  problem text not null default '' check (char_length(problem) <= 500),
  constraint mandate_reference unique (provider_account_id, reference),
  constraint mandate_member unique (id, club_id, member_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (provider_account_id, root_club_id) references provider_account (id, root_club_id)
    deferrable initially immediate
);
create index mandate_member_club on mandate (member_id, club_id);
create index mandate_club on mandate (club_id, root_club_id);
create index mandate_account on mandate (provider_account_id, root_club_id);

-- Can be collected by, now or as soon as the bank has it.
create function mandate_is_live(state text) returns boolean language sql immutable parallel safe
  return state in ('pending_submission', 'submitted', 'active');

-- A link by which somebody sets up a mandate: its secret is in the mail alone, here is its hash.
create table mandate_request (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  -- Whom it was sent to; null: it was opened at the desk.
  email text check (char_length(email) between 3 and 320),
  to_name text not null default '' check (char_length(to_name) <= 500),
  secret_hash bytea unique,
  account_id bigint references account,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- A newer one has taken its place.
  ended_at timestamptz,
  -- At the provider, since it was first opened.
  provider_account_id bigint,
  billing_request text check (char_length(billing_request) between 1 and 100),
  idempotency_key uuid not null default gen_random_uuid(),
  mandate_id bigint,
  constraint mandate_request_opened check ((provider_account_id is null) = (billing_request is null)),
  constraint mandate_request_billing unique (provider_account_id, billing_request),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (provider_account_id, root_club_id) references provider_account (id, root_club_id)
    deferrable initially immediate,
  foreign key (mandate_id, club_id, member_id) references mandate (id, club_id, member_id) deferrable initially immediate
);
create unique index mandate_request_current on mandate_request (member_id, club_id) where ended_at is null;
create index mandate_request_club on mandate_request (club_id, root_club_id);
create index mandate_request_member on mandate_request (member_id, root_club_id);
create index mandate_request_provider on mandate_request (provider_account_id, root_club_id);
create index mandate_request_mandate on mandate_request (mandate_id, club_id, member_id);
create index mandate_request_account on mandate_request (account_id);

-- What the provider takes by itself, by an arrangement that was made there. Ours are charges, collected one by one.
create table external_subscription (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  mandate_id bigint not null,
  provider_account_id bigint not null,
  reference text not null check (char_length(reference) between 1 and 100),
  name text not null default '' check (char_length(name) <= 500),
  amount_pence integer not null,
  -- 'monthly', '2 weekly'.
  frequency text not null check (char_length(frequency) <= 40),
  state text not null check (char_length(state) between 1 and 60),
  created_at timestamptz not null,
  start_date date,
  next_payment date,
  checked integer not null default 0,
  cancel_requested_at timestamptz,
  problem text not null default '' check (char_length(problem) <= 500),
  constraint external_subscription_reference unique (provider_account_id, reference),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (provider_account_id, root_club_id) references provider_account (id, root_club_id)
    deferrable initially immediate,
  foreign key (mandate_id, club_id, member_id) references mandate (id, club_id, member_id) deferrable initially immediate
);
create index external_subscription_member on external_subscription (member_id, club_id);
create index external_subscription_club on external_subscription (club_id, root_club_id);
create index external_subscription_account on external_subscription (provider_account_id, root_club_id);
create index external_subscription_mandate on external_subscription (mandate_id, club_id, member_id);

-- Money on its way through a provider. The ledger has it from the moment it is confirmed, and no longer than that holds.
create table external_payment (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  provider_account_id bigint not null,
  payment_method_id integer not null references lookup,
  mandate_id bigint,
  external_subscription_id bigint references external_subscription,
  -- What it is to settle; none: the provider took it by an arrangement of its own.
  charge_id bigint,
  amount_pence integer not null check (amount_pence > 0),
  description text not null check (char_length(description) <= 500),
  charge_date date,
  -- 'waiting': to be sent; 'refused': the provider would not have it. The others are the provider's.
  state text not null check (state in ('waiting', 'refused', 'pending_customer_approval', 'pending_submission', 'submitted',
    'confirmed', 'paid_out', 'failed', 'cancelled', 'customer_approval_denied', 'charged_back')),
  -- Why it failed or was refused, in words.
  cause text not null default '' check (char_length(cause) <= 500),
  -- The provider tries it again by itself.
  will_retry boolean not null default false,
  reference text check (char_length(reference) between 1 and 100),
  idempotency_key uuid not null default gen_random_uuid(),
  created_at timestamptz not null,
  -- Handed over: since then it may be there, though nobody has heard.
  sent_at timestamptz,
  -- By whom is handing it over: nobody else does until then.
  claimed_until timestamptz,
  checked integer not null default 0,
  -- The entry in the ledger as long as it holds.
  payment_id bigint,
  cancel_requested_at timestamptz,
  problem text not null default '' check (char_length(problem) <= 500),
  constraint external_payment_reference unique (provider_account_id, reference),
  constraint external_payment_sent check (reference is not null or state in ('waiting', 'refused', 'cancelled')),
  -- It is in the ledger if and only if it has come.
  constraint external_payment_in_ledger check ((payment_id is not null) = (state in ('confirmed', 'paid_out'))),
  constraint external_payment_ledger_once unique (payment_id),
  constraint external_payment_member unique (id, club_id, member_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (provider_account_id, root_club_id) references provider_account (id, root_club_id)
    deferrable initially immediate,
  foreign key (mandate_id, club_id, member_id) references mandate (id, club_id, member_id) deferrable initially immediate,
  foreign key (charge_id, club_id, member_id) references charge (id, club_id, member_id) deferrable initially immediate,
  foreign key (payment_id, club_id, member_id) references payment (id, club_id, member_id) deferrable initially immediate
);
-- The rule that nobody is charged twice: one on its way for each charge.
create unique index external_payment_in_flight on external_payment (charge_id)
  where state in ('waiting', 'pending_customer_approval', 'pending_submission', 'submitted')
    or state = 'failed' and will_retry;
create index external_payment_charge on external_payment (charge_id, club_id, member_id);
create index external_payment_member_club on external_payment (member_id, club_id);
create index external_payment_club on external_payment (club_id, root_club_id);
create index external_payment_account on external_payment (provider_account_id, root_club_id);
create index external_payment_waiting on external_payment (provider_account_id, id) where state = 'waiting';
create index external_payment_mandate on external_payment (mandate_id, club_id, member_id);
create index external_payment_payment on external_payment (payment_id, club_id, member_id);
create index external_payment_method on external_payment (payment_method_id);
create index external_payment_subscription on external_payment (external_subscription_id);

-- Each state it was seen in, with what the ledger got or gave back.
create table external_payment_change (
  id bigint generated always as identity primary key,
  external_payment_id bigint not null,
  club_id bigint not null,
  member_id bigint not null,
  state text not null,
  at timestamptz not null,
  payment_id bigint,
  return_id bigint,
  constraint external_payment_change_payment unique (payment_id),
  constraint external_payment_change_return unique (return_id),
  foreign key (member_id) references member,
  foreign key (external_payment_id, club_id, member_id) references external_payment (id, club_id, member_id)
    deferrable initially immediate,
  foreign key (payment_id, club_id, member_id) references payment (id, club_id, member_id) deferrable initially immediate,
  foreign key (return_id, club_id, member_id) references payment (id, club_id, member_id) deferrable initially immediate
);
create index external_payment_change_of on external_payment_change (external_payment_id, club_id, member_id);
create index external_payment_change_member on external_payment_change (member_id);
create index external_payment_change_ledger on external_payment_change (payment_id, club_id, member_id);
create index external_payment_change_back on external_payment_change (return_id, club_id, member_id);

-- From now on the directory says who has a mandate, not who is meant to pay by one.
create function has_live_mandate(of_member bigint, of_club bigint) returns boolean language sql stable parallel safe
  return exists (
    select from mandate where mandate.member_id = of_member and mandate.club_id = of_club and mandate_is_live(mandate.state)
  );

do $$
declare
  definition text := pg_get_viewdef('directory_source'::regclass, true);
  was constant text := 'COALESCE(club_member.payment_method_id = 186, false)';
begin
  if position(was in definition) = 0 then
    raise exception 'directory_source has no line for has_mandate as it was';
  end if;
  execute 'create or replace view directory_source as '
    || replace(definition, was, 'has_live_mandate(club_member.member_id, club_member.club_id)');
end $$;

create or replace function directory_membership() returns trigger language plpgsql as $$
declare
  others bigint[] := array(
    select changed.id from changed join before_change using (id)
    where (changed.member_id, changed.club_id) <> (before_change.member_id, before_change.club_id)
  );
begin
  if others <> '{}' then
    perform refresh_directory(others);
  end if;
  update directory_entry entry set
    member_status_id = changed.member_status_id,
    member_since = changed.member_since,
    marketing_source_id = changed.marketing_source_id,
    category_id = changed.category_id,
    training_plan_id = changed.training_plan_id
  from changed
  where entry.club_member_id = changed.id and (
    entry.member_status_id, entry.member_since, entry.marketing_source_id, entry.category_id, entry.training_plan_id
  ) is distinct from (
    changed.member_status_id, changed.member_since, changed.marketing_source_id, changed.category_id,
    changed.training_plan_id
  );
  return null;
end $$;

create function refresh_mandates(members bigint[]) returns void language plpgsql as $$
begin
  perform lock_members(members);
  update directory_entry entry set has_mandate = has_live_mandate(entry.member_id, entry.club_id)
  where entry.member_id = any(members)
    and entry.has_mandate is distinct from has_live_mandate(entry.member_id, entry.club_id);
end $$;

create function directory_mandate() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then perform refresh_mandates(array(select distinct member_id from changed));
    when 'DELETE' then perform refresh_mandates(array(select distinct member_id from before_change));
    else perform refresh_mandates(array(select member_id from changed union select member_id from before_change));
  end case;
  return null;
end $$;
create trigger directory_mandate after insert on mandate
  referencing new table as changed for each statement execute function directory_mandate();
create trigger directory_mandate_otherwise after update on mandate
  referencing old table as before_change new table as changed for each statement execute function directory_mandate();
create trigger directory_no_mandate after delete on mandate
  referencing old table as before_change for each statement execute function directory_mandate();

update directory_entry set has_mandate = false where has_mandate;
