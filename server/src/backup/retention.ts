import { addDays, addMonths, startOfWeek } from '@honbu/contract/calendar.ts'

/** The automatic backups that are kept: all of so many days, and the last one of each of so many weeks and months. */
export interface Keep {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

const pattern = /^honbu-(\d{4})(\d\d)(\d\d)T\d{6}Z\.tar(\.age)?$/

/** `honbu-20260512T013000Z.tar.age`, in UTC. Names sort by time. */
export function backupName(madeAt: Date, isEncrypted: boolean): string {
  const time = madeAt.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  return `honbu-${time}.tar${isEncrypted ? '.age' : ''}`
}

/** Is this an automatic backup? Nothing else is ever deleted. */
export const isBackupName = (name: string): boolean => pattern.test(name)

/**
 * The backups that are too old. The newest one is never among them, however old it is.
 * @param today in UTC, as the names are
 */
export function expiredBackups(names: readonly string[], today: string, keep: Keep): string[] {
  const newestFirst = names.filter(isBackupName).sort().reverse()
  const kept = new Set(newestFirst.slice(0, 1))
  const keepLastOfEach = (period: (day: string) => string, after: string) => {
    const seen = new Set<string>()
    for (const name of newestFirst) {
      const its = period(dayOf(name))
      if (its > after && !seen.has(its)) kept.add(name)
      seen.add(its)
    }
  }
  for (const name of newestFirst) if (dayOf(name) > addDays(today, -keep.days)) kept.add(name)
  keepLastOfEach(startOfWeek, addDays(startOfWeek(today), -7 * keep.weeks))
  keepLastOfEach(monthOf, monthOf(addMonths(today, -keep.months)))
  return newestFirst.filter(name => !kept.has(name))
}

const dayOf = (name: string) => name.replace(pattern, '$1-$2-$3')

const monthOf = (day: string) => day.slice(0, 7)
