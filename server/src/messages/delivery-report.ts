import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

export interface Report {
  readonly recipientId: number
  readonly state: 'sent' | 'delivered' | 'bounced' | 'failed' | 'complained'
  readonly at: Date
  /** Why, in words; '' where there is nothing to say. */
  readonly detail: string
  readonly providerId: string | null
  /** The try it is about, where that is known: what is told of an earlier one than the last says nothing of the last. */
  readonly tries?: number
}

/**
 * Writes down what a carrier tells of a message. Reports come in any order and more than once; what they make of it in the
 * end is the same: a state only gives way to one that weighs more.
 * @returns whether there is such a recipient
 */
export async function deliveryReport(tx: Transaction<Tables>, report: Report): Promise<boolean> {
  const { recipientId, state, at, detail, providerId, tries = null } = report
  const known = await sql`select id from message_recipient where id = ${recipientId} for update`.execute(tx)
  if (known.rows.length === 0) return false
  await sql`
    update message_recipient
    set state = ${state}::text, claim = null,
      -- Where two of the same weight tell it, the words of the one that happened first stay.
      failure = ${state === 'sent' || state === 'delivered' ? '' : detail.slice(0, 500)}::text,
      provider_id = coalesce(provider_id, ${providerId}::text), sent_at = coalesce(sent_at, ${at}::timestamptz),
      delivered_at = case when ${state}::text in ('delivered', 'complained') then coalesce(delivered_at, ${at}) else delivered_at end
    where id = ${recipientId} and (${tries}::integer is null or tries = ${tries})
      and state not in ('waiting', 'skipped') and ${weight(sql`${state}::text`)} > ${weight(sql`state`)}`.execute(tx)
  return true
}

/** "Delivered" comes after "sent", a bounce may come after both, and who complains has it. */
const weight = (state: ReturnType<typeof sql>) => sql`
  case ${state} when 'sending' then 0 when 'uncertain' then 0 when 'sent' then 1 when 'delivered' then 2 when 'failed' then 3
    when 'bounced' then 4 when 'complained' then 5 else 0 end`
