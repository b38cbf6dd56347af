import type { KpiName } from '@honbu/contract/kpis.ts'
import { sql } from 'kysely'
import { pounds } from '../../platform/money.ts'
import type { Read } from '../../platform/route.ts'
import { countsOf } from '../count.ts'
import { heldByClass, heldNames } from '../counts/session-rows.ts'
import { addUp } from '../kept/rows.ts'
import { column, monthByMonth, ownBucket, type Report, type Section, sideBySide, textColumn } from '../sections.ts'
import type { Tab } from '../tab.ts'

const byMonth: readonly KpiName[] = ['utilisation', 'sessions', 'attended', 'attendanceRate']

export const classes: Tab = {
  needs: new Set([...countsOf(byMonth), 'membershipRevenue']),
  needsByMonth: countsOf(byMonth),
  keeps: [heldByClass],
  sections: async (read, report) => [
    await classByClass(read, report),
    monthByMonth(report, { names: byMonth, drawn: ['utilisation', 'attendanceRate'] }),
    ...sideBySide(report, byMonth),
  ],
}

interface Row {
  classId: number
  className: string
  clubId: number
  clubName: string
  sessions: number
  attended: number
  expected: number
  filled: number
  places: number
  costPence: number
  chargedPence: number
}

async function classByClass({ db }: Read, { scope, counts }: Report): Promise<Section> {
  const { clubIds, period, now } = scope
  const held = await heldByClass.of(db, { clubIds, buckets: [period], now })
  const { rows } = await sql<Row>`
    with held as (
      select * from jsonb_to_recordset(${JSON.stringify(addUp(held, row => row.class_id, heldNames))}::jsonb)
        as given (class_id bigint, sessions integer, attended integer, expected integer, filled integer, places integer)
    ), charged as (
      select event_id as class_id, sum(amount_pence)::bigint as pence from standing_charge
      where club_id = any(${[...clubIds]}) and event_id is not null and event_date between ${period.from}::date and ${period.until}::date
      group by event_id
    )
    select class.id as "classId", class.class_name as "className", club.id as "clubId", club.name as "clubName",
      coalesce(sessions, 0) as sessions, coalesce(attended, 0) as attended, coalesce(expected, 0) as expected,
      coalesce(filled, 0) as filled, coalesce(places, 0) as places, class.cost_pence as "costPence",
      coalesce(charged.pence, 0) as "chargedPence"
    from held full join charged using (class_id)
    join class on class.id = class_id
    join club on club.id = class.club_id
    order by club.name, club.id, attended desc, class.class_name, class.id`.execute(db)
  const ofClub = new Map(clubIds.map(id => [id, counts.ofClub(id, ownBucket)]))
  const isOfSeveral = clubIds.length > 1
  const cells = rows.map(row => {
    const club = ofClub.get(row.clubId)
    const share = club && club.attended > 0 ? (club.membershipRevenue * row.attended) / club.attended : Number.NaN
    return {
      ...row,
      shared: Number.isFinite(share) ? pounds(Math.round(share)) : null,
      charged: pounds(row.chargedPence),
    }
  })
  return {
    ...{ key: 'classes', title: 'Class by class', draw: null },
    words:
      'Charged: what was charged for the class itself, less what was reversed. Of memberships: the membership revenue of ' +
      'the club × attendances of the class ÷ attendances of the club. Cost: what the class costs each time, for those who pay by the class.',
    columns: [
      textColumn('class', 'Class', 'things'),
      ...(isOfSeveral ? [textColumn('club', 'Club', 'things')] : []),
      column('sessions', 'Sessions held', 'count', { list: 'sessions' }),
      column('attended', 'Attendances', 'count', { list: 'attended' }),
      column('average', 'On average', 'decimal'),
      column('utilisation', 'Utilisation', 'percent', { isDrawn: true }),
      column('rate', 'Attendance rate', 'percent'),
      column('cost', 'Cost', 'money'),
      column('charged', 'Charged', 'money'),
      column('shared', 'Of memberships', 'money'),
      column('income', 'Income', 'money'),
    ],
    rows: cells.map(row => ({
      cells: [
        row.className,
        ...(isOfSeveral ? [row.clubName] : []),
        ...[row.sessions, row.attended, row.sessions > 0 ? row.attended / row.sessions : null],
        row.places > 0 ? (100 * row.filled) / row.places : null,
        row.expected > 0 ? (100 * row.attended) / row.expected : null,
        ...[pounds(row.costPence), row.charged, row.shared],
        Math.round((row.charged + (row.shared ?? 0)) * 100) / 100,
      ],
      where: { clubId: row.clubId, group: String(row.classId) },
    })),
    total: null,
  }
}
