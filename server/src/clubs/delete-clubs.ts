import { type RawBuilder, sql, type Transaction } from 'kysely'
import { keyIn } from '../platform/files.ts'
import type { Tables } from '../platform/tables.ts'
import { treeTables } from './move-club.ts'

type Tx = Transaction<Tables>

interface Tree {
  /** Whole trees; null: the clubs are part of one, and the rest of it stays. */
  readonly roots: readonly number[] | null
  readonly clubs: readonly number[]
  /** People who are known nowhere else go with them. */
  readonly people: readonly number[]
}

export interface Deleted {
  /** Rows by table. */
  readonly rows: ReadonlyMap<string, number>
  /** Keys of the files that no row names any longer. The caller deletes them. */
  readonly files: readonly string[]
  /** The accounts that went. */
  readonly accounts: readonly number[]
}

/**
 * Deletes whole trees of clubs with everything in them, the ledger included, in the caller's transaction. People go if
 * no other row refers to them. Accounts stay, except those in `accounts` to which no other row refers.
 * @param roots the topmost clubs
 * @throws when rows of another tree refer to one of these
 */
export async function deleteClubs(
  tx: Tx,
  { roots, accounts }: { roots: readonly number[]; accounts: readonly number[] },
): Promise<Deleted> {
  const { rows } = await sql<{ id: number }>`select id from club where root_club_id = any(${[...roots]})`.execute(tx)
  return await deleteTree(tx, { roots, clubs: rows.map(({ id }) => id), people: [] }, accounts)
}

/**
 * Deletes a club and all below it, and leaves the rest of the tree. Members who are in another club too stay there.
 * @throws when rows of the rest refer to one of these
 */
export async function deleteClubAndBelow(tx: Tx, clubId: number): Promise<Deleted> {
  const { rows } = await sql<{ id: number; root: number }>`
    select id, root_club_id as root from club join club_and_below(${clubId}) on club_id = id`.execute(tx)
  const clubs = rows.map(({ id }) => id)
  const isTopmost = rows.some(({ root }) => root === clubId)
  return await deleteTree(tx, { roots: isTopmost ? [clubId] : null, clubs, people: [] }, [])
}

async function deleteTree(
  tx: Tx,
  tree: Tree & { readonly people: number[] },
  accounts: readonly number[],
): Promise<Deleted> {
  await sql`update club set is_being_deleted = true where id = any(${[...tree.clubs]})`.execute(tx)
  const keys = await foreignKeys(tx)
  const scopes = scopesOf(await columnsOf(tx), keys, tree, tree.roots ? null : await partsOf(tx, tree.clubs))
  const files = await filesOf(tx, tree)
  tree.people.push(...(await peopleOf(tx, keys, scopes)))
  // A foreign key that is deferrable may be part of a ring of tables.
  await sql`set constraints all deferred`.execute(tx)
  const counts = new Map<string, number>()
  const tables = childrenFirst([...scopes.keys()], keys)
  // Deleting marks, for instance, notes the days that a report has to count again, in a table of this list.
  while (await deleteOnce(tx, tables, scopes, counts));
  const gone = await deleteAccounts(tx, keys, scopes, accounts)
  const photos = await deletePeople(tx, keys, [...tree.people, ...gone.map(account => account.personId)])
  await sql`set constraints all immediate`.execute(tx)
  return { rows: counts, files: [...files, ...photos], accounts: gone.map(({ id }) => id) }
}

/** @returns whether there was anything to delete */
async function deleteOnce(tx: Tx, tables: readonly string[], scopes: Scopes, counts: Map<string, number>) {
  let isAny = false
  for (const table of tables) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${scopes.get(table)}`.execute(tx)
    if (numAffectedRows > 0n) isAny = true
    counts.set(table, (counts.get(table) ?? 0) + Number(numAffectedRows))
  }
  return isAny
}

interface ForeignKey {
  readonly child: string
  readonly columns: readonly string[]
  readonly parent: string
  readonly parentColumns: readonly string[]
  readonly isDeferrable: boolean
}

async function foreignKeys(tx: Tx): Promise<ForeignKey[]> {
  const names = (relation: string, numbers: string) => sql`(
    select json_agg(attname order by place) from unnest(${sql.ref(numbers)}) with ordinality as key (number, place)
    join pg_attribute on attrelid = ${sql.ref(relation)} and attnum = key.number)`
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as child, ${names('conrelid', 'conkey')} as columns,
      confrelid::regclass::text as parent, ${names('confrelid', 'confkey')} as "parentColumns",
      condeferrable as "isDeferrable"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`.execute(tx)
  return rows
}

