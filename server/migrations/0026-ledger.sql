-- What a charge is for, and how all of it is taken back: by entries that reverse, never by a change.

insert into lookup (kind, id, name, position) values
  ('payment_method', 1401, 'Cash', 4), ('payment_method', 1402, 'Card reader', 5),
  ('payment_method', 1403, 'Bank transfer', 6), ('payment_method', 1404, 'Cheque', 7),
  ('transaction_category', 1421, 'Membership', 1), ('transaction_category', 1422, 'Joining fee', 2),
  ('transaction_category', 1423, 'Trial', 3), ('transaction_category', 1424, 'Class', 4),
  ('transaction_category', 1425, 'Event', 5), ('transaction_category', 1426, 'Product', 6),
  ('transaction_category', 1427, 'Other', 7), ('transaction_category', 1428, 'Correction', 8);

alter table charge
  add column category_id integer references lookup,
  -- A class or event, and its day.
  add column event_id bigint,
  add column event_date date,
  -- The days that are paid for.
  add column period_from date,
  add column period_until date,
  -- The price before discounts; null: there were none.
  add column full_pence integer check (full_pence >= amount_pence),
  -- How it is meant to be paid.
  add column payment_method_id integer references lookup,
  -- The charge (or credit, below zero) that this entry takes back, whole.
  add column reverses_id bigint,
  add column account_id bigint references account,
  add constraint charge_is_money check (amount_pence <> 0),
  add constraint charge_period check ((period_from is null) = (period_until is null) and period_until >= period_from),
  add constraint charge_reversal check (reverses_id <> id),
  add constraint charge_reversed_once unique (reverses_id),
  add foreign key (event_id, club_id) references class (id, club_id) deferrable initially immediate,
  add foreign key (reverses_id, club_id, member_id) references charge (id, club_id, member_id)
    deferrable initially immediate;
create index charge_event on charge (event_id, event_date) where event_id is not null;
create index charge_category on charge (category_id);
create index charge_method on charge (payment_method_id);
create index charge_account on charge (account_id);

alter table payment
  add column description text not null default '' check (char_length(description) <= 500),
  -- The number of a cheque, the reference of a transfer.
  add column reference text not null default '' check (char_length(reference) <= 100),
  -- Below zero: the payment of which this gives back a part or all, and why.
  add column returns_id bigint,
  add column return_reason text check (return_reason in ('correction', 'refund', 'failed', 'charged_back')),
  add column account_id bigint references account,
  add constraint payment_is_money check (amount_pence <> 0),
  add constraint payment_return check ((amount_pence < 0) = (returns_id is not null)
    and (returns_id is null) = (return_reason is null)),
  add foreign key (returns_id, club_id, member_id) references payment (id, club_id, member_id)
    deferrable initially immediate;
create index payment_returns on payment (returns_id) where returns_id is not null;
create index payment_method on payment (payment_method_id);
create index payment_account on payment (account_id);

-- A charge is settled by a payment, or by a credit (a charge below zero). Below zero: what was settled is so no longer.
alter table allocation
  alter column payment_id drop not null,
  add column credit_id bigint check (credit_id <> charge_id),
  add constraint allocation_source check (num_nonnulls(payment_id, credit_id) = 1),
  add constraint allocation_is_money check (amount_pence <> 0),
  add foreign key (credit_id, club_id, member_id) references charge (id, club_id, member_id)
    deferrable initially immediate;
create index allocation_credit on allocation (credit_id) where credit_id is not null;

-- For each class a member came to, the charge that this made: one, because the mark is one.
alter table attendance
  add column charge_id bigint,
  add constraint attendance_charged_once unique (charge_id),
  add foreign key (charge_id, club_id, member_id) references charge (id, club_id, member_id)
    deferrable initially immediate;

