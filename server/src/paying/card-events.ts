import { sql } from 'kysely'
import { type Outcome, workOffEvents } from '../collections/index.ts'
import { ProviderProblem } from '../providers/index.ts'
import { syncRefunds } from '../refunds/index.ts'
import type { PayingParts } from './parts.ts'
import { syncCheckoutOf } from './sync-checkout.ts'
import { orNull, syncIntent } from './sync-intent.ts'

/**
 * Works off what Stripe has told. A charge, a dispute and a refund are looked at with the payment that they are of, where
 * the event has said which; with a charge or a refund all that was given back of the payment, too.
 * @throws ProviderProblem when Stripe cannot be asked: the events stay as they are
 */
export async function workCardEvents(parts: PayingParts, { accountId }: { accountId: number }): Promise<void> {
  const thing = sql<string>`coalesce(case
      when links ? 'payment_intent' and (resource_type = 'refund' or (resource_type = 'charge' and action like '%refund%'))
        then 'refunded ' || (links->>'payment_intent')
      when links ? 'payment_intent' and resource_type in ('charge', 'dispute')
        then 'payment_intent ' || (links->>'payment_intent')
      else resource_type || ' ' || (links->>resource_type) end, '')`
  await workOffEvents(parts, { accountId, provider: 'stripe', thing, look: thing => look(parts, accountId, thing) })
}

async function look(parts: PayingParts, accountId: number, thing: string): Promise<Outcome> {
  const [resource, reference = ''] = thing.split(' ')
  if (resource === 'payment_intent') return await intent(reference)
  if (resource === 'refunded') return await refunded(reference)
  if (resource === 'checkout.session') return await session(parts, accountId, reference)
  if (resource !== 'charge' && resource !== 'dispute' && resource !== 'refund') return 'done'
  const { ask } = await parts.providers.stripeAt(accountId)
  const found = await orNull<{ payment_intent: string | { id: string } | null }>(() =>
    ask<{ payment_intent: string | { id: string } | null }>(client => {
      if (resource === 'charge') return client.charges.retrieve(reference)
      return resource === 'refund' ? client.refunds.retrieve(reference) : client.disputes.retrieve(reference)
    }),
  )
  const of = found?.payment_intent
  if (!of) return 'done'
  const id = typeof of === 'string' ? of : of.id
  return resource === 'dispute' ? await intent(id) : await refunded(id)

  function intent(id: string) {
    return syncIntent(parts, accountId, id, key => syncCheckoutOf(parts, { key }))
  }

  async function refunded(id: string): Promise<Outcome> {
    if ((await intent(id)) === 'unknown') return 'unknown'
    // Of a payment that is none of ours nothing is known, and nothing to do.
    await syncRefunds(parts, accountId, id)
    return 'done'
  }
}

/** A session that we do not know by its name: ours if it carries our key, of which the answer was lost. */
async function session(parts: PayingParts, accountId: number, reference: string): Promise<'done' | 'unknown'> {
  if ((await syncCheckoutOf(parts, { accountId, session: reference })) === 'done') return 'done'
  const { ask } = await parts.providers.stripeAt(accountId)
  const found = await orNull(() => ask(client => client.checkout.sessions.retrieve(reference)))
  const key = found?.metadata?.honbu_checkout
  if (!key) return 'done'
  await parts.db
    .updateTable('checkout')
    .set({ reference })
    .where('provider_account_id', '=', accountId)
    .where('reference', 'is', null)
    .where(sql<string>`idempotency_key::text`, '=', key)
    .execute()
  return await syncCheckoutOf(parts, { accountId, session: reference })
}

/** Every minute: events that were stored and not looked at, or are to be looked at again. */
export async function findCardEvents(parts: PayingParts): Promise<void> {
  const { rows } = await sql<{ accountId: number }>`
    select distinct provider_account_id as "accountId"
    from provider_event event
    join provider_account account on account.id = event.provider_account_id and account.provider = 'stripe'
    where worked_at is null and try_again_at <= ${parts.now()}`.execute(parts.db)
  const problems: ProviderProblem[] = []
  for (const data of rows) {
    try {
      await workCardEvents(parts, data)
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      problems.push(error)
    }
  }
  const [first] = problems
  if (first) throw first
}