async function columnsOf(tx: Tx): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select relname as table, json_agg(attname) as columns from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 group by relname`.execute(tx)
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]))
}

/** Which rows of a table belong to the trees, as a condition. Tables without such rows aren't in it. */
type Scopes = ReadonlyMap<string, RawBuilder<unknown>>

/** Tables about people and accounts, which clubs share. */
const shared = new Set(['person', 'account'])

function scopesOf(
  columns: ReadonlyMap<string, ReadonlySet<string>>,
  keys: readonly ForeignKey[],
  { roots, clubs }: Tree,
  parts: Scopes | null,
): Scopes {
  const scopes = new Map<string, RawBuilder<unknown>>()
  for (const [table, names] of columns) {
    const part = parts?.get(table)
    if (part) scopes.set(table, part)
    else if (names.has('root_club_id') && roots) scopes.set(table, sql`root_club_id = any(${[...roots]})`)
    else if (names.has('club_id')) scopes.set(table, sql`club_id = any(${[...clubs]})`)
  }
  // The others belong to the row that they refer to, which may itself belong to another.
  for (let isMore = true; isMore; ) {
    isMore = false
    for (const table of columns.keys()) {
      if (scopes.has(table) || shared.has(table)) continue
      const parents = keys.filter(({ child, parent }) => child === table && scopes.has(parent))
      if (parents.length === 0) continue
      scopes.set(
        table,
        sql.join(
          parents.map(key => refersInto(key, scopes)),
          sql` or `,
        ),
      )
      isMore = true
    }
  }
  return scopes
}

/**
 * Of each table that names the tree, the rows that belong to some of its clubs. Members are those of no other club. Ids are
 * looked up first, as rows go in an order in which a parent may be the first.
 */
async function partsOf(tx: Tx, clubs: readonly number[]): Promise<Scopes> {
  const here = [...clubs]
  const { rows: members } = await sql<{ id: number }>`
    select member_id as id from club_member group by member_id having bool_and(club_id = any(${here}::bigint[]))`.execute(
    tx,
  )
  const gone = sql`any(${members.map(({ id }) => id)}::bigint[])`
  const parts = new Map<string, RawBuilder<unknown>>([
    ['club', sql`id = any(${here})`],
    ['member', sql`id = ${gone}`],
    ['member_link', sql`member_id = ${gone} or linked_member_id = ${gone}`],
    ...memberTables.map(table => [table, sql`member_id = ${gone}`] as const),
    // Addresses are stopped for the whole tree.
    ['undeliverable', sql`false`],
  ])
  for (const [parent, children] of Object.entries(childrenOf)) {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(parent)} where club_id = any(${here})`.execute(tx)
    const ids = rows.map(({ id }) => id)
    for (const child of children) parts.set(child, sql`${sql.ref(`${parent}_id`)} = any(${ids}::bigint[])`)
  }
  for (const { table, hasClubId } of await treeTables(tx)) {
    if (hasClubId) parts.set(table, sql`club_id = any(${here})`)
    else if (!parts.has(table)) throw new Error(`delete-clubs.ts does not know which rows of ${table} belong to a club`)
  }
  return parts
}

/** Tables that name the tree and no club: by a member, or by a row of a club. */
const memberTables = ['member_contact', 'member_discipline', 'member_merge', 'imported_mandate']
const childrenOf = {
  class: ['class_discipline'],
  discipline: ['grade'],
  discount: ['discount_choice'],
  import_batch: ['import_line', 'import_change'],
  training_plan: ['training_plan_class', 'training_plan_discipline', 'training_plan_category'],
}

