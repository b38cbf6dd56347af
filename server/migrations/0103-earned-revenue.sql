-- When a membership fee is earned: over the months that it is for, in equal parts, each on the first day of its month. A yearly
-- fee is earned by twelfths. Until now it counted on the day on which it was written down: January's fees in December.
create table charge_earning (
  charge_id bigint not null references charge,
  -- 0 is the first.
  part integer not null,
  club_id bigint not null references club,
  day date not null,
  pence integer not null,
  -- This part and those before it. What is credited later is taken from the last parts first.
  upto integer not null,
  primary key (charge_id, part)
);
create index charge_earning_day on charge_earning (club_id, day);

create function earn_charges(ids bigint[]) returns void language sql as $$
  insert into charge_earning (charge_id, part, club_id, day, pence, upto)
  select id, part, club_id,
    -- Books that are closed stay as they are.
    greatest(case when period_from is null then transaction_date else (period_from + make_interval(months => part))::date end,
      books_closed_until + 1),
    (amount_pence::bigint * (part + 1) / parts - amount_pence::bigint * part / parts)::integer,
    (amount_pence::bigint * (part + 1) / parts)::integer
  from (
    select charge.*, club.books_closed_until,
      greatest(1, coalesce(round((charge.period_until - charge.period_from + 1) / 30.4375), 1))::integer as parts
    from charge join club on club.id = charge.club_id
    where charge.id = any(ids) and charge.category_id = 1421 and charge.reverses_id is null and charge.part_of_id is null
  ) earned cross join lateral generate_series(0, parts - 1) part
  on conflict do nothing
$$;

create function earn_charge() returns trigger language plpgsql as $$
begin
  perform earn_charges(array(select id from made where category_id = 1421));
  return null;
end $$;
-- Before mark_money, which reads the days.
create trigger earn_charge after insert on charge
  referencing new table as made for each statement execute function earn_charge();

create or replace function mark_money(charges bigint[], payments bigint[], collections bigint[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if charges <> '{}' then
    insert into money_mark (club_id, day)
    select club_id, due_on from charge where id = any(charges)
    union
    select club_id, day from charge_earning where charge_id = any(charges)
    union
    select collected.club_id, coalesce(collected.charge_date, (collected.created_at at time zone club.time_zone)::date)
    from external_payment_part part
    join external_payment collected on collected.id = part.external_payment_id
    join club on club.id = collected.club_id
    where part.charge_id = any(charges);
  end if;
  if payments <> '{}' then
    insert into money_mark (club_id, day) select distinct club_id, payment_date from payment where id = any(payments);
  end if;
  if collections <> '{}' then
    insert into money_mark (club_id, day)
    select distinct collected.club_id,
      coalesce(collected.charge_date, (collected.created_at at time zone club.time_zone)::date)
    from external_payment collected join club on club.id = collected.club_id
    where collected.id = any(collections);
  end if;
end $$;

-- What of that which is due is on its way at a bank or card provider.
alter table money_day add column pending_pence bigint not null default 0;

create function mark_pending() returns trigger language plpgsql as $$
begin
  insert into money_mark (club_id, day)
  select distinct charge.club_id, charge.due_on from changed join charge on charge.id = changed.charge_id;
  return null;
end $$;
create trigger mark_pending after insert on external_payment_part
  referencing new table as changed for each statement execute function mark_pending();
create trigger mark_pending_again after update on external_payment_part
  referencing new table as changed for each statement execute function mark_pending();

-- Everything that is there already.
select earn_charges(array(select id from charge where category_id = 1421));
insert into money_mark (club_id, day)
select club_id, transaction_date from charge where category_id = 1421
union select club_id, day from charge_earning
union select charge.club_id, charge.due_on
from external_payment_part part join charge on charge.id = part.charge_id where part.is_in_flight;
