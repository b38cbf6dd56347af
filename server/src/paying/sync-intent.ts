import { todayIn } from '@honbu/contract/calendar.ts'
import { externalPaymentStateNames } from '@honbu/contract/collections.ts'
import { currency, longDate } from '@honbu/contract/format.ts'
import { sql, type Transaction } from 'kysely'
import {
  chargesOfPayment,
  endHoldsOf,
  holdCollections,
  noteTakenTwice,
  openBefore,
  raiseIssue,
  settleIssues,
} from '../collections/index.ts'
import { lockAccounts, postPayment, returnPayment } from '../ledger/index.ts'
import { writeAudit } from '../platform/audit.ts'
import { pounds } from '../platform/money.ts'
import type { Tables } from '../platform/tables.ts'
import { type At, ProviderProblem, plain, type StripeClient } from '../providers/index.ts'
import { matchLedger } from '../refunds/index.ts'
import { closeTasks, raiseTask, refreshTasks } from '../tasks/index.ts'
import type { PayingParts } from './parts.ts'

/** What Stripe says of a payment by card. */
export interface CardTruth {
  readonly state: 'submitted' | 'confirmed' | 'failed' | 'cancelled' | 'charged_back'
  /** Why it failed, in Stripe's words for the payer. */
  readonly cause: string
  readonly pence: number
  /** Stripe's decline code; `do_not_try_again` where the card's bank forbids another attempt. */
  readonly code?: string
  /** Until when a dispute can be answered. */
  readonly answerBy?: Date | null
}

type Found = 'done' | 'unknown'

/**
 * Asks Stripe what became of a payment by card, and brings row and ledger to it. In any order, and any number of times, the
 * end is what Stripe says.
 * @returns 'unknown' for one that should be ours, and is not known yet
 * @throws ProviderProblem
 */
export async function syncIntent(
  parts: PayingParts,
  accountId: number,
  reference: string,
  ofCheckout: (key: string) => Promise<Found>,
): Promise<Found> {
  const { db, providers, now } = parts
  const at = await providers.stripeAt(accountId)
  for (;;) {
    const known = await knownPayment(db, accountId, reference)
    const intent = await orNull(() => at.ask(client => client.paymentIntents.retrieve(reference)))
    if (!intent) return known ? 'unknown' : 'done'
    if (!known) {
      const { honbu_payment: payment = '', honbu_checkout: checkout = '' } = intent.metadata
      if (checkout !== '') return await ofCheckout(checkout)
      // The club's account may be used for other things too.
      if (payment === '') return 'done'
      if (!(await adopt(parts, { accountId, reference, key: payment }))) return 'unknown'
      continue
    }
    const truth = await truthOf(at, intent)
    if (await db.transaction().execute(tx => applyCard(parts, tx, { known, truth, reference, at: now() })))
      return 'done'
  }
}

/** A charge of a card of which the answer was lost. */
async function adopt({ db, now }: PayingParts, { accountId, reference, key }: Adopted): Promise<boolean> {
  if (!/^[0-9a-f-]{36}$/.test(key)) return false
  const { rows } = await sql`
    update external_payment set reference = ${reference}, state = 'submitted', sent_at = coalesce(sent_at, ${now()})
    where provider_account_id = ${accountId} and idempotency_key = ${key}::uuid and reference is null
      and state = 'waiting' returning id`.execute(db)
  return rows.length > 0
}

interface Adopted {
  readonly accountId: number
  readonly reference: string
  readonly key: string
}

const knownPayment = (db: PayingParts['db'], accountId: number, reference: string) =>
  db
    .selectFrom('external_payment')
    .select(['id', 'checked'])
    .where('provider_account_id', '=', accountId)
    .where('reference', '=', reference)
    .executeTakeFirst()

type Dispute = Pick<Awaited<ReturnType<StripeClient['disputes']['retrieve']>>, 'status' | 'evidence_details'>
type Intent = Awaited<ReturnType<StripeClient['paymentIntents']['retrieve']>>

