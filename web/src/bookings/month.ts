import { addDays, addMonths, isDate, startOfWeek } from '@honbu/contract/calendar.ts'

/** '2026-05' from an address; null for anything else. */
export const readMonth = (text: string | undefined): string | null =>
  text && /^\d{4}-\d{2}$/.test(text) && isDate(`${text}-01`) ? text : null

export const monthOf = (date: string) => date.slice(0, 7)

export const stepMonth = (month: string, months: number) => monthOf(addMonths(`${month}-01`, months))

/** The weeks, Monday first, on which a month's days lie: whole weeks, so that it also shows days of its neighbours. */
export function weeksOf(month: string): string[][] {
  const first = startOfWeek(`${month}-01`)
  const last = addDays(addMonths(`${month}-01`, 1), -1)
  const weeks: string[][] = []
  for (let monday = first; monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)))
  return weeks
}
