import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { membershipTables } from './member-tables.ts'
import type { MergeLog } from './merge-log.ts'
import { mergedFields, mergedValues } from './merged-columns.ts'

export interface Merge {
  readonly tx: Write['tx']
  readonly log: MergeLog
  /** Who stays, and whose record goes into his. */
  readonly stays: number
  readonly goes: number
}

/** Prepares rows of two records that would collide; what is left simply moves. */
export const mergeRules: readonly ((merge: Merge) => Promise<void>)[] = [
  memberships,
  disciplines,
  enrolments,
  attendances,
  bookings,
  waitingLists,
  links,
  savedCards,
]

/** The one that goes on is the one that counts. */
const liveliness = sql.lit(
  `{${[memberStatus.active, memberStatus.issue, memberStatus.prospect, memberStatus.enquiry, memberStatus.lapsed].join(',')}}`,
)

/**
 * Two memberships in one club become one, with the dates, plan and status of the livelier; the history of both hangs on
 * the one that stays.
 */
async function memberships({ tx, log, stays, goes }: Merge): Promise<void> {
  const { rows } = await sql<{ mine: number; other: number; otherIsLivelier: boolean }>`
    select mine.id as mine, other.id as other,
      coalesce(array_position(${liveliness}::int[], other.member_status_id), 9)
        < coalesce(array_position(${liveliness}::int[], mine.member_status_id), 9) as "otherIsLivelier"
    from club_member mine join club_member other on other.club_id = mine.club_id
    where mine.member_id = ${stays} and other.member_id = ${goes}`.execute(tx)
  for (const { mine, other, otherIsLivelier } of rows) {
    // One change of plan waits for a membership: that of the record that stays.
    await log.change(
      'plan_change',
      sql`cancelled_at = now()`,
      sql`entry.club_member_id = ${other} and entry.applied_at is null and entry.cancelled_at is null`,
    )
    // Days that both were charged for: the other's stay as they were, and count no more.
    await log.change(
      'membership_period',
      sql`is_double = true`,
      sql`entry.club_member_id = ${other} and (exists (
        select from membership_period own where own.club_member_id = ${mine} and not own.is_double
          and daterange(own.period_from, own.period_until, '[]') && daterange(entry.period_from, entry.period_until, '[]'))
        or entry.joining_fee_charge_id is not null and exists (select from membership_period own
          where own.club_member_id = ${mine} and own.joining_fee_charge_id is not null and not own.is_double))`,
    )
    await log.remove(
      'membership_freeze',
      sql`entry.club_member_id = ${other} and exists (
        select from membership_freeze own where own.club_member_id = ${mine}
          and daterange(own.frozen_from, own.frozen_until, '[]') && daterange(entry.frozen_from, entry.frozen_until, '[]'))`,
    )
    for (const { table } of membershipTables)
      await log.move({ table, column: 'club_member_id', key: ['id'], from: other, to: mine })
    await log.change(
      'club_member',
      sql`${mergedFields('club_member')} = (
        select ${mergedValues('club_member', sql.lit(otherIsLivelier))} from club_member other where other.id = ${other}),
        version = entry.version + 1`,
      sql`entry.id = ${mine}`,
    )
    await log.remove('club_member', sql`entry.id = ${other}`)
  }
}

/** The higher grade counts, and the earlier start. */
async function disciplines({ log, stays, goes }: Merge): Promise<void> {
  const other = sql`
    select other.* from member_discipline other
    where other.member_id = ${goes} and other.discipline_id = entry.discipline_id`
  const position = (gradeId: ReturnType<typeof sql>) =>
    sql`coalesce((select position from grade where id = ${gradeId}), -1)`
  const isHigher = sql`${position(sql`other.current_grade_id`)} > ${position(sql`entry.current_grade_id`)}`
  await log.change(
    'member_discipline',
    sql`${mergedFields('member_discipline')} = (
      select ${mergedValues('member_discipline', isHigher)} from (${other}) other)`,
    sql`entry.member_id = ${stays} and exists (${other})`,
  )
  await log.remove(
    'member_discipline',
    sql`entry.member_id = ${goes} and exists (
      select from member_discipline mine where mine.member_id = ${stays} and mine.discipline_id = entry.discipline_id)`,
  )
}

