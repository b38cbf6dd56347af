import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import { directoryColumns } from '@honbu/contract/directory.ts'
import { type ColumnType, isUnary } from '@honbu/contract/grid/columns.ts'
import type { Condition } from '@honbu/contract/grid/filter.ts'
import type { FieldOf } from '@honbu/contract/grid.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Bool, filterCondition, type SqlField } from '../platform/grid-filter.ts'
import type { Tables } from '../platform/tables.ts'
import { missing } from './missing.ts'
import { wholeSteps } from './whole-steps.ts'

export type DirectoryField = FieldOf<typeof directoryColumns>

export interface DirectoryFrame {
  readonly clubIds: readonly number[]
  /** The day in the clubs, from which ages and absences are counted. */
  readonly today: string
}

/** What finds ids. */
export type IdQuestion = RawBuilder<{ id: number }>

/** The ids that belong to a name, or to a range of grades. */
export interface Ids {
  readonly list: RawBuilder<unknown>
  readonly include: (value: RawBuilder<unknown>) => Bool
}

/** What may be known before the statement; by default nothing is, and all is asked within it. */
export interface Known {
  readonly idsOf: (question: IdQuestion) => Ids
  /**
   * Whether a row is one of those that a question finds: by their ids, if they are known to be few.
   * @param column what the question's ids are of
   * @param look how another table is looked into for each row
   */
  readonly isOneOf: (column: 'member_id' | 'club_member_id', question: IdQuestion, look: Bool) => Bool
  /** That what stands first fits, or one of the others. */
  readonly either: (first: Bool, others: Bool) => Bool
}

export const listed = (list: RawBuilder<unknown>): Ids => ({ list, include: value => sql`${value} = any(${list})` })

export const nothingKnown: Known = {
  idsOf: question => listed(sql`array(${question})`),
  isOneOf: (_column, _question, look) => look,
  either: (first, others) => sql`(${first} or ${others})`,
}

/** What a field of the directory is in SQL, over `directory_entry`. */
export function directoryFields(
  { clubIds, today }: DirectoryFrame,
  known: Known = nothingKnown,
): (field: DirectoryField) => SqlField {
  const clubs = sql`any(${[...clubIds]}::bigint[])`
  const trees = sql`any(array(select distinct root_club_id from club where id = ${clubs}))`
  const fields: Readonly<Record<DirectoryField, SqlField>> = {
    lastName: text(known, clubs, onTexts.lastName),
    firstName: text(known, clubs, onTexts.firstName),
    code: text(known, clubs, onTexts.code),
    memberStatusId: column('memberStatusId', 'member_status_id'),
    clubId: column('clubId', 'club_id'),
    clubName: named(known, 'club_id', sql`club where id = ${clubs}`),
    categoryName: named(known, 'category_id', sql`member_category where root_club_id = ${trees}`),
    planName: named(known, 'training_plan_id', sql`training_plan where root_club_id = ${trees}`),
    disciplineId: studied(known),
    gradeId: grade(known),
    classId: oneOfMany(known, {
      rows: sql`class_member given`,
      only: sql`given.club_id = ${clubs} and (given.removed_on is null or given.removed_on > ${today}::date)`,
      id: 'given.class_id',
    }),
    tag: tag(known, trees),
    dob: column('dob', 'dob'),
    age: wholeSteps({
      // Born on this day so many years ago, or earlier; who is born on 29 February has to wait for 1 March.
      atLeast: years => sql`directory_entry.dob <= ${addMonths(today, -12 * years)}::date`,
      isKnown: sql`directory_entry.dob is not null`,
      from: 0,
      to: 150,
    }),
    birthdayMonth: wholeSteps({
      atLeast: month => sql`directory_entry.birthday >= ${month * 100}::integer`,
      isKnown: sql`directory_entry.birthday is not null`,
      from: 1,
      to: 12,
    }),
    email: text(known, clubs, onTexts.email),
    phone: text(known, clubs, onTexts.phone),
    memberSince: column('memberSince', 'member_since'),
    daysMember: daysSince('member_since'),
    lastAttendance: column('lastAttendance', 'last_attended'),
    daysAbsent: daysSince('last_attended'),
    debt: condition => inPence(condition),
    hasMandate: column('hasMandate', 'has_mandate'),
    isFrozen: whether(
      known,
      sql`membership_freeze given where given.club_id = ${clubs} and given.frozen_from <= ${today}::date
        and (given.frozen_until is null or given.frozen_until >= ${today}::date)`,
    ),
    marketingSourceId: column('marketingSourceId', 'marketing_source_id'),
    missing,
  }
  return field => fields[field]

  function daysSince(kept: 'member_since' | 'last_attended') {
    return wholeSteps({
      atLeast: days => sql`${entry(kept)} <= ${addDays(today, -days)}::date`,
      isKnown: sql`${entry(kept)} is not null`,
      from: 0,
      to: 100_000,
    })
  }
}

