import { sql } from 'kysely'
import type { BookingWrite } from './booking-write.ts'
import type { ClassDay } from './class-day.ts'
import { hasLeftSql, holdersOf, isProspectSql } from './holders.ts'
import { tell, whenOf } from './letters.ts'
import { noPlace } from './places.ts'

/** The job that writes to someone who has been offered a place: the link it holds is made when it runs. */
export const offerMailJob = 'waiting-list-offer'

export type ClosedAs = 'booked' | 'declined' | 'expired' | 'left' | 'ended'

export interface OpenEntry {
  id: number
  memberId: number
  isProspect: boolean
  hasLeft: boolean
  offerUntil: Date | null
}

/**
 * Brings the waiting list of a day up to date; the day has to be locked. Offers whose time is over pass on, and every free
 * place is offered to the first who waits and for whom it is one (a prospect may have to wait for a prospect's). Members who
 * have left the club come off the list. From the start on there is nothing left to wait for.
 */
export async function moveUp(context: BookingWrite, day: ClassDay): Promise<void> {
  const { tx, now } = context
  const open = await openEntries(context, day)
  if (open.length === 0) return
  if (day.startsAt <= now) {
    for (const entry of open) await closeEntry(context, day, entry, 'ended')
    return
  }
  for (const entry of open.filter(({ hasLeft }) => hasLeft)) await closeEntry(context, day, entry, 'left')
  const entries = open.filter(({ hasLeft }) => !hasLeft)
  const late = entries.filter(({ offerUntil }) => offerUntil !== null && offerUntil <= now)
  for (const entry of late) await closeEntry(context, day, entry, 'expired')
  if (late.length > 0) await tellPassedOn(context, day, late)

  const waiting = entries.filter(({ offerUntil }) => offerUntil === null)
  if (waiting.length === 0) return
  const holders = await holdersOf(tx, day, now)
  for (const entry of waiting) {
    if (noPlace(day, holders, entry) !== null) continue
    await offer(context, day, entry)
    holders.push({ memberId: entry.memberId, isProspect: entry.isProspect, isOffer: true })
  }
}

/** First come first served: ids are given under the lock of the day. */
export async function openEntries({ tx }: Pick<BookingWrite, 'tx'>, day: ClassDay): Promise<OpenEntry[]> {
  const { rows } = await sql<OpenEntry>`
    select id, member_id as "memberId", offer_until as "offerUntil",
      ${isProspectSql(sql`waiting_list_entry.member_id`, sql`waiting_list_entry.club_id`)} as "isProspect",
      ${hasLeftSql(sql`waiting_list_entry.member_id`, sql`waiting_list_entry.club_id`)} as "hasLeft"
    from waiting_list_entry
    where class_id = ${day.classId} and class_date = ${day.classDate} and closed_at is null
    order by id`.execute(tx)
  return rows
}

/** Until the hours of the class are over, but never beyond the start. */
export function offeredUntil({ startsAt, offerHours }: Pick<ClassDay, 'startsAt' | 'offerHours'>, now: Date): Date {
  const until = new Date(now.getTime() + offerHours * 3_600_000)
  return until < startsAt ? until : startsAt
}

async function offer({ tx, now, audit, enqueue }: BookingWrite, day: ClassDay, { id, memberId }: OpenEntry) {
  const until = offeredUntil(day, now)
  await tx.updateTable('waiting_list_entry').set({ offered_at: now, offer_until: until }).where('id', '=', id).execute()
  const { classId, classDate, clubId } = day
  const after = { classId, classDate, offerUntil: until.toISOString() }
  audit({ clubId, memberId, subject: 'waiting_list_entry', subjectId: id, before: { classId, classDate }, after })
  await enqueue(offerMailJob, { entryId: id })
}

export async function closeEntry(
  { tx, now, audit }: Pick<BookingWrite, 'tx' | 'now' | 'audit'>,
  { classId, classDate, clubId }: Pick<ClassDay, 'classId' | 'classDate' | 'clubId'>,
  { id, memberId, offerUntil }: Pick<OpenEntry, 'id' | 'memberId' | 'offerUntil'>,
  closedAs: ClosedAs,
) {
  await tx.updateTable('waiting_list_entry').set({ closed_at: now, closed_as: closedAs }).where('id', '=', id).execute()
  audit({
    clubId,
    memberId,
    subject: 'waiting_list_entry',
    subjectId: id,
    before: { classId, classDate, offerUntil: offerUntil?.toISOString() ?? null },
    after: { classId, classDate, closedAs },
  })
}

async function tellPassedOn(context: BookingWrite, day: ClassDay, late: readonly OpenEntry[]) {
  await tell(context, {
    clubId: day.clubId,
    memberIds: late.map(({ memberId }) => memberId),
    write: ({ firstName }) => ({
      subject: `The place in ${day.className} has passed on`,
      paragraphs: [
        `The place in ${day.className} on ${whenOf(day)} that was kept for ${firstName} was not taken in time, so it has ` +
          'been offered to the next on the waiting list.',
        'If you still want to come, ask to be put on the waiting list again.',
      ],
    }),
  })
}
