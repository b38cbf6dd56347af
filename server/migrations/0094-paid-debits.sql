-- Debits whose charge has been paid in another way, written down in the transaction that paid it: a job takes them back
-- within the minute.
create table paid_debit (
  external_payment_id bigint primary key references external_payment on delete cascade
);

create function hint_paid_debit() returns trigger language plpgsql as $$
begin
  insert into paid_debit (external_payment_id)
  select payment.id from external_payment payment
  where payment.charge_id in (select charge_id from made) and payment.mandate_id is not null
    and payment.state in ('waiting', 'pending_submission') and payment.cancel_requested_at is null
    and not exists (select from open_charge where open_charge.charge_id = payment.charge_id)
  on conflict do nothing;
  return null;
end $$;
create trigger allocation_pays_debit after insert on allocation
  referencing new table as made for each statement execute function hint_paid_debit();
