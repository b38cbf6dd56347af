import { addDays, startOfWeek } from '@honbu/contract/calendar.ts'
import type { KpiName } from '@honbu/contract/kpis.ts'
import type { Read } from '../../platform/route.ts'
import { countsOf } from '../count.ts'
import { hoursOfDays, weeks } from '../counts/session-rows.ts'
import { addUp } from '../kept/rows.ts'
import { column, monthByMonth, type Report, type Section, sideBySide, textColumn } from '../sections.ts'
import type { Tab } from '../tab.ts'

const byMonth: readonly KpiName[] = ['attended', 'visitors', 'attendanceRate', 'visitsPerWeek', 'sessions']
const byClub: readonly KpiName[] = [...byMonth, 'utilisation']

export const attendance: Tab = {
  needs: countsOf(byClub),
  needsByMonth: countsOf(byMonth),
  keeps: [weeks, hoursOfDays],
  sections: async (read, report) => [
    monthByMonth(report, { names: byMonth, drawn: ['attended'] }),
    ...(await Promise.all([byWeek(read, report), byHour(read, report)])),
    ...sideBySide(report, byClub),
  ],
}

async function byWeek({ db }: Read, { scope }: Report): Promise<Section> {
  const { clubIds, period, now } = scope
  const found = await weeks.of(db, { clubIds, buckets: [period], now })
  const rows = addUp(found, ({ monday }) => monday, ['attended', 'expected', 'sessions'])
  rows.sort((one, other) => (one.monday < other.monday ? -1 : 1))
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
  const { clubIds, period, now } = scope
  const found = await hoursOfDays.of(db, { clubIds, buckets: [period], now })
  const rows = addUp(found, ({ weekday, hour }) => `${weekday} ${hour}`, ['attended', 'sessions'])
  const hours = [...new Set(rows.map(({ hour }) => hour))].sort((a, b) => a - b)
  const averages = new Map(
    rows.map(({ weekday, hour, attended, sessions }) => [`${weekday} ${hour}`, attended / sessions]),
  )
  return {
    ...{ key: 'hours', title: 'By weekday and hour', draw: 'heat' },
    words:
      'How many came, on average, to a session that began in that hour. Extra days outside the timetable are left out.',
    columns: [
      textColumn('hour', 'Begins', 'things'),
      ...weekdays.map(day => column(day, day, 'decimal', { isDrawn: true })),
    ],
    rows: hours.map(hour => ({
      cells: [
        `${String(hour).padStart(2, '0')}:00`,
        ...weekdays.map((_, index) => averages.get(`${index + 1} ${hour}`) ?? null),
      ],
    })),
    total: null,
  }
}
