import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { isReadableNote, type NoteReader } from '../platform/readable-notes.ts'
import { type Column, readColumns } from './columns.ts'
import { membershipTables, memberTables } from './member-tables.ts'
import { isNamed, readNames } from './names.ts'
import {
  columnsBeside,
  namesIn,
  type PersonalColumns,
  type PersonalTable,
  personalColumns,
} from './personal-columns.ts'
import { type DataField, type Reading, readField, targetsIn } from './readable.ts'

export interface DataRow {
  /** Table and primary key: the same whenever the row is read. */
  readonly row: string
  readonly fields: readonly DataField[]
}

export interface DataPart {
  readonly title: string
  /** Written freely, or about others as well: to be read before it is handed over. */
  readonly mayTellOfOthers: boolean
  readonly rows: readonly DataRow[]
}

export interface PersonalData {
  readonly parts: readonly DataPart[]
  /** Notes of these clubs that their category keeps from the reader. */
  readonly notesLeftOut: number
  /** Differs as soon as anything in the parts does. */
  readonly digest: string
}

interface Source {
  readonly table: PersonalTable | keyof typeof columnsBeside
  readonly title: string
  readonly where: ReturnType<typeof sql>
  /** The column that says whose it is, which is the same in each row. */
  readonly owner?: string
}

type RawRow = Readonly<Record<string, unknown>>

const toldByOthers: ReadonlySet<string> = new Set([
  'audit',
  'document_signature',
  'enquiry',
  'import_change',
  'member_contact',
  'member_link',
  'member_note',
  'member_text',
  'message_copy',
  'message_recipient',
  'message_reply',
  'note_mention',
  'note_message',
  'pay_link',
  'task',
])

/**
 * Reads everything that some clubs hold about a member, by kind, with names in place of ids. Rows of other clubs are left
 * out. Details, contacts and consents are shared by a tree of clubs.
 * @param timeZone in which people read the times
 */
export async function readPersonalData(
  db: Db,
  { memberId, reader, timeZone }: { memberId: number; reader: NoteReader; timeZone: string },
): Promise<PersonalData> {
  const { clubIds } = reader
  const sources = sourcesOf(memberId, reader)
  const columns = await readColumns(db, [...new Set(sources.map(({ table }) => table))])
  const read: { source: Source; columns: readonly Column[]; rows: readonly RawRow[] }[] = []
  for (const source of sources) {
    const own = columns.of.get(source.table) ?? []
    read.push({ source, columns: shownOf(source, own), rows: await rowsOf(db, source, own, clubIds) })
  }

  const ids = new Map<string, Set<number>>()
  for (const part of read)
    for (const [target, id] of targetsIn(part.rows, part.columns, columns.targets))
      ids.set(target, (ids.get(target) ?? new Set()).add(id))
  const reading: Reading = {
    names: await readNames(db, ids),
    titles: new Map(sources.map(({ table, title }) => [table, title])),
    referredTo: ids,
    targets: columns.targets,
    timeZone,
  }
  const parts = read.map(
    ({ source, columns: shown, rows }): DataPart => ({
      title: source.title,
      mayTellOfOthers: toldByOthers.has(source.table) || (source.table === 'person' && source.owner === undefined),
      rows: rows.map(row => ({
        row: [source.table, ...(columns.of.get(source.table) ?? []).filter(isKey).map(({ name }) => row[name])].join(
          ' ',
        ),
        fields: shown.flatMap(column => readField(source.table, column, row, reading)),
      })),
    }),
  )
  const filled = parts.filter(({ rows }) => rows.length > 0)
  return {
    parts: filled,
    notesLeftOut: await countUnreadable(db, memberId, reader),
    digest: createHash('sha256').update(JSON.stringify(filled)).digest('base64url'),
  }
}

