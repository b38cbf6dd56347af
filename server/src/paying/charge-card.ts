import { todayIn } from '@honbu/contract/calendar.ts'
import { currency } from '@honbu/contract/format.ts'
import { type RawBuilder, sql } from 'kysely'
import { raiseIssue, raiseKeyTask, settleKeyTask } from '../collections/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import { pounds } from '../platform/money.ts'
import { type At, ProviderProblem, type StripeClient, triedAgain } from '../providers/index.ts'
import { job, type PayingParts } from './parts.ts'
import { syncIntent } from './sync-intent.ts'

interface Row {
  id: number
  accountId: number
  clubId: number
  memberId: number
  state: string
  pence: number
  description: string
  reference: string | null
  key: string
  customer: string
  card: string
  timeZone: string
  isHeld: boolean
}

/**
 * Charges a card that is kept: first the payment is made at Stripe, unconfirmed, and its reference written down; then it is
 * confirmed; then Stripe is asked what came of it. A process that dies between any two of these begins again, and finds the
 * same payment by the key of its row.
 * @throws ProviderProblem when Stripe cannot be reached or does not take the key: nothing is lost, try again later
 */
export async function chargeCard(parts: PayingParts, { paymentId }: { paymentId: number }): Promise<void> {
  const row = await rowOf(parts, paymentId)
  if (!row || (row.state !== 'waiting' && row.state !== 'submitted')) return
  // Disputed at the same moment: the next run of the hour takes it back.
  if (row.state === 'waiting' && row.isHeld) return
  const openPence = await openOfPayment(parts, row)
  if (row.state === 'waiting' && openPence < row.pence) {
    await end(parts, row, { state: 'cancelled', cause: paidOtherwise, isMadeAnew: openPence > 0 })
    return
  }
  let { reference } = row
  try {
    const at = await parts.providers.stripeAt(row.accountId)
    reference ??= await makeIntent(parts, at, row)
    // Cancelled meanwhile: what was made at Stripe has moved no money, and never will.
    if (reference === null) return
    await confirm(parts, at, { row, reference })
    await syncIntent(parts, row.accountId, reference, async () => 'unknown')
    await settleKeyTask(parts, row.accountId)
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    if (error.kind === 'refused' && row.reference === null) {
      // Never made: the customer or the card is gone at Stripe, or the amount is not taken.
      if (await end(parts, row, { state: 'refused', cause: error.message, code: error.reason.slice(0, 100) })) return
    }
    await noteWhy(parts, row.id, whyItWaits(error, reference !== null))
    if (error.kind === 'key') await raiseKeyTask(parts, row.accountId, error)
    throw error
  }
}

/** For the people of the club: what is wrong, whether money has been taken, and what to do. Before it is confirmed none is. */
const whyItWaits = (problem: ProviderProblem, isMade: boolean): string =>
  isMade
    ? `${triedAgain(problem)} Whether the card has been charged is not known until then: do not take it in another way.`
    : `${triedAgain(problem)} The card has not been charged: it is as soon as that works, unless it is paid in another way before.`

async function noteWhy({ db }: PayingParts, paymentId: number, problem: string): Promise<void> {
  await db
    .updateTable('external_payment')
    .set({ problem: problem.slice(0, 500) })
    .where('id', '=', paymentId)
    .where('state', 'in', ['waiting', 'submitted'])
    .execute()
}

