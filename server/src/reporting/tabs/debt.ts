import type { KpiName } from '@honbu/contract/kpis.ts'
import { sql } from 'kysely'
import { pounds } from '../../platform/money.ts'
import type { Read } from '../../platform/route.ts'
import { countsOf } from '../count.ts'
import { debtAgeNames, debtAges, debtorsWhoOweMost, mostDebtors as most } from '../counts/debt.ts'
import { groupOf } from '../lists/by-group.ts'
import { column, monthByMonth, ownBucket, type Report, type Section, sideBySide, textColumn } from '../sections.ts'
import type { Tab } from '../tab.ts'

const byMonth: readonly KpiName[] = ['debt', 'debtors', 'collectionRate']
const byClub: readonly KpiName[] = ['debt', 'debtors', 'collectionRate', 'recoveryRate']

export const debt: Tab = {
  needs: new Set([...countsOf(byClub), ...debtAgeNames]),
  needsByMonth: countsOf(byMonth),
  keeps: [debtorsWhoOweMost],
  sections: async (read, report) => [
    ...ageing(report),
    await biggest(read, report),
    monthByMonth(report, { names: byMonth, drawn: ['debt'] }),
    ...sideBySide(report, byClub),
  ],
}

const words =
  'By the days past due, on the evening of the last day of the period, as it stood in the books then; while it runs, now. ' +
  'What falls due on the day itself is no debt yet.'

/** How old the debt is, in all and club by club. */
function ageing({ scope, counts }: Report): Section[] {
  const all = counts.of(ownBucket)
  const ages: Section = {
    ...{ key: 'ages', title: 'How old it is', words, draw: 'bar' },
    columns: [
      textColumn('age', 'Past due', 'things'),
      column('debt', 'Debt', 'money', { isDrawn: true, list: 'debt' }),
      column('share', 'Of all', 'percent'),
    ],
    rows: debtAgeNames.map(age => ({
      cells: [debtAges[age].title, pounds(all[age]), all.debt > 0 ? (100 * all[age]) / all.debt : null],
      where: { group: groupOf('age', age) },
    })),
    total: ['All', pounds(all.debt), null],
  }
  if (scope.clubs.length < 2) return [ages]
  const cells = (of: typeof all) => [...debtAgeNames.map(age => pounds(of[age])), pounds(of.debt), of.debtors]
  const clubs: Section = {
    ...{ key: 'agesByClub', title: 'How old it is, club by club', words, draw: 'stack' },
    columns: [
      textColumn('club', 'Club', 'things'),
      ...debtAgeNames.map(age => column(age, debtAges[age].title, 'money', { isDrawn: true })),
      column('debt', 'Debt', 'money', { list: 'debt' }),
      column('debtors', 'Members', 'count', { list: 'debt' }),
    ],
    rows: scope.clubs
      .map(({ id, name }) => ({ id, name, own: counts.ofClub(id, ownBucket) }))
      .filter(({ own }) => own.debt > 0)
      .map(({ id, name, own }) => ({ cells: [name, ...cells(own)], where: { clubId: id } })),
    total: ['All', ...cells(all)],
  }
  return [ages, clubs]
}

async function biggest({ db }: Read, { scope }: Report): Promise<Section> {
  const { clubIds, period, now } = scope
  const found = await debtorsWhoOweMost.of(db, { clubIds, buckets: [period], now })
  const worst = found
    .toSorted((one, other) => other.pence - one.pence || one.member_id - other.member_id)
    .slice(0, most)
  interface Debtor {
    memberId: number
    clubId: number
    name: string
    clubName: string
    since: string
    days: number
    pence: number
  }
  const { rows } = await sql<Debtor>`
    select owing.member_id as "memberId", club.id as "clubId", since, days, pence,
      trim(person.first_name || ' ' || person.last_name) as name, club.name as "clubName"
    from jsonb_to_recordset(${JSON.stringify(worst)}::jsonb)
      as owing ("clubId" bigint, member_id bigint, since date, days integer, pence bigint)
    join member on member.id = owing.member_id
    join person on person.id = member.person_id
    join club on club.id = owing."clubId"
    order by pence desc, since, name`.execute(db)
  const isOfSeveral = clubIds.length > 1
  return {
    ...{ key: 'debtors', title: `The ${most} who owe most`, words: '', draw: null },
    columns: [
      textColumn('member', 'Member', 'people'),
      ...(isOfSeveral ? [textColumn('club', 'Club', 'things')] : []),
      column('since', 'Oldest due', 'date'),
      column('days', 'Days past due', 'days'),
      column('debt', 'Debt', 'money', { list: 'debt' }),
    ],
    rows: rows.map(({ name, clubName, clubId, memberId, since, days, pence }) => ({
      cells: [name, ...(isOfSeveral ? [clubName] : []), since, days, pounds(pence)],
      where: { clubId, group: groupOf('member', memberId) },
    })),
    total: null,
  }
}
