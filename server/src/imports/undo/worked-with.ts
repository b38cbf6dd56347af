import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

export interface WorkedWith {
  readonly memberId: number
  readonly name: string
  readonly code: string
  /** What was done since, in words for a person. */
  readonly why: string
}

interface Batch {
  readonly id: number
  readonly auditId: number
}

/** What a row of a table says about a member whom the import made. */
const words: Readonly<Record<string, string>> = {
  attendance: 'was marked in a register',
  attendance_mark: 'was marked in a register',
  booking: 'has a booking',
  waiting_list_entry: 'is on a waiting list',
  charge: 'was charged',
  payment: 'has paid',
  member_note: 'has another note',
  class_member: 'is on another register',
  grading_result: 'has been graded',
  club_member: 'has joined another club',
  member_contact: 'has another contact',
  member_link: 'is linked with somebody else',
  member_tag: 'has another tag',
  task: 'has a task that somebody made or completed',
  member_merge: 'was merged',
}

/**
 * Members of an import with whom somebody has worked since: what they did is in the audit, hangs on a member whom the
 * import made, or shows in a row that is not as the import left it. What the system makes by itself does not count.
 */
export async function workedWith(db: Db, batch: Batch): Promise<WorkedWith[]> {
  const found = new Map<number, string>()
  for (const { memberId, why } of await auditedSince(db, batch)) found.set(memberId, why)
  for (const { memberId, table } of await hangsOn(db, batch))
    found.set(memberId, words[table] ?? `has something in ${table}`)
  for (const memberId of await changedSince(db, batch)) if (!found.has(memberId)) found.set(memberId, 'was changed')
  if (found.size === 0) return []
  const members = await db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['member.id', 'member.code', 'person.first_name', 'person.last_name'])
    .where('member.id', 'in', [...found.keys()])
    .orderBy('person.last_name')
    .orderBy('member.id')
    .execute()
  return members.map(({ id, code, first_name, last_name }) => ({
    memberId: id,
    name: `${first_name} ${last_name}`.trim(),
    code,
    why: found.get(id) ?? '',
  }))
}

const touched = (id: number) =>
  sql`(select distinct member_id from import_change where import_batch_id = ${id}
    union select member_id from import_line where import_batch_id = ${id} and outcome in ('new', 'changed'))`

/** To read somebody's data is no work on them; imports are looked at by themselves. */
const noWork = ['exportPersonalData', 'runImport', 'undoImport']

async function auditedSince(db: Db, { id, auditId }: Batch) {
  const { rows } = await sql<{ memberId: number; why: string }>`
    select distinct audit.member_id as "memberId", 'was changed' as why
    from audit where audit.id > ${auditId} and audit.member_id in ${touched(id)}
      and audit.action <> all(${noWork}::text[])
    union
    select distinct import_line.member_id, 'is in a later import'
    from import_line join import_batch on import_batch.id = import_line.import_batch_id
    where import_batch.audit_id > ${auditId} and import_batch.state <> 'undone'
      and import_line.outcome in ('new', 'changed') and import_line.member_id in ${touched(id)}`.execute(db)
  return rows
}

/** Rows of a member whom the import made that it did not make, found by every foreign key there is. */
async function hangsOn(db: Db, { id }: Batch) {
  const keys = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[
      array_position(confkey, (select attnum from pg_attribute where attrelid = confrelid and attname = 'id'))]
    where contype = 'f' and confrelid = 'member'::regclass
      and conrelid::regclass::text not in ('directory_entry', 'import_line', 'import_change')`.execute(db)
  const made = sql`select member_id from import_change
    where import_batch_id = ${id} and table_name = 'member' and what = 'added'`
  const found: { memberId: number; table: string }[] = []
  for (const { table, column } of keys.rows) {
    const member = sql.ref(`entry.${column}`)
    const bySystem = table === 'task' ? sql`and not (entry.created_by is null and entry.completed_at is null)` : sql``
    const { rows } = await sql<{ memberId: number; table: string }>`
      select distinct ${member} as "memberId", ${table} as table from ${sql.table(table)} entry
      where ${member} in (${made}) ${bySystem} and not exists (
        select from import_change
        where import_batch_id = ${id} and table_name = ${table} and to_jsonb(entry) @> import_change.key
          and import_change.member_id in (${sql.join(memberColumns(table, column).map(name => sql.ref(`entry.${name}`)))})
      )`.execute(db)
    found.push(...rows)
  }
  return found
}

/** A link is written down with one of its two members. */
const memberColumns = (table: string, column: string) =>
  table === 'member_link' ? ['member_id', 'linked_member_id'] : [column]

/** Consents set the flags in their own time; a later import that was undone has left nothing but a newer version. */
const others = ['communication_flags', 'version']

/** Rows that the import changed and that are not as it left them. */
async function changedSince(db: Db, { id }: Batch): Promise<number[]> {
  const members: number[] = []
  for (const table of ['person', 'club_member', 'member_discipline'] as const) {
    const { rows } = await sql<{ memberId: number }>`
      select distinct import_change.member_id as "memberId" from import_change
      left join ${sql.table(table)} entry on entry.id = (import_change.key ->> 'id')::bigint
      where import_batch_id = ${id} and table_name = ${table} and what = 'changed'
        and (to_jsonb(entry) - ${others}::text[]) is distinct from (import_change.after - ${others}::text[])
    `.execute(db)
    members.push(...rows.map(({ memberId }) => memberId))
  }
  return members
}
