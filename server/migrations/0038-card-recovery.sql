-- Cards that are declined are followed as failed direct debits are: collected again by the club's plan where that is of
-- use, and asked for anew where it is not.

alter table external_payment
  -- The provider's own word for why it failed: Stripe's decline code. What GoCardless says stands in its events.
  add column cause_code text not null default '' check (char_length(cause_code) <= 100),
  -- Until when a dispute can be answered, as the provider says; none: it does not say, or it is too late.
  add column answer_by timestamptz;

alter table recovery
  drop constraint recovery_reason_check,
  drop constraint recovery_step_check,
  add constraint recovery_reason_check check (reason in ('insufficientFunds', 'referToPayer', 'noAccount', 'mandateEnded',
    'disputed', 'unknown', 'cardNotReached', 'cardDeclined', 'cardEnded', 'needsConfirmation')),
  add constraint recovery_step_check check (step in ('provider', 'retry', 'onItsWay', 'mandate', 'card', 'confirm', 'talk',
    'person'));

-- When Stripe has let go of a card that is not used any more; a card that is kept has not been let go of.
alter table saved_card
  add column forgotten_at timestamptz,
  add constraint saved_card_forgotten check (forgotten_at is null or ended_at is not null);
create index saved_card_to_forget on saved_card (ended_at) where forgotten_at is null;
