import type { WeeklyTimetable } from '@honbu/contract/classes.ts'
import type * as z from 'zod/mini'

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** The rows of a class's week as the specification's fields: mondayStart … sundayFinish, null where there is none. */
export function weeklyTimetable(
  week: readonly { readonly weekday: number; readonly startTime: string; readonly finishTime: string }[],
): z.infer<typeof WeeklyTimetable> {
  const fields = days.flatMap((day, index) => {
    const row = week.find(({ weekday }) => weekday === index + 1)
    return [
      [`${day}Start`, row?.startTime ?? null],
      [`${day}Finish`, row?.finishTime ?? null],
    ]
  })
  // Object.fromEntries forgets the names that the list of days has just given it.
  return Object.fromEntries(fields) as z.infer<typeof WeeklyTimetable>
}