const refersInto = ({ columns, parent, parentColumns }: ForeignKey, scopes: Scopes) => sql`
  (${sql.join(columns.map(name => sql.ref(name)))}) in (
    select ${sql.join(parentColumns.map(name => sql.ref(name)))} from ${sql.table(parent)} where ${scopes.get(parent)})`

/** A table comes after all that refer to it. */
function childrenFirst(tables: readonly string[], keys: readonly ForeignKey[]): string[] {
  const left = new Set(tables)
  const sorted: string[] = []
  while (left.size > 0) {
    const free = [...left].filter(
      table =>
        !keys.some(
          ({ child, parent, isDeferrable }) => parent === table && child !== table && left.has(child) && !isDeferrable,
        ),
    )
    if (free.length === 0) throw new Error(`These tables refer to each other in a ring: ${[...left].join(', ')}`)
    for (const table of free) left.delete(table)
    sorted.push(...free)
  }
  return sorted
}

/** Everyone to whom a row of the trees refers. */
async function peopleOf(tx: Tx, keys: readonly ForeignKey[], scopes: Scopes): Promise<number[]> {
  const references = keys
    .filter(({ child, parent }) => parent === 'person' && scopes.has(child))
    .map(
      ({ child, columns }) =>
        sql`select ${sql.ref(columns[0] ?? '')} as id from ${sql.table(child)} where ${scopes.get(child)}`,
    )
  const { rows } = await sql<{ id: number }>`
    select distinct id from (${sql.join(references, sql` union `)}) referred where id is not null`.execute(tx)
  return rows.map(({ id }) => id)
}

/** No row refers to it, except those of some tables. */
const isFree = (keys: readonly ForeignKey[], to: string, except: readonly string[]) =>
  sql.join(
    keys
      .filter(({ child, parent }) => parent === to && !except.includes(child))
      .map(
        ({ child, columns }) => sql`not exists (
          select from ${sql.table(child)} where ${sql.ref(`${child}.${columns[0]}`)} = ${sql.ref(`${to}.id`)})`,
      ),
    sql` and `,
  )

/** Deletes those of the accounts that nothing refers to but what is theirs: sessions, drafts, exports, their own history. */
async function deleteAccounts(tx: Tx, keys: readonly ForeignKey[], scopes: Scopes, accounts: readonly number[]) {
  const theirs = keys.filter(({ child, parent }) => parent === 'account' && !scopes.has(child) && !shared.has(child))
  const { rows } = await sql<{ id: number; personId: number }>`
    update account set is_being_deleted = true
    where id = any(${[...accounts]}) and ${isFree(keys, 'account', [...theirs.map(({ child }) => child), 'audit'])}
      and not exists (select from audit where account_id = account.id and club_id is not null)
    returning id, person_id as "personId"`.execute(tx)
  const ids = rows.map(({ id }) => id)
  for (const { child, columns } of [...theirs, { child: 'audit', columns: ['account_id'] }])
    await sql`delete from ${sql.table(child)} where ${sql.ref(columns[0] ?? '')} = any(${ids})`.execute(tx)
  await sql`delete from account where id = any(${ids})`.execute(tx)
  return rows
}

/** @returns the files of their photos */
async function deletePeople(tx: Tx, keys: readonly ForeignKey[], people: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ photo: string | null }>`
    delete from person where id = any(${[...people]}) and ${isFree(keys, 'person', ['consent_standing'])}
    returning photo_url as photo`.execute(tx)
  return rows.flatMap(({ photo }) => keyIn(photo) ?? [])
}

/** The files that rows of the trees name: logos, pictures in messages, and lists that were imported. */
async function filesOf(tx: Tx, { clubs }: Tree): Promise<string[]> {
  const { rows } = await sql<{ key: string | null; address: string | null }>`
    select file_key as key, null as address from import_batch where club_id = any(${[...clubs]})
    union all select key, null from message_image where club_id = any(${[...clubs]})
    union all select null, logo_url from club where id = any(${[...clubs]})`.execute(tx)
  return rows.flatMap(({ key, address }) => key ?? keyIn(address) ?? [])
}