async function truthOf({ ask }: At<StripeClient>, intent: Intent): Promise<CardTruth> {
  const pence = intent.amount
  const told = (state: CardTruth['state'], cause = '', more: Partial<CardTruth> = {}) => ({
    state,
    cause,
    pence,
    ...more,
  })
  if (intent.status === 'canceled') return told('cancelled')
  if (intent.status === 'succeeded') {
    // A dispute that was won is over; an inquiry has taken nothing yet.
    const { data } = await ask(client => client.disputes.list({ payment_intent: intent.id, limit: 10 }))
    const lost = data.find(({ status }) => status !== 'won' && !status.startsWith('warning_'))
    return lost ? told('charged_back', 'the payer disputes it', { answerBy: answerBy(lost) }) : told('confirmed')
  }
  if (intent.status === 'processing' || intent.status === 'requires_confirmation') return told('submitted')
  const error = intent.last_payment_error
  if (error?.code === 'authentication_required' || intent.status === 'requires_action')
    return told('failed', 'the bank wants the payer to confirm it', { code: 'authentication_required' })
  return error
    ? told('failed', plain(error.message ?? 'the card was declined'), { code: codeOf(error) })
    : told('submitted')
}

type Decline = NonNullable<Intent['last_payment_error']>

/** What the bank of the card says of trying again goes before why it declined (https://docs.stripe.com/declines/codes). */
function codeOf({ advice_code: advice, decline_code: decline, code }: Decline): string {
  if (advice === 'do_not_try_again' && decline !== 'authentication_required') return advice
  return (decline ?? code ?? '').slice(0, 100)
}

/** Null: Stripe gives none, or there is nothing to answer any more. */
function answerBy({ status, evidence_details: { due_by: dueBy } }: Dispute): Date | null {
  return status === 'needs_response' && dueBy ? new Date(dueBy * 1000) : null
}

interface Applied {
  readonly known: { readonly id: number; readonly checked: number }
  readonly truth: CardTruth
  readonly reference: string
  readonly at: Date
}

