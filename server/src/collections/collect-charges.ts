import { addDays } from '@honbu/contract/calendar.ts'
import { currency, longDate } from '@honbu/contract/format.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import { earliestPayment, workingDaysAfter } from '../plans/index.ts'
import { type AuditEntry, writeAudit } from '../platform/audit.ts'
import { isWorking } from '../platform/club-stops.ts'
import { pounds } from '../platform/money.ts'
import type { Tables } from '../platform/tables.ts'
import { closeTasks, raiseTask } from '../tasks/index.ts'
import { isOver } from './holds.ts'
import { type CollectionParts, job } from './parts.ts'
import { placePayments } from './place-payments.ts'
import { workingDayFrom } from './working-days.ts'

/** Working days by which a payment is handed over earlier than it has to be, so that a night that is missed does no harm. */
const inHand = 2
/** A debt that is older than this is not collected by itself: somebody should speak about it first. */
export const oldDebtDays = 90

interface Due {
  chargeId: number
  clubId: number
  memberId: number
  mandateId: number
  dueOn: string
  nextPossible: string | null
}

/**
 * Puts what is due of those who pay by direct debit on its way: all that a payer owes on one day as one payment, and each
 * open charge once by a mandate, whatever runs twice or at the same time (a unique index holds it). It is taken on the day that it is due, or on the first that Bacs and the
 * notice to the payer leave: three working days ahead, four after 16:00 in London. A mandate that the bank is still setting up
 * is collected by on the first day that the provider names for it.
 * @returns how many were put on their way
 */
export async function collectCharges({ db, jobs, now }: CollectionParts): Promise<number> {
  const at = now()
  const earliest = earliestPayment(at)
  const until = workingDaysAfter(earliest, inHand)
  return await db.transaction().execute(async tx => {
    await nameLeftOut(tx, until, at)
    const { rows: due } = await sql<Due>`
      select open_charge.charge_id as "chargeId", open_charge.club_id as "clubId", open_charge.member_id as "memberId",
        charge.due_on as "dueOn", mandate.id as "mandateId", mandate.next_possible_charge_date as "nextPossible"
      from open_charge
      join charge on charge.id = open_charge.charge_id
      join club_member membership on membership.member_id = charge.member_id and membership.club_id = charge.club_id
      cross join lateral (
        select id, next_possible_charge_date from mandate
        where mandate.member_id = charge.member_id and mandate.club_id = charge.club_id
          and mandate_is_live(state) and cancel_requested_at is null and not mandate_is_on_hold(id)
        order by created_at desc, id desc limit 1
      ) mandate
      where not ${isCollectedElsewhere} and ${isWorking(sql`open_charge.club_id`)}
        and open_charge.due_on between ${addDays(earliest, -oldDebtDays)}::date and ${until}::date
        and coalesce(charge.payment_method_id, membership.payment_method_id) = ${paymentMethod.directDebit}
        -- A mandate is tried once by itself; after that it is for the plan of retries, or for a person. What a payer has
        -- disputed is talked about.
        and not exists (
          select from external_payment_part part
          join external_payment earlier on earlier.id = part.external_payment_id
          where part.charge_id = charge.id and ${isOver}
            and (earlier.mandate_id = mandate.id or earlier.state not in ('failed', 'cancelled', 'refused')))
      order by charge.id`.execute(tx)
    const dayOf = (charge: Due) => latest(workingDayFrom(charge.dueOn), earliest, charge.nextPossible ?? earliest)
    const together = Map.groupBy(due, charge => `${charge.mandateId} ${dayOf(charge)}`)
    const plans = [...together.values()].flatMap(charges => {
      const [first] = charges
      if (!first) return []
      const { clubId, memberId, mandateId } = first
      const chargeIds = charges.map(({ chargeId }) => chargeId)
      return [{ clubId, memberId, by: { mandateId }, chargeIds, chargeDate: dayOf(first) }]
    })
    const placed = await placePayments(tx, plans, at)
    const entries: AuditEntry[] = [...Map.groupBy(placed, ({ clubId }) => clubId)].map(([clubId, payments]) => ({
      ...{ clubId, subject: 'external_payment', before: null },
      after: { payments: payments.length, amount: pounds(payments.reduce((sum, { pence }) => sum + pence, 0)) },
    }))
    if (entries.length > 0) await writeAudit(tx, { action: 'collectCharges', accountId: null }, entries)
    for (const accountId of new Set(placed.map(each => each.accountId)))
      await jobs.enqueue(tx, job.sendPayments, { accountId })
    return placed.length
  })
}

