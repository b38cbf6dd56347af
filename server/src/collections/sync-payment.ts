import { todayIn } from '@honbu/contract/calendar.ts'
import { externalPaymentStateNames } from '@honbu/contract/collections.ts'
import { currency, shortDate } from '@honbu/contract/format.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import { lockAccounts, postPayment, returnPayment } from '../ledger/index.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Tables } from '../platform/tables.ts'
import type { ProviderPayment } from '../providers/index.ts'
import { matchLedger } from '../refunds/index.ts'
import { refreshTasks } from '../tasks/index.ts'
import { lastReason } from './event-words.ts'
import { endHoldsOf, holdCollections, isDisputed } from './holds.ts'
import { raiseIssue, settleIssues } from './issue-status.ts'
import type { CollectionParts } from './parts.ts'
import { settlePaymentTasks, taskOfClaim } from './payment-tasks.ts'
import { chargesOfPayment } from './place-payments.ts'
import { findOrNull } from './sync-mandate.ts'
import { isKnownSubscription, storeSubscription } from './sync-subscription.ts'
import { noteTakenTwice, openBefore } from './taken-twice.ts'

/**
 * Asks the provider what became of a payment, and brings row and ledger to it: what has come is posted once, what was taken
 * back afterwards is returned and owed again. In any order, and any number of times, the end is what the provider says.
 * @returns 'unknown' for a payment that is none of ours
 * @throws ProviderProblem
 */
export async function syncPayment(
  parts: CollectionParts,
  accountId: number,
  reference: string,
): Promise<'done' | 'unknown'> {
  const { db, providers, now } = parts
  const { ask } = await providers.goCardlessAt(accountId)
  for (;;) {
    const known = await knownPayment(db, accountId, reference)
    const truth = await findOrNull(() => ask(client => client.findPayment(reference)))
    if (!truth) return 'unknown'
    const adopted = known ? 'ours' : await adopt(parts, accountId, truth)
    if (adopted === 'earlier') return 'done'
    if (adopted === 'unknown') return 'unknown'
    const seen = known ?? (await knownPayment(db, accountId, reference))
    // What has just been adopted was told before it was: it is asked for again.
    if (!known || !seen) continue
    const isWritten = await db
      .transaction()
      .execute(tx => applyPayment(parts, tx, { known, truth, accountId, at: now() }))
    if (isWritten) return 'done'
  }
}

interface Known {
  id: number
  checked: number
}

async function knownPayment(db: CollectionParts['db'], accountId: number, reference: string) {
  return await db
    .selectFrom('external_payment')
    .select(['id', 'checked'])
    .where('provider_account_id', '=', accountId)
    .where('reference', '=', reference)
    .executeTakeFirst()
}

/** @throws ProviderProblem */
export const syncSubscription = (parts: CollectionParts, accountId: number, reference: string) =>
  storeSubscription(parts, accountId, reference, () =>
    syncPaymentsOnTheirWay(parts, accountId, { subscription: reference }),
  )

const onTheirWay: readonly string[] = ['pending_customer_approval', 'pending_submission', 'submitted']

/** Stores the payments that have not reached the club yet, so that nothing is collected beside them. @throws ProviderProblem */
export async function syncPaymentsOnTheirWay(
  parts: CollectionParts,
  accountId: number,
  by: { mandate: string } | { subscription: string },
): Promise<void> {
  const { ask } = await parts.providers.goCardlessAt(accountId)
  for (const { id, status } of await ask(client => client.paymentsOf(by)))
    if (onTheirWay.includes(status)) await syncPayment(parts, accountId, id)
}

/**
 * A payment whose reference we do not know: ours, of which the answer was lost or has not come yet; or one that the
 * provider collects by itself from a mandate of ours.
 * @returns 'earlier' for one that was taken before the first membership charge here: it paid another system's
 */
