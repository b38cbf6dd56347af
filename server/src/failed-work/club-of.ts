import { type RawBuilder, sql } from 'kysely'

/** The club that a row belongs to which the job names. */
const of = (table: string, field: string) =>
  sql<number | null>`(select club_id from ${sql.table(table)} where id = (failed.data ->> ${sql.lit(field)})::bigint)`

/** Letters that were put into the queue as they are. */
const named = sql<number | null>`(failed.data ->> 'clubId')::bigint`

/** The queues whose jobs do something for one club, with that club. All others are the operator’s alone. */
const clubs: Readonly<Record<string, RawBuilder<number | null>>> = {
  'send-mail': named,
  'failed-payment-letter': named,
  'taken-twice-letter': named,
  'identity-invitation-mail': of('club_invitation', 'invitationId'),
  'waiting-list-offer': of('waiting_list_entry', 'entryId'),
  'document-request-mail': of('document_request', 'requestId'),
  'mandate-invite-mail': of('mandate_request', 'requestId'),
  'pay-link-message': of('pay_link', 'payLinkId'),
  'online-receipt': of('checkout', 'checkoutId'),
  'send-receipt': of('member_order', 'orderId'),
  'send-note-sms': of('note_message', 'messageId'),
  'send-message': of('message', 'messageId'),
  'tell-price-change': of('price_change', 'priceChangeId'),
  'send-report': sql`(
    select club_id from report_sending join report_schedule on report_schedule.id = report_schedule_id
    where report_sending.id = (failed.data ->> 'sendingId')::bigint)`,
  'charge-memberships': of('charging_run', 'runId'),
  'charge-card': of('external_payment', 'paymentId'),
  'refund-at-provider': of('external_refund', 'refundId'),
  'send-external-payments': of('provider_account', 'accountId'),
  'work-provider-events': of('provider_account', 'accountId'),
  'cancel-external-payment': of('external_payment', 'paymentId'),
  'cancel-mandate': of('mandate', 'mandateId'),
  'cancel-subscription': of('external_subscription', 'subscriptionId'),
  'pause-or-resume-subscription': of('external_subscription', 'subscriptionId'),
  'fetch-payouts': of('provider_account', 'accountId'),
  'take-over-mandates': of('provider_account', 'accountId'),
  'apply-bulk-edit': of('bulk_edit', 'bulkEditId'),
  'undo-bulk-edit': of('bulk_edit', 'bulkEditId'),
  'run-import': of('import_batch', 'importId'),
  'undo-import': of('import_batch', 'importId'),
}

export const queuesOfClubs = Object.keys(clubs)

/** The club for which a failed job was; null where it was for none, or for several. */
export const clubOf = sql<number | null>`case failed.queue ${sql.join(
  Object.entries(clubs).map(([queue, club]) => sql`when ${sql.lit(queue)} then ${club}`),
  sql` `,
)} end`
