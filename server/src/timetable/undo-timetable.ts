import type { Input } from '@honbu/contract/endpoint.ts'
import type { getTimetables as getAll, undoTimetable as undo } from '@honbu/contract/timetable-text.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { deleteClass, whyNotDeleted } from './delete-class.ts'

/** How many weeks are listed. */
const most = 10

export async function getTimetables({ db }: Read, { clubId }: Input<typeof getAll>) {
  const { rows } = await sql<{ batchId: number; createdAt: Date; classes: string[]; busy: string[] }>`
    select batch.id as "batchId", batch.created_at as "createdAt", array_agg(class.class_name order by class.class_name, class.id) as classes,
      coalesce(array_agg(class.class_name order by class.class_name, class.id) filter (where ${hasHistory}), '{}') as busy
    from timetable_batch batch join class on class.id = any(batch.class_ids) and class.club_id = batch.club_id
    where batch.club_id = ${clubId}
    group by batch.id order by batch.created_at desc, batch.id desc limit ${most}`.execute(db)
  return rows.map(({ createdAt, busy, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    inTheWay: busy.length === 0 ? '' : `${list.format(busy)} ${busy.length === 1 ? 'has' : 'have'} members or marks.`,
  }))
}

const list = new Intl.ListFormat('en-GB')

const hasHistory = sql`(
  exists (select from attendance where class_id = class.id)
  or exists (select from booking where class_id = class.id)
  or exists (select from waiting_list_entry where class_id = class.id)
  or exists (select from class_member where class_id = class.id)
  or exists (select from grading_result where class_id = class.id))`

/** All of it, or nothing where a class has a history. Rooms that something else uses by now stay. */
export async function undoTimetable(context: Write, { id }: Input<typeof undo>) {
  const { tx, audit } = context
  const batch = await tx
    .selectFrom('timetable_batch')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const classes = await tx
    .selectFrom('class')
    .select(['id', 'class_name'])
    .where('id', 'in', [0, ...batch.class_ids])
    .where('club_id', '=', batch.club_id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const reasons: string[] = []
  for (const klass of classes) reasons.push(await whyNotDeleted(tx, klass))
  const inTheWay = reasons.filter(Boolean)
  if (inTheWay.length > 0) {
    const message = `${inTheWay.join('. ')}. Give these a last day instead.`
    throw new Refused(409, message, { id: [message] })
  }
  for (const klass of classes) await deleteClass(context, { id: klass.id })
  const { rows: rooms } = await sql<{ id: number; name: string }>`
    delete from location where id = any(${batch.location_ids}) and club_id = ${batch.club_id}
      and not exists (select from class where class.location_id = location.id)
      and not exists (select from class_timetable week where week.location_id = location.id)
      and not exists (select from class_session session where session.location_id = location.id)
      and not exists (select from location room where room.venue_id = location.id)
    returning id, name`.execute(tx)
  for (const room of rooms)
    audit({ clubId: batch.club_id, subject: 'location', subjectId: room.id, before: { name: room.name }, after: null })
  audit({
    clubId: batch.club_id,
    subject: 'timetable_batch',
    subjectId: id,
    before: { classes: classes.map(({ class_name }) => class_name) },
    after: null,
  })
  await tx.deleteFrom('timetable_batch').where('id', '=', id).execute()
  return { batchId: id, classes: classes.length, rooms: rooms.length }
}