/** Days before a subscription's next payment from which the member is left to it. */
const daysBefore = 31

/**
 * Another system collects from the member through GoCardless: its subscription is active, a payment of it is under way,
 * or we are still taking over the mandate.
 */
const isCollectedElsewhere = sql<boolean>`(
  exists (select from external_subscription other
    where other.member_id = charge.member_id and other.club_id = charge.club_id
      and other.state = 'active'
      and other.next_payment <= open_charge.due_on + ${daysBefore}::integer)
  or exists (select from external_payment other
    where other.member_id = charge.member_id and other.club_id = charge.club_id and other.mandate_id is not null
      and payment_is_in_flight(other.state, other.will_retry)
      and not exists (select from external_payment_part part where part.external_payment_id = other.id))
  or exists (select from found_mandate found
    where found.for_member_id = charge.member_id and found.for_club_id = charge.club_id))`

/** Asks the club to end subscriptions for which we leave charges alone, and drops what is settled. */
async function nameLeftOut(tx: Transaction<Tables>, until: string, at: Date): Promise<void> {
  const { rows } = await sql<Kept>`
    select subscription.id, subscription.club_id as "clubId", subscription.member_id as "memberId",
      subscription.name, amount_pence as pence, next_payment as "nextOn",
      (${at}::timestamptz at time zone club.time_zone)::date as today
    from external_subscription subscription join club on club.id = subscription.club_id
    where subscription.state = 'active' and cancel_requested_at is null and ${isWorking(sql`club.id`)} and exists (
      select from open_charge join charge on charge.id = open_charge.charge_id
      join club_member own on own.member_id = charge.member_id and own.club_id = charge.club_id
      where open_charge.member_id = subscription.member_id and open_charge.club_id = subscription.club_id
        and open_charge.due_on <= ${until}::date and next_payment <= open_charge.due_on + ${daysBefore}::integer
        and coalesce(charge.payment_method_id, own.payment_method_id) = ${paymentMethod.directDebit})`.execute(tx)
  for (const { id, clubId, memberId, name, pence, nextOn, today } of rows)
    await raiseTask(tx, {
      ...{ clubId, memberId, kind: 'collection', cause: causeOf(id), dueOn: today },
      subject: `GoCardless still collects ${currency(pounds(pence))}${name && ` for ${name}`}, next on ${longDate(nextOn)}. We don’t collect what’s owed here until you end that subscription under Payments.`,
    })
  const { rows: over } = await sql<{ cause: string }>`
    select cause from task where kind = 'collection' and completed_at is null and cause ~ '^subscription:'
      and cause <> all(${rows.map(({ id }) => causeOf(id))}::text[])`.execute(tx)
  await closeTasks(tx, {
    kind: 'collection',
    causes: over.map(({ cause }) => cause),
    because: 'Nothing collects beside us',
    now: at,
  })
}

interface Kept {
  readonly id: number
  readonly clubId: number
  readonly memberId: number
  readonly name: string
  readonly pence: number
  readonly nextOn: string
  readonly today: string
}

const causeOf = (subscriptionId: number) => `subscription:${subscriptionId}:collects`

const latest = (...days: string[]) => days.reduce((a, b) => (a > b ? a : b))

/**
 * Cancels debits whose charges were paid in another way, as long as the bank hasn't got them, and collects again if only a
 * part was paid. Runs each minute; a trigger records the debits in the transaction of the payment.
 */
export async function dropPaidDebits({ db, jobs, now }: CollectionParts): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ id: number }>`
      with paid as (delete from paid_debit returning external_payment_id)
      update external_payment set cancel_requested_at = ${now()}, is_made_anew = left_of.pence > 0
      from (
        select external_payment_id as id, sum(least(part.amount_pence, coalesce(open_charge.pence, 0)))::integer as pence
        from external_payment_part part left join open_charge on open_charge.charge_id = part.charge_id
        where external_payment_id in (select external_payment_id from paid)
        group by external_payment_id
      ) left_of
      where left_of.id = external_payment.id and left_of.pence < amount_pence
        and state in ('waiting', 'pending_submission') and cancel_requested_at is null
      returning external_payment.id`.execute(tx)
    for (const { id } of rows) await jobs.enqueue(tx, job.cancelPayment, { paymentId: id })
  })
}
