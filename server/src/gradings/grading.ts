import { todayIn } from '@honbu/contract/calendar.ts'
import { classType } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { requireSession, type Session } from '../classes/index.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'

/** A grading on a day: a class of its own type, with what is graded there. */
export interface Grading extends Session {
  readonly classDate: string
  readonly costPence: number
  /** What is graded: the primary discipline first. */
  readonly disciplineIds: readonly number[]
  /** In the club's time zone. */
  readonly today: string
}

interface Asked {
  readonly classId: number
  readonly classDate: string
  readonly now: Date
}

/** @throws Refused 400 when the class is no grading, or does not run that day */
export async function requireGrading(db: Db, { classId, classDate, now }: Asked): Promise<Grading> {
  const session = await requireSession(db, classId, classDate)
  const { rows } = await sql<{ classTypeId: number; costPence: number; disciplineIds: number[] }>`
    select class_type_id as "classTypeId", cost_pence as "costPence",
      array(
        select discipline.id from discipline
        where discipline.id = class.primary_discipline_id or discipline.id in (
          select discipline_id from class_discipline where class_discipline.class_id = class.id)
        order by discipline.id <> coalesce(class.primary_discipline_id, 0), discipline.name
      ) as "disciplineIds"
    from class where id = ${classId}`.execute(db)
  const [klass] = rows
  if (klass?.classTypeId !== classType.grading) {
    const message = `${session.className} is not a grading.`
    throw new Refused(400, message, { classId: [message] })
  }
  const { costPence, disciplineIds } = klass
  return { ...session, classDate, costPence, disciplineIds, today: todayIn(session.timeZone, now) }
}
