import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { CountFor } from '../buckets.ts'
import { dueFacts } from './billing.ts'
import { bucketTable, dayAt } from './by-bucket.ts'

/** Pence of what fell due in a bucket. */
interface Open {
  readonly open: number
  /** Of that, what a bank or card provider was collecting. */
  readonly pending: number
}

/**
 * What was still open on the evening on which each bucket ends. A month that is running is compared with the same days of
 * another as they were then: what came in afterwards would make any running month look worse.
 */
export async function openThen(db: Db, of: CountFor): Promise<Open[]> {
  const { rows } = await sql<Open & { bucket: number }>`
    select given.bucket, coalesce(sum(then_open.pence), 0)::bigint as open,
      coalesce(sum(then_open.pence) filter (where exists (
        select from external_payment_part part
        join external_payment payment on payment.id = part.external_payment_id
        where part.charge_id = due.id and ${dayAt(sql`payment.created_at`)} <= given.ends
          and coalesce((
            select payment_is_in_flight(change.state, false) from external_payment_change change
            where change.external_payment_id = payment.id and ${dayAt(sql`change.at`)} <= given.ends
            order by change.id desc limit 1), true))), 0)::bigint as pending
    from ${bucketTable(of.buckets)} given
    left join ${dueFacts(of)} due on due.day between given.starts and given.ends
    left join club on club.id = due.club_id
    left join lateral (
      select least(span.pence, due.pence) as pence from debt_span span
      where span.charge_id = due.id and daterange(span.since, span.until) @> given.ends
    ) then_open on true
    group by given.bucket`.execute(db)
  return rows.toSorted((a, b) => a.bucket - b.bucket)
}
