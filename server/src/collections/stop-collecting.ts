import { memberStatus } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { pounds } from '../platform/money.ts'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { type CollectionParts, job } from './parts.ts'

/** What can still be paid by a mandate, or begin to be. */
const canLive = sql<boolean>`(mandate_is_live(mandate.state)
  or mandate.state in ('pending_customer_approval', 'suspended_by_payer'))`

interface Whose {
  readonly memberId: number
  readonly clubIds: readonly number[]
}

/** A payment that the bank has already, in pounds. */
export interface OnItsWay {
  readonly amount: number
  readonly chargeDate: string | null
}

/**
 * Ends all by which a member could be collected from in these clubs: mandates are cancelled at the provider, by jobs, and
 * with them what the provider collects by itself; payments that nobody has handed over yet, or that can be taken back, are;
 * a link to give a mandate is over.
 * @returns the payments that are too late to be taken back
 */
export async function stopCollecting(write: Stopping, { memberId, clubIds }: Whose): Promise<OnItsWay[]> {
  return await stop(write, sql<boolean>`member_id = ${memberId} and club_id = any(${[...clubIds]}::bigint[])`)
}

/** The same for everyone in these clubs, with what providers collect by themselves. */
export async function stopCollectingIn(write: Stopping, clubIds: readonly number[]): Promise<void> {
  const theirs = sql<boolean>`club_id = any(${[...clubIds]}::bigint[])`
  const { rows } = await sql<{ id: number }>`
    update external_subscription set cancel_requested_at = ${write.now}, problem = ''
    where ${theirs} and state not in ('cancelled', 'finished', 'customer_approval_denied') and cancel_requested_at is null
    returning id`.execute(write.tx)
  for (const { id } of rows) await write.enqueue(job.cancelSubscription, { subscriptionId: id })
  await stop(write, theirs)
}

type Stopping = Pick<Write, 'tx' | 'now' | 'enqueue'>

async function stop({ tx, now, enqueue }: Stopping, theirs: RawBuilder<boolean>): Promise<OnItsWay[]> {
  const { rows: dropped } = await sql<{ id: number; clubId: number; memberId: number }>`
    update external_payment set state = 'cancelled', checked = checked + 1
    where ${theirs} and state = 'waiting' and sent_at is null
    returning id, club_id as "clubId", member_id as "memberId"`.execute(tx)
  for (const { id, clubId, memberId } of dropped)
    await tx
      .insertInto('external_payment_change')
      .values({ external_payment_id: id, club_id: clubId, member_id: memberId, state: 'cancelled', at: now })
      .execute()
  // First these: a mandate that is gone takes its payments with it at the bank, but each is to say why.
  const { rows: payments } = await sql<{ id: number }>`
    update external_payment set cancel_requested_at = ${now}, problem = ''
    where ${theirs} and state in ('waiting', 'pending_submission') and mandate_id is not null and cancel_requested_at is null
    returning id`.execute(tx)
  for (const { id } of payments) await enqueue(job.cancelPayment, { paymentId: id })
  const { rows: mandates } = await sql<{ id: number }>`
    update mandate set cancel_requested_at = ${now}, problem = ''
    where ${theirs} and ${canLive} and cancel_requested_at is null returning id`.execute(tx)
  for (const { id } of mandates) await enqueue(job.cancelMandate, { mandateId: id })
  await sql`update mandate_request set ended_at = ${now} where ${theirs} and ended_at is null`.execute(tx)
  const { rows: late } = await sql<{ pence: number; chargeDate: string | null }>`
    select amount_pence as pence, charge_date as "chargeDate" from external_payment
    where ${theirs} and (state in ('pending_customer_approval', 'submitted') or state = 'waiting' and mandate_id is null
      or state = 'failed' and will_retry) order by charge_date, id`.execute(tx)
  return late.map(({ pence, chargeDate }) => ({ amount: pounds(pence), chargeDate }))
}

/** Days after the end of a membership for which its mandate is kept: who comes back, or owes the last month, needs it. */
const keptFor = 30

/** Minutes after which a wish to cancel is given to another job: the one before was given up. */
const patience = 60

/**
 * Hourly. What the provider collects by itself for a membership that is over is cancelled at once. The mandate itself when
 * the membership is over for 30 days, nothing is owed and nothing is on its way: a mandate that nobody needs is one by which
 * money can be taken by mistake. And what should have been cancelled, and is not, is tried again.
 */
export async function endUnusedMandates({ db, jobs, now }: CollectionParts): Promise<void> {
  const at = now()
  const isOver = (of: 'mandate' | 'external_subscription') => sql<boolean>`not exists (
    select from club_member membership where membership.member_id = ${sql.ref(`${of}.member_id`)}
      and membership.club_id = ${sql.ref(`${of}.club_id`)}
      and membership.member_status_id not in (${memberStatus.lapsed}, ${memberStatus.notInterested},
        ${memberStatus.unconverted}))`
  await db.transaction().execute(async tx => {
    const subscriptions = await asked(tx, {
      wish: sql`update external_subscription set cancel_requested_at = ${at}, problem = ''
        where state not in ('cancelled', 'finished', 'customer_approval_denied') and cancel_requested_at is null
          and ${isOver('external_subscription')} returning id`,
      late: sql`select id from external_subscription where cancel_requested_at < ${earlier(at)}`,
    })
    for (const id of subscriptions) await jobs.enqueue(tx, job.cancelSubscription, { subscriptionId: id })
    const mandates = await asked(tx, {
      wish: sql`update mandate set cancel_requested_at = ${at}, problem = ''
        where ${canLive} and cancel_requested_at is null and ${isOver('mandate')} and mandate.created_at < ${daysAgo(at)}
          and not exists (
            select from member_status_change change
            join club_member membership on membership.id = change.club_member_id
            where membership.member_id = mandate.member_id and membership.club_id = mandate.club_id
              and change.created_at >= ${daysAgo(at)})
          and not exists (select from open_charge
            where open_charge.member_id = mandate.member_id and open_charge.club_id = mandate.club_id)
          and not exists (select from external_payment payment where payment.mandate_id = mandate.id
            and (payment.state in ('waiting', 'pending_customer_approval', 'pending_submission', 'submitted')
              or payment.state = 'failed' and payment.will_retry))
        returning id`,
      late: sql`select id from mandate where cancel_requested_at < ${earlier(at)} and ${canLive}`,
    })
    for (const id of mandates) await jobs.enqueue(tx, job.cancelMandate, { mandateId: id })
    const { rows: payments } = await sql<{ id: number }>`
      select id from external_payment where cancel_requested_at < ${earlier(at)}
        and state in ('waiting', 'pending_submission') and mandate_id is not null`.execute(tx)
    for (const { id } of payments) await jobs.enqueue(tx, job.cancelPayment, { paymentId: id })
  })
}

const earlier = (at: Date) => new Date(at.getTime() - patience * 60_000)
const daysAgo = (at: Date) => new Date(at.getTime() - keptFor * 86_400_000)

interface Asked {
  /** Writes down what is to be cancelled from now on. */
  readonly wish: ReturnType<typeof sql>
  /** Finds what was to be long ago. */
  readonly late: ReturnType<typeof sql>
}

async function asked(tx: Transaction<Tables>, { wish, late }: Asked): Promise<number[]> {
  // Each selects ids alone.
  const ids = async (query: ReturnType<typeof sql>) =>
    ((await query.execute(tx)).rows as { id: number }[]).map(row => row.id)
  return [...(await ids(late)), ...(await ids(wish))]
}
