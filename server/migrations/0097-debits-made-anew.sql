-- Called off because a part of its charge has been paid in another way: what is left is collected anew.
alter table external_payment add column is_made_anew boolean not null default false;

create or replace function hint_paid_debit() returns trigger language plpgsql as $$
begin
  insert into paid_debit (external_payment_id)
  select payment.id from external_payment payment
  where payment.charge_id in (select charge_id from made) and payment.mandate_id is not null
    and payment.state in ('waiting', 'pending_submission') and payment.cancel_requested_at is null
    and payment.amount_pence > coalesce((select pence from open_charge where open_charge.charge_id = payment.charge_id), 0)
  on conflict do nothing;
  return null;
end $$;
