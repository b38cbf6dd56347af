import { addDays, startOfWeek } from '@honbu/contract/calendar.ts'
import type { KpiName } from '@honbu/contract/kpis.ts'
import { sql } from 'kysely'
import type { Read } from '../../platform/route.ts'
import { countsOf } from '../count.ts'
import { sessionsSql } from '../counts/session-sql.ts'
import { column, monthByMonth, type Report, type Section, sideBySide } from '../sections.ts'
import type { Tab } from '../tab.ts'

const byMonth: readonly KpiName[] = ['attended', 'visitors', 'attendanceRate', 'visitsPerWeek', 'sessions']
const byClub: readonly KpiName[] = [...byMonth, 'utilisation']

export const attendance: Tab = {
  needs: countsOf(byClub),
  needsByMonth: countsOf(byMonth),
  sections: async (read, report) => [
    monthByMonth(report, { names: byMonth, drawn: ['attended'] }),
    ...(await Promise.all([byWeek(read, report), byHour(read, report)])),
    ...sideBySide(report, byClub),
  ],
}

async function byWeek({ db }: Read, { scope }: Report): Promise<Section> {
  const { clubIds, period } = scope
  const { rows } = await sql<{ monday: string; attended: number; expected: number; sessions: number }>`
    select date_trunc('week', class_date)::date as monday, sum(attended) as attended, sum(expected) as expected,
      count(*) as sessions
    from ${sessionsSql({ clubIds, ...period })} session group by 1 order by 1`.execute(db)
  return {
    ...{
      key: 'weeks',
      title: 'Week by week',
      words: 'Weeks from Monday, as far as they lie in the period.',
      draw: 'line',
    },
    columns: [
      column('week', 'Week from', 'date'),
      column('attended', 'Attendances', 'count', { isDrawn: true, list: 'attended' }),
      column('rate', 'Attendance rate', 'percent'),
      column('sessions', 'Sessions held', 'count', { list: 'sessions' }),
    ],
    rows: rows.map(({ monday, attended, expected, sessions }) => {
      const sunday = addDays(monday, 6)
      const from = monday < period.from ? period.from : startOfWeek(monday)
      return {
        cells: [monday, attended, expected > 0 ? (100 * attended) / expected : null, sessions],
        where: { from, until: sunday > period.until ? period.until : sunday },
      }
    }),
    total: null,
  }
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** How many come on average to the sessions of an hour. */
async function byHour({ db }: Read, { scope }: Report): Promise<Section> {
  const { clubIds, period } = scope
  const { rows } = await sql<{ weekday: number; hour: number; average: number }>`
    select held.weekday, extract(hour from coalesce(slot.start_time, week.start_time))::integer as hour,
      sum(held.attended)::float8 / count(*) as average
    from (
      select session.*, extract(isodow from class_date)::integer as weekday
      from ${sessionsSql({ clubIds, ...period })} session
    ) held
    left join class_availability slot on slot.class_id = held.class_id and slot.class_date = held.class_date
    left join class_timetable week on week.class_id = held.class_id and week.weekday = held.weekday
      and week.valid_from <= held.class_date and coalesce(week.valid_until, 'infinity') >= held.class_date
    where coalesce(slot.start_time, week.start_time) is not null
    group by 1, 2`.execute(db)
  const hours = [...new Set(rows.map(({ hour }) => hour))].sort((a, b) => a - b)
  const averages = new Map(rows.map(({ weekday, hour, average }) => [`${weekday} ${hour}`, average]))
  return {
    ...{ key: 'hours', title: 'By weekday and hour', draw: 'heat' },
    words:
      'How many came, on average, to a session that began in that hour. Extra days outside the timetable are left out.',
    columns: [column('hour', 'Begins', 'text'), ...weekdays.map(day => column(day, day, 'decimal', { isDrawn: true }))],
    rows: hours.map(hour => ({
      cells: [
        `${String(hour).padStart(2, '0')}:00`,
        ...weekdays.map((_, index) => averages.get(`${index + 1} ${hour}`) ?? null),
      ],
    })),
    total: null,
  }
}
