-- What reports of money read: sums by club and day, so that a report over a million charges reads some thousand rows. Whoever
-- writes leaves a mark for each day that he touches, in his own transaction, and waits for nobody; whoever asks adds up the
-- marked days anew first, and so does a job, that nobody has much to add up.
create table money_day (
  club_id bigint not null,
  day date not null,
  -- 'due' has the category of the charges as its group, the others have the way of paying; 0: none.
  kind text not null check (kind in ('due', 'revenue', 'taken', 'returned', 'submitted')),
  group_id integer not null,
  entries integer not null,
  pence bigint not null,
  -- Of what is due.
  collected_pence bigint not null default 0,
  -- Of what is submitted.
  failed integer not null default 0,
  failed_pence bigint not null default 0,
  recovered integer not null default 0,
  recovered_pence bigint not null default 0,
  primary key (club_id, day, kind, group_id)
);

create table money_mark (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  day date not null
);

-- The days of some charges, payments and payments through a provider, by their ids. What settles a charge may recover a
-- payment that has failed for it.
create function mark_money(charges bigint[], payments bigint[], collections bigint[]) returns void language sql as $$
  insert into money_mark (club_id, day)
  select distinct club_id, day from (
    select club_id, due_on as day from charge where id = any(charges)
    union all
    select club_id, transaction_date from charge where id = any(charges)
    union all
    select club_id, payment_date from payment where id = any(payments)
    union all
    select collected.club_id, coalesce(collected.charge_date, (collected.created_at at time zone club.time_zone)::date)
    from (
      select * from external_payment where id = any(collections)
      union all
      select * from external_payment where charge_id = any(charges)
    ) collected
    join club on club.id = collected.club_id
  ) touched
$$;

create function mark_charges() returns trigger language plpgsql as $$
begin
  perform mark_money(array(
    select id from changed
    union select reverses_id from changed where reverses_id is not null
    union select part_of_id from changed where part_of_id is not null
    -- A part that was taken back is taken back itself.
    union select taken.part_of_id from changed join charge taken on taken.id = changed.reverses_id
    where taken.part_of_id is not null
  ), '{}', '{}');
  return null;
end $$;
create trigger mark_money after insert on charge
  referencing new table as changed for each statement execute function mark_charges();

create function mark_allocations() returns trigger language plpgsql as $$
begin
  perform mark_money(array(select distinct charge_id from changed), '{}', '{}');
  return null;
end $$;
create trigger mark_money after insert on allocation
  referencing new table as changed for each statement execute function mark_allocations();

create function mark_payments() returns trigger language plpgsql as $$
begin
  perform mark_money('{}', array(select id from changed union select returns_id from changed where returns_id is not null), '{}');
  return null;
end $$;
create trigger mark_money after insert on payment
  referencing new table as changed for each statement execute function mark_payments();

create function mark_collections() returns trigger language plpgsql as $$
begin
  perform mark_money('{}', '{}', array(select id from changed));
  return null;
end $$;
create trigger mark_money after insert on external_payment
  referencing new table as changed for each statement execute function mark_collections();

create function mark_changed_collections() returns trigger language plpgsql as $$
begin
  perform mark_money('{}', '{}', array(select id from changed));
  insert into money_mark (club_id, day)
  select distinct before_change.club_id, before_change.charge_date
  from before_change join changed using (id)
  where before_change.charge_date is not null and before_change.charge_date is distinct from changed.charge_date;
  return null;
end $$;
create trigger mark_money_again after update on external_payment
  referencing old table as before_change new table as changed
  for each statement execute function mark_changed_collections();

create function mark_told_collections() returns trigger language plpgsql as $$
begin
  perform mark_money('{}', '{}', array(select distinct external_payment_id from changed));
  return null;
end $$;
create trigger mark_money after insert on external_payment_change
  referencing new table as changed for each statement execute function mark_told_collections();
create trigger mark_money after insert on card_payment
  referencing new table as changed for each statement execute function mark_told_collections();

-- Everything that is there already.
insert into money_mark (club_id, day)
select club_id, due_on from charge
union select club_id, transaction_date from charge
union select club_id, payment_date from payment
union select payment.club_id, coalesce(charge_date, (payment.created_at at time zone club.time_zone)::date)
from external_payment payment join club on club.id = payment.club_id;
