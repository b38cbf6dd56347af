import { longDate } from '@honbu/contract/format.ts'
import { sql } from 'kysely'
import { occurrenceSql } from '../classes/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

interface Asked {
  readonly memberId: number
  readonly bookingDate: string
  /** The id in the path: a class of that id may be meant as well. */
  readonly pathId: number
}

interface Candidate {
  readonly classId: number
  readonly className: string
  readonly startTime: string
  readonly isEnrolled: boolean
}

/**
 * The class that a member can only mean on a day: the one they are enrolled in, or else the one of their clubs.
 * @throws Refused 409 under `classId`, naming them, for several; 400 under `bookingDate` for none
 */
export async function onlyClassOf({ tx, user }: Write, { memberId, bookingDate, pathId }: Asked): Promise<number> {
  const clubIds = [...user.clubs.keys()]
  const theirs = sql`class.club_id = any(${clubIds}) and (class.id = ${pathId}
    or class.club_id in (select club_id from club_member where member_id = ${memberId}))`
  const { rows } = await sql<Candidate>`
    select class.id as "classId", class.class_name as "className", to_char(session.start_time, 'HH24:MI') as "startTime",
      exists (
        select from class_member enrolment
        where enrolment.class_id = class.id and enrolment.member_id = ${memberId}
          and enrolment.date_added <= session.class_date
          and (enrolment.removed_on is null or enrolment.removed_on > session.class_date)
      ) as "isEnrolled"
    from ${occurrenceSql(theirs, bookingDate, bookingDate)} session
    join class on class.id = session.class_id
    order by session.start_time, class.class_name, class.id`.execute(tx)
  const hasEnrolment = rows.some(({ isEnrolled }) => isEnrolled)
  const possible = rows.filter(({ classId, isEnrolled }) => !hasEnrolment || isEnrolled || classId === pathId)
  const [only] = possible
  if (!only) throw refused(400, 'bookingDate', `The member has no class on ${longDate(bookingDate)}.`)
  if (possible.length === 1) return only.classId
  const names = possible.map(({ classId, className, startTime }) => `${className} at ${startTime} (${classId})`)
  throw refused(
    409,
    'classId',
    `There are ${possible.length} classes on ${longDate(bookingDate)}: ${names.join(', ')}. Give the id of one as classId.`,
  )
}

const refused = (status: number, field: string, message: string) => new Refused(status, message, { [field]: [message] })
