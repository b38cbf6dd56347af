import { sql } from 'kysely'
import { type At, type GoCardless, ProviderProblem } from '../providers/index.ts'
import type { CollectionParts } from './parts.ts'
import { syncMandate } from './sync-mandate.ts'
import { syncPayment, syncSubscription } from './sync-payment.ts'

/** The jobs that follow a person's wish to cancel: they ask the provider, and write down what came of it. */

interface Wanted {
  readonly id: number
  readonly accountId: number
  readonly reference: string | null
}

type Table = 'mandate' | 'external_subscription' | 'external_payment'

export async function cancelMandateJob(parts: CollectionParts, { mandateId }: { mandateId: number }): Promise<void> {
  const wanted = await wantedOf(parts, 'mandate', mandateId)
  if (!wanted?.reference) return
  const { accountId, reference } = wanted
  await cancel(parts, { table: 'mandate', wanted }, client => client.cancelMandate(reference))
  await syncMandate(parts, accountId, reference)
}

export async function cancelSubscriptionJob(
  parts: CollectionParts,
  { subscriptionId }: { subscriptionId: number },
): Promise<void> {
  const wanted = await wantedOf(parts, 'external_subscription', subscriptionId)
  if (!wanted?.reference) return
  const { accountId, reference } = wanted
  await cancel(parts, { table: 'external_subscription', wanted }, client => client.cancelSubscription(reference))
  await syncSubscription(parts, accountId, reference)
}

/**
 * Pauses what the provider collects by itself while its mandate is on hold, or lets it go on when it no longer is: the row
 * says which, so that a job that comes late does no harm.
 */
export async function pauseOrResumeJob(
  parts: CollectionParts,
  { subscriptionId }: { subscriptionId: number },
): Promise<void> {
  const { rows } = await sql<{ accountId: number; reference: string; state: string; isHeld: boolean }>`
    select provider_account_id as "accountId", reference, state, mandate_is_on_hold(mandate_id) as "isHeld"
    from external_subscription where id = ${subscriptionId}`.execute(parts.db)
  const [row] = rows
  if (!row || row.state !== (row.isHeld ? 'active' : 'paused')) return
  const { ask } = await parts.providers.goCardlessAt(row.accountId)
  try {
    await ask(client =>
      row.isHeld ? client.pauseSubscription(row.reference) : client.resumeSubscription(row.reference),
    )
  } catch (error) {
    if (!(error instanceof ProviderProblem) || error.kind !== 'refused') throw error
    const problem = `Could not be ${row.isHeld ? 'paused' : 'resumed'}. ${error.message}`.slice(0, 500)
    await sql`update external_subscription set problem = ${problem} where id = ${subscriptionId}`.execute(parts.db)
  }
  await syncSubscription(parts, row.accountId, row.reference)
}

/** One that may be on its way, but has no reference yet, is cancelled as soon as it has (send-payments.ts). */
export async function cancelPaymentJob(parts: CollectionParts, { paymentId }: { paymentId: number }): Promise<void> {
  const { rows } = await sql`
    update external_payment set state = 'cancelled', cancel_requested_at = null, checked = checked + 1
    where id = ${paymentId} and state = 'waiting' and sent_at is null and cancel_requested_at is not null
    returning id`.execute(parts.db)
  if (rows.length > 0) return
  const wanted = await wantedOf(parts, 'external_payment', paymentId)
  if (!wanted?.reference) return
  const { accountId, reference } = wanted
  await cancel(parts, { table: 'external_payment', wanted }, client => client.cancelPayment(reference))
  await syncPayment(parts, accountId, reference)
}

async function wantedOf({ db }: CollectionParts, table: Table, id: number): Promise<Wanted | undefined> {
  const { rows } = await sql<Wanted>`
    select id, provider_account_id as "accountId", reference from ${sql.table(table)}
    where id = ${id} and cancel_requested_at is not null`.execute(db)
  return rows[0]
}

/** @throws ProviderProblem unless the provider has said yes or no */
async function cancel(
  { db, providers }: CollectionParts,
  { table, wanted }: { table: Table; wanted: Wanted },
  ask: (client: GoCardless) => Promise<unknown>,
): Promise<void> {
  const at: At<GoCardless> = await providers.goCardlessAt(wanted.accountId)
  try {
    await at.ask(ask)
  } catch (error) {
    if (!(error instanceof ProviderProblem) || error.kind !== 'refused') throw error
    await sql`
      update ${sql.table(table)} set cancel_requested_at = null, problem = ${`Could not be cancelled. ${error.message}`.slice(0, 500)}
      where id = ${wanted.id}`.execute(db)
  }
}
