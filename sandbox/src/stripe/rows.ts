import { randomBytes } from 'node:crypto'
import type { ChargeOutcome } from './cards.ts'

/** What the API shows of each object; `own` is kept with it and left out of every answer. Times are in seconds. */
export interface Row {
  readonly id: string
  readonly object: string
  readonly created: number
  readonly own: object
}

export type Metadata = Readonly<Record<string, string>>

export interface Customer extends Row {
  readonly object: 'customer'
  readonly address: object | null
  readonly balance: number
  readonly currency: null
  readonly default_source: null
  readonly delinquent: boolean
  readonly description: string | null
  readonly email: string | null
  readonly invoice_settings: { readonly default_payment_method: string | null }
  readonly livemode: false
  readonly metadata: Metadata
  readonly name: string | null
  readonly phone: string | null
  readonly shipping: null
  readonly tax_exempt: 'none'
  readonly own: { readonly isDeleted?: boolean }
}

export interface PaymentMethod extends Row {
  readonly object: 'payment_method'
  readonly type: 'card'
  readonly billing_details: {
    readonly address: object
    readonly email: string | null
    readonly name: string | null
    readonly phone: string | null
  }
  readonly card: {
    readonly brand: string
    readonly country: string
    readonly display_brand: string
    readonly exp_month: number
    readonly exp_year: number
    readonly fingerprint: string
    readonly funding: 'credit'
    readonly last4: string
    readonly three_d_secure_usage: { readonly supported: true }
    readonly wallet: null
  }
  readonly customer: string | null
  readonly livemode: false
  readonly metadata: Metadata
  readonly own: {
    readonly onCharge: ChargeOutcome
    readonly failsAtOnce: boolean
    readonly asksOnce: boolean
    /** Chosen on the page, before what its number means. */
    readonly chosen?: ChargeOutcome
  }
}

export interface Failure {
  readonly type: 'card_error'
  readonly code: string
  readonly decline_code: string
  readonly message: string
  readonly doc_url: string
  readonly charge?: string
  readonly payment_method?: object
}

interface NextAction {
  readonly type: 'redirect_to_url'
  readonly redirect_to_url: { readonly url: string; readonly return_url: string | null }
}

export interface SetupIntent extends Row {
  readonly object: 'setup_intent'
  readonly client_secret: string
  readonly customer: string | null
  readonly description: string | null
  readonly last_setup_error: Failure | null
  readonly livemode: false
  readonly mandate: null
  readonly metadata: Metadata
  readonly next_action: NextAction | null
  readonly payment_method: string | null
  readonly payment_method_types: readonly string[]
  readonly status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled'
  readonly usage: string
}

export interface PaymentIntent extends Row {
  readonly object: 'payment_intent'
  readonly amount: number
  readonly amount_capturable: number
  readonly amount_received: number
  readonly canceled_at: number | null
  readonly cancellation_reason: string | null
  readonly capture_method: 'automatic' | 'automatic_async'
  readonly client_secret: string
  readonly confirmation_method: 'automatic'
  readonly currency: string
  readonly customer: string | null
  readonly description: string | null
  readonly last_payment_error: Failure | null
  readonly latest_charge: string | null
  readonly livemode: false
  readonly metadata: Metadata
  readonly next_action: NextAction | null
  readonly payment_method: string | null
  readonly payment_method_types: readonly string[]
  readonly receipt_email: string | null
  readonly setup_future_usage: string | null
  readonly statement_descriptor: string | null
  readonly status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'succeeded'
    | 'canceled'
}

export interface Charge extends Row {
  readonly object: 'charge'
  readonly amount: number
  readonly amount_captured: number
  readonly amount_refunded: number
  readonly balance_transaction: string | null
  readonly billing_details: PaymentMethod['billing_details']
  readonly captured: boolean
  readonly currency: string
  readonly customer: string | null
  readonly description: string | null
  readonly disputed: boolean
  readonly failure_code: string | null
  readonly failure_message: string | null
  readonly livemode: false
  readonly metadata: Metadata
  readonly outcome: object
  readonly paid: boolean
  readonly payment_intent: string
  readonly payment_method: string
  readonly payment_method_details: object
  readonly receipt_email: string | null
  readonly refunded: boolean
  readonly status: 'succeeded' | 'failed'
}

