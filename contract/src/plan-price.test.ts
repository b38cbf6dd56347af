import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, daysBetween } from './calendar.ts'
import { subFrequency } from './ids.ts'
import { agesInWords, familyPrice, firstDue, priceOfPlan, whyNotForBuyer } from './plan-price.ts'

const { weekly, monthly, quarterly, yearly, oneOff } = subFrequency
const percent = (value: number) => ({ percent: value, offPence: null })
const off = (pence: number) => ({ percent: null, offPence: pence })

describe('priceOfPlan', () => {
  const plan = {
    prices: [
      { subFrequencyId: monthly, pence: 2999 },
      { subFrequencyId: yearly, pence: 29_900 },
    ],
    second: percent(10),
    third: off(1000),
  }
  it.each([
    ['the first pays it whole', monthly, 1, 2999],
    // £26.991
    ['the second less ten percent', monthly, 2, 2699],
    ['the third less ten pounds', monthly, 3, 1999],
    ['and so all further ones', yearly, 7, 28_900],
    ['a way in which it is not paid', weekly, 1, null],
  ])('%s', (_, subFrequencyId, familyPosition, expected) => {
    expect(priceOfPlan({ plan, subFrequencyId, familyPosition })).toBe(expected)
  })

  it('gives the third what the second has where nothing else is said, and never goes below zero', () => {
    expect(familyPrice(2900, { second: percent(50), third: null }, 3)).toBe(1450)
    expect(familyPrice(2900, { second: null, third: percent(50) }, 2)).toBe(2900)
    expect(familyPrice(500, { second: off(1000), third: null }, 2)).toBe(0)
    expect(familyPrice(2900, { second: null, third: null }, 4)).toBe(2900)
  })

  it('is whole pence between nothing and the price', () => {
    const reduction = fc.option(fc.oneof(fc.integer({ min: 1, max: 100 }).map(percent), fc.nat(5000).map(off)))
    fc.assert(
      fc.property(
        fc.nat(100_000),
        reduction,
        reduction,
        fc.integer({ min: 1, max: 9 }),
        (pence, second, third, place) => {
          const left = familyPrice(pence, { second, third }, place)
          expect(Number.isInteger(left) && left >= 0 && left <= pence).toBe(true)
        },
      ),
    )
  })
})

const monthsIn: ReadonlyMap<number, number> = new Map([
  [monthly, 1],
  [quarterly, 3],
  [yearly, 12],
])

describe('firstDue', () => {
  it.each([
    ['is the next payment itself when that is late enough', '2026-06-10', monthly, '2026-06-10', '2026-06-10'],
    ['the first after it', '2026-06-10', monthly, '2026-06-11', '2026-07-10'],
    ['in whole weeks', '2026-06-01', weekly, '2026-06-16', '2026-06-22'],
    ['in whole quarters', '2026-01-31', quarterly, '2026-02-01', '2026-04-30'],
    ['in whole years', '2024-02-29', yearly, '2026-01-01', '2026-02-28'],
    ['the end of a short month', '2026-01-31', monthly, '2026-02-01', '2026-02-28'],
    ['and the agreed day again after it', '2026-01-31', monthly, '2026-03-01', '2026-03-31'],
    ['what is paid once is not paid again', '2026-06-01', oneOff, '2026-06-02', null],
    ['but may be still to come', '2026-06-02', oneOff, '2026-06-02', '2026-06-02'],
  ])('%s', (_, next, frequency, onOrAfter, expected) => {
    expect(firstDue(next, frequency, onOrAfter)).toBe(expected)
  })

  it('comes back to the day that was agreed, where the next payment is on it', () => {
    expect(firstDue('2026-02-28', monthly, '2026-03-29', 31)).toBe('2026-03-31')
    expect(firstDue('2026-02-28', monthly, '2026-03-29', 28)).toBe('2026-04-28')
    // Moved to another day since.
    expect(firstDue('2026-02-20', monthly, '2026-03-01', 31)).toBe('2026-03-20')
  })

  it('is the first of all payments that is not before the day', () => {
    const day = fc.nat(2000).map(days => addDays('2024-01-01', days))
    fc.assert(
      fc.property(day, day, fc.constantFrom(weekly, monthly, quarterly, yearly), (next, onOrAfter, frequency) => {
        const months = monthsIn.get(frequency)
        let due = next
        for (let step = 1; due < onOrAfter; step += 1)
          due = months === undefined ? addDays(next, 7 * step) : addMonths(next, months * step)
        expect(firstDue(next, frequency, onOrAfter)).toBe(due)
        expect(daysBetween(onOrAfter, due)).toBeLessThan(next >= onOrAfter ? 10_000 : 367)
      }),
    )
  })
})

describe('whyNotForBuyer', () => {
  const tigers = { minAge: 4, maxAge: 6, categories: [{ categoryId: 1, name: 'Little Tiger' }] }
  const today = '2026-05-12'
  it.each([
    ['a child of the age', '2021-05-12', 1, ''],
    ['too old by a day', '2019-05-12', 1, 'Tigers is for ages 4 to 6.'],
    ['the last day of six', '2019-05-13', 1, ''],
    ['too young', '2022-05-13', 1, 'Tigers is for ages 4 to 6.'],
    ['another category', '2021-05-12', 2, 'Tigers is for Little Tiger only.'],
    ['of whom nothing is known', null, null, ''],
  ])('%s', (_, dob, categoryId, expected) => {
    expect(whyNotForBuyer('Tigers', tigers, { dob, categoryId, today })).toBe(expected)
  })

  it('writes ages as people say them', () => {
    expect(
      [
        [4, 6],
        [18, null],
        [null, 12],
        [5, 5],
        [null, null],
      ].map(([minAge = null, maxAge = null]) => agesInWords({ minAge, maxAge })),
    ).toEqual(['ages 4 to 6', 'ages from 18', 'ages up to 12', 'age 5', ''])
  })
})
