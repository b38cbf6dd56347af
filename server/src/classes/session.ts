import { longDate } from '@honbu/contract/format.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import { occurrenceSql } from './occurrence-sql.ts'

/** A class on a day on which it runs. */
export interface Session {
  readonly classId: number
  readonly className: string
  readonly clubId: number
  readonly rootClubId: number
  readonly primaryDisciplineId: number | null
  /** HH:mm, local to the club. */
  readonly startTime: string
  readonly finishTime: string
  readonly timeZone: string
  /** Is there a document in force that members of the club have to sign? */
  readonly requireTerms: boolean
}

/** @throws Refused 400 on `classDate` when the class does not run that day */
export async function requireSession(db: Db, classId: number, classDate: string): Promise<Session> {
  const { rows } = await sql<Session & { runs: boolean }>`
    select class.id as "classId", class.class_name as "className", class.club_id as "clubId",
      class.root_club_id as "rootClubId", class.primary_discipline_id as "primaryDisciplineId",
      to_char(session.start_time, 'HH24:MI') as "startTime",
      to_char(session.finish_time, 'HH24:MI') as "finishTime", club.time_zone as "timeZone",
      exists (
        select from document_in_force where document_in_force.club_id = class.club_id and is_required
      ) as "requireTerms", session.class_id is not null as runs
    from class
    join club on club.id = class.club_id
    left join ${occurrenceSql(sql`class.id = ${classId}`, classDate, classDate)} session on true
    where class.id = ${classId}`.execute(db)
  const [session] = rows
  const message = `${session?.className ?? 'This class'} does not run on ${longDate(classDate)}.`
  if (!session?.runs) throw new Refused(400, message, { classDate: [message] })
  return session
}
