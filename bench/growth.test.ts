import { describe, expect, it } from 'vitest'
import { growthOf } from './growth.ts'
import { growthChart } from './growth-chart.ts'

const grown = (times: number, bytes: number) =>
  growthOf([
    { members: 10_000, p50: 100, bytes: 1000 },
    { members: 100_000, p50: 150, bytes: 1000 },
    { members: 1_000_000, p50: 100 * times, bytes: 1000 * bytes },
  ])

describe('growthOf', () => {
  it('tells what grows as the logarithm from what grows faster', () => {
    expect(grown(1.5, 1)).toEqual({ times: 1.5, verdict: 'as the logarithm, or less' })
    expect(grown(2, 1)).toEqual({ times: 2, verdict: 'faster' })
  })

  it('lets grow what returns more, as far as it returns more', () => {
    expect(grown(40, 50).verdict).toBe('as what it returns')
    expect(grown(100, 50).verdict).toBe('faster')
  })
})

describe('growthChart', () => {
  it('draws each call, with names that do not lie on each other', () => {
    const sizes = (p50: number) => [
      { members: 10_000, p50, bytes: 1 },
      { members: 1_000_000, p50, bytes: 1 },
    ]
    const svg = growthChart([1, 2, 3, 4].map(number => ({ name: `call ${number}`, sizes: sizes(10) })))
    const places = [...svg.matchAll(/y="([\d.]+)"[^>]*>call \d/g)].map(([, y]) => Number(y))
    expect(places).toHaveLength(4)
    for (let index = 1; index < 4; index++)
      expect(Math.abs((places[index] ?? 0) - (places[index - 1] ?? 0))).toBeGreaterThanOrEqual(12)
    expect(svg).not.toContain('NaN')
  })
})
