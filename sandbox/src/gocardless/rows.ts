import { randomBytes } from 'node:crypto'
import type { EventDetails } from './event-details.ts'
import type { PaymentOutcome } from './outcomes.ts'

/**
 * What the API shows of each resource (version 2015-07-06). What it does not show is in `own`, which is kept with the
 * row and left out of every answer.
 */
export interface Row {
  readonly id: string
  readonly created_at: string
  readonly own: object
}

export type Metadata = Readonly<Record<string, string>>

export interface Customer extends Row {
  readonly email: string | null
  readonly given_name: string | null
  readonly family_name: string | null
  readonly company_name: string | null
  readonly address_line1: string | null
  readonly address_line2: string | null
  readonly address_line3: string | null
  readonly city: string | null
  readonly region: string | null
  readonly postal_code: string | null
  readonly country_code: string | null
  readonly language: string | null
  readonly phone_number: string | null
  readonly metadata: Metadata
  readonly own: { readonly isRemoved?: boolean }
}

export interface BankAccount extends Row {
  readonly account_holder_name: string
  readonly account_number_ending: string
  readonly account_type: null
  readonly bank_name: string
  readonly country_code: string
  readonly currency: string
  readonly enabled: boolean
  readonly metadata: Metadata
  readonly links: { readonly customer: string }
}

export interface Mandate extends Row {
  readonly reference: string
  readonly status: 'pending_submission' | 'submitted' | 'active' | 'failed' | 'cancelled' | 'expired'
  readonly scheme: 'bacs'
  readonly next_possible_charge_date: string | null
  readonly payments_require_approval: boolean
  readonly mandate_type: 'bank_debit'
  readonly metadata: Metadata
  readonly links: { readonly creditor: string; readonly customer: string; readonly customer_bank_account: string }
  readonly own: {
    /** The working day as which it was set up. */
    readonly madeOn: string
    readonly submitOn: string
    readonly activeOn: string
    /** Of the last payment, or of its making; two years later it is dormant. */
    readonly usedOn: string
    readonly willFail?: boolean
  }
}

export type PaymentStatus =
  | 'pending_submission'
  | 'submitted'
  | 'confirmed'
  | 'paid_out'
  | 'cancelled'
  | 'failed'
  | 'charged_back'

export interface Payment extends Row {
  readonly amount: number
  readonly amount_refunded: number
  readonly charge_date: string
  readonly currency: string
  readonly description: string | null
  readonly reference: string | null
  readonly status: PaymentStatus
  readonly scheme: 'bacs' | 'faster_payments'
  readonly retry_if_possible: boolean
  readonly metadata: Metadata
  readonly links: {
    readonly mandate?: string
    readonly creditor: string
    readonly subscription?: string
    readonly payout?: string
  }
  readonly own: {
    readonly customer: string
    /** How often it was handed in, retries counted. */
    readonly attempts: number
    /** Chosen on the page; otherwise what comes next by default. */
    readonly outcome?: PaymentOutcome
    /** When what has been lost is taken out of a payout, and as what. */
    readonly settle?: { readonly on: string; readonly as: 'payment_failed' | 'payment_charged_back' }
  }
}

export interface Subscription extends Row {
  readonly amount: number
  readonly currency: string
  readonly status: 'active' | 'paused' | 'cancelled' | 'finished'
  readonly name: string | null
  readonly start_date: string
  readonly end_date: string | null
  readonly interval: number
  readonly interval_unit: 'weekly' | 'monthly' | 'yearly'
  readonly day_of_month: number | null
  readonly month: string | null
  readonly count: number | null
  readonly payment_reference: string | null
  readonly retry_if_possible: boolean
  readonly metadata: Metadata
  readonly links: { readonly mandate: string }
  readonly own: {
    readonly customer: string
    /** How many payments have been made of it. */
    readonly made: number
  }
}

