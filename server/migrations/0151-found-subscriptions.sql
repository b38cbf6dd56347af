-- What GoCardless collects by a mandate that has not been matched to a member.
alter table found_mandate
  add column subscriptions integer not null default 0,
  add column subscription_pence integer not null default 0,
  add column next_payment date;
