import { sql } from 'kysely'
import type { ProviderSubscription } from '../providers/index.ts'
import type { CollectionParts } from './parts.ts'
import { findOrNull } from './sync-mandate.ts'

/**
 * Fetches a subscription and stores it, also one that is new to us on a mandate of ours.
 * @param beforeEnd called before one is stored as no longer active
 * @returns 'unknown' for one that is none of ours
 * @throws ProviderProblem
 */
export async function storeSubscription(
  { db, providers }: Pick<CollectionParts, 'db' | 'providers'>,
  accountId: number,
  reference: string,
  beforeEnd: () => Promise<void>,
): Promise<'done' | 'unknown'> {
  const { ask } = await providers.goCardlessAt(accountId)
  for (;;) {
    const known = await db
      .selectFrom('external_subscription')
      .select(['id', 'checked', 'state'])
      .where('provider_account_id', '=', accountId)
      .where('reference', '=', reference)
      .executeTakeFirst()
    const truth = await findOrNull(() => ask(client => client.findSubscription(reference)))
    if (!truth) return 'unknown'
    if (truth.status !== 'active' && truth.status !== known?.state) await beforeEnd()
    const { rows } = known
      ? await sql`
          update external_subscription set ${fields(truth)}, checked = checked + 1,
            cancel_requested_at = case when ${truth.status} in ('active', 'paused') then cancel_requested_at end,
            problem = case when ${truth.status} in ('active', 'paused') then problem else '' end
          where id = ${known.id} and checked = ${known.checked} returning id`.execute(db)
      : await sql`
          insert into external_subscription (club_id, root_club_id, member_id, mandate_id, provider_account_id, reference,
            name, amount_pence, frequency, state, created_at, start_date, next_payment)
          select club_id, root_club_id, member_id, id, provider_account_id, ${truth.id}, ${nameOf(truth)},
            ${truth.amount}::integer, ${frequencyOf(truth)}, ${truth.status}, ${truth.created_at}::timestamptz,
            ${truth.start_date}::date, ${nextPaymentOf(truth)}::date
          from mandate where provider_account_id = ${accountId} and reference = ${truth.links.mandate ?? ''}
          on conflict on constraint external_subscription_reference do nothing returning id`.execute(db)
    if (rows.length > 0) return 'done'
    if (!known && !(await isKnownSubscription(db, accountId, reference))) return 'unknown'
  }
}

/** Whether we have stored a subscription of an account. */
export const isKnownSubscription = async (db: CollectionParts['db'], accountId: number, reference: string) =>
  (await db
    .selectFrom('external_subscription')
    .select('id')
    .where('provider_account_id', '=', accountId)
    .where('reference', '=', reference)
    .executeTakeFirst()) !== undefined

const fields = (truth: ProviderSubscription) => sql`
  name = ${nameOf(truth)}, amount_pence = ${truth.amount}::integer, frequency = ${frequencyOf(truth)},
  state = ${truth.status}, start_date = ${truth.start_date}::date, next_payment = ${nextPaymentOf(truth)}::date`

const nameOf = ({ name }: ProviderSubscription) => (name ?? '').slice(0, 500)

const frequencyOf = ({ interval, interval_unit }: ProviderSubscription) =>
  (interval === 1 ? interval_unit : `${interval} ${interval_unit}`).slice(0, 40)

const nextPaymentOf = ({ status, upcoming_payments }: ProviderSubscription) =>
  status === 'active' ? (upcoming_payments[0]?.charge_date ?? null) : null
