import { randomUUID } from 'node:crypto'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import { lockAccounts } from '../ledger/index.ts'
import type { Tables } from '../platform/tables.ts'

/** The least that Stripe takes by card, in pence (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const leastByCard = 30

export interface PlannedPayment {
  readonly clubId: number
  readonly memberId: number
  /** What it is to settle: all of the member's at the club. */
  readonly chargeIds: readonly number[]
  readonly by: { readonly mandateId: number } | { readonly savedCardId: number }
  /** Null for a card, which is charged at once. */
  readonly chargeDate: string | null
}

export interface PlacedPayment {
  readonly paymentId: number
  readonly clubId: number
  readonly memberId: number
  readonly accountId: number
  readonly pence: number
}

interface Part {
  plan: number
  chargeId: number
  pence: number
  description: string
  clubName: string
  accountId: number
}

/**
 * Puts charges on their way, each plan as one payment of all that is open of its charges. Leaves out a charge that is on its
 * way already, and a plan whose mandate or card has ended or is on hold. Locks the members first, so what is written down is
 * what is open. Handing the payments over is for the caller.
 */
export async function placePayments(
  tx: Transaction<Tables>,
  plans: readonly PlannedPayment[],
  at: Date,
): Promise<PlacedPayment[]> {
  if (plans.length === 0) return []
  await lockAccounts(
    tx,
    plans.map(({ memberId }) => memberId),
  )
  const parts = Map.groupBy(await openParts(tx, plans), ({ plan }) => plan)
  const made = plans.flatMap((plan, place) => {
    const of = parts.get(place) ?? []
    const pence = of.reduce((sum, part) => sum + part.pence, 0)
    const [first] = of
    const isTooLittle = 'savedCardId' in plan.by && pence < leastByCard
    if (!first || isTooLittle) return []
    return [{ ...plan, key: randomUUID(), accountId: first.accountId, parts: of, pence, description: wordsOf(of) }]
  })
  const { rows } = await sql<PlacedPayment & { key: string }>`
    insert into external_payment (club_id, root_club_id, member_id, provider_account_id, payment_method_id, mandate_id,
      amount_pence, description, charge_date, state, created_at, idempotency_key)
    select club.id, club.root_club_id, made.member_id, account_id,
      case when mandate_id is null then ${paymentMethod.card}::integer else ${paymentMethod.directDebit}::integer end,
      mandate_id, pence, made.description, charge_date, 'waiting', ${at}, key
    from unnest(${made.map(each => each.clubId)}::bigint[], ${made.map(each => each.memberId)}::bigint[],
      ${made.map(each => each.accountId)}::bigint[], ${made.map(each => mandateOf(each))}::bigint[],
      ${made.map(each => each.pence)}::integer[], ${made.map(each => each.description)}::text[],
      ${made.map(each => each.chargeDate)}::date[], ${made.map(each => each.key)}::uuid[])
      with ordinality as made (club_id, member_id, account_id, mandate_id, pence, description, charge_date, key, place)
    join club on club.id = made.club_id
    order by place
    returning id as "paymentId", club_id as "clubId", member_id as "memberId", provider_account_id as "accountId",
      amount_pence as pence, idempotency_key as key`.execute(tx)
  const idOf = new Map(rows.map(({ key, paymentId }) => [key, paymentId]))
  await addParts(
    tx,
    made.flatMap(({ key, parts }) => parts.map(part => ({ ...part, paymentId: idOf.get(key) ?? 0 }))),
  )
  const byCard = made.flatMap(({ key, by }) =>
    'savedCardId' in by ? [{ external_payment_id: idOf.get(key) ?? 0, saved_card_id: by.savedCardId }] : [],
  )
  if (byCard.length > 0) await tx.insertInto('card_payment').values(byCard).execute()
  return rows.map(({ key, ...placed }) => placed)
}

const mandateOf = ({ by }: PlannedPayment) => ('mandateId' in by ? by.mandateId : null)

/** What the payer reads at their bank, as far as it goes there: '2 × Membership + Insurance'. */
function wordsOf(parts: readonly Part[]): string {
  const times = Map.groupBy(parts, part => part.description || `Payment to ${part.clubName}`)
  return [...times]
    .map(([words, { length }]) => (length === 1 ? words : `${length} × ${words}`))
    .join(' + ')
    .slice(0, 500)
}

/** What is open of the charges now, for plans whose mandate or card can be used. */
async function openParts(tx: Transaction<Tables>, plans: readonly PlannedPayment[]): Promise<Part[]> {
  const wanted = plans.flatMap((plan, place) =>
    plan.chargeIds.map(chargeId => ({
      ...{ place, chargeId, mandateId: mandateOf(plan) },
      cardId: 'savedCardId' in plan.by ? plan.by.savedCardId : null,
    })),
  )
  const { rows } = await sql<Part>`
    select place as plan, open_charge.charge_id as "chargeId", open_charge.pence, charge.description,
      club.name as "clubName", coalesce(mandate.provider_account_id, card.provider_account_id) as "accountId"
    from unnest(${wanted.map(each => each.place)}::integer[], ${wanted.map(each => each.chargeId)}::bigint[],
      ${wanted.map(each => each.mandateId)}::bigint[], ${wanted.map(each => each.cardId)}::bigint[])
      as wanted (place, charge_id, mandate_id, card_id)
    join open_charge on open_charge.charge_id = wanted.charge_id
    join charge on charge.id = wanted.charge_id
    join club on club.id = charge.club_id
    left join mandate on mandate.id = mandate_id and mandate_is_live(mandate.state)
      and mandate.cancel_requested_at is null and not mandate_is_on_hold(mandate.id)
    left join saved_card card on card.id = card_id and card.ended_at is null and not card_is_on_hold(card.id)
    where num_nonnulls(mandate.id, card.id) = 1 and not exists (
      select from external_payment_part other where other.charge_id = wanted.charge_id and other.is_in_flight)
    order by place, charge.due_on, charge.id`.execute(tx)
  return rows
}

interface NewPart {
  readonly paymentId: number
  readonly chargeId: number
  readonly pence: number
}

/** Writes down what a payment is to settle. It counts as on its way where no other is for the same charge. */
export async function addParts(tx: Transaction<Tables>, parts: readonly NewPart[]): Promise<void> {
  await sql`
    insert into external_payment_part (external_payment_id, charge_id, club_id, member_id, amount_pence, is_in_flight)
    select payment.id, part.charge_id, payment.club_id, payment.member_id, part.pence,
      payment_is_in_flight(payment.state, payment.will_retry) and not exists (
        select from external_payment_part other where other.charge_id = part.charge_id and other.is_in_flight)
    from unnest(${parts.map(({ paymentId }) => paymentId)}::bigint[], ${parts.map(({ chargeId }) => chargeId)}::bigint[],
      ${parts.map(({ pence }) => pence)}::integer[]) as part (of_payment, charge_id, pence)
    join external_payment payment on payment.id = of_payment`.execute(tx)
}

/** The charges that a payment is to settle, what fell due first first. */
export async function chargesOfPayment(tx: Transaction<Tables>, paymentId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select charge.id from external_payment_part part join charge on charge.id = part.charge_id
    where external_payment_id = ${paymentId} order by charge.due_on, charge.id`.execute(tx)
  return rows.map(({ id }) => id)
}
