import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareOut } from './share-out.ts'

describe('shareOut', () => {
  it('lays payments over debts in their order', () => {
    const debts = [
      { memberId: 1, pence: 3000 },
      { memberId: 2, pence: 2000 },
    ]
    expect(shareOut(debts, [2500, 1000])).toEqual([
      { memberId: 1, pence: 2500, from: 0 },
      { memberId: 1, pence: 500, from: 1 },
      { memberId: 2, pence: 500, from: 1 },
    ])
    expect(shareOut(debts, [])).toEqual([])
  })

  it('shares out every penny that is owed, and nobody gets more than he owes', () => {
    const pence = fc.integer({ min: 1, max: 10_000 })
    fc.assert(
      fc.property(fc.array(pence, { maxLength: 6 }), fc.array(pence, { maxLength: 6 }), (owed, paid) => {
        const shares = shareOut(
          owed.map((each, memberId) => ({ memberId, pence: each })),
          paid,
        )
        const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0)
        const of = (memberId: number) =>
          sum(shares.filter(share => share.memberId === memberId).map(share => share.pence))
        expect(sum(shares.map(share => share.pence))).toBe(Math.min(sum(owed), sum(paid)))
        for (const [memberId, each] of owed.entries()) expect(of(memberId)).toBeLessThanOrEqual(each)
        for (const [from, each] of paid.entries())
          expect(sum(shares.filter(share => share.from === from).map(share => share.pence))).toBeLessThanOrEqual(each)
      }),
    )
  })
})
