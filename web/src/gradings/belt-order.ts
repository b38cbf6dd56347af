import { type Candidate, fullName, type Grades, gradeBefore, isReady, keyOf, type LadderGrade } from './candidates.ts'
import type { Entries } from './entries.ts'

export const orderFor = ['passed', 'ready', 'all'] as const
/** Who gets a belt: who has passed, or before that who is ready, or all on the list. */
export type OrderFor = (typeof orderFor)[number]

/** Someone who gets a belt. */
export interface BeltFor {
  readonly key: string
  readonly memberId: number
  readonly name: string
  readonly size: string
  readonly grade: LadderGrade
}

/** A belt as a shop knows it: how it looks, for which grades, and how many of each size. */
export interface OrderedBelt {
  readonly look: string
  readonly grade: LadderGrade
  readonly gradeNames: readonly string[]
  readonly sizes: readonly { readonly size: string; readonly count: number }[]
  readonly total: number
}

interface Given {
  readonly rows: readonly Candidate[]
  readonly entries: Entries
  readonly grades: Grades
  readonly whom: OrderFor
}

/** Nobody who keeps the look of his belt needs a new one, and nobody gets one for a grade that he did not pass. */
export function beltsFor({ rows, entries, grades, whom }: Given): BeltFor[] {
  return rows.flatMap(row => {
    const to = grades.get(gradeAhead(row, entries, whom) ?? 0)
    const from = grades.get(gradeBefore(row) ?? 0)
    if (!to || (from && lookOf(from) === lookOf(to))) return []
    return [{ key: keyOf(row), memberId: row.memberId, name: fullName(row), size: row.beltSize, grade: to }]
  })
}

function gradeAhead(row: Candidate, entries: Entries, whom: OrderFor): number | undefined {
  if (row.result) return row.result.passed ? row.result.gradeId : undefined
  if (whom === 'passed') return undefined
  const entry = entries[keyOf(row)]
  if (entry) return entry.passed ? entry.gradeId : undefined
  return whom === 'all' || isReady(row) ? row.gradeIdsAbove[0] : undefined
}

/** Bars are sewn on: they take no new belt. */
const lookOf = ({ belt }: LadderGrade) => `${belt.colour} ${belt.colourTwo ?? ''} ${belt.pattern} ${belt.stripe ?? ''}`

/** In the order of the grades; the sizes by number where they are numbers, those without one last. */
export function totalled(belts: readonly BeltFor[], grades: Grades): OrderedBelt[] {
  const order = [...grades.keys()]
  const looks = new Map<string, BeltFor[]>()
  for (const belt of belts) looks.set(lookOf(belt.grade), [...(looks.get(lookOf(belt.grade)) ?? []), belt])
  return [...looks]
    .flatMap(([look, of]) => {
      const sorted = of.toSorted((a, b) => order.indexOf(a.grade.gradeId) - order.indexOf(b.grade.gradeId))
      const [first] = sorted
      if (!first) return []
      const gradeNames = [...new Set(sorted.map(({ grade }) => grade.belt.gradeName))]
      return [{ look, grade: first.grade, gradeNames, sizes: sizesOf(of), total: of.length }]
    })
    .sort((a, b) => order.indexOf(a.grade.gradeId) - order.indexOf(b.grade.gradeId))
}

function sizesOf(belts: readonly BeltFor[]) {
  const counts = new Map<string, number>()
  for (const { size } of belts) counts.set(size, (counts.get(size) ?? 0) + 1)
  return [...counts].map(([size, count]) => ({ size, count })).sort((a, b) => compareSizes(a.size, b.size))
}

/** 0000, 000, 00, 0 are sizes too: more noughts are smaller. */
function compareSizes(a: string, b: string): number {
  if ((a === '') !== (b === '')) return a === '' ? 1 : -1
  return rank(a) - rank(b) || a.localeCompare(b, 'en-GB', { numeric: true })
}

function rank(size: string): number {
  if (/^0+$/.test(size)) return 1 - size.length
  const number = Number.parseFloat(size)
  return Number.isNaN(number) ? Number.MAX_SAFE_INTEGER : number
}

/** For a spreadsheet or a shop's form: belt, size, number. */
export function orderCsv(order: readonly OrderedBelt[]): string {
  const lines = order.flatMap(({ gradeNames, sizes }) =>
    sizes.map(({ size, count }) => [gradeNames.join(', '), size || 'not known', String(count)]),
  )
  return [['Belt', 'Size', 'Number'], ...lines].map(line => line.map(cell).join(',')).join('\r\n')
}

/** Quoted; what a spreadsheet would run as a formula stays text. */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
