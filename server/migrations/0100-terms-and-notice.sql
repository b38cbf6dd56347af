-- Days of notice before a member of the plan can leave. The law for consumers: docs/consumer-law.md.
alter table training_plan add column notice_days integer not null default 0;
alter table training_plan add constraint training_plan_notice check (notice_days between 0 and 31) not valid;

-- What was agreed with a last day in the future: the day up to which the member is bound, by the minimum term or the notice,
-- and whether the days after the last one are charged or waived then.
alter table club_member
  add column lapse_bound_until date,
  add column lapse_term text,
  add constraint club_member_lapse_term check (lapse_term in ('charge', 'waive')) not valid,
  add constraint club_member_lapse_bound check ((lapse_bound_until is null) = (lapse_term is null)) not valid;