/** The columns of a source that a person is shown: a test makes sure that each id among them has a name. */
export function shownOf({ table, owner }: Pick<Source, 'table' | 'owner'>, columns: readonly Column[]) {
  const { shown, codes, words }: PersonalColumns = { ...personalColumns, ...columnsBeside }[table]
  const exported = new Set([...namesIn(shown), ...namesIn(codes), ...Object.keys(words ?? {})])
  return columns.filter(
    ({ name, target }) => name !== owner && exported.has(name) && (target === null || isShown(target)),
  )
}

const isKey = ({ isKey: is }: Column) => is

/** An id of something that has neither a name nor a part of its own says nothing to a person. */
const isShown = (target: string) => isNamed(target) || parts.has(target)

/** The parts in the order in which people read them. */
export function sourcesOf(memberId: number, reader: NoteReader): readonly Source[] {
  const { clubIds } = reader
  const readable = isReadableNote(reader, 'entry')
  const own = sql`select person_id from member where id = ${memberId}`
  const memberships = sql`select id from club_member where member_id = ${memberId}`
  const received = sql`select id from message_recipient where member_id = ${memberId} and club_id = any(${[...clubIds]})`
  return [
    { title: 'Person', table: 'person', where: sql`id in (${own})`, owner: 'id' },
    { title: 'Member', table: 'member', where: sql`id = ${memberId}`, owner: 'id' },
    {
      title: 'Details of contacts',
      table: 'person',
      where: sql`id in (select person_id from member_contact where member_id = ${memberId})`,
    },
    ...memberTables.map(({ table, column, title }) => ({
      title,
      table,
      where:
        table === 'member_note' ? sql`member_id = ${memberId} and ${readable}` : sql`${sql.ref(column)} = ${memberId}`,
      owner: column,
    })),
    ...membershipTables.map(({ table, title }) => ({
      title,
      table,
      where: sql`club_member_id in (${memberships})`,
      owner: 'club_member_id',
    })),
    {
      title: 'Documents signed or declined',
      table: 'document_version',
      where: sql`id in (select document_version_id from document_signature
        where member_id = ${memberId} and club_id = any(${[...clubIds]}))`,
    },
    {
      title: 'Notes sent',
      table: 'note_message',
      where: sql`note_id in (select id from member_note entry where member_id = ${memberId} and ${readable})`,
    },
    {
      title: 'Staff named in notes',
      table: 'note_mention',
      where: sql`note_id in (select id from member_note entry where member_id = ${memberId} and ${readable})`,
    },
    {
      title: 'Texts of messages',
      table: 'message_copy',
      where: sql`id in (select copy_id from message_recipient where id in (${received}))`,
    },
    { title: 'Replies to messages', table: 'message_reply', where: sql`recipient_id in (${received})` },
    { title: 'Consents', table: 'consent', where: sql`person_id in (${own})`, owner: 'person_id' },
    { title: 'Changes to the record', table: 'audit', where: sql`member_id = ${memberId}`, owner: 'member_id' },
  ]
}

const nobody: NoteReader = { accountId: 0, clubIds: [], adminIds: [], welfareIds: [], healthIds: [] }
const parts: ReadonlySet<string> = new Set(sourcesOf(0, nobody).map(({ table }) => table))

async function countUnreadable(db: Db, memberId: number, reader: NoteReader): Promise<number> {
  const { count } = await db
    .selectFrom('member_note')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('club_id', 'in', [0, ...reader.clubIds])
    .where(({ not }) => not(isReadableNote(reader)))
    .executeTakeFirstOrThrow()
  return count
}

async function rowsOf(db: Db, { table, where }: Source, columns: readonly Column[], clubIds: readonly number[]) {
  const isOurs = columns.some(({ name }) => name === 'club_id')
    ? sql`coalesce(club_id = any(${[...clubIds]}), true)`
    : sql`true`
  const keys = columns.filter(isKey).map(({ name }) => sql.ref(name))
  const { rows } = await sql<{ row: RawRow }>`
    select to_jsonb(entry) as row from ${sql.table(table)} entry where ${where} and ${isOurs}
    order by ${sql.join(keys)}`.execute(db)
  return rows.map(({ row }) => row)
}
