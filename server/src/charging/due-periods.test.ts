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
  isTypedLate: false,
  memberUntil: null,
  nextRenewal: null,
  last: null,
  freezes: [],
}
const asked = { today: '2026-05-26', dueUntil: '2026-06-02', billingDay: null as number | null }
const due = (given: Partial<Membership>, question: Partial<typeof asked> = {}) =>
  duePeriods({ ...membership, ...given }, { ...asked, ...question })
const brief = ({ periods }: Due) =>
  periods.map(({ from, until, dueOn, pence, isMissed }) => [from, until, dueOn, pence, ...(isMissed ? ['missed'] : [])])
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
      'a whole period before a first payment',
      { newSince: '2026-05-01' },
      {},
      [
        ['2026-05-01', '2026-05-31', '2026-06-01', 3000, 'missed'],
        ['2026-06-01', '2026-06-30', '2026-06-01', 3000],
      ],
      '2026-07-01',
    ],
    [
      // Joined 25 November, first payment 31 December: five of 30 days, and a whole one.
      'joined a whole period and some days before the first payment',
      { newSince: '2025-11-25', nextPayment: '2025-12-31' },
      { today: '2025-12-24', dueUntil: '2025-12-31' },
      [
        ['2025-11-25', '2025-11-29', '2025-12-31', 500, 'missed'],
        ['2025-11-30', '2025-12-30', '2025-12-31', 3000, 'missed'],
        ['2025-12-31', '2026-01-30', '2025-12-31', 3000],
      ],
      '2026-01-31',
    ],
    [
      'typed in late: also less than a period',
      { newSince: '2026-05-12', isTypedLate: true },
      {},
      [
        ['2026-05-12', '2026-05-31', '2026-06-01', 1935, 'missed'],
        ['2026-06-01', '2026-06-30', '2026-06-01', 3000],
      ],
      '2026-07-01',
    ],
    [
      // Charged to 30 August; on 8 March the next payment is set to 10 March.
      'six months that nobody charged, and a next payment after them',
      { last: charged('2025-08-30', '2025-07-31'), nextPayment: '2026-03-10' },
      { today: '2026-03-08', dueUntil: '2026-03-13' },
      [
        ['2025-08-31', '2025-09-09', '2026-03-10', 968, 'missed'],
        ['2025-09-10', '2025-10-09', '2026-03-10', 3000, 'missed'],
        ['2025-10-10', '2025-11-09', '2026-03-10', 3000, 'missed'],
        ['2025-11-10', '2025-12-09', '2026-03-10', 3000, 'missed'],
        ['2025-12-10', '2026-01-09', '2026-03-10', 3000, 'missed'],
        ['2026-01-10', '2026-02-09', '2026-03-10', 3000, 'missed'],
        ['2026-02-10', '2026-03-09', '2026-03-10', 3000, 'missed'],
        ['2026-03-10', '2026-04-09', '2026-03-10', 3000],
      ],
      '2026-04-10',
    ],
    [
      'all on the 1st, and a gap up to the middle of a month',
      { last: charged('2026-03-31', '2026-03-01'), nextPayment: '2026-05-15' },
      { today: '2026-05-10', dueUntil: '2026-05-15', billingDay: 1 },
      [
        ['2026-04-01', '2026-04-30', '2026-05-15', 3000, 'missed'],
        // 14 of 31 days, and the 17 that are left.
        ['2026-05-01', '2026-05-14', '2026-05-15', 1355, 'missed'],
        ['2026-05-15', '2026-05-31', '2026-05-15', 1645],
      ],
      '2026-06-01',
    ],
    [
      'due over a month ago',
      { nextPayment: '2026-03-20' },
      {},
      [
        ['2026-03-20', '2026-04-19', '2026-03-20', 3000, 'missed'],
        ['2026-04-20', '2026-05-19', '2026-04-20', 3000, 'missed'],
        ['2026-05-20', '2026-06-19', '2026-05-20', 3000],
      ],
      '2026-06-20',
    ],
    [
      // What costs nothing is no question, and the next payment stays as it was set.
      'away for all of the gap',
      {
        last: charged('2026-01-31', '2026-01-01'),
        nextPayment: '2026-06-01',
        freezes: [{ from: '2026-02-01', until: '2026-05-31', pence: 0 }],
      },
      {},
      [
        ['2026-02-01', '2026-02-28', '2026-06-01', 0],
        ['2026-03-01', '2026-03-31', '2026-06-01', 0],
        ['2026-04-01', '2026-04-30', '2026-06-01', 0],
        ['2026-05-01', '2026-05-31', '2026-06-01', 0],
        ['2026-06-01', '2026-06-30', '2026-06-01', 3000],
      ],
      '2026-07-01',
    ],
    [
      'all on the 1st',
      { newSince: '2026-05-12', nextPayment: '2026-05-12' },
      { billingDay: 1 },
      [
        ['2026-05-12', '2026-05-31', '2026-05-12', 1935],
        ['2026-06-01', '2026-06-30', '2026-06-01', 3000],
      ],
      '2026-07-01',
    ],
    [
      'all on the 15th, with the days before it',
      { newSince: '2026-05-12', nextPayment: '2026-05-12' },
      { billingDay: 15, dueUntil: '2026-06-15' },
      [
        // 3 of 30 days.
        ['2026-05-12', '2026-05-14', '2026-05-12', 300],
        ['2026-05-15', '2026-06-14', '2026-05-15', 3000],
        ['2026-06-15', '2026-07-14', '2026-06-15', 3000],
      ],
      '2026-07-15',
    ],
    [
      'all on the 1st, not for weeks',
      { terms: { ...terms, frequencyId: weekly }, nextPayment: '2026-05-27' },
      { billingDay: 1 },
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
      // Half of June at £30 and half at £60: 15 of 30 days each, and the payer keeps paying on the 1st.
      'a dearer plan in the middle of a period',
      {
        last: charged('2026-05-31'),
        change: {
          ...{ on: '2026-06-16', isProRata: true },
          ...{ terms: { ...terms, pence: 6000, planName: 'All you can' }, nextPayment: '2026-07-01' },
        },
      },
      { dueUntil: '2026-07-01' },
      [
        ['2026-06-01', '2026-06-15', '2026-06-01', 1500],
        ['2026-06-16', '2026-06-30', '2026-07-01', 3000],
        ['2026-07-01', '2026-07-31', '2026-07-01', 6000],
      ],
      '2026-08-01',
    ],
    [
      // The new plan is paid on the 16th.
      'a change that moves the day of payment',
      {
        last: charged('2026-05-31'),
        change: {
          ...{ on: '2026-06-16', isProRata: true },
          terms: { ...terms, pence: 6000 },
          nextPayment: '2026-06-16',
        },
      },
      { dueUntil: '2026-07-16' },
      [
        ['2026-06-01', '2026-06-15', '2026-06-01', 1500],
        ['2026-06-16', '2026-07-15', '2026-06-16', 6000],
        ['2026-07-16', '2026-08-15', '2026-07-16', 6000],
      ],
      '2026-08-16',
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
  ])('leaves out for a reason: %s', (_, given, reason) => {
    expect(due(given)).toMatchObject({ periods: [], leftOut: reason })
  })

  it('ends a gap where the membership ended', () => {
    const left = { last: charged('2026-01-31', '2026-01-01'), nextPayment: '2026-06-01', memberUntil: '2026-03-15' }
    expect(brief(due(left))).toEqual([
      ['2026-02-01', '2026-02-28', '2026-06-01', 3000, 'missed'],
      // 15 of 31 days.
      ['2026-03-01', '2026-03-15', '2026-06-01', 1452, 'missed'],
    ])
    expect(due(left).leftOut).toBe('ended')
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
        fc.constantFrom(null, 1, 15, 28),
        fc.boolean(),
        someRuns,
        (given, first, freeze, billingDay, isNew, steps) => {
          const start: Membership = {
            ...membership,
            terms: given,
            nextPayment: first,
            newSince: isNew ? addDays(first, -5) : null,
            freezes: [freeze],
          }
          const run = (at: Membership, day: string) =>
            duePeriods(at, { today: day, dueUntil: addDays(day, 7), billingDay })
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
            if (billingDay && given.frequencyId !== weekly && index > 0)
              expect(Number(period.from.slice(8))).toBe(billingDay)
          })
          if (!billingDay && given.frequencyId !== weekly)
            for (const { from } of periods.slice(isNew ? 1 : 0))
              expect(from).toBe(addMonths(from, 0, Number(first.slice(8))))
        },
      ),
    )
  })

  it('leave out no day, whatever the next payment is set to: each is charged or missed, once', () => {
    const moves = fc.array(
      fc.record({ step: fc.integer({ min: 1, max: 120 }), ahead: fc.integer({ min: -200, max: 200 }) }),
    )
    fc.assert(
      fc.property(
        someTerms,
        someDay,
        fc.constantFrom(null, 1, 15, 28),
        fc.boolean(),
        moves,
        (given, first, billingDay, isTypedLate, steps) => {
          const since = addDays(first, -40)
          let at: Membership = { ...membership, terms: given, nextPayment: first, newSince: since, isTypedLate }
          let today = first
          let next = since
          for (const { step, ahead } of steps) {
            today = addDays(today, step)
            at = { ...at, nextPayment: addDays(today, ahead) }
            const found = duePeriods(at, { today, dueUntil: addDays(today, 7), billingDay })
            for (const { from, until } of found.periods) {
              expect(from).toBe(next)
              expect(until >= from).toBe(true)
              next = addDays(until, 1)
            }
            at = advance(at, found)
          }
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
