-- What says nothing goes: nobody buys a plan without staff.
alter table training_plan drop column sold_online;

-- Why somebody was given a plan that is for others; empty: it is for him.
alter table plan_change
  add column exception text not null default '' check (char_length(exception) <= 500);
