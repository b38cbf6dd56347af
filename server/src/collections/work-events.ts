import { sql } from 'kysely'
import { ProviderProblem } from '../providers/index.ts'
import { syncBillingRequest } from './mandate-request.ts'
import { type CollectionParts, job } from './parts.ts'
import { syncMandate } from './sync-mandate.ts'
import { syncPayment } from './sync-payment.ts'
import { syncSubscription } from './sync-subscription.ts'

const batch = 500
const atOnce = 8
/** Minutes after which something that nobody knows is looked for again, and how often. About eight days. */
const pauses = [1, 2, 5, 15, 60, 180, 720, 1440, 1440, 1440, 1440, 1440, 1440, 1440]

/** An event that nobody has worked off yet. */
export interface OpenEvent {
  id: number
  resourceType: string
  links: Record<string, string>
  tries: number
}

/**
 * Works off what a provider has told us: of each thing that events are about, the truth is fetched once, however many events
 * there are and in whatever order. What nobody knows is kept and looked for again.
 * @throws ProviderProblem when the provider cannot be asked: the events stay as they are
 */
export async function workEvents(parts: CollectionParts, { accountId }: { accountId: number }): Promise<void> {
  const { db, now } = parts
  for (;;) {
    const { rows: open } = await sql<OpenEvent>`
      select event.id, resource_type as "resourceType", links, tries
      from provider_event event
      join provider_account account on account.id = event.provider_account_id and account.provider = 'gocardless'
      where provider_account_id = ${accountId} and worked_at is null and try_again_at <= ${now()}
      order by event.id limit ${batch}`.execute(db)
    if (open.length === 0) return
    const things = [...Map.groupBy(open, thingOf)]
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

/** 'payments PM123': what an event is about, as far as we follow it. */
function thingOf({ resourceType, links }: OpenEvent): string {
  const link = followed[resourceType]
  return link ? `${resourceType} ${links[link] ?? ''}` : ''
}

const followed: Readonly<Record<string, string>> = {
  payments: 'payment',
  mandates: 'mandate',
  subscriptions: 'subscription',
  billing_requests: 'billing_request',
}

/** The outcome of a look: the state is what the provider says, or there is nothing here that it belongs to. */
type Outcome = 'done' | 'unknown'

async function look(parts: CollectionParts, accountId: number, thing: string): Promise<Outcome> {
  const [resource, reference = ''] = thing.split(' ')
  if (reference === '') return 'done'
  if (resource === 'payments') return await syncPayment(parts, accountId, reference)
  if (resource === 'mandates') return await syncMandate(parts, accountId, reference)
  if (resource === 'subscriptions') return await syncSubscription(parts, accountId, reference)
  const found = await syncBillingRequest(parts, accountId, reference)
  return found === 'unknown' ? 'unknown' : 'done'
}

/** Writes down what came of a look at what events are about; what is unknown is looked for again, later each time. */
export async function markEvents(
  { db, now }: Pick<CollectionParts, 'db' | 'now'>,
  events: readonly OpenEvent[],
  outcome: Outcome,
  message = '',
): Promise<void> {
  const at = now()
  if (outcome === 'done') {
    const ids = events.map(({ id }) => id)
    await sql`update provider_event set worked_at = ${at}, problem = '' where id = any(${ids})`.execute(db)
    return
  }
  const problem = message || 'Nothing of ours belongs to it yet.'
  for (const { id, tries } of events) {
    const pause = pauses[tries]
    await sql`
      update provider_event
      set tries = tries + 1, problem = ${problem}, worked_at = ${pause === undefined ? at : null},
        try_again_at = ${new Date(at.getTime() + (pause ?? 0) * 60_000)}
      where id = ${id} and worked_at is null`.execute(db)
  }
}

/** Every minute: events that were stored and not looked at, or are to be looked at again. */
export async function findOpenEvents({ db, jobs, now }: CollectionParts): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ accountId: number }>`
      select distinct provider_account_id as "accountId"
      from provider_event event
      join provider_account account on account.id = event.provider_account_id and account.provider = 'gocardless'
      where worked_at is null and try_again_at <= ${now()}`.execute(tx)
    for (const { accountId } of rows) await jobs.enqueue(tx, job.workEvents, { accountId })
  })
}
