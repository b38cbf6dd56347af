import { addDays } from '@honbu/contract/calendar.ts'

export interface Session {
  readonly date: string
  readonly startTime: string
  readonly finishTime: string
  /** The room; empty: none. */
  readonly location: string
  /** Who teaches in place of the instructors. */
  readonly cover: readonly string[]
}

/** The dates to ask for around a day: its whole year and 200 days on both sides, so that stepping rarely asks again. */
export function rangeAround(date: string) {
  const year = date.slice(0, 4)
  return { from: addDays(`${year}-01-01`, -200), to: addDays(`${year}-12-31`, 200) }
}

/** Where a register is opened without a date: today, else the next session, else the last one. Sessions in order. */
export function sessionToOpen(sessions: readonly Session[], today: string): Session | undefined {
  return sessions.find(session => session.date >= today) ?? sessions.at(-1)
}

/** The sessions before and after a date, whether or not the class runs on it. */
export function neighbours(sessions: readonly Session[], date: string) {
  return {
    previous: sessions.findLast(session => session.date < date),
    next: sessions.find(session => session.date > date),
  }
}

/** Up to four dates to offer where the class does not run: two before, two after. */
export function nearestSessions(sessions: readonly Session[], date: string): readonly Session[] {
  const before = sessions.filter(session => session.date < date).slice(-2)
  const after = sessions.filter(session => session.date > date).slice(0, 2)
  return [...before, ...after]
}
