import { sql } from 'kysely'
import { markEvents, type OpenEvent } from '../collections/index.ts'
import { ProviderProblem } from '../providers/index.ts'
import type { PayingParts } from './parts.ts'
import { syncCheckoutOf } from './sync-checkout.ts'
import { orNull, syncIntent } from './sync-intent.ts'

const batch = 500
const atOnce = 8

/**
 * Works off what Stripe has told us: of each thing that events are about, the truth is fetched once, however many events
 * there are and in whatever order. What should be ours and is not known yet is kept and looked for again.
 * @throws ProviderProblem when Stripe cannot be asked: the events stay as they are
 */
export async function workCardEvents(parts: PayingParts, { accountId }: { accountId: number }): Promise<void> {
  for (;;) {
    const { rows: open } = await sql<OpenEvent>`
      select event.id, resource_type as "resourceType", links, tries
      from provider_event event
      join provider_account account on account.id = event.provider_account_id and account.provider = 'stripe'
      where provider_account_id = ${accountId} and worked_at is null and try_again_at <= ${parts.now()}
      order by event.id limit ${batch}`.execute(parts.db)
    if (open.length === 0) return
    const things = [...Map.groupBy(open, ({ resourceType, links }) => `${resourceType} ${links[resourceType] ?? ''}`)]
    let problem: ProviderProblem | null = null
    const work = async () => {
      for (let thing = things.shift(); thing && !problem; thing = things.shift()) {
        const [what, events] = thing
        try {
          await markEvents(parts, events, await look(parts, accountId, what))
        } catch (error) {
          if (!(error instanceof ProviderProblem)) throw error
          if (error.kind === 'refused') await markEvents(parts, events, 'unknown', error.message)
          else problem = error
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    if (problem) throw problem
  }
}

async function look(parts: PayingParts, accountId: number, thing: string): Promise<'done' | 'unknown'> {
  const [resource, reference = ''] = thing.split(' ')
  const intent = (id: string) => syncIntent(parts, accountId, id, key => syncCheckoutOf(parts, { key }))
  if (reference === '') return 'done'
  if (resource === 'payment_intent') return await intent(reference)
  if (resource === 'checkout.session') return await session(parts, accountId, reference)
  if (resource !== 'charge' && resource !== 'dispute') return 'done'
  const { ask } = await parts.providers.stripeAt(accountId)
  const found = await orNull<{ payment_intent: string | { id: string } | null }>(() =>
    ask<{ payment_intent: string | { id: string } | null }>(client =>
      resource === 'charge' ? client.charges.retrieve(reference) : client.disputes.retrieve(reference),
    ),
  )
  const of = found?.payment_intent
  return of ? await intent(typeof of === 'string' ? of : of.id) : 'done'
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
