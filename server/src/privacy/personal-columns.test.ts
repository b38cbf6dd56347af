import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { membershipTables, memberTables } from './member-tables.ts'
import { columnsBeside, namesIn, type PersonalColumns, personalColumns } from './personal-columns.ts'

const { db } = await freshDatabase()
const declared: Readonly<Record<string, PersonalColumns>> = { ...personalColumns, ...columnsBeside }

const { rows: columns } = await sql<{ table: string; name: string; type: string; isComputed: boolean }>`
  select attrelid::regclass::text as table, attname as name, format_type(atttypid, null) as type,
    attgenerated <> '' as "isComputed"
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped`.execute(db)
const { rows: references } = await sql<{ from: string; to: string; isCascade: boolean }>`
  select conrelid::regclass::text as "from", confrelid::regclass::text as "to", confdeltype = 'c' as "isCascade"
  from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`.execute(db)

const columnsOf = (table: string) => columns.filter(column => column.table === table)
const texts = new Set(['text', 'citext', 'character varying', 'jsonb', 'json', 'bytea', 'tsvector'])

/** Rows about the clubs themselves, and about users as users. Accounts are kept as long as someone works in a club. */
const aboutClubs = new Set(['account', 'club', 'club_invitation', 'class_cover', 'class_instructor'])
/** Written by triggers, of columns that are declared: what is emptied there is emptied here. */
const derived = new Set([
  'consent_standing',
  'debt_span',
  'directory_entry',
  'directory_text',
  'membership_piece',
  'membership_span',
])
/** Deleted with the record, by erasing itself. */
const deleted = new Set(['member_merge', 'member_merge_row'])

/** Every table that depends on a person: by a foreign key, or by one to a table that does. */
function tablesAboutPeople(): Set<string> {
  const found = new Set(['person', 'audit'])
  for (const table of found)
    for (const { from } of references.filter(({ to }) => to === table)) if (!aboutClubs.has(from)) found.add(from)
  return found
}

const rowsAreDeleted = (table: string): boolean =>
  memberTables.some(({ table: name, erase }) => name === table && erase === 'delete') ||
  references.some(({ from, to, isCascade }) => from === table && isCascade && rowsAreDeleted(to))

describe.each([...tablesAboutPeople()].sort())('%s', table => {
  const { shown, codes, words = {}, internal, internalWords = {} } = declared[table] ?? { shown: '' }
  const kept = [...namesIn(shown), ...namesIn(codes), ...namesIn(internal)]

  it('declares what export, merge and erasure do with each column', () => {
    if (derived.has(table) || deleted.has(table)) return
    if (!(table in declared)) {
      // Of ids, numbers and days alone there is nothing to declare.
      const undeclared = rowsAreDeleted(table) ? [] : columnsOf(table).filter(({ type }) => texts.has(type))
      expect(undeclared, 'declare these in personal-columns.ts').toEqual([])
      return
    }
    const all = [...kept, ...Object.keys(words), ...Object.keys(internalWords)]
    expect(all.sort(), 'declare a new column in personal-columns.ts').toEqual(
      columnsOf(table)
        .map(({ name }) => name)
        .sort(),
    )
  })

  it('keeps no words of a row that erasing leaves', () => {
    const isKept = table in personalColumns && !rowsAreDeleted(table)
    const keeps = namesIn(shown).filter(name => texts.has(columnsOf(table).find(it => it.name === name)?.type ?? ''))
    expect(isKept ? keeps : [], 'a text that is kept is a code, or words to empty').toEqual([])
  })

  it('says how a merge fills each column, if it makes one row of two', () => {
    const { merge } = declared[table] ?? {}
    if (!merge) return
    const stored = columnsOf(table).filter(({ isComputed }) => !isComputed)
    expect(Object.values(merge).flatMap(namesIn).sort()).toEqual(stored.map(({ name }) => name).sort())
  })
})

it('declares only tables that are about people', () => {
  const about = tablesAboutPeople()
  const beside = new Set<string>(Object.keys(columnsBeside))
  expect(Object.keys(declared).filter(table => !about.has(table) && !beside.has(table))).toEqual([])
  const moved = [...memberTables, ...membershipTables].map(({ table }) => table)
  expect(moved.filter(table => !about.has(table))).toEqual([])
})
