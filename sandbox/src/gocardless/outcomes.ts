import type { EventDetails } from './event-details.ts'

/** What becomes of a payment. */
export const paymentOutcomes = {
  paid: 'Paid',
  insufficient_funds: 'Fails: insufficient funds',
  refer_to_payer: 'Fails: refer to payer',
  bank_account_closed: 'Fails: account closed',
  mandate_cancelled: 'Fails: mandate cancelled at the bank',
  late_failure: 'Paid out, then fails late',
  charged_back: 'Paid out, then charged back',
} as const
export type PaymentOutcome = keyof typeof paymentOutcomes

/** What becomes of a new mandate. */
export const mandateOutcomes = { active: 'Becomes active', failed: 'Fails: no such account' } as const
export type MandateOutcome = keyof typeof mandateOutcomes

export const isPaymentOutcome = (text: string): text is PaymentOutcome => Object.hasOwn(paymentOutcomes, text)
export const isMandateOutcome = (text: string): text is MandateOutcome => Object.hasOwn(mandateOutcomes, text)

export type FailureCause = 'insufficient_funds' | 'refer_to_payer' | 'bank_account_closed' | 'mandate_cancelled'

/**
 * What the bank says of a failed payment: the reason codes of Bacs and the provider's words for them. Bacs itself calls
 * an account without funds "refer to payer".
 */
export const failureDetails: Readonly<Record<FailureCause, EventDetails>> = {
  insufficient_funds: {
    origin: 'bank',
    cause: 'insufficient_funds',
    description: "The customer's account had insufficient funds to make this payment.",
    scheme: 'bacs',
    reason_code: 'ARUDD-0',
  },
  refer_to_payer: {
    origin: 'bank',
    cause: 'refer_to_payer',
    description:
      "The customer's bank wasn't able to pay the Direct Debit. This is almost always due to insufficient funds, but is occasionally used as a catch-all for other failures.",
    scheme: 'bacs',
    reason_code: 'ARUDD-0',
  },
  bank_account_closed: {
    origin: 'bank',
    cause: 'bank_account_closed',
    description: 'The bank account for this payment has been closed.',
    scheme: 'bacs',
    reason_code: 'ARUDD-B',
  },
  mandate_cancelled: {
    origin: 'bank',
    cause: 'mandate_cancelled',
    description: 'The customer cancelled the mandate at their bank before the payment could be collected.',
    scheme: 'bacs',
    reason_code: 'ARUDD-1',
  },
}

export const chargebackDetails: EventDetails = {
  origin: 'bank',
  cause: 'authorisation_disputed',
  description: 'The customer disputes having authorised you to set up a mandate with them.',
  scheme: 'bacs',
  reason_code: 'DDICA-5',
}

export const mandateEnds = {
  cancelledAtBank: {
    origin: 'bank',
    cause: 'mandate_cancelled',
    description: 'The mandate was cancelled at a bank branch.',
    scheme: 'bacs',
    reason_code: 'ADDACS-1',
  },
  accountClosed: {
    origin: 'bank',
    cause: 'bank_account_closed',
    description: "The customer's account was closed at their bank.",
    scheme: 'bacs',
    reason_code: 'ADDACS-B',
  },
  noSuchAccount: {
    origin: 'bank',
    cause: 'invalid_bank_details',
    description: 'The bank details that were given for this mandate are not valid.',
    scheme: 'bacs',
    reason_code: 'AUDDIS-5',
  },
  dormant: {
    origin: 'gocardless',
    cause: 'mandate_expired',
    description: 'The mandate expired, because no payment has been collected against it for a long time.',
  },
  byApi: { origin: 'api', cause: 'mandate_cancelled', description: 'The mandate was cancelled at your request.' },
} as const satisfies Readonly<Record<string, EventDetails>>
