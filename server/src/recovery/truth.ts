import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** A payment through a provider that was to settle something, with all that decides what comes next. */
export interface Attempt {
  readonly paymentId: number
  readonly clubId: number
  readonly rootClubId: number
  readonly memberId: number
  readonly chargeId: number | null
  readonly accountId: number
  readonly mandateId: number | null
  readonly mandateState: string | null
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
}

/**
 * All attempts at what this payment was to settle, the first first: those of the same charge, or the payment alone. What
 * the provider has said of why is in its events, of which one may come after another that is younger.
 */
export async function attemptsLike(tx: Transaction<Tables>, paymentId: number): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    select payment.id as "paymentId", payment.club_id as "clubId", payment.root_club_id as "rootClubId",
      payment.member_id as "memberId", payment.charge_id as "chargeId", payment.provider_account_id as "accountId",
      payment.mandate_id as "mandateId", mandate.state as "mandateState", payment.state, payment.will_retry as "willRetry",
      payment.amount_pence as pence, payment.description, coalesce(event.cause, '') as cause, changes.failures,
      coalesce(event.happened_at, changes.failed_at) as "failedAt", changes.was_paid as "wasPaid"
    from external_payment given
    join external_payment payment on payment.id = given.id or payment.charge_id = given.charge_id
    left join mandate on mandate.id = payment.mandate_id
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
        select at, return_id, state in ('failed', 'charged_back')
          and coalesce(lag(state) over (order by id) not in ('failed', 'charged_back'), true) as is_failure
        from external_payment_change change where change.external_payment_id = payment.id
      ) changes
    ) changes
    where given.id = ${paymentId} order by payment.id`.execute(tx)
  return rows
}

export const isLost = (state: string) => state === 'failed' || state === 'charged_back'
export const isIn = (state: string) => state === 'confirmed' || state === 'paid_out'
export const isOnItsWay = (state: string) =>
  ['waiting', 'pending_customer_approval', 'pending_submission', 'submitted'].includes(state)

/** A card or a bank that says no to somebody who is just paying by it is seen by him, and is no failed collection. */
export const isFollowed = ({ mandateId, wasPaid, state }: Attempt) =>
  mandateId !== null || wasPaid || isOnItsWay(state) || isIn(state)
