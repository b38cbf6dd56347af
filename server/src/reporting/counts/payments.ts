import { sql } from 'kysely'
import { dayAt, type Facts, isIn, these } from './by-bucket.ts'

/** What came in on the days, a row a payment, less what was written down by mistake. */
export const takenFacts: Facts = of => sql`(
  select payment.id, payment.club_id, payment.member_id, payment.payment_date as day, payment.payment_method_id,
    payment.description, payment.amount_pence + coalesce(mistake.pence, 0) as pence
  from payment join club on club.id = payment.club_id
  left join (
    select back.returns_id, sum(back.amount_pence) as pence from payment back
    where back.returns_id is not null and back.return_reason = 'correction' and back.club_id = ${these(of.clubIds)}
    group by back.returns_id
  ) mistake on mistake.returns_id = payment.id
  where payment.club_id = ${these(of.clubIds)} and payment.amount_pence > 0
    and payment.amount_pence + coalesce(mistake.pence, 0) > 0 and ${isIn(sql`payment.payment_date`, of)}
)`

/** What went back on the days, a row an entry: refunds, debits that failed after all, charge-backs. Mistakes never came. */
export const returnedFacts: Facts = of => sql`(
  select payment.id, payment.club_id, payment.member_id, payment.payment_date as day, payment.payment_method_id,
    payment.return_reason, payment.description, -payment.amount_pence as pence
  from payment join club on club.id = payment.club_id
  where payment.club_id = ${these(of.clubIds)} and payment.amount_pence < 0 and payment.return_reason <> 'correction'
    and ${isIn(sql`payment.payment_date`, of)}
)`

/**
 * Payments that were given to the bank or the card provider, by their day of charge (of a card: the day on which it was
 * charged). `is_failed`: it failed once, or was charged back, also where it came afterwards; a bank that says no to somebody
 * who pays at this moment is seen by him, and is no failure (as in recovery/truth.ts). `is_recovered`: it failed, and has
 * come since, or what it was for has been settled in another way; what was taken back is not settled.
 */
export const submittedFacts: Facts = of => {
  const from = sql`external_payment payment join club on club.id = payment.club_id
    where payment.club_id = ${these(of.clubIds)}`
  const chargedOn = dayAt(sql`payment.created_at`)
  return sql`(
    select seen.*, seen.is_failed and (
        seen.state in ('confirmed', 'paid_out') or (not seen.is_open and seen.charged > 0)
      ) as is_recovered
    from (
      select payment.id, payment.club_id, payment.member_id, payment.day, payment.state, payment.cause,
        payment.amount_pence as pence, payment.payment_method_id, lost.is_failed, parts.is_open, parts.charged
      from (
        select payment.*, payment.charge_date as day from ${from} and ${isIn(sql`payment.charge_date`, of)}
        union all
        select payment.*, ${chargedOn} from ${from} and payment.charge_date is null and ${isIn(chargedOn, of)}
      ) payment
      left join card_payment by_card on by_card.external_payment_id = payment.id
      left join (
        select external_payment_id, bool_or(state <> 'refused') as has_failed, bool_or(return_id is not null) as was_paid
        from external_payment_change
        where state in ('failed', 'charged_back', 'refused') and club_id = ${these(of.clubIds)}
        group by external_payment_id
      ) change on change.external_payment_id = payment.id
      cross join lateral (
        select (
            payment.state in ('failed', 'charged_back') or coalesce(change.has_failed, false)
            or change.external_payment_id is not null and payment.mandate_id is null
          ) and (
            payment.mandate_id is not null or by_card.external_payment_id is not null or coalesce(change.was_paid, false)
            or payment.state in ('waiting', 'pending_customer_approval', 'pending_submission', 'submitted', 'confirmed',
              'paid_out')
          ) as is_failed
      ) lost
      left join lateral (
        select coalesce(bool_or(open.charge_id is not null), false) as is_open, sum(charge.amount_pence + coalesce((
            select sum(taken.amount_pence) from charge taken
            where (taken.part_of_id = charge.id or taken.reverses_id = charge.id)
              and not exists (select from charge back where back.reverses_id = taken.id)), 0)) as charged
        from external_payment_part part
        join charge on charge.id = part.charge_id
        left join debt_span open on open.charge_id = charge.id and open.until is null
        where part.external_payment_id = payment.id
      ) parts on lost.is_failed
    ) seen
    where seen.is_failed or seen.state in ('pending_submission', 'submitted', 'confirmed', 'paid_out')
  )`
}
