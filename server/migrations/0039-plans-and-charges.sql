-- What says nothing goes: nobody buys a plan without staff.
alter table training_plan drop column sold_online;
