-- VAT. Prices include it; a registered club stores the VAT in each charge, at the rate of its day.
update lookup set name = 'Standard rate' where id = 1601;
update lookup set name = 'Reduced rate' where id = 1602;
insert into lookup (kind, id, name, position) values ('vat_code', 1605, 'Outside the scope of VAT', 5);

create table vat_setting (
  club_id bigint primary key references club,
  -- Both included. Without a first day the club isn't registered.
  registered_from date,
  registered_until date,
  -- With its country: GB123456789.
  number text not null default '',
  -- Staff type prices without VAT; what is stored and charged is with it.
  has_net_prices boolean not null default false,
  version integer not null default 1,
  constraint vat_setting_days check (registered_until >= registered_from),
  constraint vat_setting_number check (registered_from is null or number <> '')
);

-- A rate from a day on, in hundredths of a percent; also for the clubs below.
create table vat_rate (
  club_id bigint not null references club,
  vat_code_id integer not null check (vat_code_id in (1601, 1602)),
  from_on date not null,
  rate integer not null check (rate between 0 and 9999),
  primary key (club_id, vat_code_id, from_on)
);

-- The default rate of a kind of charge; also for the clubs below.
create table vat_category (
  club_id bigint not null references club,
  category_id integer not null references lookup,
  vat_code_id integer not null check (vat_code_id between 1601 and 1605),
  primary key (club_id, category_id)
);

alter table training_plan add column vat_code_id integer;
alter table training_plan add constraint training_plan_vat_code check (vat_code_id between 1601 and 1605) not valid;
alter table class add column vat_code_id integer;
alter table class add constraint class_vat_code check (vat_code_id between 1601 and 1605) not valid;

alter table charge add column vat_code_id integer;
alter table charge add constraint charge_vat_code check (vat_code_id between 1601 and 1605) not valid;
-- Of a correction: the rate of what it corrects, in hundredths of a percent. Otherwise the rate of its day counts.
alter table charge add column vat_rate integer;

-- The VAT in a charge. Without a row the club wasn't registered.
create table charge_vat (
  charge_id bigint primary key references charge,
  club_id bigint not null references club,
  -- The day of the entry.
  day date not null,
  vat_code_id integer not null,
  rate integer not null,
  pence integer not null
);
create index charge_vat_day on charge_vat (club_id, day);
create trigger charge_vat_append_only before update or delete on charge_vat for each row execute function append_only();

-- 20 % and 5 % are the rates of the United Kingdom; the other codes have none.
create function vat_rate_on(of_club bigint, code integer, on_day date) returns integer language sql stable as $$
  select case when code in (1601, 1602) then coalesce(
    (select vat_rate.rate from club_and_above(of_club) above join vat_rate on vat_rate.club_id = above.club_id
      where vat_rate.vat_code_id = code and vat_rate.from_on <= on_day
      order by vat_rate.from_on desc, above.distance limit 1),
    case code when 1601 then 2000 else 500 end) else 0 end
$$;

create function vat_code_of(of_club bigint, category integer) returns integer language sql stable as $$
  select coalesce(
    (select own.vat_code_id from club_and_above(of_club) above join vat_category own on own.club_id = above.club_id
      where own.category_id = category order by above.distance limit 1), 1601)
$$;

create function vat_within(pence bigint, rate integer) returns integer language sql immutable as $$
  select round(pence::numeric * rate / (10000 + rate))::integer
$$;

create function tax_charges(ids bigint[]) returns void language plpgsql as $$
declare
  part record;
begin
  insert into charge_vat (charge_id, club_id, day, vat_code_id, rate, pence)
  select charge.id, charge.club_id, charge.transaction_date, coded.code, rated.rate,
    vat_within(charge.amount_pence, rated.rate)
  from charge
  join vat_setting setting on setting.club_id = charge.club_id
  left join class on class.id = charge.event_id
  cross join lateral (
    -- A credit of its own is a present, so the charges that it pays keep their VAT.
    select coalesce(charge.vat_code_id, case when charge.amount_pence < 0 then 1605 end, class.vat_code_id,
      vat_code_of(charge.club_id, charge.category_id)) as code
  ) coded
  cross join lateral (
    select coalesce(charge.vat_rate, vat_rate_on(charge.club_id, coded.code, charge.transaction_date)) as rate
  ) rated
  where charge.id = any(ids) and charge.reverses_id is null and charge.part_of_id is null
    and (charge.vat_rate is not null
      or charge.transaction_date between setting.registered_from and coalesce(setting.registered_until, 'infinity'))
  on conflict do nothing;

  -- What is left of a charge has the VAT of that amount, so that the parts add up to the whole.
  for part in
    select id, club_id, transaction_date, amount_pence, part_of_id from charge
    where id = any(ids) and part_of_id is not null and reverses_id is null order by id
  loop
    insert into charge_vat (charge_id, club_id, day, vat_code_id, rate, pence)
    select part.id, part.club_id, part.transaction_date, whole.vat_code_id, whole.rate,
      vat_within(charge.amount_pence + before.pence + part.amount_pence, whole.rate) - whole.pence - before.vat_pence
    from charge_vat whole
    join charge on charge.id = whole.charge_id
    cross join lateral (
      select coalesce(sum(other.amount_pence), 0) as pence, coalesce(sum(vat.pence), 0) as vat_pence
      from charge other join charge_vat vat on vat.charge_id = other.id
      where other.part_of_id = charge.id and not exists (select from charge back where back.reverses_id = other.id)
    ) before
    where whole.charge_id = part.part_of_id
    on conflict do nothing;
  end loop;

  insert into charge_vat (charge_id, club_id, day, vat_code_id, rate, pence)
  select back.id, back.club_id, back.transaction_date, vat.vat_code_id, vat.rate, -vat.pence
  from charge back join charge_vat vat on vat.charge_id = back.reverses_id
  where back.id = any(ids)
  on conflict do nothing;
end $$;

create function tax_charge() returns trigger language plpgsql as $$
begin
  perform tax_charges(array(select made.id from made join vat_setting setting on setting.club_id = made.club_id));
  return null;
end $$;
create trigger tax_charge after insert on charge
  referencing new table as made for each statement execute function tax_charge();
