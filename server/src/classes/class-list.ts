import type * as call from '@honbu/contract/classes.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import { occurrencesBetween } from './occurrences-between.ts'

export const getClassList = ({ db }: Read, { clubIds, classDate }: Input<typeof call.getClassList>) =>
  classList(db, clubIds, classDate)

/** The classes of some clubs that run on a date, as list entries. */
export async function classList(db: Db, clubIds: readonly number[], classDate: string) {
  const found = await occurrencesBetween(db, clubIds, classDate, classDate)
  return found.map(occurrence => ({
    ...occurrence,
    description: classDescription(occurrence),
    selectedDate: occurrence.classDate,
  }))
}

/** 'class name [club code]' */
export const classDescription = ({ className, clubCode }: { className: string; clubCode: string }) =>
  `${className} [${clubCode}]`
