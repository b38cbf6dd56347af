import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** A payment through a provider that was to settle something, with all that decides what comes next. */
export interface Attempt {
  readonly paymentId: number
  readonly clubId: number
  readonly rootClubId: number
  readonly memberId: number
  /** What it was to settle; none: the provider took it by an arrangement of its own. */
  readonly chargeIds: readonly number[]
  readonly accountId: number
  readonly mandateId: number | null
  readonly mandateState: string | null
  /** Charged without the payer, by a card that is kept. */
  readonly isByCard: boolean
  /** The card that is kept of the member now, if it is kept where this was to be paid. */
  readonly cardId: number | null
  readonly provider: 'gocardless' | 'stripe'
  readonly state: string
  readonly willRetry: boolean
  readonly pence: number
  readonly description: string
  /** The provider's word for why it failed last; empty: not known. */
  readonly cause: string
  /** How often it failed, the provider's own retries counted. */
  readonly failures: number
  /** When it failed last. */
  readonly failedAt: Date | null
  /** It had been in the ledger, and was taken out of it again. */
  readonly wasPaid: boolean
  /** Until when a dispute can be answered, where the provider says so. */
  readonly answerBy: Date | null
  /** The payer disputes something that was taken by the same mandate or card. */
  readonly isHeld: boolean
  /** We called it off to collect what is left of it anew. */
  readonly isMadeAnew: boolean
}

/**
 * All attempts at what this payment was to settle, the first first: those of the same charges, with all that had failed
 * together with them; or the payment alone. What the provider has said of why is in its events, of which one may come after another that is younger.
 */
export async function attemptsLike(tx: Transaction<Tables>, paymentId: number): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    select payment.id as "paymentId", payment.club_id as "clubId", payment.root_club_id as "rootClubId",
      payment.member_id as "memberId", payment.provider_account_id as "accountId", payment.is_made_anew as "isMadeAnew",
      array(select part.charge_id from external_payment_part part where part.external_payment_id = payment.id order by 1)
        as "chargeIds",
      payment.mandate_id as "mandateId", mandate.state as "mandateState", payment.state, payment.will_retry as "willRetry",
      payment.amount_pence as pence, payment.description, coalesce(event.cause, payment.cause_code) as cause, changes.failures,
      account.provider, payment.answer_by as "answerBy", card_payment.saved_card_id is not null as "isByCard",
      card.id as "cardId",
      coalesce(mandate_is_on_hold(payment.mandate_id), false) or coalesce(card_is_on_hold(card.id), false) as "isHeld",
      coalesce(event.happened_at, changes.failed_at) as "failedAt", changes.was_paid as "wasPaid"
    from external_payment payment
    join provider_account account on account.id = payment.provider_account_id
    left join mandate on mandate.id = payment.mandate_id
    left join card_payment on card_payment.external_payment_id = payment.id
    left join saved_card card on card.member_id = payment.member_id and card.club_id = payment.club_id
      and card.provider_account_id = payment.provider_account_id and card.ended_at is null
    left join lateral (
      select details->>'cause' as cause, happened_at from provider_event event
      where event.provider_account_id = payment.provider_account_id and event.resource_type = 'payments'
        and links ? 'payment' and links->>'payment' = payment.reference and action in ('failed', 'charged_back')
      order by happened_at desc, event_id desc limit 1
    ) event on true
    cross join lateral (
      select count(*) filter (where is_failure)::integer as failures, max(at) filter (where is_failure) as failed_at,
        coalesce(bool_or(return_id is not null), false) as was_paid
      from (
        select at, return_id, is_lost and not lag(is_lost, 1, false) over (order by id) as is_failure
        from (
          select id, at, return_id, state in ('failed', 'charged_back')
            or state = 'refused' and payment.mandate_id is null as is_lost
          from external_payment_change change where change.external_payment_id = payment.id
        ) told
      ) changes
    ) changes
    where payment.id = ${paymentId} or payment.id in (
      select attempt.external_payment_id from external_payment_part own
      left join recovery_part mine on mine.charge_id = own.charge_id
      left join recovery_part its on its.recovery_id = mine.recovery_id
      join external_payment_part attempt on attempt.charge_id in (own.charge_id, its.charge_id)
      where own.external_payment_id = ${paymentId})
    order by payment.id`.execute(tx)
  return rows
}

/** A card that the provider does not take at all has failed; a debit that it does not take has a task of its own. */
export const isLost = ({ state, isByCard }: Pick<Attempt, 'state' | 'isByCard'>) =>
  state === 'failed' || state === 'charged_back' || (state === 'refused' && isByCard)
export const isIn = (state: string) => state === 'confirmed' || state === 'paid_out'
export const isOnItsWay = (state: string) =>
  ['waiting', 'pending_customer_approval', 'pending_submission', 'submitted'].includes(state)

/** A card or a bank that says no to somebody who is just paying by it is seen by him, and is no failed collection. */
export const isFollowed = ({ mandateId, isByCard, wasPaid, state, isMadeAnew }: Attempt) =>
  !(isMadeAnew && state === 'cancelled') &&
  (mandateId !== null || isByCard || wasPaid || isOnItsWay(state) || isIn(state))
