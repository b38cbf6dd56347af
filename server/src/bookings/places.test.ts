import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offeredUntil } from './move-up.ts'
import { type Holder, noPlace } from './places.ts'

const holder = (memberId: number, rest: Partial<Holder> = {}): Holder => ({
  memberId,
  isProspect: false,
  isOffer: false,
  ...rest,
})
const someone = { memberId: 99, isProspect: false }
const limits = { capacity: 2, prospectLimit: 1 }

describe('noPlace', () => {
  it.each([
    ['there is a place', limits, [holder(1)], someone, null],
    ['no capacity', { capacity: null, prospectLimit: null }, [holder(1), holder(2)], someone, null],
    ['full', limits, [holder(1), holder(2)], someone, 'Full: 2 of 2 places are taken.'],
    [
      'an offer is as good as taken',
      limits,
      [holder(1), holder(2, { isOffer: true })],
      someone,
      'Full: 1 of 2 places are taken, 1 is offered to the waiting list.',
    ],
    ['who has one needs no other', limits, [holder(1), holder(99)], someone, null],
    [
      'prospects have a limit of their own',
      limits,
      [holder(1, { isProspect: true })],
      { ...someone, isProspect: true },
      'No room for another prospect: 1 of 1 place for prospects is taken.',
    ],
    ['which is nothing to others', limits, [holder(1, { isProspect: true })], someone, null],
    ['one place', { capacity: 1, prospectLimit: null }, [holder(1)], someone, 'Full: 1 of 1 place is taken.'],
  ])('%s', (_name, given, holders, person, said) => {
    expect(noPlace(given, holders, person)).toBe(said)
  })

  it('never lets more in than there are places, nor more prospects than their limit', () => {
    const people = fc.array(fc.record({ memberId: fc.nat(30), isProspect: fc.boolean(), isOffer: fc.boolean() }))
    fc.assert(
      fc.property(people, fc.integer({ min: 1, max: 8 }), fc.nat(8), (coming, capacity, prospectLimit) => {
        const holders: Holder[] = []
        for (const person of coming) {
          if (holders.some(({ memberId }) => memberId === person.memberId)) continue
          if (noPlace({ capacity, prospectLimit }, holders, person) === null) holders.push(person)
        }
        expect(holders.length).toBeLessThanOrEqual(capacity)
        expect(holders.filter(({ isProspect }) => isProspect).length).toBeLessThanOrEqual(prospectLimit)
      }),
    )
  })
})

it('keeps an offer for the hours of the class, but never beyond the start', () => {
  const startsAt = new Date('2026-05-19T17:00:00Z')
  const until = (now: string) => offeredUntil({ startsAt, offerHours: 12 }, new Date(now)).toISOString()
  expect(until('2026-05-18T10:00:00Z')).toBe('2026-05-18T22:00:00.000Z')
  expect(until('2026-05-19T10:00:00Z')).toBe('2026-05-19T17:00:00.000Z')
})
