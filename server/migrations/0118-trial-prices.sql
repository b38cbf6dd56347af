-- What a visit costs someone on trial, in pence; null: what it costs everyone else.
alter table class add column trial_price_pence integer check (trial_price_pence >= 0);
