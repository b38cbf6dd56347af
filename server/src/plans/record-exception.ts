import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import type { Author } from './author.ts'

interface Exception {
  readonly clubMemberId: number
  /** Today in the club. */
  readonly today: string
  readonly reason: string
}

/** Keeps in the history of a membership why it has begun with a plan that is for others: an entry of its own, which holds. */
export async function recordException(
  { tx, user, now }: Pick<Write, 'tx' | 'now'> & Author,
  { clubMemberId, today, reason }: Exception,
): Promise<void> {
  await sql`
    insert into plan_change (club_member_id, club_id, root_club_id, applies_on, training_plan_id, sub_frequency_id,
      sub_price_pence, payment_method_id, next_payment, account_id, created_at, applied_at, exception)
    select id, club_id, root_club_id, ${today}, training_plan_id, sub_frequency_id, sub_price_pence, payment_method_id,
      next_payment, ${user?.accountId ?? null}, ${now}, ${now}, ${reason}
    from club_member where id = ${clubMemberId}`.execute(tx)
}
