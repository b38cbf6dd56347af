import { todayIn } from '@honbu/contract/calendar.ts'
import { currency } from '@honbu/contract/format.ts'
import { type Provider, providerNames } from '@honbu/contract/providers.ts'
import { sql, type Transaction } from 'kysely'
import { lockAccounts } from '../ledger/index.ts'
import { writeAudit } from '../platform/audit.ts'
import { pounds } from '../platform/money.ts'
import type { Tables } from '../platform/tables.ts'
import { closeTasks, refreshTasks } from '../tasks/index.ts'
import { matchLedger } from './match-ledger.ts'
import type { RefundParts } from './parts.ts'
import { failedCause, refusedCause, taskOfRefund } from './refund-tasks.ts'
import { type ToldRefund, tellerOf } from './tellers.ts'

interface Known {
  id: number
  provider: Provider
  checked: number
}

/**
 * Asks a provider for the refunds of a payment, whoever has made them, and brings rows and ledger to them: in any order, and
 * any number of times, the end is what the provider says. Look at the payment itself before.
 * @returns 'unknown' for a payment that is none of ours
 * @throws ProviderProblem
 */
export async function syncRefunds(
  parts: RefundParts,
  accountId: number,
  reference: string,
): Promise<'done' | 'unknown'> {
  const { db, providers, now } = parts
  for (;;) {
    const known = await db
      .selectFrom('external_payment')
      .innerJoin('provider_account as account', 'account.id', 'provider_account_id')
      .select(['external_payment.id', 'provider', 'refunds_checked as checked'])
      .where('provider_account_id', '=', accountId)
      .where('reference', '=', reference)
      .$narrowType<{ provider: Provider }>()
      .executeTakeFirst()
    if (!known) return 'unknown'
    const teller = await tellerOf(providers, known.provider, accountId)
    const told = await teller.refundsOf(reference)
    if (await db.transaction().execute(tx => applyRefunds(tx, { known, told, at: now() }))) return 'done'
  }
}

interface Told {
  readonly known: Known
  readonly told: readonly ToldRefund[]
  readonly at: Date
}

/** @returns false when somebody else has written meanwhile: what we were told may be older */
async function applyRefunds(tx: Transaction<Tables>, { known, told, at }: Told): Promise<boolean> {
  const { memberId } = await tx
    .selectFrom('external_payment')
    .select('member_id as memberId')
    .where('id', '=', known.id)
    .executeTakeFirstOrThrow()
  await lockAccounts(tx, [memberId])
  const payment = await tx
    .selectFrom('external_payment as payment')
    .innerJoin('club', 'club.id', 'payment.club_id')
    .select(['payment.club_id as clubId', 'refunds_checked as checked', 'time_zone as timeZone'])
    .where('payment.id', '=', known.id)
    .forUpdate('payment')
    .executeTakeFirstOrThrow()
  if (payment.checked !== known.checked) return false
  const of = {
    ...{ paymentId: known.id, provider: providerNames[known.provider], clubId: payment.clubId, memberId },
    ...{ today: todayIn(payment.timeZone, at), at },
  }
  for (const refund of told.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()))
    await applyRefund(tx, of, refund)
  await tx
    .updateTable('external_payment')
    .set({ refunds_checked: known.checked + 1 })
    .where('id', '=', known.id)
    .execute()
  return true
}

interface Of {
  readonly paymentId: number
  readonly provider: string
  readonly clubId: number
  readonly memberId: number
  readonly today: string
  readonly at: Date
}

async function applyRefund(tx: Transaction<Tables>, of: Of, told: ToldRefund): Promise<void> {
  const { clubId, memberId, today, at, provider } = of
  const { id, state: before, description, isStillOwed, isNew } = await rowOf(tx, of, told)
  const { state, cause, reference } = told
  if (before === state && !isNew) return
  await tx
    .updateTable('external_refund')
    .set({ state, cause, reference, amount_pence: told.pence })
    .where('id', '=', id)
    .execute()
  const { returnId, restoredId } = await matchLedger(tx, {
    ...{ externalPaymentId: of.paymentId, on: today, reason: 'refund', isStillOwed },
    description: state === 'failed' ? `A refund came back${cause && `: ${cause}`}` : description,
  })
  if (returnId !== null || restoredId !== null)
    await tx
      .updateTable('external_refund')
      .set({
        ...(returnId !== null && { return_id: returnId }),
        ...(restoredId !== null && { restored_id: restoredId }),
      })
      .where('id', '=', id)
      .execute()
  const amount = pounds(told.pence)
  if (state === 'failed')
    await taskOfRefund(tx, {
      ...{ clubId, memberId, cause: failedCause(id), dueOn: today },
      subject: `A refund of ${currency(amount)} did not reach the payer${cause && ` (${cause})`}: the club has the money again`,
    })
  else await closeRefusals(tx, of)
  await refreshTasks(tx, { clubId, memberIds: [memberId], now: at, settle: ['payment'] })
  await writeAudit(tx, { action: 'syncRefund', accountId: null }, [
    {
      ...{ clubId, memberId, subject: 'external_refund', subjectId: id },
      before: isNew ? null : { state: before },
      after: { state, amount, of: provider, ...(cause && { cause }) },
    },
  ])
}

/** The row of a refund: known by its reference, or by our key where the answer was lost, or new: made at the provider. */
async function rowOf(tx: Transaction<Tables>, { paymentId, clubId, memberId, provider }: Of, told: ToldRefund) {
  const { rows } = await sql<{ id: number; state: string; description: string; isStillOwed: boolean }>`
    select id, state, description, is_still_owed as "isStillOwed" from external_refund
    where external_payment_id = ${paymentId}
      and (reference = ${told.reference} or reference is null and idempotency_key::text = ${told.key})`.execute(tx)
  const [found] = rows
  if (found) return { ...found, isNew: false }
  const description = `Refunded at ${provider}`
  const { id } = await tx
    .insertInto('external_refund')
    .values({
      ...{ external_payment_id: paymentId, club_id: clubId, member_id: memberId, amount_pence: told.pence },
      ...{ description, state: told.state, cause: told.cause, reference: told.reference, created_at: told.createdAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Nobody here has been asked.
  return { id, state: told.state, description, isStillOwed: true, isNew: true }
}

/** What was refused or came back before needs nobody any more. */
async function closeRefusals(tx: Transaction<Tables>, { paymentId, at }: Of): Promise<void> {
  const refunds = await tx
    .selectFrom('external_refund')
    .select('id')
    .where('external_payment_id', '=', paymentId)
    .execute()
  await closeTasks(tx, {
    kind: 'collection',
    causes: refunds.flatMap(({ id }) => [refusedCause(id), failedCause(id)]),
    because: 'It was refunded after all',
    now: at,
  })
}
