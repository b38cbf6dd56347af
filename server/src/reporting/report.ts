import type { Input } from '@honbu/contract/endpoint.ts'
import type { Count, Counted } from '@honbu/contract/kpis/counted.ts'
import { isOfNow, type KpiName, kpis, kpisOf } from '@honbu/contract/kpis.ts'
import { isMoneyFigure, isOfMoney } from '@honbu/contract/report-money.ts'
import type { getReport as call } from '@honbu/contract/reporting.ts'
import { maySeeFigures } from '../platform/access.ts'
import type { Read } from '../platform/route.ts'
import { before, yearBefore } from './buckets.ts'
import { countAll, countsOf, figureOf } from './count.ts'
import { openThen } from './counts/collected-then.ts'
import { countOthers } from './others.ts'
import { ofTab, reportClubsOf, type Scope, scopeOf } from './scope.ts'
import { beforeBucket, type Column, monthsOf, ownBucket, type Section, yearBeforeBucket } from './sections.ts'
import { tabs } from './tabs.ts'

export async function getReportClubs({ db, user }: Read) {
  const clubs = await db
    .selectFrom('club')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...reportClubsOf(user)])
    .orderBy('name')
    .orderBy('id')
    .execute()
  return clubs.map(club => ({
    ...club,
    isAdmin: maySeeFigures(user, club.id, true),
    isOpen: user.clubs.has(club.id),
  }))
}

export async function getReport(read: Read, { tab, ...asked }: Input<typeof call>) {
  const scope = await scopeOf(read, asked, ofTab(tab))
  const { period, today, clubIds, otherIds, figuresOnlyOf, now } = scope
  const seesMoney = clubIds.every(id => maySeeFigures(read.user, id, true))
  const names = kpisOf[tab].filter(name => seesMoney || !isMoneyFigure(name))
  const ofFigures = countsOf(names)
  const { needs, needsByMonth, sections } = tabs[tab]
  const { months, firstMonth } = monthsOf(scope)
  const buckets = [period, before(period, today), yearBefore(period, today), ...months]
  const [counts, others] = await Promise.all([
    countAll(
      read.db,
      { clubIds, buckets, now },
      {
        ofAll: needsByMonth,
        ofFirst: new Set<Count>([...ofFigures, ...needs]),
        first: firstMonth,
        ...(scope.keepsTogether && { each: beforeBucket }),
      },
    ),
    otherIds.length < fewestOthers ? [] : countOthers(read.db, scope, ofFigures),
  ])
  // Once for all figures: for a head office it is added up from hundreds of clubs.
  const of = {
    own: counts.of(ownBucket),
    ...(await asTheyWere(read.db, scope, ofFigures, {
      before: counts.of(beforeBucket),
      yearBefore: counts.of(yearBeforeBucket),
    })),
  }
  const made = (await sections(read, { scope, counts, months, firstMonth }))
    .flatMap(section => (figuresOnlyOf.length > 0 ? withoutPeople(section) : section))
    .flatMap(section => (seesMoney ? section : without(section, isOfMoney)))
  return {
    tab,
    clubs: [...scope.clubs],
    figuresOnlyOf: [...figuresOnlyOf],
    ...period,
    today,
    asOf: counts.asOf.toISOString(),
    figures: names.map(kpi => ({
      kpi,
      value: figureOf(kpi, of.own),
      before: isOfNow.has(kpi) ? null : figureOf(kpi, of.before),
      yearBefore: isOfNow.has(kpi) ? null : figureOf(kpi, of.yearBefore),
      others: medianOfOthers(kpi, scope, others),
    })),
    sections: made.map(onTheWire),
  }
}

interface Earlier {
  readonly before: Counted
  readonly yearBefore: Counted
}

/** Where the period is running: what had been collected of earlier days by the same evening, not by now. */
async function asTheyWere(
  db: Read['db'],
  { period, today, clubIds, now }: Scope,
  names: ReadonlySet<Count>,
  { before: last, yearBefore: year }: Earlier,
): Promise<Earlier> {
  const isRunning = period.from <= today && today < period.until
  if (!isRunning || !(names.has('collected') || names.has('pending'))) return { before: last, yearBefore: year }
  const buckets = [before(period, today), yearBefore(period, today)]
  const [lastThen, yearThen] = await openThen(db, { clubIds, buckets, now })
  const then = (counted: Counted, { open, pending } = { open: 0, pending: 0 }) => ({
    ...counted,
    ...{ collected: counted.due - open, pending },
  })
  return { before: then(last, lastThen), yearBefore: then(year, yearThen) }
}

/** A table without what names people or was written about one, whose numbers open no list. */
const withoutPeople = (section: Section): Section[] =>
  without(section, ({ isPersonal }) => isPersonal).map(kept => ({
    ...kept,
    columns: kept.columns.map(column => ({ ...column, list: null })),
  }))

/** A table without some of its columns; none where its rows would have no name, or nothing else is in it. */
function without(section: Section, isLeftOut: (column: Column) => boolean): Section[] {
  const kept = section.columns.map(column => !isLeftOut(column))
  const columns = section.columns.filter((_, index) => kept[index])
  if (!kept[0] || columns.length < 2) return []
  const of = (cells: Section['rows'][number]['cells']) => cells.filter((_, index) => kept[index])
  return [
    {
      ...section,
      columns,
      draw: columns.some(({ isDrawn }) => isDrawn) ? section.draw : null,
      rows: section.rows.map(row => ({ ...row, cells: of(row.cells) })),
      total: section.total && of(section.total),
    },
  ]
}

const onTheWire = ({ columns, ...section }: Section) => ({
  ...section,
  columns: columns.map(({ isPersonal: _, ...column }) => column),
})

/** From three clubs on nobody can work out the figures of one. */
const fewestOthers = 3

/** What several clubs have together says nothing beside what one has: then only rates are compared. */
function medianOfOthers(name: KpiName, { clubIds }: Scope, others: readonly Counted[]): number | null {
  const addsUp = kpis[name].unit === 'count' || (kpis[name].unit === 'money' && !isPerHead.has(name))
  if (addsUp && clubIds.length > 1) return null
  const values = others.map(counted => figureOf(name, counted)).filter(value => value !== null)
  if (values.length < fewestOthers) return null
  values.sort((a, b) => a - b)
  const at = (index: number) => values[index] ?? 0
  return (at(Math.floor((values.length - 1) / 2)) + at(Math.ceil((values.length - 1) / 2))) / 2
}

const isPerHead: ReadonlySet<KpiName> = new Set(['arpm', 'ltv', 'ltvByStay', 'costPerJoin'])
