import { sql } from 'kysely'
import { isWorking } from '../platform/club-stops.ts'
import { type BookingWrite, type WriteParts, writeBySystem } from './booking-write.ts'
import { lockDay } from './class-day.ts'
import { moveUp } from './move-up.ts'

/**
 * Looks after every list on which someone waits, or on which the time of an offer is over: each in a transaction of its
 * own, so that one that fails holds up no other. It also finds places that have fallen free elsewhere, as by a class that
 * has got a larger capacity.
 */
export async function moveLists(parts: WriteParts): Promise<void> {
  const now = parts.now()
  const { rows } = await sql<{ classId: number; classDate: string }>`
    select distinct class_id as "classId", class_date as "classDate" from waiting_list_entry
    where closed_at is null and (offer_until is null or offer_until <= ${now})
      and ${isWorking(sql`waiting_list_entry.club_id`)}
    order by class_date, class_id`.execute(parts.db)
  const failed: unknown[] = []
  for (const list of rows) await moveList(parts, list).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed[0]
}

async function moveList(parts: WriteParts, { classId, classDate }: { classId: number; classDate: string }) {
  await writeBySystem(parts, 'moveWaitingList', async context => {
    const day = await lockDay(context.tx, classId, classDate)
    if (day) return await moveUp(context, day)
    await endPast(context, { classId, classDate })
  })
}

/** A day on which the class does not run any more, by a closure perhaps: it may be opened again until it is past. */
async function endPast(
  { tx, now, audit }: BookingWrite,
  { classId, classDate }: { classId: number; classDate: string },
) {
  const { rows } = await sql<{ id: number; clubId: number; memberId: number }>`
    update waiting_list_entry entry set closed_at = ${now}, closed_as = 'ended' from club
    where club.id = entry.club_id and class_id = ${classId} and class_date = ${classDate} and closed_at is null
      and (${now}::timestamptz at time zone club.time_zone)::date > class_date
    returning entry.id, entry.club_id as "clubId", entry.member_id as "memberId"`.execute(tx)
  for (const { id, clubId, memberId } of rows)
    audit({ clubId, memberId, subject: 'waiting_list_entry', subjectId: id, after: { closedAs: 'ended' } })
}
