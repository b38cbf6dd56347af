import { todayIn } from '@honbu/contract/calendar.ts'
import { currency } from '@honbu/contract/format.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import { pounds } from '../platform/money.ts'
import type { Tables } from '../platform/tables.ts'
import { closeTasks, raiseTask } from '../tasks/index.ts'
import { job } from './parts.ts'

/** What a bank says when the payer is behind it (https://developer.gocardless.com/api-reference/#events-payment-causes). */
export const disputeCauses: readonly string[] = ['authorisation_disputed', 'refund_requested', 'payment_stopped']

/** Says whether the payer disputes a payment: what was charged back always is, whatever the bank calls it. */
export const isDisputed = (state: string, cause: string): boolean =>
  state === 'charged_back' || (state === 'failed' && disputeCauses.includes(cause))

interface Parts {
  readonly jobs: Pick<Jobs, 'enqueue'>
}

interface Disputed {
  /** The external payment. */
  readonly paymentId: number
  readonly at: Date
}

/**
 * Stops all that would be collected by the mandate or card of a payment that is disputed, in the transaction that learns of
 * it: what is waiting is dropped, what the bank has not got yet is taken back, and what the provider collects by itself is
 * paused. What was paid by a link has neither, and stops nothing.
 */
export async function holdCollections(
  { jobs }: Parts,
  tx: Transaction<Tables>,
  { paymentId, at }: Disputed,
): Promise<void> {
  const { rows } = await sql<{ id: number; clubId: number; memberId: number }>`
    insert into collection_hold (club_id, root_club_id, member_id, mandate_id, saved_card_id, external_payment_id, opened_at)
    select club_id, root_club_id, member_id, mandate_id, saved_card_id, id, ${at}
    from external_payment left join card_payment on external_payment_id = id
    where id = ${paymentId} and num_nonnulls(mandate_id, saved_card_id) = 1
    on conflict do nothing
    returning id, club_id as "clubId", member_id as "memberId"`.execute(tx)
  const [hold] = rows
  if (!hold) return
  await dropHeld({ jobs }, tx, at)
  const { rows: subscriptions } = await sql<{ id: number }>`
    update external_subscription set hold_id = ${hold.id}
    where state = 'active' and cancel_requested_at is null
      and mandate_id = (select mandate_id from collection_hold where id = ${hold.id})
    returning id`.execute(tx)
  for (const { id } of subscriptions) await jobs.enqueue(tx, job.pauseOrResume, { subscriptionId: id })
  await keepHoldTasks(tx, at, hold.id)
  await writeAudit(tx, { action: 'holdCollections', accountId: null }, [
    {
      ...{ clubId: hold.clubId, memberId: hold.memberId, subject: 'collection_hold', subjectId: hold.id },
      after: { payment: paymentId },
    },
  ])
}

const isHeld = sql<boolean>`(payment.mandate_id is not null and mandate_is_on_hold(payment.mandate_id)
  or exists (select from card_payment where external_payment_id = payment.id and card_is_on_hold(saved_card_id)))`

const holdOf = sql<number>`(select hold.id from collection_hold hold
  left join card_payment on card_payment.external_payment_id = payment.id
  where hold.released_at is null
    and (hold.mandate_id = payment.mandate_id or hold.saved_card_id = card_payment.saved_card_id) limit 1)`

/** Takes back what is on its way by a mandate or card that is on hold; also what was put there at the same moment. */
export async function dropHeld({ jobs }: Parts, tx: Transaction<Tables>, at: Date): Promise<void> {
  const { rows: dropped } = await sql<{ id: number }>`
    with gone as (
      update external_payment payment set state = 'cancelled', checked = checked + 1, hold_id = ${holdOf}
      where state = 'waiting' and sent_at is null and ${isHeld} returning id, club_id, member_id
    )
    insert into external_payment_change (external_payment_id, club_id, member_id, state, at)
    select id, club_id, member_id, 'cancelled', ${at} from gone returning external_payment_id as id`.execute(tx)
  const { rows: late } = await sql<{ id: number }>`
    update external_payment payment set cancel_requested_at = ${at}, problem = '', hold_id = ${holdOf}
    where state in ('waiting', 'pending_submission') and cancel_requested_at is null and mandate_id is not null
      and not (id = any(${dropped.map(({ id }) => id)}::bigint[])) and ${isHeld}
    returning id`.execute(tx)
  for (const { id } of late) await jobs.enqueue(tx, job.cancelPayment, { paymentId: id })
}

