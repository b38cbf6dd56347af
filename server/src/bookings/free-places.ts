import { classType } from '@honbu/contract/ids.ts'
import { type Expression, sql } from 'kysely'
import { frozenSql, occurrenceSql, registerSql } from '../classes/index.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { BookingWrite } from './booking-write.ts'
import { lockRunningDay } from './class-day.ts'
import { holdersOf, isProspectSql, offerStands } from './holders.ts'
import { dayInWords } from './letters.ts'
import { noPlace } from './places.ts'

/** A day of a class for which somebody who is new could book. */
export interface BookableDay {
  readonly classId: number
  readonly className: string
  readonly classDate: string
  /** HH:mm, local to the club. */
  readonly startTime: string
  readonly finishTime: string
  /** Places that somebody new could have: of the class, and of those for prospects; null: as many as come. */
  readonly free: number | null
  /** Places of the class alone, for a member; null: as many as come. */
  readonly freeForMembers: number | null
  /** For whom the class is. */
  readonly minAge: number | null
  /** What a trial costs, in pence; null: nothing. */
  readonly trialPence: number | null
  readonly maxAge: number | null
}

/**
 * The days of some classes between two dates, both included, that have not begun, each with the places that are free for
 * somebody new: the rule of places.ts for many days at once; a test holds the two together.
 * @param classes a condition on `class`
 */
export async function bookableDays(
  db: Db,
  { classes, from, to, now }: { classes: Expression<unknown>; from: string; to: string; now: Date },
): Promise<BookableDay[]> {
  const register = registerSql({
    classId: sql`session.class_id`,
    classDate: sql`session.class_date`,
    includeEnquiries: false,
  })
  const { rows } = await sql<BookableDay>`
    select class.id as "classId", class.class_name as "className", session.class_date as "classDate",
      to_char(session.start_time, 'HH24:MI') as "startTime", to_char(session.finish_time, 'HH24:MI') as "finishTime",
      greatest(0, least(coalesce(session.capacity, class.capacity) - held.holders, class.prospect_limit - held.prospects))
        as free, case when coalesce(session.capacity, class.capacity) is not null
        then greatest(0, coalesce(session.capacity, class.capacity) - held.holders) end as "freeForMembers", class.min_age as "minAge", class.max_age as "maxAge",
      nullif(class.trial_price_pence, 0) as "trialPence"
    from ${occurrenceSql(classes, from, to)} session
    join class on class.id = session.class_id
    join club on club.id = class.club_id
    cross join lateral (
      select count(*) as holders, count(*) filter (where ${isProspectSql(sql`placed.member_id`, sql`class.club_id`)}) as prospects
      from (
        select member_id from booking
        where class.class_type_id = ${classType.prebooked} and class_id = session.class_id
          and booking_date = session.class_date and cancelled_at is null
        union
        select member_id from ${register} listed where class.class_type_id <> ${classType.prebooked}
          and (is_booked or attended is not null
            or not ${frozenSql(sql`listed.member_id`, sql`class.club_id`, sql`session.class_date`)})
        union
        select member_id from waiting_list_entry
        where class_id = session.class_id and class_date = session.class_date and ${offerStands(now)}
      ) placed
    ) held
    where (session.class_date + session.start_time) at time zone club.time_zone > ${now}
    order by session.class_date, session.start_time, class.class_name, class.id`.execute(db)
  return rows
}

/**
 * Locks a day, and asks whether somebody new would have a place on it, without taking it.
 * @throws Refused 400 or 409 under `bookingDate` as saveBooking does
 */
export async function requireFreePlace(
  { tx, now }: Pick<BookingWrite, 'tx' | 'now'>,
  { classId, bookingDate }: { classId: number; bookingDate: string },
): Promise<void> {
  const day = await lockRunningDay(tx, classId, bookingDate)
  const over = `${day.className} on ${dayInWords(bookingDate)} is over.`
  if (day.finishesAt <= now) throw new Refused(400, over, { bookingDate: [over] })
  const full = noPlace(day, await holdersOf(tx, day, now), { memberId: 0, isProspect: true })
  if (full !== null) throw new Refused(409, full, { bookingDate: [full] })
}
