import type * as call from '@honbu/contract/collections.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { counted } from '@honbu/contract/format.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { job } from './parts.ts'

/** Over for good; anything else can still be ended. */
const ended: readonly string[] = ['cancelled', 'finished', 'customer_approval_denied']

export async function getSubscriptions({ db, user }: Read, { id }: Input<typeof call.getSubscriptions>) {
  const rows = await db
    .selectFrom('external_subscription as subscription')
    .innerJoin('club', 'club.id', 'subscription.club_id')
    .select(['subscription.id as subscriptionId', 'member_id as memberId', 'club.id as clubId'])
    .select(['club.name as clubName', 'subscription.name', 'amount_pence as pence', 'frequency', 'state'])
    .select(['subscription.created_at as createdAt', 'start_date as startDate', 'next_payment as nextPayment'])
    .select(['cancel_requested_at as requestedAt', 'problem'])
    .where('member_id', '=', id)
    .where('club.id', 'in', [0, ...user.clubs.keys()])
    .orderBy('subscription.created_at', 'desc')
    .orderBy('subscription.id', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ pence, createdAt, requestedAt, ...row }) => ({
    ...row,
    providerId: paymentMethod.directDebit,
    amount: pounds(pence),
    createdAt: createdAt.toISOString(),
    isCancelling: requestedAt !== null,
    canCancel: requestedAt === null && !ended.includes(row.state),
  }))
}

export async function cancelSubscription(
  { tx, now, audit, enqueue }: Write,
  { id, memberId, providerId }: Input<typeof call.cancelSubscription>,
) {
  const row = await tx
    .selectFrom('external_subscription')
    .select(['club_id as clubId', 'member_id as memberId', 'state', 'name', 'cancel_requested_at as requestedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.memberId !== memberId) throw refused('memberId', 'This subscription is another member’s.')
  if (providerId !== paymentMethod.directDebit)
    throw refused('providerId', 'Subscriptions are collected by GoCardless.')
  if (ended.includes(row.state)) throw refused('id', 'This subscription has ended already.', 409)
  if (!row.requestedAt) {
    await tx
      .updateTable('external_subscription')
      .set({ cancel_requested_at: now, problem: '' })
      .where('id', '=', id)
      .execute()
    await enqueue(job.cancelSubscription, { subscriptionId: id })
  }
  const before = { name: row.name, state: row.state }
  const { clubId } = row
  audit({
    clubId,
    memberId,
    subject: 'external_subscription',
    subjectId: id,
    before,
    after: { state: 'to be cancelled' },
  })
  return { subscriptionId: id, memberId }
}

export async function endSubscriptions(
  { tx, now, audit, enqueue }: Write,
  { clubId, count }: Input<typeof call.endSubscriptions>,
) {
  const rows = await tx
    .selectFrom('external_subscription')
    .select(['id', 'member_id as memberId', 'name', 'state'])
    .where('club_id', '=', clubId)
    .where('state', 'not in', ended)
    .where('cancel_requested_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length !== count)
    throw refused('count', `There are ${counted(rows.length, 'subscription')} to end now. Look at them again.`, 409)
  const ids = rows.map(({ id }) => id)
  await tx
    .updateTable('external_subscription')
    .set({ cancel_requested_at: now, problem: '' })
    .where('id', 'in', [0, ...ids])
    .execute()
  await enqueue(job.cancelSubscriptions, { subscriptionIds: ids })
  for (const { id, memberId, name, state } of rows)
    audit({
      ...{ clubId, memberId, subject: 'external_subscription', subjectId: id, before: { name, state } },
      after: { state: 'to be cancelled' },
    })
  if (rows.length === 0) audit({ clubId, subject: 'external_subscription', before: null, after: { ended: 0 } })
  return { clubId, ending: rows.length }
}

const refused = (field: string, message: string, status = 400) => new Refused(status, message, { [field]: [message] })
