import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { CarrierEvent } from './carrier-event.ts'
import { workEventsJob } from './work-events.ts'

interface Parts {
  readonly db: Db
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly now: () => Date
}

/** Milliseconds between two jobs: each works off all that is there. */
const pause = 500

/** Stores what webhooks bring; resolved as soon as it cannot be lost any more. */
export function openIntake({ db, jobs, now }: Parts) {
  let timer: NodeJS.Timeout | undefined
  let lastWoken = -pause

  async function take(events: readonly CarrierEvent[]): Promise<void> {
    if (events.length === 0) return
    await store(db, events, now())
    if (timer) return
    const wait = Math.max(lastWoken + pause - performance.now(), 0)
    timer = setTimeout(() => void wake(), wait)
  }

  /** If it is lost with the process, or the database is away, the job of the minute finds the events. */
  async function wake(): Promise<void> {
    timer = undefined
    lastWoken = performance.now()
    await db
      .transaction()
      .execute(tx => jobs.enqueue(tx, workEventsJob, {}))
      .catch(() => {})
  }

  return { take, close: () => clearTimeout(timer) }
}

async function store(db: Db, events: readonly CarrierEvent[], at: Date): Promise<void> {
  for (const { carrier, kind, eventKey, messageId, providerId, address, told, happenedAt } of events)
    await sql`
      insert into carrier_event (carrier, kind, event_key, message_id, provider_id, address, told, happened_at,
        received_at, try_again_at)
      values (${carrier}, ${kind}, ${eventKey}, ${messageId}, ${providerId}, ${address}, ${JSON.stringify(told)}::jsonb,
        ${happenedAt ?? at}, ${at}, ${at})
      on conflict on constraint carrier_event_once do nothing`.execute(db)
}
