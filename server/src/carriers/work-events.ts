import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'
import type { CarrierEvent, CarrierListener } from './carrier-event.ts'

export const workEventsJob = 'work-carrier-events'

export interface WorkParts {
  readonly db: Db
  readonly now: () => Date
  /** The areas that send messages; they are above this one, which knows none of them. */
  readonly listeners: readonly CarrierListener[]
  readonly log: { error(details: object, message: string): void }
}

const batch = 100
/** Minutes after which what belongs to nobody is told again, and how often: about five days in all. */
const pauses = [1, 2, 5, 15, 60, 180, 720, 1440, 1440, 1440, 1440]
const nobodys = 'Nothing of ours belongs to it.'
/** Worked off, an event only says that it has come. */
const keptDays = 90

interface StoredEvent extends CarrierEvent {
  readonly id: number
  readonly happenedAt: Date
  readonly tries: number
}

/**
 * Tells the listeners what has come, a batch in a transaction, in the order in which it came. Several processes may do so at
 * once: none sees what another has in hand.
 */
export async function workEvents(parts: WorkParts): Promise<void> {
  while (await workBatch(parts)) {
    // On to the next.
  }
}

/** @returns whether there may be more */
async function workBatch({ db, now, listeners, log }: WorkParts): Promise<boolean> {
  const at = now()
  return await db.transaction().execute(async tx => {
    const { rows: events } = await sql<StoredEvent>`
      select id, carrier, kind, event_key as "eventKey", message_id as "messageId", provider_id as "providerId", address,
        told, happened_at as "happenedAt", tries
      from carrier_event where worked_at is null and try_again_at <= ${at}
      order by id limit ${batch} for update skip locked`.execute(tx)
    const done: number[] = []
    for (const event of events) {
      // What one of them breaks on does not keep the others waiting.
      await sql`savepoint event`.execute(tx)
      const outcome = await tell(tx, listeners, event).catch((error: unknown) => error)
      if (outcome instanceof Error) {
        log.error(
          { event: event.id, kind: event.kind, error: outcome.name },
          'an event of a carrier could not be worked off',
        )
        await sql`rollback to savepoint event`.execute(tx)
      }
      await sql`release savepoint event`.execute(tx)
      const isNobodys = outcome === false && !mayBeKnownLater(event)
      if (outcome === true || isNobodys) done.push(event.id)
      else await putOff(tx, event, { at, problem: outcome instanceof Error ? `It failed: ${outcome.name}.` : nobodys })
    }
    await sql`
      update carrier_event set worked_at = ${at}, problem = '', address = '', told = told - '{text,subject,to}'::text[]
      where id = any(${done})`.execute(tx)
    return events.length === batch
  })
}

/** Mail that bears no name of ours is a receipt, or a link to sign in: nobody asks what became of it. */
const mayBeKnownLater = ({ carrier, kind, messageId }: CarrierEvent) =>
  carrier === 'twilio' || kind !== 'report' || messageId !== null

async function tell(tx: Transaction<Tables>, listeners: readonly CarrierListener[], event: StoredEvent) {
  const { carrier, kind, messageId, providerId, address, told, happenedAt: at } = event
  const about = { channel: carrier === 'mail' ? 'email' : 'sms', messageId, providerId, at } as const
  const {
    state = 'failed',
    isAddressBad = false,
    isStopped = true,
    detail = '',
    to = '',
    subject = '',
    text = '',
  } = told
  let isKnown = false
  for (const { onReport, onReply, onStop } of listeners) {
    if (kind === 'report' && (await onReport?.(tx, { ...about, address, state, isAddressBad, detail }))) isKnown = true
    if (kind === 'reply' && (await onReply?.(tx, { ...about, from: address, to, subject, text }))) isKnown = true
    if (kind === 'stop' && (await onStop?.(tx, { ...about, address, isStopped, detail }))) isKnown = true
  }
  return isKnown
}

interface Putting {
  readonly at: Date
  readonly problem: string
}

/** Later each time; in the end it is given up, and says nothing more about anybody. */
async function putOff(tx: Transaction<Tables>, { id, tries }: StoredEvent, { at, problem }: Putting): Promise<void> {
  const pause = pauses[tries]
  if (pause === undefined)
    await sql`
      update carrier_event set worked_at = ${at}, tries = tries + 1, problem = ${problem}, address = '',
        told = told - '{text,subject,to}'::text[]
      where id = ${id}`.execute(tx)
  else
    await sql`
      update carrier_event set tries = tries + 1, problem = ${problem},
        try_again_at = ${new Date(at.getTime() + pause * 60_000)}
      where id = ${id}`.execute(tx)
}

/** Nightly: what was worked off long ago, and will not come again. */
export async function forgetEvents({ db, now }: Pick<WorkParts, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - keptDays * 86_400_000)
  await sql`delete from carrier_event where worked_at < ${before}`.execute(db)
}