/** Says, in SQL, whether no payment of a member to a club is disputed now. */
export const isUndisputed = (memberId: RawBuilder<unknown>, clubId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`not exists (select from collection_hold hold
    where hold.member_id = ${memberId} and hold.club_id = ${clubId} and hold.released_at is null)`

export interface HoldAmounts {
  readonly id: number
  readonly clubId: number
  readonly clubName: string
  readonly memberId: number
  readonly memberName: string
  readonly by: 'directDebit' | 'card'
  readonly disputed: number
  readonly since: Date
  readonly timeZone: string
  /** Pence that are due and not collected. */
  readonly onHold: number
  /** Pence of it that we collect after a release. */
  readonly willCollect: number
  /** Pence that the bank has already, and takes all the same. */
  readonly tooLate: number
}

/**
 * Reads holds that are open, with what hangs on each.
 * @param old days after which we no longer collect a debt automatically
 */
export async function readHolds(
  db: Db | Transaction<Tables>,
  which: RawBuilder<boolean>,
  at: Date,
  old: number,
): Promise<HoldAmounts[]> {
  const { rows } = await sql<HoldAmounts>`
    select hold.id, club.id as "clubId", club.name as "clubName", hold.member_id as "memberId", club.time_zone as "timeZone",
      trim(person.first_name || ' ' || person.last_name) as "memberName", payment.amount_pence as disputed,
      case when hold.mandate_id is null then 'card' else 'directDebit' end as by, hold.opened_at as since,
      coalesce(due.pence, 0)::integer as "onHold", coalesce(due.collected, 0)::integer as "willCollect",
      (select coalesce(sum(amount_pence), 0)::integer from external_payment sent
        where sent.mandate_id = hold.mandate_id and sent.state = 'submitted') as "tooLate"
    from collection_hold hold
    join club on club.id = hold.club_id
    join member on member.id = hold.member_id
    join person on person.id = member.person_id
    join external_payment payment on payment.id = hold.external_payment_id
    left join lateral (
      select sum(open_charge.pence) as pence, sum(open_charge.pence) filter (
        where open_charge.due_on >= (${at}::timestamptz at time zone club.time_zone)::date - ${old}::integer
          and coalesce(charge.payment_method_id, membership.payment_method_id)
            = case when hold.mandate_id is null then ${paymentMethod.card}::integer else ${paymentMethod.directDebit}::integer end
          and not exists (select from external_payment_part part
            join external_payment earlier on earlier.id = part.external_payment_id
            left join card_payment on card_payment.external_payment_id = earlier.id
            where part.charge_id = charge.id and ${isOver}
              and (earlier.mandate_id = hold.mandate_id or card_payment.saved_card_id = hold.saved_card_id
                or earlier.state not in ('failed', 'cancelled', 'refused')))
      ) as collected
      from open_charge join charge on charge.id = open_charge.charge_id
      join club_member membership on membership.member_id = charge.member_id and membership.club_id = charge.club_id
      where open_charge.member_id = hold.member_id and open_charge.club_id = hold.club_id
        and open_charge.due_on <= (${at}::timestamptz at time zone club.time_zone)::date
    ) due on true
    where hold.released_at is null and ${which}
    order by hold.id`.execute(db)
  return rows
}

/** Whether an earlier attempt at a charge counts: one that we have taken back for a hold, or to make it anew, doesn't. */
export const isOver: RawBuilder<boolean> = sql`not ((earlier.hold_id is not null or earlier.is_made_anew)
  and earlier.state = 'cancelled')`

const kind = 'collection'
const causeOf = (holdId: number) => `hold:${holdId}`

/** Each hold has a task that names the sum on hold today, until it is released. */
export async function keepHoldTasks(tx: Transaction<Tables>, at: Date, holdId?: number): Promise<void> {
  const holds = await readHolds(tx, holdId === undefined ? sql`true` : sql`hold.id = ${holdId}`, at, 0)
  for (const hold of holds) {
    const { id, clubId, memberId, memberName, by, disputed, onHold, tooLate, timeZone } = hold
    const what = `a ${by === 'card' ? 'card payment' : 'direct debit'} of ${currency(pounds(disputed))}`
    const late = tooLate === 0 ? '' : ` ${currency(pounds(tooLate))} is with the bank already and can’t be stopped.`
    const subject = `${memberName} disputes ${what}. We collect nothing more this way: ${currency(pounds(onHold))} is on hold.${late} Talk to the payer, then release it under Payments.`
    await raiseTask(tx, { clubId, memberId, kind, cause: causeOf(id), subject, dueOn: todayIn(timeZone, at) })
    await sql`
      update task set subject = ${subject}, version = version + 1
      where kind = ${kind} and cause = ${causeOf(id)} and completed_at is null and subject <> ${subject}`.execute(tx)
  }
}

interface Released {
  readonly holdId: number
  readonly reason: string
  /** Null: the bank has taken the dispute back. */
  readonly accountId: number | null
  readonly at: Date
}

/** Ends a hold: what was paused goes on, and what failed meanwhile is looked at anew. */
export async function endHold(
  { jobs }: Parts,
  tx: Transaction<Tables>,
  { holdId, reason, accountId, at }: Released,
): Promise<void> {
  await sql`
    update collection_hold set released_at = ${at}, released_by = ${accountId}, release_reason = ${reason}
    where id = ${holdId} and released_at is null`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    update external_subscription set hold_id = null where hold_id = ${holdId} returning id`.execute(tx)
  for (const { id } of rows) await jobs.enqueue(tx, job.pauseOrResume, { subscriptionId: id })
  await sql`
    insert into recovery_hint (external_payment_id)
    select recovery.external_payment_id from recovery
    join collection_hold hold on hold.id = ${holdId} and hold.member_id = recovery.member_id and hold.club_id = recovery.club_id
    where recovery.closed_at is null
    on conflict do nothing`.execute(tx)
  await closeTasks(tx, { kind, causes: [causeOf(holdId)], because: 'It has been released', now: at })
}

/** The bank has taken a dispute back, and the money is there again. */
export async function endHoldsOf(parts: Parts, tx: Transaction<Tables>, { paymentId, at }: Disputed): Promise<void> {
  const holds = await tx
    .selectFrom('collection_hold')
    .select(['id', 'club_id as clubId', 'member_id as memberId'])
    .where('external_payment_id', '=', paymentId)
    .where('released_at', 'is', null)
    .forUpdate()
    .execute()
  const reason = 'The bank took the dispute back'
  for (const { id, clubId, memberId } of holds) {
    await endHold(parts, tx, { holdId: id, reason, accountId: null, at })
    await writeAudit(tx, { action: 'releaseHold', accountId: null }, [
      { clubId, memberId, subject: 'collection_hold', subjectId: id, after: { released: reason } },
    ])
  }
}
