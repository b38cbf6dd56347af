import type { FailureReason } from '@honbu/contract/recovery.ts'

/**
 * By Stripe's decline codes, with what it advises for each (https://docs.stripe.com/declines/codes). The payer is not told
 * more than that: of a card that is lost or stolen, or a payment that looks like fraud, Stripe asks that nothing is said.
 */
const reasonOfDecline: Readonly<Record<string, FailureReason>> = {
  ...all('insufficientFunds', ['insufficient_funds', 'card_velocity_exceeded', 'withdrawal_count_limit_exceeded']),
  ...all('cardNotReached', [
    ...['approve_with_id', 'issuer_not_available', 'processing_error', 'reenter_transaction', 'try_again_later'],
  ]),
  ...all('needsConfirmation', [
    'authentication_required',
    'authentication_not_handled',
    'payment_intent_authentication_failure',
  ]),
  ...all('cardEnded', [
    ...['lost_card', 'stolen_card', 'pickup_card', 'restricted_card', 'fraudulent', 'merchant_blacklist'],
    ...['expired_card', 'invalid_expiry_month', 'invalid_expiry_year', 'new_account_information_available'],
    ...['incorrect_number', 'invalid_number', 'incorrect_cvc', 'invalid_cvc', 'incorrect_zip', 'invalid_account'],
    ...['incorrect_pin', 'invalid_pin', 'offline_pin_required', 'online_or_offline_pin_required'],
    ...['pin_try_exceeded', 'card_not_supported', 'currency_not_supported', 'testmode_decline', 'live_mode_test_card'],
    ...['revocation_of_authorization', 'revocation_of_all_authorizations', 'stop_payment_order', 'security_violation'],
    'do_not_try_again',
  ]),
}

function all(reason: FailureReason, codes: readonly string[]): Record<string, FailureReason> {
  return Object.fromEntries(codes.map(code => [code, reason]))
}

/** Why Stripe made no payment at all (https://docs.stripe.com/error-codes): most of all it does not have the card any more. */
const reasonOfRefusal = (code: string): FailureReason =>
  code.startsWith('amount_') || code.startsWith('account_') ? 'unknown' : 'cardEnded'

/** What is not listed (`do_not_honor`, `generic_decline`, `call_issuer` and their like) is a no without a reason. */
export const reasonOfCard = (code: string, state: string): FailureReason =>
  whole(state, code) ?? reasonOfDecline[code] ?? 'cardDeclined'

function whole(state: string, code: string): FailureReason | null {
  if (state === 'charged_back') return 'disputed'
  return state === 'refused' ? (reasonOfDecline[code] ?? reasonOfRefusal(code)) : null
}