const entry = (name: string) => sql.ref(`directory_entry.${name}`)

const column = (field: DirectoryField, name: string) => ({ type: directoryColumns[field].type, value: entry(name) })

// Of a value that is nothing but what folding takes away, the value itself is left, which no folded text contains.
const folding = (name: string) => (text: Expression<unknown>) =>
  sql<string>`coalesce(nullif(${sql.raw(name)}(${text}), ''), ${text})`
const asSearched = folding('search_text')
const folded = folding('folded_text')
const asDigits = folding('digits')

const onText = (column: keyof Tables['directory_text'] & string, foldedBy: typeof folded) => (condition: Condition) =>
  ofType('string', condition, sql.ref(`directory_text.${column}`), foldedBy)

/** Texts stand in a table of their own, with indexes that look into them: their conditions, over `directory_text`. */
export const onTexts = {
  lastName: onText('last_name', asSearched),
  firstName: onText('first_name', asSearched),
  code: onText('code', folded),
  email: onText('email', folded),
  phone: onText('phone', asDigits),
}

function text({ isOneOf }: Known, clubs: RawBuilder<unknown>, on: ReturnType<typeof onText>) {
  return (condition: Condition): Bool => {
    const fits = on(condition)
    const look = sql<SqlBool>`exists (
      select from directory_text where directory_text.club_member_id = directory_entry.club_member_id and ${fits}
    )`
    const isOnIndex = condition.operator === 'eq' || condition.operator === 'startswith'
    if (!isOnIndex) return look
    const question: IdQuestion = sql`select club_member_id as id from directory_text where club_id = ${clubs} and ${fits}`
    return isOneOf('club_member_id', question, look)
  }
}

type Opposite = 'neq' | 'doesnotcontain'

/** Of what belongs to something with a name, what its name is: the names are few, and looked through first. */
function named({ idsOf }: Known, id: string, rows: RawBuilder<unknown>) {
  return (condition: Condition): Bool => {
    if (condition.operator === 'isnull' || condition.operator === 'isempty') return sql`${entry(id)} is null`
    if (condition.operator === 'isnotnull' || condition.operator === 'isnotempty') return sql`${entry(id)} is not null`
    return positively(condition, positive => {
      const fits = textCondition(positive, sql`folded_text(name::text)`)
      return idsOf(sql`select id from ${rows} and ${fits}`).include(entry(id))
    })
  }
}

interface Given {
  readonly rows: RawBuilder<unknown>
  readonly only: RawBuilder<unknown>
  readonly id: string
}

/** Of what somebody has several of, whether one of them fits; and for the opposite whether none does. */
function oneOfMany({ isOneOf }: Known, { rows, only, id }: Given) {
  const some = (fits: Bool) =>
    sql<SqlBool>`exists (
      select from ${rows} where given.member_id = directory_entry.member_id and ${only} and ${fits}
    )`
  return (condition: Condition): Bool => {
    if (condition.operator === 'isnull') return sql`not ${some(sql`true`)}`
    if (condition.operator === 'isnotnull') return some(sql`true`)
    return positively(condition, positive => {
      const fits = numberCondition(positive, sql.ref(id))
      const question: IdQuestion = sql`select given.member_id as id from ${rows} where ${only} and ${fits}`
      return isOneOf('member_id', question, some(fits))
    })
  }
}

