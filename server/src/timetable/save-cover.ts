import type * as form from '@honbu/contract/class-form.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { requireSession, teachingSql } from '../classes/index.ts'
import type { Write } from '../platform/route.ts'
import { type ClassRow, lockClass } from './lock-class.ts'
import { demandWorkers } from './set-instructors.ts'

/** Who teaches on one date in place of the instructors. Their own names, or none, mean that they teach themselves. */
export async function saveCover(context: Write, { id, classDate, instructorIds }: Input<typeof form.saveCover>) {
  const klass = await lockClass(context, id, undefined)
  await requireSession(context.tx, id, classDate)
  await setCover(context, klass, classDate, instructorIds)
  const { names, isCover } = await teachersOn(context.tx, id, classDate)
  return { classId: id, classDate, instructors: names, isCover }
}

/** The instructors of a class on a date, by name; `isCover`: others than usually. */
export async function teachersOn(tx: Write['tx'], classId: number, classDate: string) {
  const { rows } = await sql<{ names: string[]; ids: number[]; isCover: boolean }>`
    select names, ids, is_cover as "isCover"
    from ${teachingSql(sql`${classId}::bigint`, sql`${classDate}::date`)} teaching`.execute(tx)
  return rows[0] ?? { names: [], ids: [], isCover: false }
}

/** The persons who cover a class on a date; empty: no one does. */
export async function coverOf(tx: Write['tx'], classId: number, classDate: string): Promise<readonly number[]> {
  const rows = await tx
    .selectFrom('class_cover')
    .select('person_id')
    .where('class_id', '=', classId)
    .where('class_date', '=', classDate)
    .execute()
  return rows.map(row => row.person_id)
}

/** @throws Refused 400 on `instructorIds`, naming who does not work in the class's club */
export async function setCover(
  context: Write,
  klass: ClassRow,
  classDate: string,
  instructorIds: readonly number[],
): Promise<void> {
  const { tx, audit } = context
  const before = await coverOf(tx, klass.id, classDate)
  await tx.deleteFrom('class_cover').where('class_id', '=', klass.id).where('class_date', '=', classDate).execute()
  const { ids: ownIds } = await teachersOn(tx, klass.id, classDate)
  const ids = [...new Set(instructorIds)]
  await demandWorkers(
    context,
    klass,
    ids.filter(personId => !ownIds.includes(personId)),
  )
  const isOwn = ids.length === ownIds.length && ids.every(personId => ownIds.includes(personId))
  if (ids.length > 0 && !isOwn)
    await tx
      .insertInto('class_cover')
      .values(ids.map(person_id => ({ class_id: klass.id, club_id: klass.club_id, class_date: classDate, person_id })))
      .execute()
  audit({
    clubId: klass.club_id,
    subject: 'class_cover',
    subjectId: klass.id,
    before: { classDate, instructorIds: before },
    after: { classDate, instructorIds: isOwn ? [] : ids },
  })
}
