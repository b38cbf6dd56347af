import { describe, expect, it } from 'vitest'
import { addToBasket, changeLine, countOf } from './basket.ts'

const gi = { memberId: 1, productId: 7, variantId: 2, eventId: null, eventDate: null }
const seat = { memberId: 1, productId: null, variantId: null, eventId: 9, eventDate: '2026-05-20' }

describe('addToBasket', () => {
  it('counts the same product for the same member, and a place only once', () => {
    let lines = addToBasket([], gi)
    lines = addToBasket(lines, gi)
    lines = addToBasket(lines, { ...gi, variantId: 3 })
    lines = addToBasket(lines, seat)
    lines = addToBasket(lines, seat)
    expect(lines).toEqual([
      { ...gi, key: 1, quantity: 2 },
      { ...gi, variantId: 3, key: 2, quantity: 1 },
      { ...seat, key: 3, quantity: 1 },
    ])
    expect([countOf([]), countOf(lines)]).toEqual([0, 4])
  })
})

describe('changeLine', () => {
  it('makes one of two lines that have become the same', () => {
    const lines = addToBasket(addToBasket([], gi), { ...gi, memberId: 5 })
    expect(changeLine(lines, 2, { quantity: 4 })[1]?.quantity).toBe(4)
    expect(changeLine(lines, 2, { memberId: 1 })).toEqual([{ ...gi, key: 1, quantity: 2 }])
    const seats = addToBasket(addToBasket([], seat), { ...seat, memberId: 5 })
    expect(changeLine(seats, 2, { memberId: 1 })).toEqual([{ ...seat, key: 1, quantity: 1 }])
  })
})
