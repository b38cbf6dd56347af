-- What says nothing goes: nobody buys a plan without staff.
alter table training_plan drop column sold_online;

-- Why somebody was given a plan that is for others; empty: it is for him.
alter table plan_change
  add column exception text not null default '' check (char_length(exception) <= 500);

-- Somebody leaves on a later day: whether what he will not have used is given back then.
alter table club_member add column lapse_gives_back boolean not null default false;
-- is_double also says of days that have been given back whole that they count no more.
