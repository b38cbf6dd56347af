/** Why something has happened, and who wanted it. */
export interface EventDetails {
  readonly origin: 'bank' | 'api' | 'gocardless' | 'customer' | 'payer'
  readonly cause: string
  readonly description: string
  readonly scheme?: string
  readonly reason_code?: string
  readonly will_attempt_retry?: boolean
  readonly not_retried_reason?: string
}
