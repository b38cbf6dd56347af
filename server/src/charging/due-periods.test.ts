import { addDays, addMonths, daysBetween } from '@honbu/contract/calendar.ts'
import { paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorAt } from './billing-schedule.ts'
import { type Due, duePeriods, type Membership } from './due-periods.ts'

const { weekly, monthly, quarterly, yearly, oneOff } = subFrequency

const terms = {
  frequencyId: monthly as number | null,
  pence: 3000 as number | null,
  paymentMethodId: paymentMethod.directDebit as number | null,
  trainingPlanId: 1,
  planName: 'Two a week',
}
const membership: Membership = {
  terms,
  nextPayment: '2026-06-01',
  change: null,
  newSince: null,
  memberUntil: null,
  nextRenewal: null,
  last: null,
  freezes: [],
}
const asked = { today: '2026-05-26', dueUntil: '2026-06-02', isOnFirst: false }
const due = (given: Partial<Membership>, question: Partial<typeof asked> = {}) =>
  duePeriods({ ...membership, ...given }, { ...asked, ...question })
const brief = ({ periods }: Due) => periods.map(({ from, until, dueOn, pence }) => [from, until, dueOn, pence])
const charged = (until: string, anchor = '2026-05-01', frequencyId: number = monthly) => ({
  until,
  anchor: anchorAt(anchor),
  frequencyId,
})

describe('duePeriods', () => {
  it.each<[string, Partial<Membership>, Partial<typeof asked>, ReturnType<typeof brief>, string | null]>([
    ['a month', {}, {}, [['2026-06-01', '2026-06-30', '2026-06-01', 3000]], '2026-07-01'],
    ['not due yet', { nextPayment: '2026-06-03' }, {}, [], '2026-06-03'],
    [
      'what nights missed',
      { nextPayment: '2026-04-28' },
      {},
      [
        ['2026-04-28', '2026-05-27', '2026-04-28', 3000],
        ['2026-05-28', '2026-06-27', '2026-05-28', 3000],
      ],
      '2026-06-28',
    ],
    [
      'the 31st again after a short month',
      { nextPayment: '2026-02-28', last: charged('2026-02-27', '2026-01-31') },
      { today: '2026-02-23', dueUntil: '2026-02-28' },
      [['2026-02-28', '2026-03-30', '2026-02-28', 3000]],
      '2026-03-31',
    ],
    [
      'somebody new, before his first payment',
      { newSince: '2026-05-12' },
      {},
      [
        ['2026-05-12', '2026-05-31', '2026-06-01', 1935],
        ['2026-06-01', '2026-06-30', '2026-06-01', 3000],
      ],
      '2026-07-01',
    ],
    [
      'a first month for nothing',
      { newSince: '2026-05-01' },
      {},
      [['2026-06-01', '2026-06-30', '2026-06-01', 3000]],
      '2026-07-01',
    ],
    [
      'all on the 1st',
      { newSince: '2026-05-12', nextPayment: '2026-05-12' },
      { isOnFirst: true },
      [
        ['2026-05-12', '2026-05-31', '2026-05-12', 1935],
        ['2026-06-01', '2026-06-30', '2026-06-01', 3000],
      ],
      '2026-07-01',
    ],
    [
      'all on the 1st, not for weeks',
      { terms: { ...terms, frequencyId: weekly }, nextPayment: '2026-05-27' },
      { isOnFirst: true },
      [['2026-05-27', '2026-06-02', '2026-05-27', 3000]],
      '2026-06-03',
    ],
    [
      'a day of payment that moves back',
      { nextPayment: '2026-06-15', last: charged('2026-05-31') },
      { dueUntil: '2026-06-15' },
      [
        ['2026-06-01', '2026-06-14', '2026-06-15', 1355],
        ['2026-06-15', '2026-07-14', '2026-06-15', 3000],
      ],
      '2026-07-15',
    ],
    [
      'a day of payment that moves forward',
      { nextPayment: '2026-05-20', last: charged('2026-05-31') },
      {},
      [['2026-06-01', '2026-06-19', '2026-06-01', 1839]],
      '2026-06-20',
    ],
    [
      'what is written anew by a change but charged',
      { nextPayment: '2026-06-01', last: charged('2026-06-30', '2026-05-01') },
      {},
      [],
      '2026-07-01',
    ],
    [
      'the last days',
      { memberUntil: '2026-06-15' },
      {},
      [['2026-06-01', '2026-06-15', '2026-06-01', 1500]],
      '2026-06-16',
    ],
    [
      'paid once',
      { terms: { ...terms, frequencyId: oneOff }, memberUntil: '2026-08-31' },
      {},
      [['2026-06-01', '2026-08-31', '2026-06-01', 3000]],
      null,
    ],
    [
      'paid once already',
      { terms: { ...terms, frequencyId: oneOff }, last: charged('2026-08-31', '2026-06-01', oneOff) },
      {},
      [],
      null,
    ],
    [
      'frozen in part',
      { freezes: [{ from: '2026-06-11', until: '2026-07-20', pence: 600 }] },
      {},
      [['2026-06-01', '2026-06-30', '2026-06-01', 1400]],
      '2026-07-01',
    ],
    [
      'a change of plan on the day',
      {
        change: {
          on: '2026-06-01',
          terms: { ...terms, frequencyId: yearly, pence: 30_000 },
          nextPayment: '2026-06-01',
        },
      },
      {},
      [['2026-06-01', '2027-05-31', '2026-06-01', 30_000]],
      '2027-06-01',
    ],
    [
      'a change of the price alone, from a later day',
      { change: { on: '2026-06-20', terms: { ...terms, pence: 3500 } } },
      { dueUntil: '2026-07-01' },
      [
        ['2026-06-01', '2026-06-30', '2026-06-01', 3000],
        ['2026-07-01', '2026-07-31', '2026-07-01', 3500],
      ],
      '2026-08-01',
    ],
    [
      'a plan that is paid from a later day on',
      {
        nextPayment: null,
        change: { on: '2026-06-01', terms, nextPayment: '2026-06-01' },
      },
      {},
      [['2026-06-01', '2026-06-30', '2026-06-01', 3000]],
      '2026-07-01',
    ],
    [
      'monthly becomes quarterly at the end of February',
      {
        terms: { ...terms, frequencyId: quarterly },
        nextPayment: '2026-02-28',
        last: charged('2026-02-27', '2026-01-31'),
      },
      { today: '2026-02-23', dueUntil: '2026-02-28' },
      [['2026-02-28', '2026-05-30', '2026-02-28', 3000]],
      '2026-05-31',
    ],
  ])('%s', (_, given, question, periods, nextPayment) => {
    const found = due(given, question)
    expect(brief(found)).toEqual(periods)
    expect(found.nextPayment).toBe(nextPayment)
    expect(found.leftOut).toBeNull()
  })

  it.each<[string, Partial<Membership>, string]>([
    ['no price', { terms: { ...terms, pence: null } }, 'noPrice'],
    ['no frequency', { terms: { ...terms, frequencyId: null } }, 'noFrequency'],
    ['no next payment', { nextPayment: null }, 'noNextPayment'],
    ['no method', { terms: { ...terms, paymentMethodId: null } }, 'noMethod'],
    ['ended', { memberUntil: '2026-05-31' }, 'ended'],
    ['due long ago', { nextPayment: '2026-04-24' }, 'longAgo'],
  ])('leaves out for a reason: %s', (_, given, reason) => {
    expect(due(given)).toMatchObject({ periods: [], leftOut: reason })
  })

  it('needs no method for what costs nothing', () => {
    const free = { ...terms, pence: 0, paymentMethodId: null }
    expect(due({ terms: free })).toMatchObject({ periods: [{ pence: 0 }], leftOut: null })
  })
})

