import type * as call from '@honbu/contract/class-list.ts'
import type * as view from '@honbu/contract/class-view.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { type Expression, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import { type ClassOccurrence, occurrencesBetween, occurrencesOf } from './occurrences-between.ts'

export const getClassList = ({ db }: Read, { clubIds, classDate }: Input<typeof call.getClassList>) =>
  classList(db, clubIds, classDate)

/** The classes of some clubs that run on a date, as list entries. */
export async function classList(db: Db, clubIds: readonly number[], classDate: string) {
  const found = await occurrencesBetween(db, clubIds, classDate, classDate)
  return found.map(listEntry)
}

/** The same of some classes (a condition on `class`) on each day between two, both included; the first `most` of them. */
export async function classListOf(db: Db, classes: Expression<unknown>, from: string, to: string, most?: number) {
  const found = await occurrencesOf(db, classes, from, to, most)
  return found.map(listEntry)
}

export async function getDisciplineClasses(
  { db }: Read,
  { clubId, disciplineId, classDate }: Input<typeof view.getDisciplineClasses>,
) {
  const teaches = sql`class.club_id = ${clubId} and (class.primary_discipline_id = ${disciplineId} or exists (
    select from class_discipline where class_discipline.class_id = class.id and discipline_id = ${disciplineId}))`
  const found = await occurrencesOf(db, teaches, classDate, classDate)
  return found.map(listEntry)
}

const listEntry = (occurrence: ClassOccurrence) => ({
  ...occurrence,
  description: classDescription(occurrence),
  selectedDate: occurrence.classDate,
})

/** 'class name [club code]' */
export const classDescription = ({ className, clubCode }: { className: string; clubCode: string }) =>
  `${className} [${clubCode}]`
