import type { KpiName } from '@honbu/contract/kpis.ts'
import { sql } from 'kysely'
import type { Read } from '../../platform/route.ts'
import { countsOf } from '../count.ts'
import { registersSql } from '../counts/registers.ts'
import { sessionsSql } from '../counts/session-sql.ts'
import { doneFacts, overdueFacts } from '../counts/tasks.ts'
import { instructorNames, teachers } from '../counts/teachers.ts'
import { groupOf } from '../lists/by-group.ts'
import { column, monthByMonth, type Report, type Section, sideBySide } from '../sections.ts'
import type { Tab } from '../tab.ts'

const byMonth: readonly KpiName[] = ['tasksDone', 'tasksLate', 'sessions']
const byClub: readonly KpiName[] = ['tasksDone', 'tasksLate', 'tasksOverdue', 'sessions']

export const staff: Tab = {
  needs: countsOf(byClub),
  needsByMonth: countsOf(byMonth),
  sections: async (read, report) => [
    ...(await Promise.all([byInstructor(read, report), byPerson(read, report), withoutRegister(read, report)])),
    monthByMonth(report, { names: byMonth, drawn: ['tasksDone'], draw: 'bar' }),
    ...sideBySide(report, byClub),
  ],
}

const share = (part: number, of: number) => (of > 0 ? (100 * part) / of : null)

async function byInstructor({ db }: Read, { scope }: Report): Promise<Section> {
  const { clubIds, period } = scope
  interface Row extends Record<'sessions' | 'covers' | 'attended' | 'expected' | 'filled' | 'places', number> {
    id: number | null
    name: string
  }
  const { rows } = await sql<Row>`
    with session as materialized (select * from ${sessionsSql({ clubIds, ...period })} held)
    select person.id, coalesce(trim(person.first_name || ' ' || person.last_name), 'Nobody is named') as name,
      count(*) as sessions, count(*) filter (where is_cover) as covers, sum(attended)::integer as attended,
      sum(expected)::integer as expected,
      coalesce(sum(attended) filter (where capacity is not null), 0)::integer as filled,
      coalesce(sum(capacity), 0)::integer as places
    from session
    left join ${teachers(sql`session`)} teacher using (class_id, class_date)
    left join person on person.id = teacher.person_id
    group by person.id order by sessions desc, name, person.id`.execute(db)
  return {
    ...{ key: 'instructors', title: 'Who taught', draw: 'bar' },
    words:
      'Sessions held, by who stands in the timetable for them or stood in that day. A session that two teach counts for both.',
    columns: [
      column('name', 'Instructor', 'text'),
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
      column('name', 'Name', 'text'),
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
    with ran as materialized (select * from ${registersSql({ clubIds, ...period, now })} day)
    select class.class_name as "className", club.name as "clubName", missing, ran, last,
      ${instructorNames(sql`class.id`)} as names, class.id, club.id as "clubId"
    from (
      select class_id, count(*) filter (where is_missing) as missing, count(*) as ran,
        max(class_date) filter (where is_missing) as last
      from ran group by class_id having bool_or(is_missing)
    ) counted
    join class on class.id = class_id join club on club.id = class.club_id
    order by missing desc, last desc, class.class_name, class.id limit ${most}`.execute(db)
  const isOfSeveral = clubIds.length > 1
  return {
    ...{ key: 'registers', title: 'Sessions without a register', draw: null },
    words: `Days up to yesterday on which a class should have run and nobody was marked, absent or present. The ${most} classes with most of them.`,
    columns: [
      column('class', 'Class', 'text'),
      ...(isOfSeveral ? [column('club', 'Club', 'text')] : []),
      column('names', 'Instructors', 'text'),
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
