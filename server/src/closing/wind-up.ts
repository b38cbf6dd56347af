import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { type WriteParts, writeBySystem } from '../bookings/index.ts'
import { stopCollectingIn } from '../collections/index.ts'
import { endMembership } from '../membership/index.ts'
import type { Jobs } from '../platform/jobs.ts'
import { deleteClosed } from './delete-closed.ts'

/** `{ clubId }`: closes it now, if it's time. */
export const closeJob = 'close-club'

interface Parts extends WriteParts {
  readonly jobs: Pick<Jobs, 'enqueue' | 'work' | 'schedule'>
}

/** Closes clubs on the day that their owners have chosen. */
export async function closeClubs(parts: Parts): Promise<void> {
  await parts.jobs.work<{ clubId: number }>(closeJob, ({ clubId }) => closeDue(parts, clubId))
  await parts.jobs.schedule('close-clubs', '3 * * * *', () => closeDue(parts))
  await parts.jobs.schedule('delete-closed-clubs', '43 * * * *', () => deleteClosed(parts))
}

/**
 * Closes those whose day has come by their own clock. It may end half-way and be done again: what has ended is left alone.
 * @param clubId that one alone
 */
export async function closeDue(parts: WriteParts, clubId?: number): Promise<void> {
  const { rows } = await sql<{ id: number; lastDay: string }>`
    select club.id, closes_on - 1 as "lastDay" from club_closing closing join club on club.id = closing.club_id
    where closed_at is null and closes_on <= (${parts.now()}::timestamptz at time zone club.time_zone)::date
      and (${clubId ?? null}::bigint is null or club.id = ${clubId ?? null})
      and not exists (select from stopped_club where stopped_club.club_id = club.id and kind = 'suspended')
    order by club.id`.execute(parts.db)
  const failures: unknown[] = []
  for (const club of rows) await closeNow(parts, club).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function closeNow(parts: WriteParts, { id, lastDay }: { id: number; lastDay: string }): Promise<void> {
  // First nobody can change anything; then it's wound up.
  const clubIds = await writeBySystem(parts, 'closeClub', async ({ tx, now, audit, enqueue }) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('club_stop')
      .values({ club_id: id, kind: 'closed', since: now })
      .onConflict(stop => stop.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows) audit({ clubId: id, subject: 'club', subjectId: id, after: { isClosed: true } })
    const { rows } = await sql<{ id: number }>`select club_id as id from club_and_below(${id})`.execute(tx)
    const ids = rows.map(club => club.id)
    await sql`
      update waiting_list_entry set closed_at = ${now}, closed_as = 'ended'
      where closed_at is null and club_id = any(${ids}::bigint[])`.execute(tx)
    await stopCollectingIn({ tx, now, enqueue }, ids)
    return ids
  })
  const { rows } = await sql<{ id: number }>`
    select id from club_member where club_id = any(${clubIds}::bigint[])
      and member_status_id in (${memberStatus.active}, ${memberStatus.issue}) order by id`.execute(parts.db)
  for (const membership of rows)
    await writeBySystem(parts, 'lapseMembership', context =>
      endMembership(context, membership.id, { reason: 'The club has closed.', lastDay }),
    )
  await parts.db.updateTable('club_closing').set({ closed_at: parts.now() }).where('club_id', '=', id).execute()
}
