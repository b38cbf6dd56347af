import { sql, type Transaction } from 'kysely'
import { reverseCharges } from '../../ledger/index.ts'
import type { Tables } from '../../platform/tables.ts'
import { forgetPerson } from '../../privacy/index.ts'
import { hasVersion } from '../store/rows.ts'

type Tx = Transaction<Tables>

interface Undo {
  readonly importId: number
  /** Today in the club: the day of entries that reverse others. */
  readonly today: string
  readonly accountId: number | null
  /** Members who stay as they are, with all that the import gave them. */
  readonly left: readonly number[]
}

/** What an import adds to a member, what hangs on something else first. */
const hanging = [
  'member_link',
  'member_contact',
  'member_tag',
  'member_note',
  'imported_mandate',
  'imported_member',
  'class_member',
  'grading_result',
  'member_discipline',
] as const

/**
 * Takes away every row that an import made and restores those that it changed, but for members who are left alone. People
 * and tags whom somebody needs by now stay. An opening balance is reversed, and its member stays in the books without a
 * name. Answers the members who were taken back.
 */
export async function takeBack(tx: Tx, { importId, today, accountId, left }: Undo): Promise<number[]> {
  const { rows } = await sql<{ memberId: number; isNew: boolean }>`
    select member_id as "memberId", bool_or(table_name = 'member') as "isNew" from import_change
    where import_batch_id = ${importId} and member_id <> all(${[...left]}::bigint[]) group by member_id
    union
    select import_line.member_id, false from import_line
    where import_batch_id = ${importId} and outcome = 'changed' and member_id <> all(${[...left]}::bigint[])
      -- Hashed once, whatever the planner believes of tables that have only just been filled.
      and member_id not in (select member_id from import_change where import_batch_id = ${importId})
    order by 1`.execute(tx)
  const members = rows.map(({ memberId }) => memberId)
  const made = rows.filter(({ isNew }) => isNew).map(({ memberId }) => memberId)
  await sql`select from member where id = any(${members}) order by id for update`.execute(tx)
  const inBooks = await reverseBalances(tx, { importId, members, today, accountId })

  await tx
    .deleteFrom('member_link')
    .where(({ or, eb }) => or([eb('member_id', 'in', [...made, 0]), eb('linked_member_id', 'in', [...made, 0])]))
    .execute()
  // A task that the system made by itself is for nobody any more.
  await tx
    .deleteFrom('task')
    .where('member_id', 'in', [...made, 0])
    .execute()
  for (const table of hanging) await removeAdded(tx, table, { importId, members })
  await removeConsents(tx, { importId, members })
  await removeAdded(tx, 'club_member', { importId, members })
  for (const table of ['person', 'club_member', 'member_discipline', 'imported_member'] as const)
    await restore(tx, table, { importId, members })
  const gone = members.filter(id => !inBooks.includes(id))
  const people = await addedPeople(tx, { importId, members })
  const tags = await addedTags(tx, importId)
  await removeAdded(tx, 'member', { importId, members: gone })
  for (const memberId of inBooks) await eraseInBooks(tx, memberId)
  await removePeople(tx, people)
  await sql`delete from tag where id = any(${tags}) and not exists (select from member_tag where tag_id = tag.id)`.execute(
    tx,
  )
  return members
}

/** @returns the members who have entries in the books */
async function reverseBalances(
  tx: Tx,
  { importId, members, today, accountId }: Which & Omit<Undo, 'left'>,
): Promise<number[]> {
  const { rows } = await sql<{ chargeId: number; memberId: number }>`
    select (key ->> 'id')::bigint as "chargeId", member_id as "memberId" from import_change
    where import_batch_id = ${importId} and table_name = 'charge' and member_id = any(${[...members]}::bigint[])`.execute(
    tx,
  )
  await reverseCharges(
    tx,
    rows.map(({ chargeId }) => chargeId),
    { on: today, reason: 'Import undone: opening balance', accountId },
  )
  return rows.map(({ memberId }) => memberId)
}

/** Their code is free for whoever is imported next. */
async function eraseInBooks(tx: Tx, memberId: number): Promise<void> {
  const { person_id } = await tx
    .updateTable('member')
    .set({ erased_at: sql`now()`, code: `undone-${memberId}` })
    .where('id', '=', memberId)
    .returning('person_id')
    .executeTakeFirstOrThrow()
  await forgetPerson(tx, person_id)
}

interface Which {
  readonly importId: number
  readonly members: readonly number[]
}

async function removeAdded(tx: Tx, table: keyof Tables, { importId, members }: Which): Promise<void> {
  const isIt =
    table === 'member_tag'
      ? sql`entry.tag_id = (import_change.key ->> 'tag_id')::bigint and entry.member_id = import_change.member_id`
      : sql`entry.id = (import_change.key ->> 'id')::bigint`
  await sql`
    delete from ${sql.table(table)} entry using import_change
    where import_batch_id = ${importId} and import_change.member_id = any(${[...members]}::bigint[])
      and table_name = ${table} and what = 'added' and ${isIt}`.execute(tx)
}

/** The flags of a membership follow from what is left. */
async function removeConsents(tx: Tx, { importId, members }: Which): Promise<void> {
  await sql`
    delete from consent where import_batch_id = ${importId}
      and person_id in (select person_id from member where id = any(${[...members]}::bigint[]))`.execute(tx)
  await sql`
    update club_member set communication_flags = communication_flags(member.person_id, club_member.club_id)
    from member
    where member.id = club_member.member_id and member.id = any(${[...members]}::bigint[])
      and communication_flags <> communication_flags(member.person_id, club_member.club_id)`.execute(tx)
}

/** Puts every column back, and counts as a change for whoever has the row in a form. */
async function restore(
  tx: Tx,
  table: 'person' | 'club_member' | 'member_discipline' | 'imported_member',
  { importId, members }: Which,
) {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
      and attname not in ('version', 'communication_flags')`.execute(tx)
  const columns = rows.map(({ name }) => sql`${sql.ref(name)} = old.${sql.ref(name)}`)
  const version = hasVersion.has(table) ? [sql`version = entry.version + 1`] : []
  await sql`
    update ${sql.table(table)} entry set ${sql.join([...columns, ...version])}
    from import_change cross join lateral jsonb_populate_record(null::${sql.table(table)}, import_change.before) old
    where import_batch_id = ${importId} and import_change.member_id = any(${[...members]}::bigint[])
      and table_name = ${table} and what = 'changed' and entry.id = (import_change.key ->> 'id')::bigint`.execute(tx)
}

async function addedPeople(tx: Tx, { importId, members }: Which): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select (key ->> 'id')::bigint as id from import_change
    where import_batch_id = ${importId} and table_name = 'person' and what = 'added'
      and member_id = any(${[...members]}::bigint[])`.execute(tx)
  return rows.map(({ id }) => id)
}

async function addedTags(tx: Tx, importId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select (key ->> 'id')::bigint as id from import_change
    where import_batch_id = ${importId} and table_name = 'tag' and what = 'added'`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A parent who has become somebody else's contact meanwhile, or works in a club, stays. */
async function removePeople(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    delete from person where id = any(${[...ids]}::bigint[])
      and not exists (select from member where person_id = person.id)
      and not exists (select from member_contact where person_id = person.id)
      and not exists (select from consent where person_id = person.id or given_by_person_id = person.id)
      and not exists (select from account where person_id = person.id)
      and not exists (select from club where person.id in (owner_id, admin_id, instructor_id))`.execute(tx)
}
