import { addDays, daysBetween, startOfWeek, weekday } from '@honbu/contract/calendar.ts'

/** What decides on which days a class runs. Dates are YYYY-MM-DD, times HH:mm local to the club. */
export interface Timetable {
  readonly startDate: string
  readonly endDate: string | null
  /** A prebooked class runs in its slots only; every other class by its week. */
  readonly isPrebooked: boolean
  /** 1: every week; 2: every second one, counted from the week of the first day. */
  readonly everyWeeks: number
  readonly week: readonly {
    /** 1 Monday … 7 Sunday. */
    readonly weekday: number
    readonly startTime: string
    readonly finishTime: string
    readonly validFrom: string
    readonly validUntil: string | null
  }[]
  readonly slots: readonly { readonly date: string; readonly startTime: string; readonly finishTime: string }[]
  /** Single sessions that differ from the week or the slots. */
  readonly sessions: readonly {
    readonly date: string
    readonly isAdded: boolean
    readonly isCancelled: boolean
    /** Null: as usual. An added session has times. */
    readonly times: { readonly startTime: string; readonly finishTime: string } | null
  }[]
  /** Days on which the whole club is closed. */
  readonly closures: ReadonlySet<string>
}

export interface Occurrence {
  readonly date: string
  readonly startTime: string
  readonly finishTime: string
}

/**
 * The days on which a class runs, from and to included: by the row of its week that is in force on that day, or by its
 * slots, or by what was said of that one session; within its own start and end date; never on a closure. Local times, so
 * 19:00 stays 19:00 across a clock change.
 */
export function occurrences(timetable: Timetable, from: string, to: string): Occurrence[] {
  const { startDate, endDate, isPrebooked, everyWeeks, week, slots, sessions, closures } = timetable
  const found: Occurrence[] = []
  const last = endDate !== null && endDate < to ? endDate : to
  for (let date = from > startDate ? from : startDate; date <= last; date = addDays(date, 1)) {
    const changed = sessions.find(session => session.date === date)
    if (closures.has(date) || changed?.isCancelled) continue
    const usual = isPrebooked
      ? slots.find(slot => slot.date === date)
      : weeksBetween(startDate, date) % everyWeeks === 0 &&
        week.find(row => row.weekday === weekday(date) && row.validFrom <= date && date <= (row.validUntil ?? date))
    // A slot has its own times and is moved as a slot.
    const times = !isPrebooked && (usual || changed?.isAdded) ? (changed?.times ?? usual) : usual
    if (times) found.push({ date, startTime: times.startTime, finishTime: times.finishTime })
  }
  return found
}

const weeksBetween = (from: string, to: string) => daysBetween(startOfWeek(from), startOfWeek(to)) / 7