create or replace view open_charge as
  select member_id, club_id, due_on, pence, charge_id from (
    select charge.id as charge_id, charge.member_id, charge.club_id, charge.due_on, charge.amount_pence - coalesce(
      (select sum(amount_pence) from allocation where charge_id = charge.id), 0) as pence
    from charge where charge.amount_pence > 0
  ) charged where pence > 0;

-- What of payments and credits has settled nothing yet.
create view open_credit as
  select payment_id, credit_id, member_id, club_id, since, pence from (
    select payment.id as payment_id, null::bigint as credit_id, payment.member_id, payment.club_id,
      payment.payment_date as since,
      payment.amount_pence
        + coalesce((select sum(amount_pence) from payment back where back.returns_id = payment.id), 0)
        - coalesce((select sum(amount_pence) from allocation where allocation.payment_id = payment.id), 0) as pence
    from payment where payment.amount_pence > 0
    union all
    select null, charge.id, charge.member_id, charge.club_id, charge.transaction_date,
      -charge.amount_pence
        - coalesce((select sum(amount_pence) from allocation where allocation.credit_id = charge.id), 0)
    from charge where charge.amount_pence < 0
  ) given where pence > 0;

-- Nothing is settled twice, and no more is given back than came. Looked at when all is written, with what is shared out
-- locked, so that of two at once the second sees the first.
create function allocation_fits() returns trigger language plpgsql as $$
declare
  charged integer;
  settled bigint;
  given bigint;
begin
  select amount_pence into charged from charge where id = new.charge_id for no key update;
  select coalesce(sum(amount_pence), 0) into settled from allocation where charge_id = new.charge_id;
  if charged < 0 or settled < 0 or settled > charged then
    raise exception 'charge % of % would be settled by %', new.charge_id, charged, settled
      using errcode = 'check_violation', constraint = 'allocation_fits_charge';
  end if;
  if new.payment_id is not null then
    perform payment_fits(new.payment_id);
  else
    select -amount_pence into given from charge where id = new.credit_id for no key update;
    select coalesce(sum(amount_pence), 0) into settled from allocation where credit_id = new.credit_id;
    if settled < 0 or settled > given then
      raise exception 'credit % of % would settle %', new.credit_id, given, settled
        using errcode = 'check_violation', constraint = 'allocation_fits_credit';
    end if;
  end if;
  return null;
end $$;

create function payment_fits(of_payment bigint) returns void language plpgsql as $$
declare
  paid integer;
  settled bigint;
  given_back bigint;
begin
  select amount_pence into paid from payment where id = of_payment for no key update;
  select coalesce(sum(amount_pence), 0) into settled from allocation where payment_id = of_payment;
  select coalesce(-sum(amount_pence), 0) into given_back from payment where returns_id = of_payment;
  if paid < 0 or settled < 0 or settled + given_back > paid then
    raise exception 'payment % of % would settle % and give back %', of_payment, paid, settled, given_back
      using errcode = 'check_violation', constraint = 'allocation_fits_payment';
  end if;
end $$;

create function payment_return_fits() returns trigger language plpgsql as $$
begin
  perform payment_fits(new.returns_id);
  return null;
end $$;

create constraint trigger allocation_fits after insert on allocation
  deferrable initially deferred for each row execute function allocation_fits();
create constraint trigger payment_return_fits after insert on payment
  deferrable initially deferred for each row when (new.returns_id is not null) execute function payment_return_fits();

-- A charge is taken back by exactly as much as it was.
create function charge_reversal_fits() returns trigger language plpgsql as $$
begin
  if not exists (select from charge where id = new.reverses_id and amount_pence = -new.amount_pence) then
    raise exception 'charge % is taken back by another amount', new.reverses_id
      using errcode = 'check_violation', constraint = 'charge_reversal_fits';
  end if;
  return null;
end $$;
create constraint trigger charge_reversal_fits after insert on charge
  deferrable initially deferred for each row when (new.reverses_id is not null) execute function charge_reversal_fits();
