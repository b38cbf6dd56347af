import { directoryColumns, type unsortable } from '@honbu/contract/directory.ts'
import { GridError, parseSort, type Sort } from '@honbu/contract/grid.ts'
import { type RawBuilder, sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Tables } from '../platform/tables.ts'
import type { DirectoryField } from './fields.ts'

type Dir = 'asc' | 'desc'
type Fact = keyof Tables['directory_entry'] & string
type Text = keyof Tables['directory_text'] & string
type Kept = Fact | Text

export interface SortKey {
  readonly column: Kept
  readonly dir: Dir
  readonly isNullable: boolean
  /** It stands in `directory_text`, not in `directory_entry`. */
  readonly isText: boolean
  /** Where it is one of a few values: these, each with its place in their order. */
  readonly values?: RawBuilder<unknown>
  /** For an id that stands for a name: all ids there are for these clubs, with their places in the order of the names. */
  readonly places?: (clubIds: readonly number[]) => RawBuilder<unknown>
}

const opposite = { asc: 'desc', desc: 'asc' } as const

const plain =
  (column: Fact, isNullable = false) =>
  (dir: Dir): SortKey[] => [{ column, dir, isNullable, isText: false }]

const text =
  (column: Text, isNullable = false) =>
  (dir: Dir): SortKey[] => [{ column, dir, isNullable, isText: true }]

const oneOf = (column: Fact, values: RawBuilder<unknown>) => (dir: Dir) =>
  plain(column)(dir).map(key => ({ ...key, values }))

const statuses = sql`(select id, id as place from lookup where kind = 'member_status')`
const yesAndNo = sql`(values (false, 0), (true, 1))`

/** Who is older was born earlier: a number that grows as what is kept falls. */
const reversed = (column: Fact) => (dir: Dir) => plain(column, true)(opposite[dir])

const byName =
  (column: Fact, table: string, isNullable: boolean, only: (clubs: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  (dir: Dir): SortKey[] => [
    {
      column,
      dir,
      isNullable,
      isText: false,
      places: clubIds => sql`(
        select id, row_number() over (order by folded_text(name) collate "C", id)::integer as place
        from ${sql.table(table)} where ${only(sql`any(${[...clubIds]}::bigint[])`)}
      )`,
    },
  ]

const ofTree = (clubs: RawBuilder<unknown>) =>
  sql`root_club_id = any(array(select distinct root_club_id from club where id = ${clubs}))`
const byClub = byName('club_id', 'club', false, clubs => sql`id = ${clubs}`)

const keys: Readonly<Record<Exclude<DirectoryField, (typeof unsortable)[number]>, (dir: Dir) => SortKey[]>> = {
  // People of one name stand by the other.
  lastName: dir => [...text('last_name')(dir), ...text('first_name')(dir)],
  firstName: dir => [...text('first_name')(dir), ...text('last_name')(dir)],
  code: text('code'),
  memberStatusId: oneOf('member_status_id', statuses),
  clubId: byClub,
  clubName: byClub,
  categoryName: byName('category_id', 'member_category', true, ofTree),
  planName: byName('training_plan_id', 'training_plan', true, ofTree),
  marketingSourceId: byName('marketing_source_id', 'lookup', true, () => sql`kind = 'marketing_source'`),
  dob: plain('dob', true),
  age: reversed('dob'),
  birthdayMonth: plain('birthday', true),
  email: text('email', true),
  phone: text('phone', true),
  memberSince: plain('member_since', true),
  daysMember: reversed('member_since'),
  lastAttendance: plain('last_attended', true),
  daysAbsent: reversed('last_attended'),
  debt: plain('debt_pence'),
  hasMandate: oneOf('has_mandate', yesAndNo),
}

/** The column that a field is sorted by and, in ranges, filtered by. */
export const keptBy = (field: DirectoryField): Kept | undefined =>
  isSortable(field) ? keys[field]('asc')[0]?.column : undefined

/** Does a field stand in `directory_entry` itself, and not in a table beside it? */
export const isKept = (field: DirectoryField): boolean =>
  isSortable(field) ? keys[field]('asc').every(key => !key.isText) : field !== 'classId'

/** Is there an index in this order (migration 0017)? */
export function isIndexed(sort: readonly SortKey[]): boolean {
  const [first, second, ...more] = sort
  if (!first || more.length > 0) return false
  if (!second) return !['last_name', 'first_name'].includes(first.column)
  const isName = [first, second].every(({ column }) => column === 'last_name' || column === 'first_name')
  return isName && first.dir === second.dir
}

/** Is there an index in this order within each status? */
export const isByStatus = ({ column }: SortKey): boolean => column === 'last_attended' || column === 'member_since'

/** Pairs of facts of which one decides about the other, with an index each (migration 0048). */
const filtersByColumn: Partial<Record<Kept, readonly DirectoryField[]>> = {
  member_status_id: ['disciplineId', 'gradeId', 'planName', 'hasMandate'],
  category_id: ['age', 'dob', 'planName'],
  training_plan_id: ['memberStatusId', 'categoryName'],
  has_mandate: ['memberStatusId'],
}

/** Does an index say by itself whether anybody has both a value of the column and one that the filter asks for? */
export const isPaired = ({ column }: SortKey, field: DirectoryField): boolean =>
  filtersByColumn[column]?.includes(field) ?? false

/**
 * What the rows are sorted by, first things first; by name where nothing is asked for.
 * @throws Refused 400 for a sort that cannot be read, or by something that a member has several of
 */
export function readSort(text = ''): SortKey[] {
  const sorts = parse(text)
  const wanted = sorts.length > 0 ? sorts : [{ field: 'lastName', dir: 'asc' } as const]
  const all = wanted.flatMap(({ field, dir }) => {
    if (!isSortable(field)) {
      const message = `'${field}' has several values, so it cannot be sorted by`
      throw new Refused(400, message, { [field]: [message] })
    }
    return keys[field](dir)
  })
  // What has decided once decides nothing again.
  return all.filter(({ column }, index) => all.findIndex(other => other.column === column) === index)
}

const isSortable = (field: DirectoryField): field is keyof typeof keys => Object.hasOwn(keys, field)

function parse(text: string): Sort<DirectoryField>[] {
  try {
    return parseSort(text, directoryColumns)
  } catch (error) {
    if (!(error instanceof GridError)) throw error
    throw new Refused(400, error.message, { [error.field]: [error.message] })
  }
}
