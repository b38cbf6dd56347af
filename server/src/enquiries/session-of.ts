import { sql } from 'kysely'
import { occurrenceSql } from '../classes/index.ts'
import type { Db } from '../platform/database.ts'
import { isTrialClassSql } from './form-choices.ts'

/** A class on a day with where it is; null when it does not run then. */
export interface PublicSession {
  classId: number
  className: string
  classDate: string
  startTime: string
  finishTime: string
  disciplineName: string
  /** A visitor can try it. */
  isTrial: boolean
  /** Pence; 0: nothing. */
  costPence: number
  description: string
  /** The room with its address, in one line; empty where the class has none. */
  location: string
  locationName: string
  address: string
  town: string
  postcode: string
  /** Pence that a trial costs; null: nothing. */
  trialPence: number | null
  minAge: number | null
  maxAge: number | null
  minGrade: string | null
  maxGrade: string | null
  /** As in a calendar. */
  sequence: number
}

export async function sessionOf(db: Db, classId: number, classDate: string): Promise<PublicSession | null> {
  const [session = null] = await publicSessions(db, {
    classes: sql`class.id = ${classId}`,
    from: classDate,
    to: classDate,
  })
  return session
}

/** What everybody may know of some classes between two dates, both included: nothing of members, nor who teaches. */
export async function publicSessions(
  db: Db,
  { classes, from, to }: { classes: ReturnType<typeof sql>; from: string; to: string },
): Promise<PublicSession[]> {
  const { rows } = await sql<PublicSession>`
    select class.id as "classId", class.class_name as "className", session.class_date as "classDate",
      to_char(session.start_time, 'HH24:MI') as "startTime", to_char(session.finish_time, 'HH24:MI') as "finishTime",
      coalesce(discipline.name, '') as "disciplineName",
      ${isTrialClassSql} as "isTrial", class.cost_pence as "costPence", class.description,
      concat_ws(', ', location.name, nullif(location.address_line, ''), nullif(location.town, ''), nullif(location.postcode, ''))
        as location,
      coalesce(location.name, '') as "locationName", coalesce(location.address_line, '') as address,
      coalesce(location.town, '') as town, coalesce(location.postcode, '') as postcode, class.min_age as "minAge",
      nullif(class.trial_price_pence, 0) as "trialPence",
      class.max_age as "maxAge", lowest.name as "minGrade", highest.name as "maxGrade",
      class.version + coalesce(changed.version, 0) + coalesce(slot.version, 0) as sequence
    from ${occurrenceSql(classes, from, to)} session
    join class on class.id = session.class_id
    left join grade lowest on lowest.id = class.min_grade_id
    left join grade highest on highest.id = class.max_grade_id
    left join discipline on discipline.id = class.primary_discipline_id
    left join class_session changed on changed.class_id = class.id and changed.class_date = session.class_date
    left join class_availability slot on slot.class_id = class.id and slot.class_date = session.class_date
    left join location on location.id = session.location_id
    order by session.class_date, session.start_time, class.class_name, class.id`.execute(db)
  return rows
}
