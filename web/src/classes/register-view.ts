import type { getClassMembers } from '@honbu/contract/classes.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import type { Mark } from '../offline/mark-queue.ts'

export type RegisterRow = Output<typeof getClassMembers>['data'][number]

export const sorts = ['name', 'grade', 'unmarked', 'away'] as const
export type Sort = (typeof sorts)[number]

export const shows = ['all', 'unmarked', 'present', 'absent'] as const
export type Show = (typeof shows)[number]

export const fullName = (row: { firstName: string; lastName: string }) => `${row.firstName} ${row.lastName}`.trim()

export const markWord = (mark: Mark) => {
  if (mark === null) return 'not marked'
  return mark ? 'present' : 'absent'
}

/** Members of one name: their rows show the code that tells them apart. */
export function namesakes(rows: readonly RegisterRow[]): ReadonlySet<number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(fold(fullName(row)), (counts.get(fold(fullName(row))) ?? 0) + 1)
  return new Set(rows.filter(row => (counts.get(fold(fullName(row))) ?? 0) > 1).map(({ memberId }) => memberId))
}

export function count(rows: readonly RegisterRow[], markOf: (row: RegisterRow) => Mark) {
  const marks = rows.map(markOf)
  const present = marks.filter(mark => mark === true).length
  const absent = marks.filter(mark => mark === false).length
  return { total: rows.length, present, absent, unmarked: rows.length - present - absent }
}

interface View {
  sort: Sort
  show: Show
  /** What is typed in the search box. */
  text: string
  /**
   * The marks as they were when sort and filter were last chosen, and not as they are: otherwise each tap would move the
   * rows under the finger.
   */
  markThen: (row: RegisterRow) => Mark
}

/** The rows to draw, in order. The same rows and view give the same order, ties included. */
export function arrange(rows: readonly RegisterRow[], { sort, show, text, markThen }: View): RegisterRow[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  return rows
    .filter(row => isShown(markThen(row), show) && matches(row, words))
    .sort((a, b) => orders[sort](a, b, markThen) || byName(a, b))
}

/** The style of a row of a class list (specification, section 2): a class name, or none. */
export function rowStyle(row: Pick<RegisterRow, 'memberStatusId' | 'hasAttended'>) {
  const isProspect = row.memberStatusId === memberStatus.prospect
  if (isProspect) return row.hasAttended ? 'prospect' : 'first-timer-and-prospect'
  return row.hasAttended ? undefined : 'first-timer'
}

/** Lower case and without accents, so that 'zoe lukasz' finds Zoë Łukasz. */
export const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđßæœı’ʼ]/g, letter => plain[letter] ?? letter)
    .trim()

/** Letters that do not come apart into a plain one and an accent. */
const plain: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  '’': "'",
  ʼ: "'",
}

function matches(row: RegisterRow, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const name = fold(fullName(row))
  const where = `${name} ${name.replaceAll("'", '')} ${fold(row.code)}`
  return words.every(word => where.includes(word))
}

function isShown(mark: Mark, show: Show): boolean {
  if (show === 'all') return true
  if (show === 'unmarked') return mark === null
  return mark === (show === 'present')
}

type Order = (a: RegisterRow, b: RegisterRow, markThen: View['markThen']) => number

const orders: Readonly<Record<Sort, Order>> = {
  name: () => 0,
  // The highest grade first, as people line up; no grade yet at the end.
  grade: (a, b) => (b.gradePosition ?? -1) - (a.gradePosition ?? -1),
  // Who has not been for longest comes first, and before all who never has.
  away: (a, b) => (a.lastAttendance ?? '').localeCompare(b.lastAttendance ?? ''),
  unmarked: (a, b, markThen) => Number(markThen(a) !== null) - Number(markThen(b) !== null),
}

const collator = new Intl.Collator('en-GB', { sensitivity: 'base' })

const byName = (a: RegisterRow, b: RegisterRow) =>
  collator.compare(a.lastName, b.lastName) || collator.compare(a.firstName, b.firstName) || a.memberId - b.memberId
