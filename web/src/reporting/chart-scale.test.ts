import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namedTicks, ticksOf, unbroken } from './chart-scale.ts'

describe('ticksOf', () => {
  it.each([
    [
      [3, 97],
      [0, 25, 50, 75, 100],
    ],
    [[0], [0, 1]],
    [
      [-12, 30],
      [-20, 0, 20, 40],
    ],
    [[0.3], [0, 0.1, 0.2, 0.3]],
    [[1200], [0, 500, 1000, 1500]],
    [[], [0, 1]],
  ])('%j: %j', (values, ticks) => {
    expect(ticksOf(values)).toEqual(ticks)
  })

  it('counts heads in whole ones', () => {
    expect(ticksOf([2], true)).toEqual([0, 1, 2])
    expect(ticksOf([9], true)).toEqual([0, 5, 10])
  })

  it('has few lines, holds every value and nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e7, max: 1e7, noNaN: true }), { minLength: 1 }), values => {
        const ticks = ticksOf(values)
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks.length).toBeLessThanOrEqual(8)
        expect(ticks).toContain(0)
        const span = (ticks.at(-1) ?? 0) - (ticks[0] ?? 0)
        for (const value of values) {
          expect(value).toBeGreaterThanOrEqual((ticks[0] ?? 0) - span * 1e-6)
          expect(value).toBeLessThanOrEqual((ticks.at(-1) ?? 0) + span * 1e-6)
        }
      }),
      { seed: 7 },
    )
  })
})

it('a line is interrupted where nothing is known', () => {
  const values = [1, 2, null, null, 3].map(value => ({ value }))
  expect(unbroken(values).map(part => part.map(({ value }) => value))).toEqual([[1, 2], [3]])
  expect(unbroken([{ value: null }])).toEqual([])
})

it.each([
  [4, 400, 60, [0, 1, 2, 3]],
  [5, 150, 60, [0, 2, 4]],
  [3, 10, 60, [2]],
])('of %d ticks on %d pixels for names of %d are named %j', (count, width, room, named) => {
  const isNamed = namedTicks(count, width, room)
  expect(Array.from({ length: count }, (_, index) => index).filter(isNamed)).toEqual(named)
})
