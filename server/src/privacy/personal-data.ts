import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { membershipTables, memberTables } from './member-tables.ts'

export type DataRow = Readonly<Record<string, unknown>>

/** What is kept of one kind: attendance, say. */
export interface DataPart {
  readonly title: string
  readonly rows: readonly DataRow[]
}

/** Of internal use: they tell nothing about a person. */
const inside = new Set([
  'id',
  'root_club_id',
  'version',
  'member_id',
  'person_id',
  'search',
  'phones',
  'club_member_id',
  'digest',
  'claim',
  'member_ids',
])

/**
 * Everything that some clubs hold about a member, by kind, with names where rows hold ids. Rows of other clubs are left
 * out; person, contacts and what the whole tree shares are not any one club's.
 */
export async function personalData(tx: Write['tx'], memberId: number, clubIds: readonly number[]): Promise<DataPart[]> {
  const names = await namesOf(tx, memberId)
  const ours = sql`coalesce((to_jsonb(entry) ->> 'club_id')::bigint = any(${[...clubIds]}), true)`
  const read = async (title: string, table: string, where: ReturnType<typeof sql>): Promise<DataPart> => {
    const { rows } = await sql<{ row: DataRow }>`
      select to_jsonb(entry) as row from ${sql.table(table)} entry where ${where} and ${ours}`.execute(tx)
    return { title, rows: rows.map(({ row }) => readable(table, row, names)) }
  }
  const his = sql`select person_id from member where id = ${memberId}`
  const contacts = sql`select person_id from member_contact where member_id = ${memberId}`
  const parts = [
    await read('Person', 'person', sql`id in (${his})`),
    await read('Member', 'member', sql`id = ${memberId}`),
    await read('Persons to contact', 'person', sql`id in (${contacts})`),
  ]
  for (const { table, column, title } of memberTables)
    parts.push(await read(title, table, sql`entry.${sql.ref(column)} = ${memberId}`))
  for (const { table, title } of membershipTables)
    parts.push(
      await read(title, table, sql`entry.club_member_id in (select id from club_member where member_id = ${memberId})`),
    )
  parts.push(
    await read(
      'Notes sent',
      'note_message',
      sql`note_id in (select id from member_note where member_id = ${memberId})`,
    ),
  )
  const got = sql`select id from message_recipient where member_id = ${memberId} and club_id = any(${[...clubIds]})`
  parts.push(
    await read(
      'What messages said',
      'message_copy',
      sql`id in (select copy_id from message_recipient where id in (${got}))`,
    ),
  )
  parts.push(await read('Answers to messages', 'message_reply', sql`recipient_id in (${got})`))
  parts.push(await read('Consents', 'consent', sql`person_id in (${his})`))
  parts.push(await read('What was changed', 'audit', sql`member_id = ${memberId}`))
  return parts
}

type Names = ReadonlyMap<string, string>

/** A row for a person: ids as names, pence as pounds, without what is only of use inside. */
function readable(table: string, row: DataRow, names: Names): DataRow {
  const entries = Object.entries(row).flatMap(([column, value]): [string, unknown][] => {
    if (inside.has(column) || value === null || value === '') return []
    if (column.endsWith('_pence')) return [[words(column.slice(0, -6)), Number(value) / 100]]
    if (!column.endsWith('_id')) return [[words(column), value]]
    const name = names.get(`${namedBy(table, column)} ${String(value)}`)
    return [[words(column.slice(0, -3)), name ?? value]]
  })
  return Object.fromEntries(entries)
}

const words = (column: string) => {
  const text = column.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Which of the names below a column means. */
function namedBy(table: string, column: string): string {
  if (column === 'category_id') return table === 'club_member' ? 'category' : 'lookup'
  if (/grade_id$/.test(column)) return 'grade'
  if (column === 'training_plan_id' || column === 'trial_plan_id') return 'plan'
  if (/^(class|club|discipline|location|account)_id$/.test(column)) return column.slice(0, -3)
  return 'lookup'
}

/** Of the member's tree of clubs, and of who works in it. */
async function namesOf(tx: Write['tx'], memberId: number): Promise<Names> {
  const tree = sql`root_club_id = (select root_club_id from member where id = ${memberId})`
  const { rows } = await sql<{ key: string; name: string }>`
    select 'lookup ' || id as key, name from lookup
    union all select 'class ' || id, class_name from class where ${tree}
    union all select 'club ' || id, name from club where ${tree}
    union all select 'discipline ' || id, name from discipline where ${tree}
    union all select 'grade ' || id, name from grade where ${tree}
    union all select 'category ' || id, name from member_category where ${tree}
    union all select 'plan ' || id, name from training_plan where ${tree}
    union all select 'account ' || account.id, trim(first_name || ' ' || last_name)
      from account join person on person.id = account.person_id
      where account.id in (select account_id from club_user join club on club.id = club_user.club_id where ${tree})`.execute(
    tx,
  )
  return new Map(rows.map(({ key, name }) => [key, name]))
}