describe('runs of any days', () => {
  const someTerms = fc.record({
    frequencyId: fc.constantFrom(weekly, monthly, quarterly, yearly),
    pence: fc.integer({ min: 0, max: 20_000 }),
    paymentMethodId: fc.constant(paymentMethod.directDebit),
    trainingPlanId: fc.constant(1),
    planName: fc.constant('A plan'),
  })
  const someDay = fc.integer({ min: 0, max: 1500 }).map(days => addDays('2024-01-01', days))
  const someFreeze = fc.record({ from: someDay, until: fc.constant(null), pence: fc.integer({ min: 0, max: 5000 }) })
  const someRuns = fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 5, maxLength: 40 })

  it('charge every day once, as a single run would', () => {
    fc.assert(
      fc.property(
        someTerms,
        someDay,
        someFreeze,
        fc.boolean(),
        fc.boolean(),
        someRuns,
        (given, first, freeze, isOnFirst, isNew, steps) => {
          const start: Membership = {
            ...membership,
            terms: given,
            nextPayment: first,
            newSince: isNew ? addDays(first, -5) : null,
            freezes: [freeze],
          }
          const run = (at: Membership, day: string) =>
            duePeriods(at, { today: day, dueUntil: addDays(day, 7), isOnFirst })
          const periods: Due['periods'][number][] = []
          let at = start
          let today = addDays(first, -10)
          for (const step of steps) {
            today = addDays(today, step)
            // The same night twice changes nothing.
            for (const found of [run(at, today), run(advance(at, run(at, today)), today)]) {
              periods.push(...found.periods)
              at = advance(at, found)
            }
          }
          periods.forEach((period, index) => {
            const before = periods[index - 1]
            expect(period.from).toBe(before ? addDays(before.until, 1) : (start.newSince ?? first))
            expect(daysBetween(period.from, period.until) + 1).toBeLessThanOrEqual(period.wholeDays)
            if (isOnFirst && given.frequencyId !== weekly && index > 0) expect(period.from.slice(8)).toBe('01')
          })
          if (!isOnFirst && given.frequencyId !== weekly)
            for (const { from } of periods.slice(isNew ? 1 : 0))
              expect(from).toBe(addMonths(from, 0, Number(first.slice(8))))
        },
      ),
    )
  })

  const advance = (at: Membership, { periods, nextPayment }: Due): Membership => {
    const last = periods.at(-1)
    return {
      ...at,
      nextPayment,
      last: last ? { until: last.until, anchor: last.anchor, frequencyId: last.frequencyId } : at.last,
    }
  }
})
