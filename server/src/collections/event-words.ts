import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { plain } from '../providers/index.ts'

interface Asked {
  readonly accountId: number
  readonly resource: 'mandates' | 'payments'
  readonly reference: string
}

/**
 * Why something failed, in the scheme's words, as the last event that gives a reason says: the row at the provider does not
 * carry it. Empty as long as no such event has come.
 */
export async function whyOf(db: Db, asked: Asked): Promise<string> {
  return (await lastReason(db, asked))?.why ?? ''
}

export async function lastReason(db: Db, { accountId, resource, reference }: Asked) {
  const link = resource === 'mandates' ? 'mandate' : 'payment'
  const { rows } = await sql<{ description: string | null; code: string | null; isOurs: boolean; willRetry: boolean }>`
    select details->>'description' as description, details->>'cause' as code,
      coalesce(action = 'cancelled' and details->>'origin' = 'api', false) as "isOurs",
      coalesce((details->>'will_attempt_retry')::boolean, false) as "willRetry"
    from provider_event
    where provider_account_id = ${accountId} and resource_type = ${resource} and links->>${link} = ${reference}
      and action in ('failed', 'cancelled', 'charged_back', 'expired', 'blocked', 'customer_approval_denied',
        'late_failure_settled')
    order by happened_at desc, event_id desc limit 1`.execute(db)
  const [found] = rows
  if (!found) return undefined
  // GoCardless writes to the club: 'cancelled at your request'. Read by others, at whose?
  const why = found.isOurs ? 'Cancelled by the club' : plain(found.description ?? '')
  return { why, code: found.code ?? '', willRetry: found.willRetry }
}