async function rowOf({ db }: PayingParts, paymentId: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select payment.id, payment.provider_account_id as "accountId", payment.club_id as "clubId",
      payment.member_id as "memberId", state, amount_pence as pence, description, payment.reference,
      idempotency_key as key, card.customer_reference as customer, card.reference as card,
      club.time_zone as "timeZone", card_is_on_hold(card.id) as "isHeld"
    from external_payment payment
    join card_payment on external_payment_id = payment.id
    join saved_card card on card.id = saved_card_id
    join club on club.id = payment.club_id
    where payment.id = ${paymentId}`.execute(db)
  return rows[0]
}

/** Pence that are still open of what it is to settle. */
async function openOfPayment({ db }: PayingParts, { id }: Row): Promise<number> {
  const { rows } = await sql<{ pence: number }>`
    select coalesce(sum(least(part.amount_pence, open_charge.pence)), 0)::integer as pence
    from external_payment_part part join open_charge on open_charge.charge_id = part.charge_id
    where part.external_payment_id = ${id}`.execute(db)
  return rows[0]?.pence ?? 0
}

const paidOtherwise = 'It was paid in another way meanwhile.'

/** @returns the reference; null when somebody has cancelled it meanwhile */
async function makeIntent({ db, now }: PayingParts, { ask }: At<StripeClient>, row: Row): Promise<string | null> {
  const { id, pence, description, key, customer, card } = row
  const intent = await ask(client =>
    client.paymentIntents.create(
      {
        amount: pence,
        currency: 'gbp',
        customer,
        payment_method: card,
        allowed_payment_method_types: ['card'],
        description,
        metadata: { honbu_payment: key },
      },
      { idempotencyKey: key },
    ),
  )
  const { rows } = await sql`
    update external_payment set reference = ${intent.id}, state = 'submitted', problem = '', sent_at = coalesce(sent_at, ${now()}),
      checked = checked + 1
    where id = ${id} and (state = 'waiting' or reference = ${intent.id}) and cancel_requested_at is null
    returning id`.execute(db)
  return rows.length > 0 ? intent.id : null
}

interface Made {
  readonly row: Row
  readonly reference: string
}

/** A decline is no failure of the call: it is what Stripe says of the payment when it is asked next. */
async function confirm(parts: PayingParts, { ask }: At<StripeClient>, { row, reference }: Made): Promise<void> {
  const intent = await ask(client => client.paymentIntents.retrieve(reference))
  if (intent.status !== 'requires_confirmation') return
  const openPence = await openOfPayment(parts, row)
  if (row.isHeld || openPence < row.pence) {
    const isMadeAnew = !row.isHeld && openPence > 0
    await parts.db.updateTable('external_payment').set({ is_made_anew: isMadeAnew }).where('id', '=', row.id).execute()
    await ask(client => client.paymentIntents.cancel(reference))
    return
  }
  try {
    await ask(client =>
      client.paymentIntents.confirm(
        reference,
        { payment_method: row.card, off_session: true },
        { idempotencyKey: `${row.key}-confirm` },
      ),
    )
  } catch (error) {
    if (!(error instanceof ProviderProblem) || error.kind !== 'refused') throw error
  }
}

interface Ended {
  readonly state: 'cancelled' | 'refused'
  readonly cause: string
  /** Stripe's word for it. */
  readonly code?: string
  /** What is left of it is charged as another payment. */
  readonly isMadeAnew?: boolean
}

/** @returns whether it was still waiting */
async function end(
  { db, now }: PayingParts,
  row: Row,
  { state, cause, code = '', isMadeAnew = false }: Ended,
): Promise<boolean> {
  const at = now()
  const { clubId, memberId } = row
  return await db.transaction().execute(async tx => {
    await lockAccounts(tx, [memberId])
    const { rows } = await sql`
      update external_payment set state = ${state}, cause = ${cause}, cause_code = ${code}, problem = '',
        cancel_requested_at = null, checked = checked + 1, is_made_anew = ${isMadeAnew}
      where id = ${row.id} and state = 'waiting' returning id`.execute(tx)
    if (rows.length === 0) return false
    await tx
      .insertInto('external_payment_change')
      .values({ external_payment_id: row.id, club_id: clubId, member_id: memberId, state, at })
      .execute()
    if (state === 'refused') {
      const amount = currency(pounds(row.pence))
      await raiseIssue(tx, { clubId, memberId, amount, cause, today: todayIn(row.timeZone, at), at })
      // A card that Stripe does not take at all is followed as one that was declined (recovery/).
      await sql`
        insert into recovery_hint (external_payment_id) values (${row.id}) on conflict do nothing`.execute(tx)
    }
    return true
  })
}

/** What nobody has charged yet, because a job was given up: another begins. */
export async function findUnchargedCards(parts: PayingParts): Promise<void> {
  const old = new Date(parts.now().getTime() - 5 * 60_000)
  await chargeAnew(parts, sql`created_at < ${old}`)
}

/** What waits at an account of which the key has just become another. */
export const chargeCardsAt = (parts: PayingParts, { accountId }: { accountId: number }) =>
  chargeAnew(parts, sql`provider_account_id = ${accountId}`)

async function chargeAnew({ db, jobs }: PayingParts, which: RawBuilder<unknown>): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ paymentId: number }>`
      select payment.id as "paymentId" from external_payment payment
      join card_payment on external_payment_id = payment.id
      where state in ('waiting', 'submitted') and ${which} order by payment.id limit 500`.execute(tx)
    for (const data of rows) await jobs.enqueue(tx, job.chargeCard, data)
  })
}
