import { memberStatus } from '@honbu/contract/ids.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { frozenSql, registerSql } from '../classes/index.ts'
import type { Db } from '../platform/database.ts'
import type { ClassDay } from './class-day.ts'
import type { Holder } from './places.ts'

/** An entry of a waiting list whose place is kept for it at an instant: never one whose time is over. */
export const offerStands = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(closed_at is null and offer_until > ${now})`

/** Still on the list at an instant: waiting, or with an offer that stands. */
export const isListed = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(closed_at is null and (offer_until is null or offer_until > ${now}))`

/** Someone the club may win: who only asked becomes a prospect by the booking. */
export const isProspectSql = (memberId: Expression<unknown>, clubId: Expression<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (
    select from club_member where club_member.member_id = ${memberId} and club_member.club_id = ${clubId}
      and club_member.member_status_id in (${memberStatus.enquiry}, ${memberStatus.prospect}))`

/** A member who has left a club: lapsed, or not interested. They wait for no place and are offered none. */
export const hasLeftSql = (memberId: Expression<unknown>, clubId: Expression<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (
    select from club_member where club_member.member_id = ${memberId} and club_member.club_id = ${clubId}
      and club_member.member_status_id in (${memberStatus.lapsed}, ${memberStatus.notInterested}))`

/** Who has a place on a day: the booked, in a class with a week also the enrolled; and to whom one is offered. */
export async function holdersOf(db: Db, day: ClassDay, now: Date): Promise<Holder[]> {
  const { classId, classDate, clubId } = day
  const { rows } = await sql<Holder>`
    select member_id as "memberId", is_offer as "isOffer",
      ${isProspectSql(sql`holder.member_id`, sql`${clubId}::bigint`)} as "isProspect"
    from (
      select member_id, bool_and(is_offer) as is_offer from (
        ${placed(day)}
        union all
        select member_id, true from waiting_list_entry
        where class_id = ${classId} and class_date = ${classDate} and ${offerStands(now)}
      ) held (member_id, is_offer) group by member_id
    ) holder`.execute(db)
  return rows
}

function placed({ classId, clubId, classDate, isPrebooked }: ClassDay) {
  if (isPrebooked)
    return sql`select member_id, false from booking
      where class_id = ${classId} and booking_date = ${classDate} and cancelled_at is null`
  const register = registerSql({
    classId: sql`${classId}::bigint`,
    classDate: sql`${classDate}::date`,
    includeEnquiries: false,
  })
  // Enrolled members whose membership is frozen aren't expected, and others can have their places.
  return sql`select member_id, false from ${register} listed
    where is_booked or attended is not null
      or not ${frozenSql(sql`listed.member_id`, sql`${clubId}::bigint`, sql`${classDate}::date`)}`
}

export async function hasLeft(db: Db, memberId: number, clubId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${hasLeftSql(sql`${memberId}::bigint`, sql`${clubId}::bigint`)} as is`.execute(db)
  return rows[0]?.is === true
}

export async function isProspect(db: Db, memberId: number, clubId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${isProspectSql(sql`${memberId}::bigint`, sql`${clubId}::bigint`)} as is`.execute(db)
  return rows[0]?.is === true
}
