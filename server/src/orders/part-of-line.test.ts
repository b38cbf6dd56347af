import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LineStanding, partOfLine, waitingOf } from './part-of-line.ts'

const line = { quantity: 3, pence: 1000, taken: 1, preOrdered: 2, isHandedOut: false } as const
const none = { returnedQuantity: 0, returnedPence: 0, returnedTaken: 0 }

describe('partOfLine', () => {
  it('gives up what is waited for first, and is worth its share', () => {
    expect(partOfLine({ ...line, ...none }, 1)).toEqual({
      ...{ pence: 333, toShelf: 0, notWaited: 1, fromTaken: 0, isLast: false },
    })
    expect(partOfLine({ ...line, ...none, isHandedOut: true }, 2)).toEqual({
      ...{ pence: 666, toShelf: 2, notWaited: 0, fromTaken: 1, isLast: false },
    })
  })

  it('comes to all of it in the end, however it is cut', () => {
    const given = fc.record({
      taken: fc.nat({ max: 5 }),
      preOrdered: fc.nat({ max: 5 }),
      pence: fc.nat({ max: 10_000 }),
      isHandedOut: fc.boolean(),
      cuts: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 10, maxLength: 10 }),
    })
    fc.assert(
      fc.property(given, ({ cuts, ...of }) => {
        const quantity = of.taken + of.preOrdered || 4
        let now: LineStanding = { ...of, ...none, quantity }
        let [shelf, waited] = [0, 0]
        for (const cut of cuts) {
          const asked = Math.min(cut, quantity - now.returnedQuantity)
          if (asked === 0) break
          const part = partOfLine(now, asked)
          expect(part.pence).toBeGreaterThanOrEqual(0)
          shelf += part.toShelf
          waited += part.notWaited
          now = {
            ...now,
            returnedQuantity: now.returnedQuantity + asked,
            returnedPence: now.returnedPence + part.pence,
            returnedTaken: now.returnedTaken + part.fromTaken,
          }
        }
        if (now.returnedQuantity < quantity) return
        expect(now.returnedPence).toBe(of.pence)
        expect([shelf, waited]).toEqual(of.isHandedOut ? [of.taken + of.preOrdered, 0] : [of.taken, of.preOrdered])
        expect([now.returnedTaken, waitingOf(now)]).toEqual([of.taken, 0])
      }),
    )
  })
})
