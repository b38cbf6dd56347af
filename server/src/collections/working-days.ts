import { addDays } from '@honbu/contract/calendar.ts'
import { isWorkingDay } from '../plans/index.ts'

/** The day itself, or the first after it on which Bacs works. */
export const workingDayFrom = (date: string): string => (isWorkingDay(date) ? date : workingDayFrom(addDays(date, 1)))