/** Whether there is a row of a membership: never unknown. */
function whether({ isOneOf }: Known, rows: RawBuilder<unknown>) {
  const question: IdQuestion = sql`select given.club_member_id as id from ${rows}`
  const look = sql<SqlBool>`exists (select from ${rows} and given.club_member_id = directory_entry.club_member_id)`
  return (condition: Condition): Bool =>
    ofType('boolean', condition, sql`(${isOneOf('club_member_id', question, look)})`)
}

/** The first id is kept by itself, and beside it the others that few have: is one of them among these? */
const isAnyOf = ({ either }: Known, { include, list }: Ids, first: string, others: string): Bool =>
  either(include(entry(first)), sql`${entry(others)} && ${list}`)

/** A tag may be of a club above; kept are those that this club has given. */
function tag(known: Known, trees: RawBuilder<unknown>) {
  return (condition: Condition): Bool => {
    if (condition.operator === 'isnull' || condition.operator === 'isempty') return sql`${entry('tag_id')} is null`
    if (condition.operator === 'isnotnull' || condition.operator === 'isnotempty')
      return sql`${entry('tag_id')} is not null`
    return positively(condition, positive => {
      const fits = textCondition(positive, sql`folded_text(name::text)`)
      const ids = known.idsOf(sql`select id from tag where root_club_id = ${trees} and ${fits}`)
      return isAnyOf(known, ids, 'tag_id', 'other_tag_ids')
    })
  }
}

const compared = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

/** Nearly everybody has one discipline. */
function studied(known: Known) {
  return (condition: Condition): Bool => {
    if (condition.operator === 'isnull') return sql`${entry('discipline_id')} is null`
    if (condition.operator === 'isnotnull') return sql`${entry('discipline_id')} is not null`
    return positively(condition, positive => {
      const ids = known.idsOf(sql`select id from discipline where ${numberCondition(positive, sql.ref('id'))}`)
      return isAnyOf(known, ids, 'discipline_id', 'other_discipline_ids')
    })
  }
}

/** A grade is compared with the others of its discipline. */
function grade(known: Known) {
  const some = sql<SqlBool>`(${entry('grade_id')} is not null or ${entry('other_grade_ids')} is not null)`
  return (condition: Condition): Bool => {
    if (condition.operator === 'isnull') return sql`not ${some}`
    if (condition.operator === 'isnotnull') return some
    return positively(condition, positive => {
      const { operator } = positive
      const sign = compared[operator in compared ? (operator as keyof typeof compared) : 'eq']
      const isNamed = numberCondition({ ...positive, operator: 'eq' } as Condition, sql.ref('named.id'))
      const ids = known.idsOf(sql`
        select other.id from grade named join grade other on other.discipline_id = named.discipline_id
          and other.position ${sql.raw(sign)} named.position
        where ${isNamed}`)
      return isAnyOf(known, ids, 'grade_id', 'other_grade_ids')
    })
  }
}

/** What is overdue is kept in pence. */
function inPence(condition: Condition): Bool {
  if (isUnary(condition.operator)) return numberCondition(condition, entry('debt_pence'))
  const pounds = 'value' in condition && typeof condition.value === 'number' ? condition.value : 0
  // 19.99 * 100 is a little less than 1999.
  const pence = Math.round(pounds * 1e6) / 1e4
  const value = Number.isFinite(pence) ? pence : pounds
  return numberCondition({ ...condition, value } as Condition, entry('debt_pence'))
}

function positively(condition: Condition, whether: (positive: Condition) => Bool): Bool {
  const opposite: Readonly<Record<Opposite, 'eq' | 'contains'>> = { neq: 'eq', doesnotcontain: 'contains' }
  if (condition.operator !== 'neq' && condition.operator !== 'doesnotcontain') return whether(condition)
  // The value stays what it was.
  return sql`(${whether({ ...condition, operator: opposite[condition.operator] } as Condition)}) is not true`
}

const textCondition = (condition: Condition, value: Expression<unknown>) => ofType('string', condition, value, folded)

const numberCondition = (condition: Condition, value: Expression<unknown>) => ofType('number', condition, value)

function ofType(
  type: ColumnType,
  condition: Condition,
  value: Expression<unknown>,
  foldedBy?: (text: Expression<unknown>) => RawBuilder<string>,
): Bool {
  return filterCondition(condition, () => ({ type, value, ...(foldedBy && { foldedBy }) }), 'UTC')
}
