import type { Output } from '@honbu/contract/endpoint.ts'
import type { ReportListName, Unit } from '@honbu/contract/kpis/kpi.ts'
import { type KpiName, kpis } from '@honbu/contract/kpis.ts'
import type { getReport } from '@honbu/contract/reporting.ts'
import { type Bucket, monthsUpTo } from './buckets.ts'
import { type Counts, figureOf } from './count.ts'
import type { Scope } from './scope.ts'

type SentSection = Output<typeof getReport>['sections'][number]

export interface Column extends Readonly<SentSection['columns'][number]> {
  /** It names people, or shows what someone wrote about them. */
  readonly isPersonal: boolean
}
export interface Section extends Omit<SentSection, 'columns'> {
  readonly columns: readonly Column[]
}
export type SectionRow = Section['rows'][number]

/** What a tab is made from. The buckets of the months stand in `counts` from `firstMonth` on. */
export interface Report {
  readonly scope: Scope
  readonly counts: Counts
  readonly months: readonly Bucket[]
  readonly firstMonth: number
}

/** The bucket of the period itself, of which each club is asked; those it is compared with, and the months, follow. */
export const ownBucket = 0
export const beforeBucket = 1
export const yearBeforeBucket = 2
const firstMonth = 3

export const monthsOf = ({ period, today }: Scope) => ({ months: monthsUpTo(period, today), firstMonth })

/** A column of numbers or days; a number in it opens a list, where one is named. */
export const column = (
  key: string,
  title: string,
  unit: Exclude<Column['unit'], 'text'>,
  { isDrawn = false, list = null }: { readonly isDrawn?: boolean; readonly list?: ReportListName | null } = {},
): Column => ({ key, title, unit, isDrawn, isPersonal: false, list })

/** A column of text: about things, or about people. A user who sees only figures doesn't get those about people. */
export const textColumn = (key: string, title: string, of: 'things' | 'people'): Column => ({
  ...{ key, title, unit: 'text', isDrawn: false, list: null },
  isPersonal: of === 'people',
})

const kpiColumn = (name: KpiName, drawn: readonly KpiName[]): Column => {
  const { title, unit, list }: { title: string; unit: Unit; list: ReportListName | null } = kpis[name]
  return { key: name, title, unit, isDrawn: drawn.includes(name), isPersonal: false, list }
}

interface ByMonth {
  readonly names: readonly KpiName[]
  readonly drawn: readonly KpiName[]
  readonly draw?: Section['draw']
  /** Beside another of the kind. */
  readonly key?: string
  readonly title?: string
}

/** Figures of each month up to the period. */
export function monthByMonth({ counts, months, firstMonth }: Report, given: ByMonth): Section {
  const { names, drawn, draw = 'line', key = 'months', title = 'Month by month' } = given
  return {
    ...{ key, title, draw },
    words: 'Whole calendar months; the running month so far.',
    columns: [column('month', 'Month', 'month'), ...names.map(name => kpiColumn(name, drawn))],
    rows: months.map(({ from, until }, index) => {
      const counted = counts.of(firstMonth + index)
      return { cells: [from, ...names.map(name => figureOf(name, counted))], where: { from, until } }
    }),
    total: null,
  }
}

/** The league table: figures of each club in the period; none where there is one club. */
export function sideBySide({ scope, counts }: Report, names: readonly KpiName[]): Section[] {
  if (scope.clubs.length < 2) return []
  const all = counts.of(ownBucket)
  return [
    {
      ...{ key: 'clubs', title: 'Clubs side by side', words: '', draw: null },
      columns: [textColumn('club', 'Club', 'things'), ...names.map(name => kpiColumn(name, []))],
      rows: scope.clubs.map(({ id, name: clubName }) => {
        const counted = counts.ofClub(id, ownBucket)
        return { cells: [clubName, ...names.map(name => figureOf(name, counted))], where: { clubId: id } }
      }),
      total: ['All', ...names.map(name => figureOf(name, all))],
    },
  ]
}
