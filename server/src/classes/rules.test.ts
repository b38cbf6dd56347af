import { addDays, addMonths, startOfWeek } from '@honbu/contract/calendar.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gradingReadiness } from './grading-readiness.ts'
import { overPlanDate } from './over-plan.ts'

describe('gradingReadiness', () => {
  const next = { minimumAttendance: 24, minimumMonths: 3 }
  it.each([
    [24, '2026-02-12', 3, '24 of 24 classes, 3 of 3 months'],
    [18, '2026-02-12', 1, '18 of 24 classes, 3 of 3 months'],
    [30, '2026-03-12', 2, '30 of 24 classes, 2 of 3 months'],
    [18, '2026-03-13', 0, '18 of 24 classes, 1 of 3 months'],
  ])('with %i classes since %s has flags %i: %s', (attended, since, flags, progress) => {
    expect(gradingReadiness({ attended, since, next }, '2026-05-12')).toEqual({ flags, progress })
  })

  it('has nothing to reach above the highest grade', () => {
    expect(gradingReadiness({ attended: 99, since: '2020-01-01', next: null }, '2026-05-12')).toEqual({
      flags: 0,
      progress: '',
    })
  })

  it('is never undone by one class more or one month more', () => {
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.nat(900),
        fc.nat(40),
        fc.nat(24),
        (attended, ago, minimumAttendance, minimumMonths) => {
          const since = addDays('2026-05-12', -ago)
          const requirement = { minimumAttendance, minimumMonths }
          const before = gradingReadiness({ attended, since, next: requirement }, '2026-05-12').flags
          const after = gradingReadiness(
            { attended: attended + 1, since, next: requirement },
            addMonths('2026-05-12', 1),
          ).flags
          expect(after & before).toBe(before)
        },
      ),
    )
  })
})

describe('overPlanDate', () => {
  // Tuesday; its week began on Monday, 11 May.
  const day = '2026-05-12'
  it.each([
    ['the second class of a week with one', { perWeek: 1, perMonth: null }, ['2026-05-11', day], day],
    ['two on one day', { perWeek: 1, perMonth: null }, [day, day], day],
    ['as many as the plan has', { perWeek: 2, perMonth: null }, ['2026-05-11', day], null],
    ['last week does not count', { perWeek: 1, perMonth: null }, ['2026-05-10', day], null],
    [
      'the month is exceeded earlier',
      { perWeek: 1, perMonth: 2 },
      ['2026-05-01', '2026-05-02', '2026-05-03', day],
      '2026-05-03',
    ],
    ['a class later on does not count yet', { perWeek: 1, perMonth: null }, [day, '2026-05-13'], null],
    ['no limits', { perWeek: null, perMonth: null }, [day, day, day], null],
  ])('%s', (_, limits, attended, expected) => {
    expect(overPlanDate(limits, attended, day)).toBe(expected)
  })

  it('agrees with counting day by day', () => {
    const dates = fc.array(
      fc.nat(20).map(ago => addDays(day, -ago)),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), dates, (perWeek, attended) => {
        let expected: string | null = null
        for (let date = startOfWeek(day); date <= day; date = addDays(date, 1)) {
          const soFar = attended.filter(each => each >= startOfWeek(day) && each <= date).length
          if (soFar > perWeek) {
            expected = date
            break
          }
        }
        expect(overPlanDate({ perWeek, perMonth: null }, attended, day)).toBe(expected)
      }),
    )
  })
})