export interface LineItem {
  readonly id: string
  readonly object: 'item'
  readonly amount_subtotal: number
  readonly amount_total: number
  readonly currency: string
  readonly description: string
  readonly quantity: number
}

export interface Session extends Row {
  readonly object: 'checkout.session'
  readonly amount_subtotal: number | null
  readonly amount_total: number | null
  readonly cancel_url: string | null
  readonly client_reference_id: string | null
  readonly currency: string | null
  readonly customer: string | null
  readonly customer_creation: 'always' | 'if_required' | null
  readonly customer_details: object | null
  readonly customer_email: string | null
  readonly expires_at: number
  readonly livemode: false
  readonly metadata: Metadata
  readonly mode: 'payment' | 'setup'
  readonly payment_intent: string | null
  readonly payment_method_types: readonly string[]
  readonly payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  readonly setup_intent: string | null
  readonly status: 'open' | 'complete' | 'expired'
  readonly success_url: string | null
  readonly ui_mode: 'hosted'
  readonly url: string | null
  readonly own: {
    readonly items: readonly LineItem[]
    readonly intent: {
      readonly description: string | null
      readonly metadata: Metadata
      readonly setup_future_usage: string | null
      readonly receipt_email: string | null
    }
  }
}

export interface Refund extends Row {
  readonly object: 'refund'
  readonly amount: number
  readonly balance_transaction: string | null
  readonly charge: string
  readonly currency: string
  readonly metadata: Metadata
  readonly payment_intent: string
  readonly reason: string | null
  readonly status: 'succeeded' | 'failed'
}

export interface Dispute extends Row {
  readonly object: 'dispute'
  readonly amount: number
  readonly balance_transactions: readonly object[]
  readonly charge: string
  readonly currency: string
  readonly evidence_details: {
    readonly due_by: number
    readonly has_evidence: boolean
    readonly past_due: boolean
    readonly submission_count: number
  }
  readonly is_charge_refundable: boolean
  readonly livemode: false
  readonly metadata: Metadata
  readonly payment_intent: string
  readonly reason: string
  readonly status: 'needs_response' | 'won' | 'lost'
}

export interface BalanceTransaction extends Row {
  readonly object: 'balance_transaction'
  readonly amount: number
  readonly available_on: number
  readonly currency: string
  readonly description: string | null
  readonly exchange_rate: null
  readonly fee: number
  readonly fee_details: readonly object[]
  readonly net: number
  readonly reporting_category: string
  readonly source: string
  readonly status: 'available' | 'pending'
  readonly type: 'charge' | 'refund' | 'adjustment' | 'payout'
  readonly own: { readonly payout?: string }
}

export interface Payout extends Row {
  readonly object: 'payout'
  readonly amount: number
  readonly arrival_date: number
  readonly automatic: true
  readonly balance_transaction: string
  readonly currency: string
  readonly description: string
  readonly destination: string
  readonly failure_code: null
  readonly livemode: false
  readonly metadata: Metadata
  readonly method: 'standard'
  readonly reconciliation_status: 'completed'
  readonly source_type: 'card'
  readonly status: 'paid'
  readonly type: 'bank_account'
}

export interface StripeEvent extends Row {
  readonly object: 'event'
  readonly api_version: string
  readonly data: { readonly object: object }
  readonly livemode: false
  readonly pending_webhooks: number
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null }
  readonly type: string
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function newId(prefix: string, length = 24): string {
  let id = `${prefix}_`
  for (const byte of randomBytes(length)) id += letters[byte % 62]
  return id
}