/** Enrolments of both in one class that overlap become as few as say the same. */
async function enrolments({ tx, log, stays, goes }: Merge): Promise<void> {
  const overlapping = sql`exists (
    select from class_member mine join class_member other on other.class_id = mine.class_id
    where mine.member_id = ${stays} and other.member_id = ${goes} and mine.class_id = entry.class_id
      and daterange(mine.date_added, mine.removed_on) && daterange(other.date_added, other.removed_on))`
  const both = sql`entry.member_id in (${stays}, ${goes}) and ${overlapping}`
  // Read first: the rows have to be gone before those that take their place can stand.
  const { rows } = await sql<Enrolled>`
    select class_id as "classId", club_id as "clubId", root_club_id as "rootClubId", lower(days) as since,
      upper(days) as until
    from (
      select class_id, club_id, root_club_id, unnest(range_agg(daterange(date_added, removed_on))) as days
      from class_member entry where ${both} group by class_id, club_id, root_club_id
    ) joined`.execute(tx)
  await log.remove('class_member', both)
  for (const { classId, clubId, rootClubId, since, until } of rows)
    await log.add(
      'class_member',
      ['class_id', 'club_id', 'root_club_id', 'member_id', 'date_added', 'removed_on'],
      sql`select ${classId}::bigint, ${clubId}::bigint, ${rootClubId}::bigint, ${stays}::bigint, ${since}::date, ${until}::date`,
    )
}

interface Enrolled {
  classId: number
  clubId: number
  rootClubId: number
  since: string
  until: string | null
}

/** Marked twice at one class on one day: who was there by either record was there. */
async function attendances({ log, stays, goes }: Merge): Promise<void> {
  const same = sql`other.class_id = entry.class_id and other.class_date = entry.class_date`
  await log.change(
    'attendance',
    sql`attended = true`,
    sql`entry.member_id = ${stays} and not entry.attended and exists (
      select from attendance other where other.member_id = ${goes} and other.attended and ${same})`,
  )
  await log.remove(
    'attendance',
    sql`entry.member_id = ${goes} and exists (select from attendance other where other.member_id = ${stays} and ${same})`,
  )
}

async function bookings({ log, stays, goes }: Merge): Promise<void> {
  await log.change(
    'booking',
    sql`cancelled_at = now()`,
    sql`entry.member_id = ${goes} and entry.cancelled_at is null and exists (
      select from booking other where other.member_id = ${stays} and other.cancelled_at is null
        and other.class_id = entry.class_id and other.booking_date = entry.booking_date)`,
  )
}

async function waitingLists({ log, stays, goes }: Merge): Promise<void> {
  await log.remove(
    'waiting_list_entry',
    sql`entry.member_id = ${goes} and entry.closed_at is null and exists (
      select from waiting_list_entry other where other.member_id = ${stays} and other.closed_at is null
        and other.class_id = entry.class_id and other.class_date = entry.class_date)`,
  )
}

/** Nobody is linked to himself, and to nobody else twice. */
async function links({ log, stays, goes }: Merge): Promise<void> {
  await log.remove(
    'member_link',
    sql`${stays}::bigint in (entry.member_id, entry.linked_member_id)
    and ${goes}::bigint in (entry.member_id, entry.linked_member_id)`,
  )
  const third = (member: number, row: string) =>
    sql.raw(`case when ${row}.member_id = ${member} then ${row}.linked_member_id else ${row}.member_id end`)
  await log.remove(
    'member_link',
    sql`${goes}::bigint in (entry.member_id, entry.linked_member_id) and exists (
    select from member_link mine where ${stays}::bigint in (mine.member_id, mine.linked_member_id)
      and ${third(stays, 'mine')} = ${third(goes, 'entry')})`,
  )
}

/** One card a club is charged: that of the record that stays. The other's has been charged by, and so cannot go. */
async function savedCards({ log, stays, goes }: Merge): Promise<void> {
  await log.change(
    'saved_card',
    sql`ended_at = now()`,
    sql`entry.member_id = ${goes} and entry.ended_at is null and exists (
      select from saved_card mine where mine.member_id = ${stays} and mine.club_id = entry.club_id and mine.ended_at is null)`,
  )
}
