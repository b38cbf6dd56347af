-- What is due from a payer on one day is collected as one payment, so that it succeeds or fails once: these are the charges
-- that a payment through a provider is to settle.
-- Until now a payment had one charge at most, in a column of its own: `charge_id` stays empty from now on, here and in
-- `recovery`, and goes when no server of the version before is left.
create table external_payment_part (
  external_payment_id bigint not null,
  charge_id bigint not null,
  club_id bigint not null,
  member_id bigint not null,
  -- What was open of the charge when the payment was made.
  amount_pence integer not null check (amount_pence > 0),
  -- The payment is on its way. If several are, because a payer used a link at the same moment, only the first counts.
  is_in_flight boolean not null,
  primary key (external_payment_id, charge_id),
  foreign key (member_id) references member deferrable initially immediate,
  foreign key (external_payment_id, club_id, member_id) references external_payment (id, club_id, member_id)
    deferrable initially immediate,
  foreign key (charge_id, club_id, member_id) references charge (id, club_id, member_id) deferrable initially immediate
);

create function payment_is_in_flight(state text, will_retry boolean) returns boolean language sql immutable parallel safe
  return state in ('waiting', 'pending_customer_approval', 'pending_submission', 'submitted')
    or state = 'failed' and will_retry;

-- One recovery for all charges that failed together.
create table recovery_part (
  recovery_id bigint not null references recovery on delete cascade,
  charge_id bigint not null references charge,
  primary key (recovery_id, charge_id),
  constraint recovery_part_once unique (charge_id)
);
-- What a server of the version before writes meanwhile. If a charge is on its way already, that server fails, and tries again.
-- These come before what is there is copied, so that nothing is written in between.
create function keep_old_part() returns trigger language plpgsql as $$
begin
  insert into external_payment_part (external_payment_id, charge_id, club_id, member_id, amount_pence, is_in_flight)
  select new.id, new.charge_id, new.club_id, new.member_id, new.amount_pence,
    payment_is_in_flight(new.state, new.will_retry);
  return null;
end $$;
create trigger keep_old_part after insert on external_payment
  for each row when (new.charge_id is not null) execute function keep_old_part();

create function keep_old_recovery() returns trigger language plpgsql as $$
begin
  insert into recovery_part (recovery_id, charge_id) values (new.id, new.charge_id) on conflict do nothing;
  return null;
end $$;
create trigger keep_old_recovery after insert on recovery
  for each row when (new.charge_id is not null) execute function keep_old_recovery();

insert into external_payment_part (external_payment_id, charge_id, club_id, member_id, amount_pence, is_in_flight)
select id, charge_id, club_id, member_id, amount_pence, payment_is_in_flight(state, will_retry)
from external_payment where charge_id is not null;

-- What was paid by a link together with other charges.
insert into external_payment_part (external_payment_id, charge_id, club_id, member_id, amount_pence, is_in_flight)
select payment.id, paid.charge_id, payment.club_id, payment.member_id, paid.amount_pence,
  payment_is_in_flight(payment.state, payment.will_retry)
    and not exists (select from external_payment_part other
      where other.charge_id = paid.charge_id and other.is_in_flight)
    and payment.id = first_value(payment.id) over (partition by paid.charge_id
      order by payment_is_in_flight(payment.state, payment.will_retry) desc, payment.id)
from external_payment payment
join checkout on checkout.external_payment_id = payment.id
join checkout_charge paid on paid.checkout_id = checkout.id
where payment.charge_id is null;

insert into recovery_part (recovery_id, charge_id)
select id, charge_id from recovery where charge_id is not null;

-- The rule that nobody is charged twice: one on its way for each charge.
create unique index external_payment_part_in_flight on external_payment_part (charge_id) where is_in_flight;
create index external_payment_part_of on external_payment_part (external_payment_id, club_id, member_id);
create index external_payment_part_charge on external_payment_part (charge_id, club_id, member_id);
create index external_payment_part_member on external_payment_part (member_id);

create function keep_in_flight() returns trigger language plpgsql as $$
begin
  update external_payment_part part
  set is_in_flight = payment_is_in_flight(new.state, new.will_retry) and not exists (
    select from external_payment_part other
    where other.charge_id = part.charge_id and other.is_in_flight and other.external_payment_id <> new.id)
  where part.external_payment_id = new.id;
  return null;
end $$;
create trigger keep_in_flight after update of state, will_retry on external_payment
  for each row when (payment_is_in_flight(old.state, old.will_retry) <> payment_is_in_flight(new.state, new.will_retry))
  execute function keep_in_flight();

create or replace function hint_recovery() returns trigger language plpgsql as $$
begin
  if new.state in ('failed', 'charged_back')
    or exists (select from recovery where external_payment_id = new.id and closed_at is null)
    or exists (select from external_payment_part part
      join recovery_part on recovery_part.charge_id = part.charge_id
      join recovery on recovery.id = recovery_id and closed_at is null
      where part.external_payment_id = new.id) then
    insert into recovery_hint (external_payment_id) values (new.id)
    on conflict (external_payment_id) do update set external_payment_id = excluded.external_payment_id;
  end if;
  return null;
end $$;

create function hint_recovery_of_charge() returns trigger language plpgsql as $$
begin
  insert into recovery_hint (external_payment_id)
  select distinct made.external_payment_id from made
  join recovery_part on recovery_part.charge_id = made.charge_id
  join recovery on recovery.id = recovery_id and closed_at is null
  order by 1
  on conflict (external_payment_id) do update set external_payment_id = excluded.external_payment_id;
  return null;
end $$;
create trigger hint_recovery after insert on external_payment_part
  referencing new table as made for each statement execute function hint_recovery_of_charge();

-- A debit is called off as soon as a part of it has been paid in another way: what is left is collected anew.
create or replace function hint_paid_debit() returns trigger language plpgsql as $$
begin
  insert into paid_debit (external_payment_id)
  select distinct payment.id from made
  join external_payment_part part on part.charge_id = made.charge_id
  join external_payment payment on payment.id = part.external_payment_id
  left join open_charge on open_charge.charge_id = part.charge_id
  where payment.mandate_id is not null and payment.state in ('waiting', 'pending_submission')
    and payment.cancel_requested_at is null and part.amount_pence > coalesce(open_charge.pence, 0)
  on conflict do nothing;
  return null;
end $$;
