import { addDays } from '@honbu/contract/calendar.ts'
import type { ReportSchedule } from '@honbu/contract/report-schedules.ts'
import { weekdayLong } from '../ui/dates.ts'

type Rhythm = Pick<ReportSchedule, 'every' | 'weekday' | 'dayOfMonth' | 'hour'>

/** 'Every Monday at 07:00' */
export function rhythmWords({ every, weekday, dayOfMonth, hour }: Rhythm): string {
  const at = `at ${hourWords(hour)}`
  if (every === 'day') return `Every day ${at}`
  if (every === 'week') return `Every ${weekdays[(weekday ?? 1) - 1]} ${at}`
  return `Every month on the ${ordinal(dayOfMonth ?? 1)} ${at}`
}

export const hourWords = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** 1st, 2nd, 3rd, 11th, 31st */
export function ordinal(number: number): string {
  const ends: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' }
  return `${number}${ends[rules.select(number)] ?? 'th'}`
}

const rules = new Intl.PluralRules('en-GB', { type: 'ordinal' })

/** Monday to Sunday; 2024 began on a Monday. */
export const weekdays = Array.from({ length: 7 }, (_, day) => weekdayLong(addDays('2024-01-01', day)))
