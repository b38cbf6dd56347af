import { addDays } from '@honbu/contract/calendar.ts'

/** Days after each other that are closed for the same reason. */
export interface Run {
  readonly from: string
  readonly to: string
  readonly name: string
  readonly days: number
}

/** Closed days as the ranges that they were added in; they come in order. */
export function inRuns(closures: readonly { readonly date: string; readonly name: string }[]): Run[] {
  const runs: Run[] = []
  for (const { date, name } of closures) {
    const last = runs.at(-1)
    if (last && last.name === name && date === addDays(last.to, 1))
      runs[runs.length - 1] = { ...last, to: date, days: last.days + 1 }
    else runs.push({ from: date, to: date, name, days: 1 })
  }
  return runs
}
