import { addDays, addMonths, startOfWeek } from '@honbu/contract/calendar.ts'
import { describe, expect, it } from 'vitest'
import { backupName, expiredBackups, isBackupName, type Keep } from './retention.ts'

const nameOn = (day: string, time = '01:30:00') => backupName(new Date(`${day}T${time}Z`), true)
const keep: Keep = { days: 7, weeks: 4, months: 12 }

/** The days whose backups are left when one is made each night, and the old ones are deleted after it. */
function keptAfter(first: string, nights: number, { days, weeks, months }: Keep = keep): string[] {
  let names: string[] = []
  for (let night = 0; night < nights; night++) {
    const today = addDays(first, night)
    names.push(nameOn(today))
    const gone = new Set(expiredBackups(names, today, { days, weeks, months }))
    names = names.filter(name => !gone.has(name))
  }
  return names.map(name => `${name.slice(6, 10)}-${name.slice(10, 12)}-${name.slice(12, 14)}`)
}

describe('the retention of backups', () => {
  it('keeps the last days, and the last one of each week and month', () => {
    // 2026-05-12 is a Tuesday.
    expect(keptAfter('2025-01-01', 497)).toEqual([
      ...['2025-06-30', '2025-07-31', '2025-08-31', '2025-09-30', '2025-10-31', '2025-11-30', '2025-12-31'],
      ...['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-26', '2026-04-30', '2026-05-03'],
      ...['2026-05-06', '2026-05-07', '2026-05-08', '2026-05-09', '2026-05-10', '2026-05-11', '2026-05-12'],
    ])
  })

  it('never keeps one for longer than it says, on any day of three years', () => {
    const names: string[] = []
    for (let night = 0; night < 1100; night++) names.push(nameOn(addDays('2023-12-30', night)))
    for (let night = 400; night < 1100; night += 3) {
      const today = addDays('2023-12-30', night)
      const there = names.slice(night - 400, night + 1)
      const gone = new Set(expiredBackups(there, today, keep))
      const oldest = there.find(name => !gone.has(name)) ?? ''
      expect(oldest > nameOn(addMonths(today, -12)), today).toBe(true)
      expect(gone.has(nameOn(addDays(startOfWeek(today), -1))), today).toBe(false)
    }
  })

  it('keeps all of a day, and nothing of a unit that is left out', () => {
    const names = [nameOn('2026-05-11'), nameOn('2026-05-12', '01:30:00'), nameOn('2026-05-12', '07:30:00')]
    expect(expiredBackups(names, '2026-05-12', { days: 1, weeks: 0, months: 0 })).toEqual([names[0]])
    expect(expiredBackups(names, '2026-05-12', { days: 0, weeks: 0, months: 1 })).toEqual([names[1], names[0]])
  })

  it('never deletes the newest one, nor anything else in the place', () => {
    const others = ['honbu.tar', 'notes.txt', 'honbu-20260101T013000Z.tar.age.1.unfinished', 'honbu-2026.tar']
    expect(others.filter(isBackupName)).toEqual([])
    const old = [nameOn('2020-01-01'), nameOn('2020-01-02')]
    expect(expiredBackups([...others, ...old], '2026-05-12', keep)).toEqual([old[0]])
  })
})