export interface Refund extends Row {
  readonly amount: number
  readonly currency: string
  readonly reference: string | null
  readonly status: 'submitted' | 'paid' | 'bounced'
  readonly metadata: Metadata
  readonly links: { readonly payment: string; readonly mandate?: string }
  readonly own: { readonly isSettled: boolean; readonly submitOn: string }
}

export interface PayoutItem {
  readonly type: 'payment_paid_out' | 'payment_failed' | 'payment_charged_back' | 'refund' | 'gocardless_fee'
  /** Pence with a decimal, as the API writes them. */
  readonly amount: string
  readonly links: { readonly payment?: string; readonly refund?: string; readonly mandate?: string }
}

export interface Payout extends Row {
  readonly amount: number
  readonly arrival_date: string
  readonly currency: string
  readonly deducted_fees: number
  readonly payout_type: 'merchant'
  readonly reference: string
  readonly status: 'pending' | 'paid' | 'bounced'
  readonly metadata: Metadata
  readonly links: { readonly creditor: string; readonly creditor_bank_account: string }
  readonly own: { readonly items: readonly PayoutItem[] }
}

export interface MandateRequest {
  readonly currency: string
  readonly scheme: 'bacs'
  readonly verify: string
  readonly description: string | null
  readonly metadata: Metadata
}

export interface PaymentRequest {
  readonly amount: number
  readonly currency: string
  readonly scheme: 'faster_payments'
  readonly description: string
  readonly reference: string | null
  readonly metadata: Metadata
}

export interface BillingRequest extends Row {
  readonly status: 'pending' | 'ready_to_fulfil' | 'fulfilled' | 'cancelled'
  readonly creditor_name: string
  readonly fallback_enabled: boolean
  readonly fallback_occurred: boolean
  readonly mandate_request: MandateRequest | null
  readonly payment_request: PaymentRequest | null
  readonly metadata: Metadata
  readonly links: {
    readonly creditor: string
    readonly customer: string
    readonly customer_billing_detail: string
    readonly customer_bank_account?: string
    readonly mandate_request?: string
    readonly mandate_request_mandate?: string
    readonly payment_request?: string
    readonly payment_request_payment?: string
  }
  readonly own: { readonly hasDetails: boolean; readonly isConfirmed: boolean }
}

export interface Flow extends Row {
  readonly authorisation_url: string
  readonly auto_fulfil: boolean
  readonly redirect_uri: string | null
  readonly exit_uri: string | null
  readonly expires_at: string
  readonly lock_customer_details: boolean
  readonly lock_bank_account: boolean
  readonly lock_currency: boolean
  readonly session_token: string | null
  readonly show_redirect_buttons: boolean
  readonly prefilled_customer: Readonly<Record<string, string | null>> | null
  readonly links: { readonly billing_request: string }
}

export interface GcEvent extends Row {
  readonly resource_type: 'billing_requests' | 'mandates' | 'payments' | 'payouts' | 'refunds' | 'subscriptions'
  readonly action: string
  readonly details: EventDetails
  readonly metadata: Metadata
  readonly resource_metadata: Metadata
  readonly links: Readonly<Record<string, string>>
}

export interface Creditor extends Row {
  readonly name: string
  readonly creditor_type: 'company'
  readonly address_line1: string | null
  readonly city: string | null
  readonly postal_code: string | null
  readonly country_code: string
  readonly can_create_refunds: boolean
  readonly custom_payment_pages_enabled: boolean
  readonly merchant_responsible_for_notifications: boolean
  readonly mandate_imports_enabled: boolean
  readonly verification_status: 'successful'
  readonly scheme_identifiers: readonly object[]
  readonly links: { readonly default_gbp_payout_account: string }
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** An id such as the API's own: the resource's letters, then a dozen of letters and digits. */
export function newId(prefix: string): string {
  let id = prefix
  for (const byte of randomBytes(12)) id += alphabet[byte % 32]
  return id
}
