import { sql } from 'kysely'
import type { ProviderEvent } from './events.ts'
import { type CollectionParts, job } from './parts.ts'

interface Delivery {
  readonly accountId: number
  readonly events: readonly ProviderEvent[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Milliseconds between two jobs that work off the events of an account: each works off all that are there. */
const pause = 500

export interface EventIntake {
  /** Stores events; resolved as soon as they cannot be lost any more. */
  take(accountId: number, events: readonly ProviderEvent[]): Promise<void>
  close(): Promise<void>
}

/**
 * Stores what webhooks bring. What arrives while something is being written waits and is written together: a thousand a
 * second are a few dozen transactions.
 */
export function openEventIntake({ db, jobs, now }: Omit<CollectionParts, 'providers'>): EventIntake {
  let waiting: Delivery[] = []
  let writing: Promise<void> | null = null
  const lastWorked = new Map<number, number>()
  const owed = new Set<number>()
  let timer: NodeJS.Timeout | undefined

  async function write() {
    while (waiting.length > 0) {
      const deliveries = waiting
      waiting = []
      try {
        await store(deliveries)
        for (const { resolve } of deliveries) resolve()
      } catch (error) {
        for (const { reject } of deliveries) reject(error)
      }
    }
    writing = null
  }

  async function store(deliveries: readonly Delivery[]) {
    const accountIds = new Set(deliveries.map(({ accountId }) => accountId))
    const start = performance.now()
    const ready = [...accountIds].filter(id => start - (lastWorked.get(id) ?? -pause) >= pause)
    await db.transaction().execute(async tx => {
      await insertEvents(tx, deliveries, now())
      for (const accountId of ready) await jobs.enqueue(tx, job.workEvents, { accountId })
    })
    for (const id of ready) lastWorked.set(id, start)
    for (const id of accountIds) if (!ready.includes(id)) owed.add(id)
    if (owed.size > 0) timer ??= setTimeout(() => void workOwed(), pause)
  }

  /** What came right after a job had been put into the queue. If it is lost with the process, the job of the minute finds it. */
  async function workOwed() {
    timer = undefined
    const accountIds = [...owed]
    owed.clear()
    try {
      await db.transaction().execute(async tx => {
        for (const accountId of accountIds) await jobs.enqueue(tx, job.workEvents, { accountId })
      })
    } catch {
      // As above: they are stored, and looked at within a minute.
    }
  }

  return {
    take: (accountId, events) =>
      new Promise((resolve, reject) => {
        waiting.push({ accountId, events, resolve, reject })
        writing ??= write()
      }),
    close: async () => {
      clearTimeout(timer)
      await writing
    },
  }
}

async function insertEvents(tx: CollectionParts['db'], deliveries: readonly Delivery[], at: Date) {
  const rows = deliveries.flatMap(({ accountId, events }) => events.map(event => ({ accountId, event })))
  await sql`
    insert into provider_event (provider_account_id, event_id, resource_type, action, links, details, happened_at,
      received_at, try_again_at)
    select account_id, event_id, resource_type, action, links, details, happened_at, ${at}, ${at}
    from unnest(${rows.map(({ accountId }) => accountId)}::bigint[], ${rows.map(({ event }) => event.eventId)}::text[],
      ${rows.map(({ event }) => event.resourceType)}::text[], ${rows.map(({ event }) => event.action)}::text[],
      ${rows.map(({ event }) => JSON.stringify(event.links))}::jsonb[],
      ${rows.map(({ event }) => JSON.stringify(event.details))}::jsonb[],
      ${rows.map(({ event }) => event.happenedAt)}::timestamptz[])
      as told (account_id, event_id, resource_type, action, links, details, happened_at)
    order by account_id, event_id
    on conflict on constraint provider_event_once do nothing`.execute(tx)
}
