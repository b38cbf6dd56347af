import type { AutomationStep } from '@honbu/contract/automation-plan.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextOf, type Place, tooLateForClass, waitedUntil } from './next-step.ts'

const timeZone = 'Europe/London'
const nowhere: Place = { timeZone, session: null }
const atClass: Place = { timeZone, session: { date: '2026-05-19', time: '19:00' } }
const task: AutomationStep = { kind: 'task', subject: 'Ring up', dueInDays: 0, accountId: null, roleId: null }
const at = (instant: string) => new Date(instant)

describe('waitedUntil', () => {
  it.each([
    ['hours', { kind: 'waitFor', days: 0, hours: 3 }, '2026-05-12T17:30:00Z', '2026-05-12T20:30:00.000Z'],
    ['days', { kind: 'waitFor', days: 2, hours: 1 }, '2026-05-12T17:30:00Z', '2026-05-14T18:30:00.000Z'],
    [
      'a day across the clock change',
      { kind: 'waitFor', days: 1, hours: 0 },
      '2026-03-28T09:00:00Z',
      '2026-03-29T08:00:00.000Z',
    ],
    ['a time later today', { kind: 'waitUntil', time: '19:00' }, '2026-05-12T17:30:00Z', '2026-05-12T18:00:00.000Z'],
    ['the very time', { kind: 'waitUntil', time: '18:30' }, '2026-05-12T17:30:00Z', '2026-05-12T17:30:00.000Z'],
    ['a time of tomorrow', { kind: 'waitUntil', time: '09:00' }, '2026-10-24T12:00:00Z', '2026-10-25T09:00:00.000Z'],
  ] as const)('%s', (_, step, from, until) => {
    expect(waitedUntil(step, at(from), nowhere)?.toISOString()).toBe(until)
  })

  it('the day before a class, and the morning after it', () => {
    const from = at('2026-05-12T17:30:00Z')
    const before = waitedUntil({ kind: 'waitForClass', days: -1, time: null }, from, atClass)
    const after = waitedUntil({ kind: 'waitForClass', days: 1, time: '10:00' }, from, atClass)
    expect([before?.toISOString(), after?.toISOString()]).toEqual([
      '2026-05-18T18:00:00.000Z',
      '2026-05-20T09:00:00.000Z',
    ])
    expect(waitedUntil({ kind: 'waitForClass', days: 1, time: null }, from, nowhere)).toBe(null)
  })
})

describe('nextOf', () => {
  const steps: AutomationStep[] = [{ kind: 'waitFor', days: 1, hours: 0 }, task]
  const start = at('2026-05-12T08:00:00Z')

  it('waits, does, and is done', () => {
    expect(nextOf({ steps }, { index: 0, due: start }, nowhere, start)).toEqual({
      what: 'wait',
      index: 1,
      due: at('2026-05-13T08:00:00Z'),
    })
    const due = at('2026-05-13T08:00:00Z')
    expect(nextOf({ steps }, { index: 1, due }, nowhere, due)).toEqual({ what: 'do', step: task, index: 1, due })
    expect(nextOf({ steps }, { index: 2, due }, nowhere, due)).toEqual({ what: 'done' })
  })

  it('passes over what is older than a day, and nothing younger', () => {
    const late = (hours: number) =>
      nextOf({ steps: [task] }, { index: 0, due: start }, nowhere, new Date(start.getTime() + hours * 3_600_000)).what
    expect([late(24), late(24.1)]).toEqual(['do', 'missed'])
  })

  it('looks again when the class has moved, and stops when it does not run', () => {
    const plan = { steps: [{ kind: 'waitForClass', days: -1, time: null } as const, task] }
    const now = at('2026-05-18T18:00:00Z')
    const moved = { timeZone, session: { date: '2026-05-19', time: '20:00' } }
    expect(nextOf(plan, { index: 1, due: now }, atClass, now).what).toBe('do')
    expect(nextOf(plan, { index: 1, due: now }, moved, now)).toMatchObject({ what: 'wait', index: 1 })
    expect(nextOf(plan, { index: 1, due: now }, nowhere, now)).toEqual({ what: 'stop', because: tooLateForClass })
  })

  it('whenever it is asked, each wait ends when it would have ended, and the day is the one that was meant', () => {
    const wait = fc.oneof(
      fc.record({ kind: fc.constant('waitFor' as const), days: fc.nat(5), hours: fc.nat(23) }),
      fc.record({ kind: fc.constant('waitUntil' as const), time: fc.constantFrom('00:00', '09:00', '01:30', '23:59') }),
    )
    fc.assert(
      fc.property(fc.array(wait, { maxLength: 5 }), fc.array(fc.nat(1439), { minLength: 8 }), (waits, delays) => {
        // Slowly: one after the other, however late somebody looks.
        let expected = start
        for (const step of waits) expected = waitedUntil(step, expected, nowhere) ?? expected
        let next = { index: 0, due: start }
        let now = start
        for (const delay of delays) {
          const answer = nextOf({ steps: [...waits, task] }, next, nowhere, now)
          if (answer.what === 'do') {
            expect(answer.due).toEqual(expected)
            return
          }
          if (answer.what !== 'wait') throw new Error(answer.what)
          expect(answer.due > now).toBe(true)
          next = answer
          now = new Date(answer.due.getTime() + delay * 60_000)
        }
        throw new Error('never came to the end')
      }),
    )
  })
})
