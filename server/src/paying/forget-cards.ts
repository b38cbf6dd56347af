import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { job, type PayingParts } from './parts.ts'

interface Whose {
  readonly memberId: number
  readonly clubIds: readonly number[]
}

/** No card of a member is charged any more in these clubs, and Stripe is to let go of each, by jobs. Links to pay are over. */
export async function forgetCards(
  { tx, now, enqueue }: Pick<Write, 'tx' | 'now' | 'enqueue'>,
  { memberId, clubIds }: Whose,
): Promise<void> {
  const his = sql<boolean>`member_id = ${memberId} and club_id = any(${[...clubIds]}::bigint[])`
  await sql`update saved_card set ended_at = ${now} where ${his} and ended_at is null`.execute(tx)
  const { rows } = await sql<{ id: number }>`select id from saved_card where ${his} and forgotten_at is null`.execute(
    tx,
  )
  for (const { id } of rows) await enqueue(job.forgetCard, { savedCardId: id })
  await sql`update pay_link set ended_at = ${now} where ${his} and ended_at is null`.execute(tx)
}

/** As the mandate of a membership that is over (collections/stop-collecting.ts). */
const keptFor = 30 * 86_400_000
const patience = 60 * 60_000
const over = sql.join([memberStatus.lapsed, memberStatus.notInterested, memberStatus.unconverted])

/**
 * Hourly: a card whose member has left 30 days ago, and owes nothing, is ended; and Stripe lets go of those that are ended,
 * were replaced, or should have been let go of long ago, as soon as no payment by them is on its way.
 */
export async function forgetUnusedCards({ db, jobs, now }: PayingParts): Promise<void> {
  const at = now()
  const since = new Date(at.getTime() - keptFor)
  await db.transaction().execute(async tx => {
    await sql`
      update saved_card card set ended_at = ${at}
      where ended_at is null and created_at < ${since}
        and not exists (select from club_member membership
          where membership.member_id = card.member_id and membership.club_id = card.club_id
            and (membership.member_status_id not in (${over}) or exists (select from member_status_change change
              where change.club_member_id = membership.id and change.created_at >= ${since})))
        and not exists (select from open_charge
          where open_charge.member_id = card.member_id and open_charge.club_id = card.club_id)`.execute(tx)
    const { rows } = await sql<{ id: number }>`
      select id from saved_card card
      where forgotten_at is null and ended_at < ${new Date(at.getTime() - patience)}
        and not exists (select from card_payment join external_payment payment on payment.id = external_payment_id
          where saved_card_id = card.id and payment.state in ('waiting', 'submitted'))
      order by id limit 500`.execute(tx)
    for (const { id } of rows) await jobs.enqueue(tx, job.forgetCard, { savedCardId: id })
  })
}
