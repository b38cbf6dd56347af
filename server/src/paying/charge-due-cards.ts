import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { isOver, leastByCard, oldDebtDays } from '../collections/index.ts'
import { type AuditEntry, writeAudit } from '../platform/audit.ts'
import { isWorking } from '../platform/club-stops.ts'
import { pounds } from '../platform/money.ts'
import { staffTimeZone } from '../platform/rights.ts'
import type { PayingParts } from './parts.ts'
import { placeCardPayments } from './place-card-payments.ts'

/** A card is charged at once: not at midnight, but when what comes in on that day is there. */
const cardsFrom = 8 * 3_600_000

/** The last day for which cards are charged at this moment. */
export const cardDay = (at: Date): string => todayIn(staffTimeZone, new Date(at.getTime() - cardsFrom))

/** So many payers in a transaction: accounts are not kept waiting for those of a whole franchise. */
const atOnce = 500

/**
 * Charges the cards of those who pay by card for what has fallen due: all that a payer owes as one payment, and each open
 * charge once by a card, whatever runs twice or at the same time (a unique index holds it). What fell due before a card was given at all is for the payer, or for a person.
 */
export async function chargeDueCards(parts: PayingParts): Promise<void> {
  let after: number | null = 0
  while (after !== null) after = await placeSome(parts, after)
}

/**
 * @param after the id of a card: those with a higher one are looked at
 * @returns the last that was looked at; null: there are no more
 */
async function placeSome({ db, jobs, now }: PayingParts, after: number): Promise<number | null> {
  const at = now()
  const day = cardDay(at)
  return await db.transaction().execute(async tx => {
    const { rows: due } = await sql<{ clubId: number; memberId: number; savedCardId: number; chargeIds: number[] }>`
      select card.club_id as "clubId", card.member_id as "memberId", card.id as "savedCardId",
        json_agg(charge.id) as "chargeIds"
      from open_charge
      join charge on charge.id = open_charge.charge_id
      join club on club.id = charge.club_id
      join club_member membership on membership.member_id = charge.member_id and membership.club_id = charge.club_id
      join saved_card card on card.member_id = charge.member_id and card.club_id = charge.club_id and card.ended_at is null
        and not card_is_on_hold(card.id)
      where open_charge.due_on between ${addDays(day, -oldDebtDays)}::date and ${day}::date
        and coalesce(charge.payment_method_id, membership.payment_method_id) = ${paymentMethod.card}
        and ${isWorking(sql`charge.club_id`)}
        and open_charge.due_on >= (select min(first.created_at at time zone club.time_zone)::date from saved_card first
          where first.member_id = charge.member_id and first.club_id = charge.club_id)
        -- A card is tried once by itself; after that it is for the plan of retries, or for a person. What a payer has
        -- disputed is talked about.
        and not exists (
          select from external_payment_part part
          join external_payment earlier on earlier.id = part.external_payment_id
          left join card_payment on card_payment.external_payment_id = earlier.id
          where part.charge_id = charge.id and ${isOver}
            and (card_payment.saved_card_id = card.id or earlier.state not in ('failed', 'cancelled', 'refused')))
        -- Somebody is paying it by a link just now.
        and not exists (
          select from checkout_charge where checkout_charge.charge_id = charge.id and is_open)
        and card.id > ${after}
      group by card.id having sum(open_charge.pence) >= ${leastByCard}
      order by card.id limit ${atOnce}`.execute(tx)
    const placed = await placeCardPayments({ jobs }, tx, due, at)
    const entries = [...Map.groupBy(placed, ({ clubId }) => clubId)].map(
      ([clubId, payments]): AuditEntry => ({
        ...{ clubId, subject: 'external_payment', before: null },
        after: { payments: payments.length, amount: pounds(payments.reduce((sum, { pence }) => sum + pence, 0)) },
      }),
    )
    if (entries.length > 0) await writeAudit(tx, { action: 'chargeDueCards', accountId: null }, entries)
    return due.length === atOnce ? (due.at(-1)?.savedCardId ?? null) : null
  })
}
