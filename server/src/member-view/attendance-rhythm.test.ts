import { addDays } from '@honbu/contract/calendar.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attendanceRhythm } from './attendance-rhythm.ts'

/** A Tuesday; its week began on 11 May. */
const today = '2026-05-12'
const on = (...dates: string[]) =>
  attendanceRhythm(
    dates.map(date => ({ date, attended: 1 })),
    today,
  )

describe('attendanceRhythm', () => {
  it('is nothing for someone who never came', () => {
    expect(on()).toEqual({ streakWeeks: 0, longestStreakWeeks: 0, averagePerWeek: null })
  })

  it('does not break in a week that is not over', () => {
    expect(on('2026-05-05', '2026-04-28')).toMatchObject({ streakWeeks: 2, longestStreakWeeks: 2 })
    expect(on('2026-05-11', '2026-05-05', '2026-04-28')).toMatchObject({ streakWeeks: 3 })
  })

  it('breaks in a whole week without a class, Sunday being the last day of one', () => {
    expect(on('2026-04-26', '2026-04-14', '2026-04-12')).toMatchObject({ streakWeeks: 0, longestStreakWeeks: 3 })
  })

  it('averages whole weeks from the first class on, twelve at most', () => {
    expect(on('2026-05-11')).toMatchObject({ averagePerWeek: null })
    expect(on('2026-05-04', '2026-05-05', '2026-04-30')).toMatchObject({ averagePerWeek: 1.5 })
    expect(on('2024-01-01', '2026-05-04', '2026-05-05', '2026-05-06')).toMatchObject({ averagePerWeek: 0.3 })
  })

  it('agrees with counting week by week', () => {
    const back = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 })
    fc.assert(
      fc.property(back, distances => {
        const dates = new Set(distances.map(days => addDays(today, -days)))
        const cameInWeek = (weeksAgo: number) =>
          [0, 1, 2, 3, 4, 5, 6].some(day => dates.has(addDays('2026-05-11', day - 7 * weeksAgo)))
        let streak = cameInWeek(0) ? 1 : 0
        while (cameInWeek(streak === 0 || !cameInWeek(0) ? streak + 1 : streak)) streak += 1
        expect(on(...dates).streakWeeks).toBe(streak)
        expect(on(...dates).longestStreakWeeks).toBeGreaterThanOrEqual(streak)
      }),
    )
  })
})
