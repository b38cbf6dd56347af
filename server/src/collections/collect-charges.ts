import { addDays } from '@honbu/contract/calendar.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { earliestPayment, workingDaysAfter } from '../plans/index.ts'
import { type AuditEntry, writeAudit } from '../platform/audit.ts'
import { isOver } from './holds.ts'
import { unlessInFlight } from './in-flight.ts'
import { type CollectionParts, job } from './parts.ts'
import { workingDayFrom } from './working-days.ts'

/** Working days by which a payment is handed over earlier than it has to be, so that a night that is missed does no harm. */
const inHand = 2
/** A debt that is older than this is not collected by itself: somebody should speak about it first. */
export const oldDebtDays = 90

interface Due {
  chargeId: number
  clubId: number
  clubName: string
  rootClubId: number
  memberId: number
  accountId: number
  mandateId: number
  pence: number
  description: string
  dueOn: string
  nextPossible: string | null
}

/**
 * Puts what is due of those who pay by direct debit on its way: each open charge once by a mandate, whatever runs twice or
 * at the same time (a unique index holds it). It is taken on the day that it is due, or on the first that Bacs and the
 * notice to the payer leave: three working days ahead, four after 16:00 in London. A mandate that the bank is still setting up
 * is collected by on the first day that the provider names for it.
 * @returns how many were put on their way
 */
export async function collectCharges({ db, jobs, now }: CollectionParts): Promise<number> {
  const at = now()
  const earliest = earliestPayment(at)
  const until = workingDaysAfter(earliest, inHand)
  return await db.transaction().execute(async tx => {
    const { rows: due } = await sql<Due>`
      select open_charge.charge_id as "chargeId", club.id as "clubId", club.name as "clubName",
        club.root_club_id as "rootClubId", open_charge.member_id as "memberId", pence, charge.description,
        charge.due_on as "dueOn", mandate.id as "mandateId", mandate.provider_account_id as "accountId",
        mandate.next_possible_charge_date as "nextPossible"
      from open_charge
      join charge on charge.id = open_charge.charge_id
      join club on club.id = open_charge.club_id
      join club_member membership on membership.member_id = charge.member_id and membership.club_id = charge.club_id
      cross join lateral (
        select id, provider_account_id, next_possible_charge_date from mandate
        where mandate.member_id = charge.member_id and mandate.club_id = charge.club_id
          and mandate_is_live(state) and cancel_requested_at is null and not mandate_is_on_hold(id)
        order by created_at desc, id desc limit 1
      ) mandate
      where open_charge.due_on between ${addDays(earliest, -oldDebtDays)}::date and ${until}::date
        and coalesce(charge.payment_method_id, membership.payment_method_id) = ${paymentMethod.directDebit}
        -- A mandate is tried once by itself; after that it is for the plan of retries, or for a person. What a payer has
        -- disputed is talked about.
        and not exists (
          select from external_payment earlier where earlier.charge_id = charge.id and ${isOver}
            and (earlier.mandate_id = mandate.id or earlier.state not in ('failed', 'cancelled', 'refused')))
      order by charge.id`.execute(tx)
    if (due.length === 0) return 0
    const dayOf = (charge: Due) => latest(workingDayFrom(charge.dueOn), earliest, charge.nextPossible ?? earliest)
    const { rows: made } = await sql<{ chargeId: number }>`
      insert into external_payment (club_id, root_club_id, member_id, provider_account_id, payment_method_id, mandate_id,
        charge_id, amount_pence, description, charge_date, state, created_at)
      select club_id, root_club_id, member_id, account_id, ${paymentMethod.directDebit}, mandate_id, charge_id, pence,
        description, charge_date, 'waiting', ${at}
      from unnest(${due.map(each => each.clubId)}::bigint[], ${due.map(each => each.rootClubId)}::bigint[],
        ${due.map(each => each.memberId)}::bigint[], ${due.map(each => each.accountId)}::bigint[],
        ${due.map(each => each.mandateId)}::bigint[], ${due.map(each => each.chargeId)}::bigint[],
        ${due.map(each => each.pence)}::integer[], ${due.map(descriptionOf)}::text[], ${due.map(dayOf)}::date[])
        as due (club_id, root_club_id, member_id, account_id, mandate_id, charge_id, pence, description, charge_date)
      ${unlessInFlight}
      returning charge_id as "chargeId"`.execute(tx)
    const chargeIds = new Set(made.map(({ chargeId }) => chargeId))
    const sent = due.filter(({ chargeId }) => chargeIds.has(chargeId))
    const entries: AuditEntry[] = [...Map.groupBy(sent, ({ clubId }) => clubId)].map(([clubId, charges]) => ({
      ...{ clubId, subject: 'external_payment', before: null },
      after: { payments: charges.length, amount: charges.reduce((sum, { pence }) => sum + pence, 0) / 100 },
    }))
    if (entries.length > 0) await writeAudit(tx, { action: 'collectCharges', accountId: null }, entries)
    for (const accountId of new Set(sent.map(each => each.accountId)))
      await jobs.enqueue(tx, job.sendPayments, { accountId })
    return sent.length
  })
}

const latest = (...days: string[]) => days.reduce((a, b) => (a > b ? a : b))

const descriptionOf = ({ description, clubName }: Due) => (description || `Payment to ${clubName}`).slice(0, 500)

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
        select payment.id, coalesce(open_charge.pence, 0) as pence from external_payment payment
        left join open_charge on open_charge.charge_id = payment.charge_id
      ) left_of
      where left_of.id = external_payment.id and left_of.pence < amount_pence
        and external_payment.id in (select external_payment_id from paid)
        and state in ('waiting', 'pending_submission') and cancel_requested_at is null
      returning external_payment.id`.execute(tx)
    for (const { id } of rows) await jobs.enqueue(tx, job.cancelPayment, { paymentId: id })
  })
}
