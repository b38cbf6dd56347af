import { signDocument } from '@honbu/contract/papers.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPoint, drawnPath } from './drawing.ts'

describe('drawnPath', () => {
  it('is a path in whole numbers, a dot a line to itself', () => {
    expect(drawnPath([])).toBe('')
    expect(drawnPath([[{ x: 1.4, y: 2.6 }]])).toBe('M1 3L1 3')
    expect(
      drawnPath([
        [
          { x: -5, y: 0 },
          { x: 700, y: 90 },
        ],
        [
          { x: 3, y: 3 },
          { x: 9, y: 9 },
        ],
      ]),
    ).toBe('M0 0L600 90M3 3L9 9')
  })

  it('is always what the contract takes', () => {
    const point = fc.record({
      x: fc.double({ min: -50, max: 900, noNaN: true }),
      y: fc.double({ min: -50, max: 900, noNaN: true }),
    })
    const strokes = fc.array(fc.array(point, { minLength: 1, maxLength: 600 }), { minLength: 1, maxLength: 12 })
    const drawing = signDocument.input.shape.drawing
    fc.assert(
      fc.property(strokes, drawn => {
        const path = drawnPath(drawn)
        expect(path === '' || drawing?.safeParse(path).success).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

it('addPoint leaves out what lies on the point before', () => {
  const strokes = [[{ x: 10, y: 10 }]]
  expect(addPoint(strokes, { x: 11, y: 11 })).toBe(strokes)
  expect(addPoint(strokes, { x: 20, y: 10 })).toEqual([
    [
      { x: 10, y: 10 },
      { x: 20, y: 10 },
    ],
  ])
})
