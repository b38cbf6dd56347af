-- A change to a cheaper plan before the end of the minimum term: the old plan's price to that end, less the new plan's, which
-- is charged or waived when the change applies.
alter table plan_change
  add column term_until date,
  add column term_pence integer not null default 0,
  add column term text,
  add column term_reason text not null default '',
  add constraint plan_change_term check (term in ('charge', 'waive')) not valid,
  add constraint plan_change_term_pence check (term_pence >= 0) not valid,
  add constraint plan_change_term_reason check (char_length(term_reason) <= 500) not valid;
