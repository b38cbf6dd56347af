import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barColourOf, mostBars, patterns } from './belt.ts'
import { beltShapes } from './belt-shapes.ts'

const red = { colour: '#c0392b', colourTwo: null, stripe: null }

describe('beltShapes', () => {
  it('draws the first three mon grades with one, two and three bars', () => {
    const bars = [1, 2, 3].map(bars =>
      beltShapes({ ...red, bars, barColour: '#f5d142' })
        .slice(1)
        .map(({ x }) => x),
    )
    expect(bars).toEqual([[23], [23, 20], [23, 20, 17]])
  })

  it('puts bars on a sleeve, and draws a tag where there are none', () => {
    const blue = { colour: '#2f6fce', colourTwo: null, stripe: '#1b1b1b' }
    expect(beltShapes(blue)[1]).toMatchObject({ x: 20, width: 4 })
    expect(beltShapes({ ...blue, bars: 4, barColour: '#ffffff' })[1]).toMatchObject({ x: 12, width: 15 })
  })

  it('draws a register’s belt of an older version', () => expect(beltShapes(red)).toHaveLength(1))

  it('keeps within the belt, and no two bars touch', () => {
    const numbers = { bars: fc.nat(mostBars), pattern: fc.constantFrom(...patterns) }
    const colours = { colourTwo: fc.option(fc.constant('#ffffff')), stripe: fc.option(fc.constant('#000000')) }
    fc.assert(
      fc.property(fc.record({ ...numbers, ...colours }), look => {
        const shapes = beltShapes({ ...look, colour: '#c0392b', barColour: '#f5d142' })
        for (const { x, y, width, height } of shapes) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
          expect(x + width).toBeLessThanOrEqual(28)
          expect(y + height).toBeLessThanOrEqual(10)
        }
        const bars = look.bars > 0 ? shapes.slice(-look.bars) : []
        for (const [index, bar] of bars.entries()) expect(bar.x + bar.width).toBeLessThan(bars[index - 1]?.x ?? 28)
      }),
    )
  })
})

describe('barColourOf', () => {
  it('chooses a colour that can be seen, unless one is chosen', () => {
    const belt = { colour: '#ffffff', stripe: null, bars: 2, barColour: null }
    expect(barColourOf(belt)).toBe('#c0392b')
    expect(barColourOf({ ...belt, colour: '#1b1b1b' })).toBe('#ffffff')
    expect(barColourOf({ ...belt, stripe: '#1b1b1b' })).toBe('#ffffff')
    expect(barColourOf({ ...belt, barColour: '#2f6fce' })).toBe('#2f6fce')
    expect(barColourOf({ ...belt, bars: 0, barColour: '#2f6fce' })).toBeNull()
  })
})
