/** What happens when a card is charged. */
export const chargeOutcomes = {
  succeeds: 'Is paid',
  generic_decline: 'Is declined',
  insufficient_funds: 'Is declined: insufficient funds',
  expired_card: 'Is declined: card expired',
  lost_card: 'Is declined: card lost',
  authentication_required: 'Needs 3-D Secure',
  disputed: 'Is paid, then disputed',
} as const
export type ChargeOutcome = keyof typeof chargeOutcomes
export const isChargeOutcome = (text: string): text is ChargeOutcome => Object.hasOwn(chargeOutcomes, text)

export interface CardKind {
  readonly brand: 'visa' | 'mastercard'
  readonly onCharge: ChargeOutcome
  /** Setting it up for later fails too; otherwise only charges do. */
  readonly failsAtOnce?: boolean
  /** Asks for 3-D Secure while it is entered; once that is done, no more. */
  readonly asksOnce?: boolean
}

/** The published test cards that are of use here (https://docs.stripe.com/testing). */
const numbers: Readonly<Record<string, CardKind>> = {
  4242424242424242: { brand: 'visa', onCharge: 'succeeds' },
  5555555555554444: { brand: 'mastercard', onCharge: 'succeeds' },
  4000000000000002: { brand: 'visa', onCharge: 'generic_decline', failsAtOnce: true },
  4000000000009995: { brand: 'visa', onCharge: 'insufficient_funds', failsAtOnce: true },
  4000000000009987: { brand: 'visa', onCharge: 'lost_card', failsAtOnce: true },
  4000000000000069: { brand: 'visa', onCharge: 'expired_card', failsAtOnce: true },
  4000000000000341: { brand: 'visa', onCharge: 'generic_decline' },
  4000002500003155: { brand: 'visa', onCharge: 'succeeds', asksOnce: true },
  4000002760003184: { brand: 'visa', onCharge: 'authentication_required' },
  4000000000000259: { brand: 'visa', onCharge: 'disputed' },
}

/** Ids that stand for a card with each behaviour, and their tokens. */
const named: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  tok_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  tok_mastercard: '5555555555554444',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedLostCard: '4000000000009987',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_createDispute: '4000000000000259',
}

export const numberNamed = (id: string): string | undefined => (Object.hasOwn(named, id) ? named[id] : undefined)

/** Undefined: a number that is not one of a card. A valid one that is not listed is paid. */
export function cardKind(number: string): CardKind | undefined {
  if (Object.hasOwn(numbers, number)) return numbers[number]
  return isLuhn(number) ? { brand: number.startsWith('5') ? 'mastercard' : 'visa', onCharge: 'succeeds' } : undefined
}

function isLuhn(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false
  let sum = 0
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

export interface Decline {
  readonly code: string
  readonly decline_code: string
  readonly message: string
}

/** How a decline is worded (https://docs.stripe.com/declines/codes). */
export const declines: Readonly<Record<Exclude<ChargeOutcome, 'succeeds' | 'disputed'>, Decline>> = {
  generic_decline: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  expired_card: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  lost_card: { code: 'card_declined', decline_code: 'lost_card', message: 'Your card was declined.' },
  authentication_required: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
}
