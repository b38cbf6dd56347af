import { sql, type Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { HoldsJobs, Jobs } from './jobs.ts'
import type { Tables } from './tables.ts'

/** How the club of a job is found: from an id in its data, which is one of a row or of the club itself. */
type ClubOf = readonly [field: string, table: string]

const itself = ['clubId', 'club'] as const

/**
 * The jobs of clubs, by queue. Null: they belong to no club, read what has happened elsewhere, or stop taking money, which
 * never waits. An account's payments, tasks and reports look for themselves which clubs work.
 */
export const queues: Readonly<Record<string, ClubOf | null>> = {
  'send-mail': itself,
  'tell-changed-sessions': itself,
  'failed-payment-letter': itself,
  'taken-twice-letter': itself,
  'look-for-mandates': itself,
  'apply-bulk-edit': ['bulkEditId', 'bulk_edit'],
  'undo-bulk-edit': ['bulkEditId', 'bulk_edit'],
  'charge-card': ['paymentId', 'external_payment'],
  'charge-memberships': ['runId', 'charging_run'],
  'check-import': ['importId', 'import_batch'],
  'run-import': ['importId', 'import_batch'],
  'undo-import': ['importId', 'import_batch'],
  'document-request-mail': ['requestId', 'document_request'],
  'document-request-mails': ['requestIds', 'document_request'],
  'identity-invitation-mail': ['invitationId', 'club_invitation'],
  'mandate-family-invite-mail': ['requestIds', 'mandate_request'],
  'mandate-invite-mail': ['requestId', 'mandate_request'],
  'online-receipt': ['checkoutId', 'checkout'],
  'pay-link-message': ['payLinkId', 'pay_link'],
  'refund-at-provider': ['refundId', 'external_refund'],
  'send-message': ['messageId', 'message'],
  'send-note-sms': ['messageId', 'note_message'],
  'send-receipt': ['orderId', 'member_order'],
  'send-task-text': null,
  'send-test-sms': null,
  'take-over-mandates': ['accountId', 'provider_account'],
  'tell-price-change': ['priceChangeId', 'price_change'],
  'waiting-list-offer': ['entryId', 'waiting_list_entry'],
  'cancel-external-payment': null,
  'cancel-mandate': null,
  'cancel-subscription': null,
  'cancel-subscriptions': null,
  'close-club': null,
  'close-pay-page': null,
  'delete-file': null,
  'discard-demo': null,
  'export-members': null,
  'fetch-payouts': null,
  'forget-card': null,
  'identity-link-mail': null,
  'new-provider-key': null,
  'pause-or-resume-subscription': null,
  'reseal-secrets': null,
  'send-external-payments': null,
  'send-report': null,
  'send-report-now': null,
  'tell-of-tasks': null,
  'work-carrier-events': null,
  'work-provider-events': null,
  'write-down-erased': null,
}

export const holdJobs = (db: Db, now: () => Date): HoldsJobs => ({
  demandKnown(queue) {
    if (queues[queue] === undefined) throw new Error(`Add the queue ${queue} to held-jobs.ts.`)
  },
  async hold(queue, data) {
    const ids = idsIn(queues[queue], data)
    if (!ids) return false
    const [field, table] = ids.of
    const clubOf = field === 'clubId' ? sql`id` : sql`club_id`
    const { rows } = await sql<{ isHeld: boolean }>`
      with held as (
        select stopped_club.club_id from stopped_club
        where kind = 'suspended' and club_id in (
          select ${clubOf} from ${sql.table(table)} where id = any(${ids.given}::bigint[]))
        limit 1
      ), kept as (
        insert into held_job (club_id, queue, data, held_at)
        select club_id, ${queue}, ${JSON.stringify(data)}::jsonb, ${now()} from held
        on conflict do nothing
      )
      select exists (select from held) as "isHeld"`.execute(db)
    return rows[0]?.isHeld === true
  },
})

function idsIn(of: ClubOf | null | undefined, data: object): { of: ClubOf; given: number[] } | null {
  // A queue that runs by the clock brings no data.
  const given: unknown = of ? Reflect.get(data, of[0]) : undefined
  if (!of || given === undefined || given === null) return null
  // The calls that enqueue have put ids there.
  return { of, given: [given].flat() as number[] }
}

/** Puts the jobs back into their queues whose clubs aren't suspended any longer. @returns how many */
export async function releaseJobs(tx: Transaction<Tables>, enqueue: Jobs['enqueue']): Promise<number> {
  const { rows } = await sql<{ queue: string; data: object }>`
    with free as (
      delete from held_job where not exists (
        select from stopped_club where stopped_club.club_id = held_job.club_id and kind = 'suspended')
      returning id, queue, data
    )
    select queue, data from free order by id`.execute(tx)
  for (const { queue, data } of rows) await enqueue(tx, queue, data)
  return rows.length
}
