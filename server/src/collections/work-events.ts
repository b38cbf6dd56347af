import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { ProviderProblem } from '../providers/index.ts'
import { syncRefunds } from '../refunds/index.ts'
import { syncBillingRequest } from './mandate-request.ts'
import { type CollectionParts, job } from './parts.ts'
import { findOrNull, syncMandate } from './sync-mandate.ts'
import { syncPayment, syncSubscription } from './sync-payment.ts'

/** Things that are looked at before it is written down which were. */
const batch = 500
const atOnce = 8
/** Minutes after which something that nobody knows is looked for again, and how often. About eight days. */
const pauses = [1, 2, 5, 15, 60, 180, 720, 1440, 1440, 1440, 1440, 1440, 1440, 1440]

/** Something at a provider, with all that has been told of it and nobody has worked off yet. */
interface Thing {
  /** 'payments PM123'; empty: nothing that we follow. */
  thing: string
  eventIds: number[]
}

interface Backlog {
  readonly accountId: number
  readonly provider: 'gocardless' | 'stripe'
  /** What an event is about, as text, in SQL over `event`. */
  readonly thing: RawBuilder<string>
  readonly look: (thing: string) => Promise<Outcome>
}

/**
 * Works off what a provider has told us of an account: over all that waits, of each thing that events are about the truth is
 * fetched once, however many events there are and in whatever order. What nobody knows is kept and looked for again. A
 * process that dies before it has written down what it looked at looks again.
 * @throws ProviderProblem when the provider cannot be asked: the events stay as they are
 */
export async function workOffEvents(parts: Pick<CollectionParts, 'db' | 'now'>, backlog: Backlog): Promise<void> {
  for (;;) {
    const things = await openThings(parts, backlog)
    if (things.length === 0) return
    const done: number[] = []
    let problem: ProviderProblem | null = null
    const work = async () => {
      for (let next = things.shift(); next && !problem; next = things.shift()) {
        const { thing, eventIds } = next
        try {
          const outcome = thing === '' ? 'done' : await backlog.look(thing)
          if (outcome === 'done') done.push(...eventIds)
          else await keepForLater(parts, eventIds, 'Nothing of ours belongs to it yet.')
        } catch (error) {
          if (!(error instanceof ProviderProblem)) throw error
          if (error.kind === 'refused') await keepForLater(parts, eventIds, error.message)
          else problem = error
        }
      }
    }
    try {
      // What one lane throws must not leave the others at work behind it.
      const ended = await Promise.allSettled(Array.from({ length: atOnce }, work))
      for (const lane of ended) if (lane.status === 'rejected') throw lane.reason
    } finally {
      await markDone(parts, done)
    }
    if (problem) throw problem
  }
}

async function openThings({ db, now }: Pick<CollectionParts, 'db' | 'now'>, { accountId, provider, thing }: Backlog) {
  const { rows } = await sql<Thing>`
    select ${thing} as thing, array_agg(event.id) as "eventIds"
    from provider_event event
    join provider_account account on account.id = event.provider_account_id and account.provider = ${provider}
    where provider_account_id = ${accountId} and worked_at is null and try_again_at <= ${now()}
    group by 1 order by min(event.id) limit ${batch}`.execute(db)
  return rows
}

/** Works off what GoCardless has told. @throws ProviderProblem when it cannot be asked */
export async function workEvents(parts: CollectionParts, { accountId }: { accountId: number }): Promise<void> {
  const thing = sql<string>`coalesce(resource_type || ' ' || case resource_type when 'payments' then links->>'payment'
    when 'mandates' then links->>'mandate' when 'subscriptions' then links->>'subscription'
    when 'billing_requests' then links->>'billing_request' when 'refunds' then links->>'refund' end, '')`
  const look = (thing: string) => lookAt(parts, accountId, thing)
  await workOffEvents(parts, { accountId, provider: 'gocardless', thing, look })
}

/** The outcome of a look: the state is what the provider says, or there is nothing here that it belongs to. */
export type Outcome = 'done' | 'unknown'

async function lookAt(parts: CollectionParts, accountId: number, thing: string): Promise<Outcome> {
  const [resource, reference = ''] = thing.split(' ')
  if (resource === 'payments') return await syncPayment(parts, accountId, reference)
  if (resource === 'mandates') return await syncMandate(parts, accountId, reference)
  if (resource === 'refunds') return await syncRefundOf(parts, accountId, reference)
  if (resource === 'subscriptions') return await syncSubscription(parts, accountId, reference)
  const found = await syncBillingRequest(parts, accountId, reference)
  return found === 'unknown' ? 'unknown' : 'done'
}

/** A refund that was made here or at the provider: the payment first, then all its refunds. */
async function syncRefundOf(parts: CollectionParts, accountId: number, reference: string): Promise<Outcome> {
  const { ask } = await parts.providers.goCardlessAt(accountId)
  const refund = await findOrNull(() => ask(client => client.findRefund(reference)))
  // One of a mandate as a whole belongs to no payment.
  const payment = refund?.links.payment
  if (!payment) return refund ? 'done' : 'unknown'
  if ((await syncPayment(parts, accountId, payment)) === 'unknown') return 'unknown'
  return await syncRefunds(parts, accountId, payment)
}

async function markDone({ db, now }: { db: Db; now: () => Date }, eventIds: readonly number[]): Promise<void> {
  if (eventIds.length === 0) return
  await sql`
    update provider_event set worked_at = ${now()}, problem = '' where id = any(${[...eventIds]})`.execute(db)
}

/** What is unknown is looked for again, later each time, and given up in the end. */
async function keepForLater({ db, now }: { db: Db; now: () => Date }, eventIds: readonly number[], problem: string) {
  const at = now()
  await sql`
    update provider_event event
    set tries = event.tries + 1, problem = ${problem},
      worked_at = case when event.tries >= ${pauses.length} then ${at}::timestamptz end,
      try_again_at = ${at}::timestamptz + make_interval(mins => coalesce((${pauses}::integer[])[event.tries + 1], 0))
    where id = any(${[...eventIds]}) and worked_at is null`.execute(db)
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
