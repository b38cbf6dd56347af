-- What says nothing goes: nobody buys a plan without staff.
alter table training_plan drop column sold_online;

-- Why somebody was given a plan that is for others; empty: it is for him.
alter table plan_change
  add column exception text not null default '' check (char_length(exception) <= 500);

-- Somebody leaves on a later day: whether what he will not have used is given back then.
alter table club_member add column lapse_gives_back boolean not null default false;
-- is_double also says of days that have been given back whole that they count no more.

-- Charges and credits that hold: no entry takes them back, and they take none back.
create view standing_charge as
  select id, club_id, root_club_id, member_id, amount_pence, description, event_id, event_date
  from charge
  where reverses_id is null and not exists (select from charge back where back.reverses_id = charge.id);