/** @returns false when somebody else has written meanwhile: what we were told may be older */
export async function applyCard(
  parts: Pick<PayingParts, 'jobs'>,
  tx: Transaction<Tables>,
  { known, truth, reference, at }: Applied,
): Promise<boolean> {
  const { member_id: memberId } = await tx
    .selectFrom('external_payment')
    .select('member_id')
    .where('id', '=', known.id)
    .executeTakeFirstOrThrow()
  await lockAccounts(tx, [memberId])
  const row = await tx
    .selectFrom('external_payment as payment')
    .innerJoin('club', 'club.id', 'payment.club_id')
    .select(['payment.id', 'payment.club_id as clubId', 'payment.state', 'payment.cause', 'payment.checked'])
    .select(['payment.payment_id as paymentId', 'payment.description'])
    .leftJoin('card_payment', 'external_payment_id', 'payment.id')
    .select(['payment_method_id as methodId', 'club.time_zone as timeZone', 'saved_card_id as savedCardId'])
    .where('payment.id', '=', known.id)
    .forUpdate('payment')
    .executeTakeFirstOrThrow()
  if (row.checked !== known.checked) return false
  const { state, cause, pence, code = '', answerBy: until = null } = truth
  const { clubId, methodId, description } = row
  const today = todayIn(row.timeZone, at)
  const isIn = state === 'confirmed'
  let { paymentId } = row
  let postedId: number | null = null
  let returnId: number | null = null
  if (isIn && paymentId === null) {
    const chargeIds = await chargesOfPayment(tx, row.id)
    const openPence = await openBefore(tx, chargeIds)
    postedId = await postPayment(tx, {
      ...{ clubId, memberId, pence, paymentMethodId: methodId, paymentDate: today, description, reference },
      chargeIds,
    })
    await noteTakenTwice(parts, tx, {
      ...{ paymentId: row.id, clubId, memberId, chargeIds, openPence, pence, by: 'card', today, at },
    })
    paymentId = postedId
  }
  if (!isIn && paymentId !== null) {
    returnId = await returnPayment(tx, {
      paymentId,
      on: today,
      reason: lossOf(state),
      description: externalPaymentStateNames[state],
    })
    paymentId = null
  }
  await tx
    .updateTable('external_payment')
    .set({ state, cause, cause_code: code, answer_by: until, payment_id: paymentId, amount_pence: pence, problem: '' })
    .set({ checked: row.checked + 1 })
    .where('id', '=', row.id)
    .execute()
  // What was refunded before it was lost is refunded still when it is there again.
  if (postedId !== null || returnId !== null)
    await matchLedger(tx, {
      ...{ externalPaymentId: row.id, on: today, description: 'Refunded before' },
      reason: postedId !== null ? 'refund' : lossOf(state),
    })
  if (row.state === state && row.cause === cause && postedId === null && returnId === null) return true

  await tx
    .insertInto('external_payment_change')
    .values({
      ...{ external_payment_id: row.id, club_id: clubId, member_id: memberId, state, at },
      ...{ payment_id: postedId, return_id: returnId },
    })
    .execute()
  const what = { clubId, memberId, paymentId: row.id, amount: currency(pounds(pence)), today, at }
  if (state === 'charged_back') {
    await taskOfDispute(tx, { ...what, until, timeZone: row.timeZone })
    await holdCollections(parts, tx, { paymentId: row.id, at })
  }
  // Who pays at this moment, and is told no by the bank, sees it: nothing was collected that could have failed.
  const isOurs = row.savedCardId !== null || returnId !== null
  if (isOurs && (state === 'failed' || state === 'charged_back')) await raiseIssue(tx, { ...what, cause })
  if (isIn) {
    await endHoldsOf(parts, tx, { paymentId: row.id, at })
    await closeTasks(tx, {
      kind: 'collection',
      causes: [`payment:${row.id}:failed`, `payment:${row.id}:charged_back`],
      because: 'It was paid after all',
      now: at,
    })
    await settleIssues(tx, at, memberId)
  }
  await refreshTasks(tx, { clubId, memberIds: [memberId], now: at, settle: ['payment'] })
  await writeAudit(tx, { action: 'syncPayment', accountId: null }, [
    {
      ...{ clubId, memberId, subject: 'external_payment', subjectId: row.id },
      before: { state: stateName(row.state) },
      after: { state: stateName(state), amount: pounds(pence), ...(cause && { cause }) },
    },
  ])
  return true
}

const lossOf = (state: string) => (state === 'charged_back' ? 'charged_back' : 'failed')

interface Disputed {
  readonly clubId: number
  readonly memberId: number
  readonly paymentId: number
  readonly amount: string
  readonly until: Date | null
  readonly timeZone: string
  readonly today: string
}

/** A payment that failed is followed by recovery/; until when a dispute can be answered, Stripe says. */
async function taskOfDispute(tx: Transaction<Tables>, dispute: Disputed): Promise<void> {
  const { clubId, memberId, paymentId, amount, until, timeZone, today } = dispute
  const day = until && todayIn(timeZone, until)
  await raiseTask(tx, {
    ...{ clubId, memberId, kind: 'collection', cause: `payment:${paymentId}:charged_back` },
    subject: day
      ? `A card payment of ${amount} is disputed and was taken back: send Stripe your evidence until ${longDate(day)}. Do not pay it back yourself.`
      : `A card payment of ${amount} is disputed and was taken back: look at Stripe whether it can still be answered. Do not pay it back yourself.`,
    dueOn: day ?? today,
  })
}

const stateName = (state: string): string =>
  (externalPaymentStateNames as Readonly<Record<string, string>>)[state] ?? state

/** What the provider has no row of is null. */
export async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderProblem && error.isMissing) return null
    throw error
  }
}
