import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Write } from '../platform/route.ts'
import { offerStands } from './holders.ts'

/** A slot as it is stored. */
export interface Slot {
  readonly id: number
  readonly version: number
  readonly classId: number
  readonly clubId: number
  readonly classDate: string
  /** HH:mm */
  readonly startTime: string
  readonly finishTime: string
  readonly startsAt: Date
  readonly capacity: number
}

/**
 * Slots by their ids, which whoever books or edits them waits for; in the order of their ids, so that two who lock the same
 * two never wait for each other.
 */
export async function lockSlots(tx: Write['tx'], ids: readonly number[]): Promise<Slot[]> {
  await sql`select from class_availability where id = any(${[...ids]}) order by id for update`.execute(tx)
  const { rows } = await sql<Slot>`
    select slot.id, slot.version, class_id as "classId", club_id as "clubId", class_date as "classDate",
      to_char(start_time, 'HH24:MI') as "startTime", to_char(finish_time, 'HH24:MI') as "finishTime",
      (class_date + start_time) at time zone club.time_zone as "startsAt", capacity
    from class_availability slot join club on club.id = slot.club_id
    where slot.id = any(${[...ids]})`.execute(tx)
  return rows
}

/** Null when it has just been deleted. */
export async function lockSlot(tx: Write['tx'], id: number): Promise<Slot | null> {
  const [slot] = await lockSlots(tx, [id])
  return slot ?? null
}

/** How many places of a slot are booked, and how many are offered to the waiting list. */
export async function slotPlaces(db: Db, { classId, classDate }: Pick<Slot, 'classId' | 'classDate'>, now: Date) {
  const { rows } = await sql<{ booked: number; offered: number }>`
    select (select count(*) from booking
        where class_id = ${classId} and booking_date = ${classDate} and cancelled_at is null) as booked,
      (select count(*) from waiting_list_entry
        where class_id = ${classId} and class_date = ${classDate} and ${offerStands(now)}) as offered`.execute(db)
  return rows[0] ?? { booked: 0, offered: 0 }
}
