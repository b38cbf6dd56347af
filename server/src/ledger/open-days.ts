import { addMonths } from '@honbu/contract/calendar.ts'
import { longDate } from '@honbu/contract/format.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'

interface Days {
  readonly clubId: number
  /** Today in the club. */
  readonly today: string
  /** The days that a person typed, by the name of their field. */
  readonly days: Readonly<Record<string, string | null | undefined>>
}

/**
 * Checks the days of an entry that a person writes.
 * @throws Refused 400 under the field of a day in closed books, or more than a year ahead
 */
export async function requireOpenDays(db: Db, { clubId, today, days }: Days): Promise<void> {
  const { closedUntil } = await db
    .selectFrom('club')
    .select('books_closed_until as closedUntil')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const last = addMonths(today, 12)
  for (const [field, day] of Object.entries(days)) {
    if (!day) continue
    if (closedUntil !== null && day <= closedUntil)
      throw refused(field, `The books are closed to ${longDate(closedUntil)}. Choose a later day.`)
    if (day > last) throw refused(field, 'Should be within a year from today')
  }
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
