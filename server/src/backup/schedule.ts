const hour = 3_600_000

export interface Schedule {
  /** The first backup of the day, by London's clock. */
  readonly at: { readonly hour: number; readonly minute: number }
  /** From one backup to the next. */
  readonly hours: number
}

/** When a backup is made, as cron expressions: on time, and once an hour in case none was made in time. */
export function cronsOf({ at, hours }: Schedule): { readonly onTime: string; readonly missed: string } {
  const each = Array.from({ length: 24 / hours }, (_, index) => (at.hour + index * hours) % 24)
  return {
    onTime: `${at.minute} ${each.sort((one, other) => one - other).join()} * * *`,
    missed: `${(at.minute + 35) % 60} * * * *`,
  }
}

/**
 * Whether one is to be made now. On time it isn't where the last one is recent, such as one that was missed and then made.
 * @param last when the last one that succeeded began
 */
export function isDue(last: Date | null, now: Date, { hours }: Schedule, isOnTime: boolean): boolean {
  if (!last) return true
  return now.getTime() - last.getTime() >= (isOnTime ? hours / 2 : hours + 0.5) * hour
}

/** Whether the last one is older than twice the schedule. */
export const isTooOld = (last: Date, now: Date, { hours }: Pick<Schedule, 'hours'>): boolean =>
  now.getTime() - last.getTime() > 2 * hours * hour
