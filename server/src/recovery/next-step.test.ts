import { describe, expect, it } from 'vitest'
import { type Failed, nextStep, reasonOf } from './next-step.ts'

const first: Failed = {
  reason: 'insufficientFunds',
  attempts: 1,
  plan: [5, 10],
  mandateState: 'active',
  hasCard: null,
  willProviderRetry: false,
  isHeld: false,
  today: '2026-05-12',
}
/** Sunday 17 May: Monday is the first on which Bacs works. */
const monday = '2026-05-18'

describe('nextStep', () => {
  it.each<[string, Partial<Failed>, string, string | null]>([
    ['no money: again by the plan, on a working day', {}, 'retry', monday],
    ['refer to payer is the same', { reason: 'referToPayer' }, 'retry', monday],
    ['the second time after ten days', { attempts: 2 }, 'retry', '2026-05-22'],
    ['not on a bank holiday', { plan: [13] }, 'retry', '2026-05-26'],
    ['the plan is used up', { attempts: 3 }, 'person', null],
    ['the club wants no retries', { plan: [] }, 'person', null],
    ['never a fourth time', { attempts: 4, plan: [1, 1, 1, 1] }, 'person', null],
    ['the third time is the last', { attempts: 3, plan: [5, 5, 5] }, 'retry', monday],
    ['the account is closed', { reason: 'noAccount' }, 'mandate', null],
    ['the mandate was cancelled', { reason: 'mandateEnded' }, 'mandate', null],
    ['no money, and the mandate has gone meanwhile', { mandateState: 'cancelled' }, 'mandate', null],
    ['the mandate is being set up again', { mandateState: 'submitted' }, 'person', null],
    ['suspended by the payer', { mandateState: 'suspended_by_payer' }, 'person', null],
    ['the provider tries by itself', { willProviderRetry: true }, 'provider', null],
    ['the provider tries, whatever the reason', { willProviderRetry: true, reason: 'unknown' }, 'provider', null],
    ['a dispute goes before all', { reason: 'disputed', willProviderRetry: true }, 'talk', null],
    ['another payment by the same mandate is disputed', { isHeld: true }, 'talk', null],
    ['nobody knows why', { reason: 'unknown' }, 'person', null],
    ['no direct debit', { mandateState: null }, 'person', null],
  ])('%s', (_, changed, step, retryOn) => {
    expect(nextStep({ ...first, ...changed })).toEqual({ step, retryOn })
  })
})

const card: Failed = { ...first, mandateState: null, hasCard: true }

describe('nextStep of a card', () => {
  it.each<[string, Partial<Failed>, string, string | null]>([
    ['no money: again by the plan, on any day', {}, 'retry', '2026-05-17'],
    ['the bank could not be asked', { reason: 'cardNotReached', attempts: 2 }, 'retry', '2026-05-22'],
    ['declined without a reason: once more', { reason: 'cardDeclined' }, 'retry', '2026-05-17'],
    ['and then no more', { reason: 'cardDeclined', attempts: 2 }, 'card', null],
    ['a card that is gone', { reason: 'cardEnded' }, 'card', null],
    ['the bank wants to see the payer', { reason: 'needsConfirmation' }, 'confirm', null],
    ['no money, and no card any more', { hasCard: false }, 'card', null],
    ['the plan is used up', { attempts: 3 }, 'person', null],
    ['the club wants no retries', { plan: [] }, 'person', null],
    ['a dispute goes before all', { reason: 'disputed' }, 'talk', null],
  ])('%s', (_, changed, step, retryOn) => {
    expect(nextStep({ ...card, ...changed })).toEqual({ step, retryOn })
  })
})

describe('reasonOf', () => {
  it.each([
    ['insufficient_funds', 'failed', 'insufficientFunds'],
    ['refer_to_payer', 'failed', 'referToPayer'],
    ['bank_account_closed', 'failed', 'noAccount'],
    ['mandate_cancelled', 'failed', 'mandateEnded'],
    ['authorisation_disputed', 'failed', 'disputed'],
    ['', 'charged_back', 'disputed'],
    ['something_new', 'failed', 'unknown'],
  ])('%s, %s: %s', (cause, state, reason) => {
    expect(reasonOf(cause, state)).toBe(reason)
  })
})
