import type * as form from '@honbu/contract/class-form.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { type Kysely, sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { type ClassRow, lockClass } from './lock-class.ts'

/** Only a class of which nothing would be lost. The database decides; this says why. */
export async function deleteClass(context: Write, { id }: Input<typeof form.deleteClass>) {
  const { tx, audit } = context
  const was = await lockClass(context, id, undefined)
  const history = await historyOf(tx, id)
  if (history.length > 0) throw refusedWith(was.class_name, history)
  try {
    await tx.deleteFrom('class').where('id', '=', id).execute()
  } catch (error) {
    if (!isStillUsed(error)) throw error
    throw refusedWith(was.class_name, ['a history'])
  }
  audit({ clubId: was.club_id, subject: 'class', subjectId: id, before: was, after: null })
  return { classId: id }
}

/** Whatever else has come to point at classes. */
const isStillUsed = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23503'

function refusedWith(className: string, history: readonly string[]): Refused {
  const message = `${className} has ${list.format(history)}, which would be lost. Give it a last day instead.`
  return new Refused(409, message, { id: [message] })
}

/** Why a class can't be deleted, as 'Juniors has 3 bookings'; empty: it can. */
export async function whyNotDeleted(tx: Kysely<Tables>, { id, class_name }: Pick<ClassRow, 'id' | 'class_name'>) {
  const history = await historyOf(tx, id)
  return history.length === 0 ? '' : `${class_name} has ${list.format(history)}`
}

const list = new Intl.ListFormat('en-GB')

/** '412 marks', '3 bookings' … of a class; nothing for one that can go. */
async function historyOf(tx: Kysely<Tables>, id: number): Promise<string[]> {
  const { rows } = await sql<{ one: string; many: string; count: number }>`
    select 'mark' as one, 'marks' as many, count(*) as count from attendance where class_id = ${id}
    union all select 'booking', 'bookings', count(*) from booking where class_id = ${id}
    union all select 'place waited for', 'places waited for', count(*) from waiting_list_entry where class_id = ${id}
    union all select 'enrolment', 'enrolments', count(*) from class_member where class_id = ${id}
    union all select 'result', 'results', count(*) from grading_result where class_id = ${id}`.execute(tx)
  return rows.filter(row => row.count > 0).map(({ one, many, count }) => `${count} ${count === 1 ? one : many}`)
}
