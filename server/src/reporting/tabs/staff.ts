import type { KpiName } from '@honbu/contract/kpis.ts'
import { sql } from 'kysely'
import type { Read } from '../../platform/route.ts'
import { countsOf } from '../count.ts'
import { registers, taught, taughtNames } from '../counts/session-rows.ts'
import { doneFacts, overdueFacts } from '../counts/tasks.ts'
import { instructorNames } from '../counts/teachers.ts'
import { addUp } from '../kept/rows.ts'
import { groupOf } from '../lists/by-group.ts'
import { column, monthByMonth, type Report, type Section, sideBySide, textColumn } from '../sections.ts'
import type { Tab } from '../tab.ts'

const byMonth: readonly KpiName[] = ['tasksDone', 'tasksLate', 'sessions']
const byClub: readonly KpiName[] = ['tasksDone', 'tasksLate', 'tasksOverdue', 'sessions']

export const staff: Tab = {
  needs: countsOf(byClub),
  needsByMonth: countsOf(byMonth),
  keeps: [taught, registers],
  sections: async (read, report) => [
    ...(await Promise.all([byInstructor(read, report), byPerson(read, report), withoutRegister(read, report)])),
    monthByMonth(report, { names: byMonth, drawn: ['tasksDone'], draw: 'bar' }),
    ...sideBySide(report, byClub),
  ],
}

const share = (part: number, of: number) => (of > 0 ? (100 * part) / of : null)

async function byInstructor({ db }: Read, { scope }: Report): Promise<Section> {
  const { clubIds, period, now } = scope
  const found = addUp(await taught.of(db, { clubIds, buckets: [period], now }), row => row.person_id, taughtNames)
  const { rows: people } = await sql<{ id: number; name: string }>`
    select id, trim(first_name || ' ' || last_name) as name from person
    where id = any(${found.flatMap(({ person_id: id }) => (id === null ? [] : [id]))}::bigint[])`.execute(db)
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const rows = found
    .map(row => ({ ...row, id: row.person_id, name: names.get(row.person_id ?? 0) ?? 'Nobody is named' }))
    .sort((one, other) => other.sessions - one.sessions || one.name.localeCompare(other.name, 'en-GB'))
  return {
    ...{ key: 'instructors', title: 'Who taught', draw: 'bar' },
    words:
      'Sessions held, by who stands in the timetable for them or stood in that day. A session that two teach counts for both.',
    columns: [
      textColumn('name', 'Instructor', 'people'),
      column('sessions', 'Sessions', 'count', { isDrawn: true, list: 'sessions' }),
      column('covers', 'Stood in', 'count'),
      column('attended', 'Attendances', 'count', { list: 'attended' }),
      column('average', 'On average', 'decimal'),
      column('rate', 'Attendance rate', 'percent'),
      column('utilisation', 'Utilisation', 'percent'),
    ],
    rows: rows.map(({ id, name, sessions, covers, attended, expected, filled, places }) => ({
      cells: [
        ...[name, sessions, covers, attended, attended / sessions],
        ...[share(attended, expected), share(filled, places)],
      ],
      where: { group: groupOf('teacher', id) },
    })),
    total: null,
  }
}

async function byPerson({ db }: Read, { scope }: Report): Promise<Section> {
  const of = { clubIds: scope.clubIds, buckets: [scope.period], now: scope.now }
  interface Row extends Record<'done' | 'late' | 'overdue', number> {
    id: number | null
    name: string
  }
  const { rows } = await sql<Row>`
    select account_id as id, coalesce(trim(person.first_name || ' ' || person.last_name), 'Anyone''s') as name,
      sum(done)::integer as done, sum(late)::integer as late, sum(overdue)::integer as overdue
    from (
      select completed_by as account_id, count(*) as done, count(*) filter (where is_late) as late, 0 as overdue
      from ${doneFacts(of)} fact group by completed_by
      union all
      select account_id, 0, 0, count(*) from ${overdueFacts(of)} fact group by account_id
    ) counted
    left join account on account.id = account_id left join person on person.id = account.person_id
    group by account_id, person.id order by done desc, overdue desc, name, account_id`.execute(db)
  const total = (key: 'done' | 'late' | 'overdue') => rows.reduce((sum, row) => sum + row[key], 0)
  return {
    ...{ key: 'tasks', title: 'Tasks', draw: null },
    words: 'Done: who completed it. Overdue: whose it is, at the end of the period, or now while it runs.',
    columns: [
      textColumn('name', 'Name', 'people'),
      column('done', 'Done', 'count', { isDrawn: true, list: 'tasksDone' }),
      column('late', 'Of these late', 'count'),
      column('rate', 'Late', 'percent'),
      column('overdue', 'Overdue', 'count', { isDrawn: true, list: 'tasksOverdue' }),
    ],
    rows: rows.map(({ id, name, done, late, overdue }) => ({
      cells: [name, done, late, share(late, done), overdue],
      where: { group: groupOf('person', id) },
    })),
    total: ['All', total('done'), total('late'), share(total('late'), total('done')), total('overdue')],
  }
}

const most = 50

/** Days on which a class ran and nobody was marked: whoever came is not known. */
async function withoutRegister({ db }: Read, { scope }: Report): Promise<Section> {
  const { clubIds, period, now } = scope
  const found = await registers.of(db, { clubIds, buckets: [period], now })
  const last = new Map<number, string>()
  for (const row of found) if (row.last && row.last > (last.get(row.class_id) ?? '')) last.set(row.class_id, row.last)
  const worst = addUp(found, row => row.class_id, ['missing', 'ran'])
    .filter(({ missing }) => missing > 0)
    .map(row => ({ ...row, last: last.get(row.class_id) ?? null }))
    .sort(
      (one, other) =>
        other.missing - one.missing ||
        (other.last ?? '').localeCompare(one.last ?? '') ||
        one.class_id - other.class_id,
    )
    .slice(0, most)
  interface Row {
    id: number
    clubId: number
    className: string
    clubName: string
    names: string
    missing: number
    ran: number
    last: string
  }
  const { rows } = await sql<Row>`
    select class.class_name as "className", club.name as "clubName", missing, ran, last,
      ${instructorNames(sql`class.id`)} as names, class.id, club.id as "clubId"
    from jsonb_to_recordset(${JSON.stringify(worst)}::jsonb) as counted (class_id bigint, missing integer, ran integer, last date)
    join class on class.id = class_id join club on club.id = class.club_id
    order by missing desc, last desc, class.class_name, class.id`.execute(db)
  const isOfSeveral = clubIds.length > 1
  return {
    ...{ key: 'registers', title: 'Sessions without a register', draw: null },
    words: `Days up to yesterday on which a class should have run and nobody was marked, absent or present. The ${most} classes with most of them.`,
    columns: [
      textColumn('class', 'Class', 'things'),
      ...(isOfSeveral ? [textColumn('club', 'Club', 'things')] : []),
      textColumn('names', 'Instructors', 'people'),
      column('missing', 'Without a register', 'count', { list: 'unregistered' }),
      column('ran', 'Of', 'count'),
      column('share', 'Share', 'percent'),
      column('last', 'The last of them', 'date'),
    ],
    rows: rows.map(({ id, clubId, className, clubName, names, missing, ran, last }) => ({
      cells: [className, ...(isOfSeveral ? [clubName] : []), names, missing, ran, share(missing, ran), last],
      where: { clubId, group: String(id) },
    })),
    total: null,
  }
}
