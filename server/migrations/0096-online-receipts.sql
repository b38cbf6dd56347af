-- When the receipt of what was paid online was queued. What was paid before this version gets none any more.
alter table checkout add column receipted_at timestamptz;
update checkout set receipted_at = created_at where external_payment_id is not null;
