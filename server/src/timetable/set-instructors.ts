import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { type ClassRow, clubToday } from './lock-class.ts'
import { worksThere } from './works-there.ts'

/** Sets who teaches a class. Someone who has left may stay until they are removed, but isn't put in. */
export async function setInstructors(context: Write, klass: ClassRow, instructorIds: readonly number[]) {
  const { tx } = context
  const ids = [...new Set(instructorIds)]
  const rows = await tx.selectFrom('class_instructor').select('person_id').where('class_id', '=', klass.id).execute()
  const before = rows.map(row => row.person_id)
  const added = ids.filter(id => !before.includes(id))
  const left = before.filter(id => !ids.includes(id))
  await demandWorkers(context, klass, added)
  if (left.length > 0)
    await tx.deleteFrom('class_instructor').where('class_id', '=', klass.id).where('person_id', 'in', left).execute()
  if (added.length > 0)
    await tx
      .insertInto('class_instructor')
      .values(added.map(person_id => ({ class_id: klass.id, person_id })))
      .execute()
}

/** @throws Refused 400 on `field`, naming everyone who neither works in the class's club today nor is invited to */
export async function demandWorkers(
  context: Write,
  klass: Pick<ClassRow, 'club_id'>,
  personIds: readonly number[],
  field = 'instructorIds',
) {
  if (personIds.length === 0) return
  const today = await clubToday(context, klass.club_id)
  const { rows } = await sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from person
    where id = any(${[...personIds]}) and not ${worksThere(sql`person.id`, { clubId: klass.club_id, today })}
      and not exists (select from club_invitation where person_id = person.id and club_id = ${klass.club_id})
    order by last_name`.execute(context.tx)
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  const message = `${names} ${rows.length === 1 ? 'does' : 'do'} not work in this club.`
  throw new Refused(400, message, { [field]: [message] })
}
