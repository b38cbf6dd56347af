import { longDate } from '@honbu/contract/format.ts'
import { type Expression, sql, type Transaction } from 'kysely'
import { occurrenceSql } from '../classes/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Tables } from '../platform/tables.ts'

/** A day of a class on which someone has a place or a mark. */
interface PeopledDay {
  classId: number
  className: string
  classDate: string
  bookings: number
  marks: number
}

interface Concerned {
  /** A condition on `class`. */
  readonly classes: Expression<unknown>
  /** The days that can be concerned, both included; all where left out. */
  readonly from?: string
  readonly to?: string
  /** Who asks knows of them. */
  readonly acknowledged: boolean
}

const mostNamed = 20

/**
 * Makes a change to the days on which classes run. Where it takes the day away from bookings or marks, so that they
 * stand on no register any more, it is refused unless that has been acknowledged.
 * @throws Refused 409 under `acknowledged`, a message for each such day
 */
export async function changeDays<T>(
  tx: Transaction<Tables>,
  { classes, from = '0001-01-01', to = '9999-12-31', acknowledged }: Concerned,
  change: () => Promise<T>,
): Promise<T> {
  if (acknowledged) return await change()
  const before = await peopledDays(tx, classes, from, to)
  const done = await change()
  if (before.length === 0) return done
  const still = new Set((await peopledDays(tx, classes, from, to)).map(keyOf))
  const stranded = before.filter(day => !still.has(keyOf(day)))
  if (stranded.length > 0) throw refusedStranded(stranded)
  return done
}

function refusedStranded(stranded: readonly PeopledDay[]): Refused {
  const named = stranded.slice(0, mostNamed).map(describe)
  const left = stranded.length - named.length
  const lines = left > 0 ? [...named, `and ${left} more`] : named
  const dates = new Set(stranded.map(({ classDate }) => classDate))
  const days = dates.size === 1 ? 'a day' : `${dates.size} days`
  const message = `Classes would no longer run on ${days} on which they have bookings or marks.`
  return new Refused(409, message, { acknowledged: lines })
}

/** 'Juniors on 19 May 2026: 3 bookings, 12 marks' */
function describe({ className, classDate, bookings, marks }: PeopledDay): string {
  const counted = [bookings > 0 && count(bookings, 'booking'), marks > 0 && count(marks, 'mark')]
  return `${className} on ${longDate(classDate)}: ${counted.filter(Boolean).join(', ')}`
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

const keyOf = ({ classId, classDate }: PeopledDay) => `${classId} ${classDate}`

/** Only of days on which the class runs: what has lost its day before is not lost again. */
async function peopledDays(tx: Transaction<Tables>, classes: Expression<unknown>, from: string, to: string) {
  const { rows: days } = await sql<PeopledDay>`
    select class.id as "classId", class.class_name as "className", day as "classDate", sum(bookings)::int as bookings,
      sum(marks)::int as marks
    from class join (
      select class_id, booking_date as day, 1 as bookings, 0 as marks from booking
      where cancelled_at is null and booking_date between ${from} and ${to}
      union all
      select class_id, class_date, 0, 1 from attendance where class_date between ${from} and ${to}
    ) people on people.class_id = class.id
    where ${classes}
    group by class.id, day
    order by day, class.class_name, class.id`.execute(tx)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const { rows: running } = await sql<{ classId: number; classDate: string }>`
    select class_id as "classId", class_date as "classDate"
    from ${occurrenceSql(classes, first.classDate, last.classDate)} session`.execute(tx)
  const runs = new Set(running.map(day => `${day.classId} ${day.classDate}`))
  return days.filter(day => runs.has(keyOf(day)))
}
