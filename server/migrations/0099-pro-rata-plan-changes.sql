-- A change of plan that charges the days before it at the old price and the days from it on at the new one. A change of the
-- price alone, and changes agreed before this version, hold from the first period that begins on their day or later.
alter table plan_change add column is_pro_rata boolean not null default false;