async function adopt(
  parts: CollectionParts,
  accountId: number,
  truth: ProviderPayment,
): Promise<'ours' | 'earlier' | 'unknown'> {
  const { db, now } = parts
  const key = truth.metadata?.honbu_payment ?? ''
  if (/^[0-9a-f-]{36}$/.test(key)) {
    const { rows } = await sql`
      update external_payment set reference = ${truth.id}, state = ${'pending_submission'}, sent_at = coalesce(sent_at, ${now()})
      where provider_account_id = ${accountId} and idempotency_key = ${key}::uuid and reference is null
        and state in ('waiting', 'refused') returning id`.execute(db)
    if (rows.length > 0) return 'ours'
    return (await knownPayment(db, accountId, truth.id)) ? 'ours' : 'unknown'
  }
  const mandate = truth.links.mandate
  if (!mandate || truth.currency !== 'GBP' || truth.amount <= 0) return 'unknown'
  if (await isEarlier(db, accountId, { mandate, chargeDate: truth.charge_date })) return 'earlier'
  const { subscription } = truth.links
  if (subscription && !(await isKnownSubscription(db, accountId, subscription)))
    await storeSubscription(parts, accountId, subscription, async () => {})
  await sql`
    insert into external_payment (club_id, root_club_id, member_id, provider_account_id, payment_method_id, mandate_id,
      external_subscription_id, amount_pence, description, charge_date, state, reference, created_at, sent_at)
    select club_id, root_club_id, member_id, provider_account_id, ${paymentMethod.directDebit}, id,
      (select subscription.id from external_subscription subscription
        where subscription.provider_account_id = ${accountId} and subscription.reference = ${truth.links.subscription ?? ''}),
      ${truth.amount}::integer, ${(truth.description ?? 'Direct debit').slice(0, 500)}, ${truth.charge_date}::date,
      'pending_submission', ${truth.id}, ${truth.created_at}::timestamptz, ${truth.created_at}::timestamptz
    from mandate where provider_account_id = ${accountId} and reference = ${mandate}
    on conflict on constraint external_payment_reference do nothing`.execute(db)
  return (await knownPayment(db, accountId, truth.id)) ? 'ours' : 'unknown'
}

