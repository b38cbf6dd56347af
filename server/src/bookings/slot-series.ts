import { addDays, daysBetween, weekday } from '@honbu/contract/calendar.ts'
import { longDate } from '@honbu/contract/format.ts'

/** What decides which slots of a series are made. Dates YYYY-MM-DD, times HH:mm, all local to the club. */
export interface SeriesRules {
  readonly startDate: string
  readonly endDate: string | null
  /** The club's closed days by date, with their names. */
  readonly closures: ReadonlyMap<string, string>
  /** The start of the slot that a day has already. */
  readonly slots: ReadonlyMap<string, string>
  readonly today: string
  readonly timeNow: string
}

interface Series {
  /** 1 Monday … 7 Sunday. */
  readonly weekdays: readonly number[]
  readonly dateFrom: string
  readonly dateTo: string
  readonly startTime: string
}

export interface SeriesDay {
  readonly classDate: string
  readonly becomes: 'new' | 'exists' | 'closed' | 'past' | 'outside'
  /** Empty for a new one. */
  readonly why: string
}

/** Every day of a series, and what becomes of it: only what is new is made, and what is there is kept as it is. */
export function seriesDays({ weekdays, dateFrom, dateTo, startTime }: Series, rules: SeriesRules): SeriesDay[] {
  return Array.from({ length: Math.max(0, daysBetween(dateFrom, dateTo) + 1) }, (_, index) => addDays(dateFrom, index))
    .filter(date => weekdays.includes(weekday(date)))
    .map(classDate => ({ classDate, ...becomes(classDate, startTime, rules) }))
}

function becomes(date: string, startTime: string, rules: SeriesRules): Omit<SeriesDay, 'classDate'> {
  const { startDate, endDate, closures, slots, today, timeNow } = rules
  const slot = slots.get(date)
  if (slot !== undefined) return { becomes: 'exists', why: `Has a slot at ${slot} already` }
  if (date < startDate) return { becomes: 'outside', why: `The class begins on ${longDate(startDate)}` }
  if (endDate !== null && date > endDate) return { becomes: 'outside', why: `The class ends on ${longDate(endDate)}` }
  const closure = closures.get(date)
  if (closure !== undefined) return { becomes: 'closed', why: closure || 'The club is closed' }
  if (date < today || (date === today && startTime <= timeNow)) return { becomes: 'past', why: 'Is over' }
  return { becomes: 'new', why: '' }
}
