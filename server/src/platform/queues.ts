import { type RawBuilder, sql } from 'kysely'

/** The club that a job is for: that of the rows with the ids in a field of its data. */
export interface ClubOf {
  readonly field: string
  /** With `id` and `club_id`. */
  readonly rows: RawBuilder<unknown>
  /** Whether the job waits while its club is suspended. */
  readonly waits: boolean
}

const of = (field: string, table: string): ClubOf => ({ field, rows: sql`${sql.table(table)}`, waits: true })
const neverWaits = (field: string, table: string): ClubOf => ({ ...of(field, table), waits: false })
const itself: ClubOf = { field: 'clubId', rows: sql`(select id, id as club_id from club)`, waits: true }

/** Every queue but those of the clock, with the club of its jobs; null: of no club, or of several. */
export const queues: Readonly<Record<string, ClubOf | null>> = {
  'send-mail': itself,
  'tell-changed-sessions': itself,
  'failed-payment-letter': itself,
  'taken-twice-letter': itself,
  'look-for-mandates': itself,
  'apply-bulk-edit': of('bulkEditId', 'bulk_edit'),
  'undo-bulk-edit': of('bulkEditId', 'bulk_edit'),
  'charge-card': of('paymentId', 'external_payment'),
  'charge-memberships': of('runId', 'charging_run'),
  'check-import': of('importId', 'import_batch'),
  'run-import': of('importId', 'import_batch'),
  'undo-import': of('importId', 'import_batch'),
  'document-request-mail': of('requestId', 'document_request'),
  'document-request-mails': of('requestIds', 'document_request'),
  'identity-invitation-mail': of('invitationId', 'club_invitation'),
  'mandate-family-invite-mail': of('requestIds', 'mandate_request'),
  'mandate-invite-mail': of('requestId', 'mandate_request'),
  'online-receipt': of('checkoutId', 'checkout'),
  'pay-link-message': of('payLinkId', 'pay_link'),
  'refund-at-provider': of('refundId', 'external_refund'),
  'send-message': of('messageId', 'message'),
  'send-note-sms': of('messageId', 'note_message'),
  'send-receipt': of('orderId', 'member_order'),
  'take-over-mandates': of('accountId', 'provider_account'),
  'tell-price-change': of('priceChangeId', 'price_change'),
  'waiting-list-offer': of('entryId', 'waiting_list_entry'),
  // What reads what has happened elsewhere, or stops taking money. Payments and reports look for themselves which clubs work.
  'cancel-external-payment': neverWaits('paymentId', 'external_payment'),
  'cancel-mandate': neverWaits('mandateId', 'mandate'),
  'cancel-subscription': neverWaits('subscriptionId', 'external_subscription'),
  'cancel-subscriptions': neverWaits('subscriptionIds', 'external_subscription'),
  'fetch-payouts': neverWaits('accountId', 'provider_account'),
  'pause-or-resume-subscription': neverWaits('subscriptionId', 'external_subscription'),
  'send-external-payments': neverWaits('accountId', 'provider_account'),
  'send-report': {
    field: 'sendingId',
    rows: sql`(select report_sending.id, club_id from report_sending
      join report_schedule on report_schedule.id = report_schedule_id)`,
    waits: false,
  },
  'work-provider-events': neverWaits('accountId', 'provider_account'),
  'send-task-text': null,
  'send-test-sms': null,
  'close-club': null,
  'close-pay-page': null,
  'delete-file': null,
  'discard-demo': null,
  'export-members': null,
  'forget-card': null,
  'identity-link-mail': null,
  'new-provider-key': null,
  'reseal-secrets': null,
  'send-report-now': null,
  'tell-of-tasks': null,
  'work-carrier-events': null,
  'write-down-erased': null,
}
