import { type RawBuilder, sql } from 'kysely'
import type { Write } from '../platform/route.ts'

/** Tables of a person's membership, in the order in which their rows can be restored. */
const tables = {
  club_member: { key: ['id'], of: 'membership' },
  member_status_change: { key: ['id'], of: 'club_member_id' },
  plan_change: { key: ['id'], of: 'club_member_id' },
  membership_freeze: { key: ['id'], of: 'club_member_id' },
  membership_period: { key: ['id'], of: 'club_member_id' },
  membership_gap: { key: ['id'], of: 'club_member_id' },
  class_member: { key: ['id'], of: 'member_id' },
  booking: { key: ['id'], of: 'member_id' },
  member_tag: { key: ['tag_id', 'member_id'], of: 'member_id' },
  charge: { key: ['id'], of: 'member_id' },
} as const

export type Tracked = keyof typeof tables

/** Rows that are only added to, or that a person has to decide about. */
export const neverUndone: ReadonlySet<string> = new Set<Tracked>(['charge', 'membership_gap'])

export interface StoredRow {
  readonly id?: number
  readonly amount_pence?: number
  readonly [column: string]: unknown
}

export interface ChangedRow {
  readonly memberId: number
  readonly table: Tracked
  readonly before: StoredRow | null
  readonly after: StoredRow | null
}

type Snapshot = ReadonlyMap<string, { readonly memberId: number; readonly table: Tracked; readonly row: StoredRow }>

interface Whose {
  readonly clubId: number
  readonly memberIds: readonly number[]
}

export async function snapshotOf(tx: Write['tx'], names: readonly Tracked[], { clubId, memberIds }: Whose) {
  const found = new Map<string, { memberId: number; table: Tracked; row: StoredRow }>()
  for (const table of names) {
    const { rows } = await sql<{ memberId: number; row: StoredRow }>`
      select own.member_id as "memberId", to_jsonb(entry) as row
      from club_member own join ${sql.table(table)} entry on ${belongs(table)}
      where own.club_id = ${clubId} and own.member_id = any(${[...memberIds]}::bigint[])`.execute(tx)
    for (const { memberId, row } of rows) found.set(keyOf(table, row), { memberId, table, row })
  }
  return found
}

function belongs(table: Tracked): RawBuilder<unknown> {
  const { of } = tables[table]
  if (of === 'membership') return sql`entry.id = own.id`
  if (of === 'club_member_id') return sql`entry.club_member_id = own.id`
  return sql`entry.member_id = own.member_id and entry.club_id = own.club_id`
}

export const keyOf = (table: Tracked, row: StoredRow) =>
  [table, ...tables[table].key.map(column => row[column])].join(' ')

/** Counts changes, and says nothing of its own. */
const version = 'version'

/** Compares two rows as Postgres gives them: `jsonb` has one order of keys. */
export const isSame = (one: StoredRow | null, other: StoredRow | null) => textOf(one) === textOf(other)

const textOf = (row: StoredRow | null) =>
  row && JSON.stringify(Object.entries(row).filter(([column]) => column !== version))

export function changesBetween(before: Snapshot, after: Snapshot): ChangedRow[] {
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].flatMap((key): ChangedRow[] => {
    const [was, is] = [before.get(key), after.get(key)]
    const { memberId, table } = was ?? is ?? {}
    if (memberId === undefined || table === undefined || isSame(was?.row ?? null, is?.row ?? null)) return []
    return [{ memberId, table, before: was?.row ?? null, after: is?.row ?? null }]
  })
}

/** Makes a row what it was before. */
export async function restoreRow(tx: Write['tx'], { table, before, after }: ChangedRow): Promise<void> {
  const row = before ?? after
  if (!row) return
  const isIt = sql.join(
    tables[table].key.map(column => sql`entry.${sql.ref(column)} = old.${sql.ref(column)}`),
    sql` and `,
  )
  const old = sql`jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb) old`
  if (before === null) {
    await sql`delete from ${sql.table(table)} entry using ${old} where ${isIt}`.execute(tx)
    return
  }
  if (after === null) {
    await sql`insert into ${sql.table(table)} overriding system value select old.* from ${old}`.execute(tx)
    return
  }
  const columns = Object.keys(before).filter(column => column !== version && !isEqual(before[column], after[column]))
  const set = columns.map(column => sql`${sql.ref(column)} = old.${sql.ref(column)}`)
  const counted = version in before ? [sql`version = entry.version + 1`] : []
  await sql`update ${sql.table(table)} entry set ${sql.join([...set, ...counted])} from ${old} where ${isIt}`.execute(
    tx,
  )
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Deletes come first, so that what they have replaced has its place again. */
export const inUndoOrder = (rows: readonly ChangedRow[]) => {
  const names = Object.keys(tables)
  const place = ({ table }: ChangedRow) => names.indexOf(table)
  const added = rows.filter(({ before }) => before === null).toSorted((one, other) => place(other) - place(one))
  const others = rows.filter(({ before }) => before !== null).toSorted((one, other) => place(one) - place(other))
  return [...added, ...others]
}

/** The columns that differ, as the audit has them. */
export function differing({ before, after }: ChangedRow) {
  const names = Object.keys(before ?? after ?? {}).filter(
    column => column !== version && (!before || !after || !isEqual(before[column], after[column])),
  )
  const pick = (row: StoredRow | null) => row && Object.fromEntries(names.map(name => [inCamelCase(name), row[name]]))
  return { before: pick(before), after: pick(after) }
}

const inCamelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
