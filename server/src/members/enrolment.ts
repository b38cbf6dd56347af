import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { counted, longDate } from '@honbu/contract/format.ts'
import { classType, memberStatus } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/members.ts'
import { sql } from 'kysely'
import { requireSuitable, weekRowSql } from '../classes/index.ts'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { lockMembers } from './lock-members.ts'

export async function addClass(
  context: Write,
  { id, classId, dateAdded, evenIfFull, overrideReason = '' }: Input<typeof call.addClass>,
) {
  const { timeZone } = await lockClass(context.tx, classId)
  const from = dateAdded ?? todayIn(timeZone, context.now)
  await requireSuitable(context.tx, { memberId: id, classId, on: from }, overrideReason)
  return await enrolInClass(context, { memberId: id, classId, from, evenIfFull, overrideReason })
}

interface Enrolment {
  readonly memberId: number
  readonly classId: number
  /** Null: today, by the clock of the club. */
  readonly from: string | null
  /** Enrols in a class that has no place, or no place for a prospect. */
  readonly evenIfFull: boolean
  readonly overrideReason?: string
}

/** Enrols once, however often it is asked for; who left on that very day goes on as if he never had. */
export async function enrolInClass(
  context: Pick<Write, 'tx' | 'now' | 'audit'>,
  { memberId, classId, from, evenIfFull, overrideReason = '' }: Enrolment,
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
    throw refused('dateAdded', `${klass.className} ended on ${longDate(klass.endDate)}.`)

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
  if (!isEnrolled && present?.removedOn !== null && !evenIfFull) await requirePlace(tx, klass, { memberId, start, now })

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
    after: { classId, dateAdded: saved.dateAdded, removedOn: null, ...(overrideReason && { overrideReason }) },
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
    .select(sql<boolean>`class.class_type_id = ${classType.prebooked}`.as('isPrebooked'))
    .where('class.id', '=', classId)
    .forNoKeyUpdate('class')
    .executeTakeFirstOrThrow()
}

type Klass = Awaited<ReturnType<typeof lockClass>>

interface Place {
  readonly memberId: number
  readonly start: string
  readonly now: Date
}

/**
 * An enrolment takes a place on each day from its first on: beside those who are enrolled then, booked, offered a place, or
 * waiting for one. Looks at the days on which one of these begins.
 * @throws Refused 409 under `evenIfFull` if a day has no place left, or none for a prospect
 */
async function requirePlace(tx: Write['tx'], klass: Klass, { memberId, start, now }: Place) {
  const { id, clubId, capacity, propsectLimit, className, isPrebooked } = klass
  const hasBookings = sql`${!isPrebooked}`
  const { rows } = await sql<FullDay>`
    with change (day, goes_on) as (
      select ${start}::date, true
      union select date_added, true from class_member
        where class_id = ${id} and date_added > ${start} and (removed_on is null or removed_on > date_added)
      union select booking_date, false from booking
        where class_id = ${id} and booking_date > ${start} and cancelled_at is null and ${hasBookings}
      union select class_date, false from waiting_list_entry
        where class_id = ${id} and class_date > ${start} and closed_at is null and ${hasBookings}
    ), day as (
      -- Enrolled members come on every weekday, so the smallest of them counts.
      select day, coalesce(case when bool_or(goes_on) then (
          select min(coalesce(week.capacity, ${capacity}::integer)) from class_timetable week
          where week.class_id = ${id} and (week.valid_until is null or week.valid_until >= day)
        ) else (select capacity from ${weekRowSql(sql`${id}::bigint`, sql`day`)} week) end, ${capacity}::integer) as places
      from change group by day
    ), counted as (
      select day, places, count(*) as taken, count(*) filter (where is_waiting) as waiting,
        count(*) filter (where ${isProspectOf(sql`held.member_id`, clubId)}) as prospects
      from day cross join lateral (
        select member_id, bool_and(is_waiting) as is_waiting from (
          select member_id, false as is_waiting from class_member
          where class_id = ${id} and date_added <= day and (removed_on is null or removed_on > day)
          union all
          select member_id, false from booking
          where class_id = ${id} and booking_date = day and cancelled_at is null and ${hasBookings}
          union all
          select member_id, offer_until is null from waiting_list_entry
          where class_id = ${id} and class_date = day and closed_at is null and (offer_until is null or offer_until > ${now})
            and ${hasBookings}
        ) each where member_id <> ${memberId} group by member_id
      ) held
      group by day, places
    )
    select day, places, (taken - waiting)::integer as taken, waiting::integer, prospects::integer, count(*) over ()::integer as days
    from counted cross join (select ${isProspectOf(sql`${memberId}::bigint`, clubId)} as is_prospect) own
    where taken >= places or own.is_prospect and prospects >= ${propsectLimit}
    order by day limit 1`.execute(tx)
  const [day] = rows
  if (day) throw full(fullWords(className, propsectLimit, day))
}

interface FullDay {
  day: string
  /** Null: no limit. */
  places: number | null
  taken: number
  waiting: number
  prospects: number
  /** All days that are full. */
  days: number
}

/** 'Juniors has 10 places. On 3 June 2026 10 are taken and 2 members are waiting, and 4 later days are full as well.' */
function fullWords(className: string, propsectLimit: number | null, day: FullDay): string {
  const { places: capacity, taken, waiting, prospects, days } = day
  const isFull = capacity !== null && taken + waiting >= capacity
  const places = isFull
    ? `${className} has ${counted(capacity ?? 0, 'place')}. On ${longDate(day.day)} ${taken} ${taken === 1 ? 'is' : 'are'} taken`
    : `${className} takes ${counted(propsectLimit ?? 0, 'prospect')} at a time. On ${longDate(day.day)} it has ${prospects}`
  const line = isFull && waiting > 0 ? ` and ${counted(waiting, 'member')} ${waiting === 1 ? 'is' : 'are'} waiting` : ''
  const more = days > 1 ? `, and ${counted(days - 1, 'later day')} ${days === 2 ? 'is' : 'are'} full as well` : ''
  return `${places}${line}${more}.`
}

const isProspectOf = (memberId: ReturnType<typeof sql>, clubId: number) => sql`exists (
  select from club_member where club_member.member_id = ${memberId} and club_member.club_id = ${clubId}
    and club_member.member_status_id = ${memberStatus.prospect})`

const full = (message: string) => new Refused(409, message, { evenIfFull: [message] })
const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
const later = (one: string, other: string) => (one > other ? one : other)
