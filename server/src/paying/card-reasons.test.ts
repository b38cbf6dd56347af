import { describe, expect, it } from 'vitest'
import { reasonOfCard } from './card-reasons.ts'

describe('reasonOfCard', () => {
  it.each([
    ['insufficient_funds', 'failed', 'insufficientFunds'],
    ['processing_error', 'failed', 'cardNotReached'],
    ['do_not_honor', 'failed', 'cardDeclined'],
    ['generic_decline', 'failed', 'cardDeclined'],
    ['lost_card', 'failed', 'cardEnded'],
    ['stolen_card', 'failed', 'cardEnded'],
    ['expired_card', 'failed', 'cardEnded'],
    ['do_not_try_again', 'failed', 'cardEnded'],
    ['authentication_required', 'failed', 'needsConfirmation'],
    ['something_new', 'failed', 'cardDeclined'],
    ['', 'charged_back', 'disputed'],
  ])('%s, %s: %s', (code, state, reason) => {
    expect(reasonOfCard(code, state)).toBe(reason)
  })
})
