import { type RawBuilder, sql } from 'kysely'

/** What a provider keeps, whatever it calls it. */
const isFee = sql<boolean>`(item.kind like '%fee%' or item.kind in ('revenue_share', 'surcharge'))`

/**
 * Why a line of a payout does not fit what is known here, in words; empty: it fits. Worked out whenever somebody looks, so
 * that it is right when a payment becomes known later. Of the rows `item` and `payment` (an external_payment or none).
 */
const mismatch = sql<string>`case
  when ${isFee} then ''
  when item.payment_reference is null then 'It names no payment.'
  when payment.id is null
    then 'No such payment is known here: it was made at the provider itself, or by another program.'
  when item.kind in ('payment_paid_out', 'charge', 'payment') and item.tenths <> payment.amount_pence::bigint * 10
    then 'Here the payment is of £' || to_char(payment.amount_pence / 100.0, 'FM999999990.00') || '.'
  when item.kind in ('payment_paid_out', 'charge', 'payment') and not exists (
    select from external_payment_change change where change.external_payment_id = payment.id and change.payment_id is not null)
    then 'It is not entered here as paid.'
  when item.kind in ('payment_failed', 'payment_charged_back', 'adjustment') and payment.state in ('confirmed', 'paid_out')
    then 'Here it still counts as paid.'
  when item.kind like '%refund%' and not exists (
    select from payment given join external_payment_change change on change.payment_id = given.returns_id
    where change.external_payment_id = payment.id)
    then 'This refund is not entered here.'
  else '' end`

export interface Line {
  readonly payoutId: number
  readonly position: number
  readonly kind: string
  readonly tenths: number
  readonly isFee: boolean
  readonly reference: string
  readonly memberId: number | null
  readonly clubId: number | null
  readonly description: string
  readonly mismatch: string
}

/**
 * The lines of payouts that a club sees: all of an account of its own; of one that belongs to a club above, those of its
 * own payments. `payoutId` may be a column of a row around it, named `payout`: here the payout has another name.
 */
export const linesFor = (clubId: number, payoutId: RawBuilder<unknown>) => sql<Line>`(
  select told.id as "payoutId", item.position, item.kind, item.tenths, ${isFee} as "isFee",
    coalesce(item.payment_reference, '') as reference, payment.member_id as "memberId", payment.club_id as "clubId",
    coalesce(payment.description, '') as description, ${mismatch} as mismatch
  from payout told
  join payout_item item on item.payout_id = told.id
  left join external_payment payment
    on payment.provider_account_id = told.provider_account_id and payment.reference = item.payment_reference
  where told.id = ${payoutId} and (told.club_id = ${clubId} or payment.club_id = ${clubId}))`

/** Payouts that a club sees. */
export const isSeen = (clubId: number) => sql<boolean>`(
  payout.club_id = ${clubId} or exists (
    select from payout_item item
    join external_payment payment
      on payment.provider_account_id = payout.provider_account_id and payment.reference = item.payment_reference
    where item.payout_id = payout.id and payment.club_id = ${clubId}))`

/** Its figures, from the lines that the club sees. */
export const figuresFor = (clubId: number) => sql<{
  collected: number
  fees: number
  net: number
  mismatches: number
}>`(
  select coalesce(sum(tenths) filter (where not "isFee"), 0)::float8 / 1000 as collected,
    coalesce(-sum(tenths) filter (where "isFee"), 0)::float8 / 1000 as fees,
    case when payout.club_id = ${clubId} then payout.amount_pence::float8 / 100
      else coalesce(sum(tenths), 0)::float8 / 1000 end as net,
    (count(*) filter (where mismatch <> '') + case
      when payout.club_id = ${clubId} and round(coalesce(sum(tenths), 0) / 10.0) <> payout.amount_pence then 1 else 0
    end)::integer as mismatches
  from ${linesFor(clubId, sql.ref('payout.id'))} line)`
