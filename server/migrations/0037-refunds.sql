-- Refunds of what a provider has taken: asked for here, or made at the provider's own site and heard of. The ledger has one
-- from the moment the provider accepts it, and gets the money back when it does not arrive.

-- Counts what was written down of a payment's refunds, so that an answer that was overtaken by a later one is not.
alter table external_payment add column refunds_checked integer not null default 0;

create table external_refund (
  id bigint generated always as identity primary key,
  external_payment_id bigint not null,
  club_id bigint not null,
  member_id bigint not null,
  amount_pence integer not null check (amount_pence > 0),
  description text not null check (char_length(description) <= 500),
  -- 'asked': of the provider, by a job; 'refused': it would not. 'pending' it has accepted, 'paid' has sent it; 'failed': it
  -- did not reach the payer, and the club has the money again.
  state text not null check (state in ('asked', 'refused', 'pending', 'paid', 'failed')),
  -- Why it was refused or failed, in the provider's words.
  cause text not null default '' check (char_length(cause) <= 500),
  -- At the provider.
  reference text check (char_length(reference) between 1 and 100),
  idempotency_key uuid not null unique default gen_random_uuid(),
  -- Who has asked for it here; null: made at the provider.
  account_id bigint references account,
  created_at timestamptz not null,
  -- In the ledger: what was given back, and what came again of it.
  return_id bigint,
  restored_id bigint,
  constraint external_refund_reference unique (external_payment_id, reference),
  constraint external_refund_accepted check (reference is not null or state in ('asked', 'refused')),
  constraint external_refund_return unique (return_id),
  constraint external_refund_restored unique (restored_id),
  foreign key (member_id) references member deferrable initially immediate,
  foreign key (external_payment_id, club_id, member_id) references external_payment (id, club_id, member_id)
    deferrable initially immediate,
  foreign key (return_id, club_id, member_id) references payment (id, club_id, member_id) deferrable initially immediate,
  foreign key (restored_id, club_id, member_id) references payment (id, club_id, member_id) deferrable initially immediate
);
-- However often it is pressed: one of a payment is asked for at a time.
create unique index external_refund_asked on external_refund (external_payment_id) where state = 'asked';
create index external_refund_of on external_refund (external_payment_id, club_id, member_id);
create index external_refund_member on external_refund (member_id);
create index external_refund_account on external_refund (account_id);
create index external_refund_in_ledger on external_refund (return_id, club_id, member_id);
create index external_refund_again on external_refund (restored_id, club_id, member_id);

-- Of a line of an order not all has to come back: how many have, and what they were charged.
alter table order_line
  add column returned_quantity integer not null default 0,
  add column returned_pence integer not null default 0,
  -- Of what was taken from the shelf and ordered ahead, what came back or was never handed out.
  add column returned_taken integer not null default 0;
update order_line set returned_quantity = quantity, returned_pence = pence, returned_taken = taken
  where returned_at is not null;
alter table order_line
  add constraint order_line_returned_part check (returned_quantity between 0 and quantity
    and returned_pence between 0 and pence and returned_taken between 0 and taken),
  add constraint order_line_returned_whole check ((returned_at is not null) = (returned_quantity = quantity));

-- A charge of which no more than a part is taken back has a credit for it.
alter table charge
  -- Below zero: the charge of which this takes a part back.
  add column part_of_id bigint,
  add constraint charge_part check (part_of_id is null or amount_pence < 0 and reverses_id is null),
  add foreign key (part_of_id, club_id, member_id) references charge (id, club_id, member_id)
    deferrable initially immediate;
create index charge_parts on charge (part_of_id) where part_of_id is not null;

-- A use of a discount that came to nothing to pay has no charge that could be taken back: it ends with what it was given for.
alter table discount_use
  add column order_line_id bigint references order_line,
  add column ended_at timestamptz;
create index discount_use_order_line on discount_use (order_line_id);
create or replace view standing_discount_use as
  select * from discount_use
  where ended_at is null
    and not exists (select from charge back where back.reverses_id = discount_use.charge_id);
