-- What further members of a family pay less, once for a club. Plans that use it keep a copy, so whatever charges reads plans alone.
create table family_price (
  club_id bigint primary key references club deferrable initially immediate,
  second_percent integer check (second_percent between 1 and 100),
  second_off_pence integer check (second_off_pence > 0),
  third_percent integer check (third_percent between 1 and 100),
  third_off_pence integer check (third_off_pence > 0),
  version integer not null default 1,
  constraint family_price_second check (num_nonnulls(second_percent, second_off_pence) <= 1),
  constraint family_price_third check (num_nonnulls(third_percent, third_off_pence) <= 1)
);

alter table training_plan add column uses_family_prices boolean not null default false;

-- Where all plans on offer take the same off, that is the club's. No price changes.
insert into family_price (club_id, second_percent, second_off_pence, third_percent, third_off_pence)
select club_id, min(second_percent), min(second_off_pence), min(third_percent), min(third_off_pence)
from training_plan where archived_at is null
group by club_id
having count(distinct (second_percent, second_off_pence, third_percent, third_off_pence)) = 1
  and bool_and(num_nonnulls(second_percent, second_off_pence, third_percent, third_off_pence) > 0);

update training_plan plan set uses_family_prices = true
from family_price own
where own.club_id = plan.club_id
  and (plan.second_percent, plan.second_off_pence, plan.third_percent, plan.third_off_pence)
    is not distinct from (own.second_percent, own.second_off_pence, own.third_percent, own.third_off_pence);

-- The day of the month on which a club bills everyone. The version before knows only the 1st, in is_on_first.
alter table charging_setting add column billing_day integer check (billing_day between 1 and 28);
update charging_setting set billing_day = 1 where is_on_first;