/** Whether the payment was taken before anything of the member's membership is due here. */
async function isEarlier(
  db: CollectionParts['db'],
  accountId: number,
  { mandate, chargeDate }: { mandate: string; chargeDate: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from mandate
    join club_member own on own.member_id = mandate.member_id and own.club_id = mandate.club_id
    where mandate.provider_account_id = ${accountId} and mandate.reference = ${mandate}
      and ${chargeDate}::date < least(own.next_payment, (select min(due_on) from charge
        where charge.member_id = own.member_id and charge.club_id = own.club_id and period_from is not null))`.execute(
    db,
  )
  return rows.length > 0
}

interface Seen {
  readonly known: Known
  readonly truth: ProviderPayment
  readonly accountId: number
  readonly at: Date
}

/** @returns false when somebody else has written meanwhile: what we were told may be older */
async function applyPayment(
  parts: Pick<CollectionParts, 'jobs'>,
  tx: Transaction<Tables>,
  { known, truth, accountId, at }: Seen,
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
    .select(['payment.id', 'payment.club_id as clubId', 'payment.member_id as memberId', 'payment.state'])
    .select(['payment.cause', 'payment.checked', 'payment.payment_id as paymentId', 'mandate_id as mandateId'])
    .select([
      'payment_method_id as methodId',
      'amount_pence as pence',
      'payment.description',
      'will_retry as willRetry',
    ])
    .select(['club.time_zone as timeZone', 'charge_date as chargeDate'])
    .where('payment.id', '=', known.id)
    .forUpdate('payment')
    .executeTakeFirstOrThrow()
  if (row.checked !== known.checked) return false

  const { clubId, methodId } = row
  const state = truth.status
  const today = todayIn(row.timeZone, at)
  const isLost = lost.includes(state)
  const reason = isLost ? await lastReason(tx, { accountId, resource: 'payments', reference: truth.id }) : undefined
  const cause = reason?.why ?? ''
  const willRetry = state === 'failed' && reason?.willRetry === true

  let paymentId = row.paymentId
  let returnId: number | null = null
  let postedId: number | null = null
  if (isIn(state) && paymentId === null) {
    const day = truth.charge_date ?? today
    const chargeIds = await chargesOfPayment(tx, row.id)
    const openPence = await openBefore(tx, chargeIds)
    postedId = await postPayment(tx, {
      ...{ clubId, memberId, pence: truth.amount, paymentMethodId: methodId },
      paymentDate: day < today ? day : today,
      description: row.description,
      reference: truth.id,
      chargeIds,
    })
    await noteTakenTwice(parts, tx, {
      ...{ paymentId: row.id, clubId, memberId, chargeIds, openPence, pence: truth.amount },
      ...{ by: methodId === paymentMethod.directDebit ? 'direct debit' : 'bank payment', today, at },
    })
    paymentId = postedId
  }
  if (!isIn(state) && paymentId !== null) {
    const description = `${nameOf(state)}${cause && `: ${cause}`}`
    returnId = await returnPayment(tx, { paymentId, on: today, reason: lossOf(state), description })
    paymentId = null
  }
  await tx
    .updateTable('external_payment')
    .set({
      ...{ state, cause, will_retry: willRetry, amount_pence: truth.amount, payment_id: paymentId },
      charge_date: truth.charge_date ?? row.chargeDate,
      checked: row.checked + 1,
      ...((isLost || state === 'submitted' || isIn(state)) && { cancel_requested_at: null }),
    })
    .where('id', '=', row.id)
    .execute()
  // What was refunded before it was lost is refunded still when it is there again.
  if (postedId !== null || returnId !== null)
    await matchLedger(tx, {
      ...{ externalPaymentId: row.id, on: today, description: 'Refunded before' },
      reason: postedId !== null ? 'refund' : lossOf(state),
    })
  if (
    row.state === state &&
    row.cause === cause &&
    row.willRetry === willRetry &&
    returnId === null &&
    postedId === null
  )
    return true

  const entry = { external_payment_id: row.id, club_id: clubId, member_id: memberId, state, at }
  await tx
    .insertInto('external_payment_change')
    .values({ ...entry, payment_id: postedId, return_id: returnId })
    .execute()
  const what = { paymentId: row.id, clubId, memberId, amount: currency(truth.amount / 100), today, at }
  // Who pays at this moment, and is told no by the bank, sees it: nothing was collected that could have failed.
  const isOurs = row.mandateId !== null || returnId !== null
  if (state === 'charged_back' && isOurs) await taskOfClaim(tx, what)
  if (isDisputed(state, reason?.code ?? '')) await holdCollections(parts, tx, { paymentId: row.id, at })
  if (isOurs && (state === 'charged_back' || (state === 'failed' && !willRetry)))
    await raiseIssue(tx, { ...what, cause })
  if (isIn(state)) {
    await endHoldsOf(parts, tx, { paymentId: row.id, at })
    await settlePaymentTasks(tx, what)
    await settleIssues(tx, at, memberId)
  }
  await refreshTasks(tx, { clubId, memberIds: [memberId], now: at, settle: ['payment'] })
  await writeAudit(tx, { action: 'syncPayment', accountId: null }, [
    {
      ...{ clubId, memberId, subject: 'external_payment', subjectId: row.id },
      before: { state: nameOf(row.state) },
      after: {
        state: nameOf(state),
        amount: truth.amount / 100,
        ...(cause && { cause }),
        ...(truth.charge_date && { chargeDate: shortDate(truth.charge_date) }),
      },
    },
  ])
  return true
}

const lossOf = (state: string) => (state === 'charged_back' ? 'charged_back' : 'failed')
const isIn = (state: string) => state === 'confirmed' || state === 'paid_out'
const lost: readonly string[] = ['failed', 'cancelled', 'customer_approval_denied', 'charged_back']

export const nameOf = (state: string): string =>
  (externalPaymentStateNames as Readonly<Record<string, string>>)[state] ?? state
