import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeIn } from './calendar.ts'
import { isQuiet, keepsQuietHours, sendableFrom } from './quiet-hours.ts'

const zones = ['Europe/London', 'America/New_York', 'Pacific/Auckland', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']
const minute = 60_000

describe('quiet hours', () => {
  it('are kept by texts and by marketing', () => {
    expect(keepsQuietHours({ channel: 'sms', purpose: 'service' })).toBe(true)
    expect(keepsQuietHours({ channel: 'email', purpose: 'marketing' })).toBe(true)
    expect(keepsQuietHours({ channel: 'email', purpose: 'service' })).toBe(false)
  })

  it('end at 08:00 on the clock of the club, in summer and in winter', () => {
    const from = (now: string) => sendableFrom('Europe/London', new Date(now)).toISOString()
    // The clocks go forward on 29 March and back on 25 October.
    expect(from('2026-03-28T22:00:00Z')).toBe('2026-03-29T07:00:00.000Z')
    expect(from('2026-10-24T22:00:00Z')).toBe('2026-10-25T08:00:00.000Z')
    expect(from('2026-01-12T03:00:00Z')).toBe('2026-01-12T08:00:00.000Z')
    expect(from('2026-01-12T08:00:00Z')).toBe('2026-01-12T08:00:00.000Z')
    expect(from('2026-01-12T20:59:59Z')).toBe('2026-01-12T20:59:59.000Z')
    expect(from('2026-01-12T21:00:00Z')).toBe('2026-01-13T08:00:00.000Z')
  })

  it('put a message off to the first minute that is allowed, and no further', () => {
    const moment = fc
      .tuple(fc.date({ min: new Date('2024-01-01'), max: new Date('2031-01-01'), noInvalidDate: true }))
      .map(([date]) => new Date(Math.floor(date.getTime() / minute) * minute))
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, (zone, now) => {
        const from = sendableFrom(zone, now)
        const quiet = (at: number) => isQuiet(timeIn(zone, new Date(at)))
        expect(quiet(from.getTime())).toBe(false)
        for (let at = now.getTime(); at < from.getTime(); at += 7 * minute) expect(quiet(at)).toBe(true)
        if (from > now) expect(quiet(from.getTime() - minute)).toBe(true)
        else expect(from).toEqual(now)
      }),
      { numRuns: 300 },
    )
  })
})
