import { describe, expect, it } from 'vitest'
import { cronsOf, isDue, isTooOld } from './schedule.ts'

const now = new Date('2026-05-12T01:30:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const daily = { at: { hour: 2, minute: 30 }, hours: 24 }

describe('the schedule of backups', () => {
  it('is once a day, or more often, from a time of the day on', () => {
    expect(cronsOf(daily)).toEqual({ onTime: '30 2 * * *', missed: '5 * * * *' })
    expect(cronsOf({ at: { hour: 21, minute: 0 }, hours: 6 })).toEqual({
      onTime: '0 3,9,15,21 * * *',
      missed: '35 * * * *',
    })
  })

  it('makes one on time, and one that was missed within the hour', () => {
    expect([isDue(null, now, daily, true), isDue(null, now, daily, false)]).toEqual([true, true])
    expect([isDue(ago(24), now, daily, true), isDue(ago(24), now, daily, false)]).toEqual([true, false])
    expect(isDue(ago(25), now, daily, false)).toBe(true)
    // An hour ago, one that was missed was made.
    expect(isDue(ago(1), now, daily, true)).toBe(false)
  })

  it('calls one too old that is older than twice its hours', () => {
    expect([isTooOld(ago(48), now, daily), isTooOld(ago(49), now, daily)]).toEqual([false, true])
  })
})
