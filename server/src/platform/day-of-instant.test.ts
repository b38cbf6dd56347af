import { describe, expect, it } from 'vitest'
import { dayOfInstant, isInstant } from './day-of-instant.ts'

describe('the day of an instant', () => {
  it.each([
    // Shifted by the offset, then serialised: midnight UTC wherever the browser is.
    ['Europe/London', '2026-12-01T00:00:00.000Z', '2026-12-01'],
    ['Europe/London', '2026-06-01T00:00:00.000Z', '2026-06-01'],
    ['America/New_York', '2026-12-01T00:00:00.000Z', '2026-12-01'],
    ['America/New_York', '2026-12-01T00:00:00+00:00', '2026-12-01'],
    ['Pacific/Auckland', '2026-12-01T00:00Z', '2026-12-01'],
    // Midnight of the club's own clock, serialised as it is.
    ['Europe/London', '2026-05-31T23:00:00.000Z', '2026-06-01'],
    ['America/New_York', '2026-12-01T05:00:00.000Z', '2026-12-01'],
    ['America/New_York', '2026-07-01T04:00:00.000Z', '2026-07-01'],
    ['Pacific/Auckland', '2026-11-30T11:00:00.000Z', '2026-12-01'],
    // With an offset.
    ['Europe/London', '2026-06-01T00:00:00+01:00', '2026-06-01'],
    ['America/New_York', '2026-12-01T00:00:00-05:00', '2026-12-01'],
    ['America/New_York', '2026-11-30T19:00:00-05:00', '2026-11-30'],
    // Any moment.
    ['America/New_York', '2026-12-01T02:30:00Z', '2026-11-30'],
    ['Europe/London', '2026-06-30T23:30:00Z', '2026-07-01'],
    ['Europe/London', '2026-06-30T22:59:59.999Z', '2026-06-30'],
  ])('in %s of %s is %s', (timeZone, text, day) => {
    expect(isInstant(text)).toBe(true)
    expect(dayOfInstant(text, timeZone)).toBe(day)
  })

  it.each(['2026-02-30T00:00:00Z', '2026-06-01T25:00:00Z', '0001-01-01T02:00:00Z', '9999-12-31T23:30:00-05:00'])(
    '%s is returned as it is',
    text => expect(dayOfInstant(text, 'America/New_York')).toBe(text),
  )

  it.each(['2026-06-01', '2026-06-01T00:00:00', '2026-06-01 00:00:00Z', 'T', 20_260_601, null])('%j is none', value =>
    expect(isInstant(value)).toBe(false),
  )
})
