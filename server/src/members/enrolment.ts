import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/members.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { lockMembers } from './lock-members.ts'

export async function addClass(context: Write, { id, classId, dateAdded, evenIfFull }: Input<typeof call.addClass>) {
  return await enrolInClass(context, { memberId: id, classId, from: dateAdded ?? null, evenIfFull })
}

interface Enrolment {
  readonly memberId: number
  readonly classId: number
  /** Null: today, by the clock of the club. */
  readonly from: string | null
  /** Enrols in a class that has no place, or no place for a prospect. */
  readonly evenIfFull: boolean
}

/** Enrols once, however often it is asked for; who left on that very day goes on as if he never had. */
export async function enrolInClass(
  context: Pick<Write, 'tx' | 'now' | 'audit'>,
  { memberId, classId, from, evenIfFull }: Enrolment,
) {
  const { tx, now, audit } = context
  const klass = await lockClass(tx, classId)
  await lockMembers(tx, {
    memberIds: [memberId],
    rootClubId: klass.rootClubId,
    className: klass.className,
    field: 'id',
  })
  const given = from ?? todayIn(klass.timeZone, now)
  const start = given < klass.startDate ? klass.startDate : given
  if (klass.endDate !== null && start > klass.endDate)
    throw refused('dateAdded', `${klass.className} ended on ${klass.endDate}.`)

  const present = await tx
    .selectFrom('class_member')
    .select(['id', 'date_added as dateAdded', 'removed_on as removedOn'])
    .where('class_id', '=', classId)
    .where('member_id', '=', memberId)
    .where(({ eb, or }) => or([eb('removed_on', 'is', null), eb('removed_on', '>=', start)]))
    .where(({ eb, or }) => or([eb('removed_on', 'is', null), eb('date_added', '<=', start)]))
    .orderBy(sql`removed_on is null`, 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const isEnrolled = present !== undefined && present.removedOn === null && present.dateAdded <= start
  if (!isEnrolled && present?.removedOn !== null && !evenIfFull) await requirePlace(tx, klass, { memberId, start })

  const again = 'Has been enrolled again since: end that enrolment first.'
  const saved = await refuseOn({ class_member_no_overlap: ['dateAdded', again] }, async () => {
    if (isEnrolled) return present
    if (!present)
      return await tx
        .insertInto('class_member')
        .values({
          class_id: classId,
          club_id: klass.clubId,
          root_club_id: klass.rootClubId,
          member_id: memberId,
          date_added: start,
        })
        .returning(['id', 'date_added as dateAdded'])
        .executeTakeFirstOrThrow()
    return await tx
      .updateTable('class_member')
      .set({ removed_on: null, ...(start < present.dateAdded && { date_added: start }) })
      .where('id', '=', present.id)
      .returning(['id', 'date_added as dateAdded'])
      .executeTakeFirstOrThrow()
  })
  audit({
    clubId: klass.clubId,
    memberId,
    subject: 'class_member',
    subjectId: saved.id,
    before: present ? { classId, dateAdded: present.dateAdded, removedOn: present.removedOn } : null,
    after: { classId, dateAdded: saved.dateAdded, removedOn: null },
  })
  return { memberId, classId, dateAdded: saved.dateAdded }
}

/** The enrolment stays in the history; one that had not begun yet never was. */
export async function removeClass({ tx, now, audit }: Write, input: Input<typeof call.removeClass>) {
  const { id: memberId, classId, from } = input
  const klass = await lockClass(tx, classId)
  await lockMembers(tx, {
    memberIds: [memberId],
    rootClubId: klass.rootClubId,
    className: klass.className,
    field: 'id',
  })
  const day = from ?? todayIn(klass.timeZone, now)
  const enrolment = await tx
    .selectFrom('class_member')
    .select(['id', 'date_added as dateAdded', 'removed_on as removedOn'])
    .where('class_id', '=', classId)
    .where('member_id', '=', memberId)
    .orderBy(sql`removed_on is null`, 'desc')
    .orderBy('removed_on', 'desc')
    .executeTakeFirst()
  if (!enrolment) throw refused('classId', `Is not enrolled in ${klass.className}.`)
  // Who has left by then has left; asked twice, it answers the same.
  const removedOn =
    enrolment.removedOn !== null && enrolment.removedOn <= day ? enrolment.removedOn : later(day, enrolment.dateAdded)
  await tx.updateTable('class_member').set({ removed_on: removedOn }).where('id', '=', enrolment.id).execute()
  audit({
    clubId: klass.clubId,
    memberId,
    subject: 'class_member',
    subjectId: enrolment.id,
    before: { classId, dateAdded: enrolment.dateAdded, removedOn: enrolment.removedOn },
    after: { classId, dateAdded: enrolment.dateAdded, removedOn },
  })
  return { memberId, classId, removedOn }
}

/** Ends every enrolment of a member in the classes of a club, from a day on. @returns how many they were */
export async function leaveClasses(
  { tx, audit }: Pick<Write, 'tx' | 'audit'>,
  { memberId, clubId, from }: { memberId: number; clubId: number; from: string },
) {
  const left = await tx
    .updateTable('class_member')
    .set({ removed_on: sql`greatest(date_added, ${from}::date)` })
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .where(({ eb, or }) => or([eb('removed_on', 'is', null), eb('removed_on', '>', from)]))
    .returning(['id', 'class_id as classId', 'date_added as dateAdded', 'removed_on as removedOn'])
    .execute()
  for (const { id, ...after } of left) audit({ clubId, memberId, subject: 'class_member', subjectId: id, after })
  return left.length
}

/** Of two who want the last place, the second waits and then finds it taken. */
async function lockClass(tx: Write['tx'], classId: number) {
  return await tx
    .selectFrom('class')
    .innerJoin('club', 'club.id', 'class.club_id')
    .select([
      'class.id',
      'class.class_name as className',
      'class.club_id as clubId',
      'class.root_club_id as rootClubId',
    ])
    .select(['class.start_date as startDate', 'class.end_date as endDate', 'class.capacity'])
    .select(['class.prospect_limit as propsectLimit', 'club.time_zone as timeZone'])
    .where('class.id', '=', classId)
    .forNoKeyUpdate('class')
    .executeTakeFirstOrThrow()
}

type Klass = Awaited<ReturnType<typeof lockClass>>

/** @throws Refused 409 under `evenIfFull` when all places are taken on that day, or all that are for prospects */
async function requirePlace(tx: Write['tx'], klass: Klass, { memberId, start }: { memberId: number; start: string }) {
  const { id, clubId, capacity, propsectLimit, className } = klass
  if (capacity === null && propsectLimit === null) return
  const { rows } = await sql<{ enrolled: number; prospects: number; isProspect: boolean }>`
    select count(*) as enrolled, count(*) filter (where ${isProspectOf(sql`class_member.member_id`, clubId)}) as prospects,
      ${isProspectOf(sql`${memberId}::bigint`, clubId)} as "isProspect"
    from class_member
    where class_id = ${id} and date_added <= ${start} and (removed_on is null or removed_on > ${start})`.execute(tx)
  const { enrolled = 0, prospects = 0, isProspect = false } = rows[0] ?? {}
  if (capacity !== null && enrolled >= capacity)
    throw full(`${className} has ${capacity} ${capacity === 1 ? 'place' : 'places'}, and ${enrolled} are enrolled.`)
  if (isProspect && propsectLimit !== null && prospects >= propsectLimit)
    throw full(
      `${className} takes ${propsectLimit} ${propsectLimit === 1 ? 'prospect' : 'prospects'} at a time, and has ${prospects}.`,
    )
}

const isProspectOf = (memberId: ReturnType<typeof sql>, clubId: number) => sql`exists (
  select from club_member where club_member.member_id = ${memberId} and club_member.club_id = ${clubId}
    and club_member.member_status_id = ${memberStatus.prospect})`

const full = (message: string) => new Refused(409, message, { evenIfFull: [message] })
const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
const later = (one: string, other: string) => (one > other ? one : other)
