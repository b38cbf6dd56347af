import type * as call from '@honbu/contract/billing.ts'
import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { requireOpenDays, returnPayment, reverseCharge } from '../ledger/index.ts'
import { demandCredit } from '../platform/access.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { askRefund, takenBy } from '../refunds/index.ts'
import { requireTakenByHand } from './hand-methods.ts'
import { requireNoOrder } from './require-no-order.ts'
import { requireReversible } from './require-reversible.ts'

export async function deleteTransaction(
  { tx, user, now, audit }: Write,
  { id, reason }: Input<typeof call.deleteTransaction>,
) {
  const charge = await tx
    .selectFrom('charge')
    .innerJoin('club', 'club.id', 'charge.club_id')
    .select(['charge.member_id', 'charge.club_id', 'amount_pence', 'description', 'reverses_id', 'time_zone'])
    .where('charge.id', '=', id)
    .executeTakeFirstOrThrow()
  if (charge.reverses_id !== null) throw new Refused(409, 'This entry takes another one back, and stays.')
  await requireNoOrder(tx, id)
  const pence = await requireReversible(tx, { chargeId: id, memberId: charge.member_id })
  demandCredit(user, charge.club_id, Math.abs(pence), 'reason')
  await reverseCharge(tx, {
    chargeId: id,
    on: todayIn(charge.time_zone, now),
    reason: (reason || `Taken back: ${charge.description}`).slice(0, 500),
    accountId: user.accountId,
  })
  audit({
    clubId: charge.club_id,
    memberId: charge.member_id,
    subject: 'charge',
    subjectId: id,
    before: { amount: charge.amount_pence / 100, description: charge.description },
    after: { takenBack: true, reason },
  })
  return { transactionId: id, memberId: charge.member_id }
}

export async function deletePayment(context: Write, { id, reason }: Input<typeof call.deletePayment>) {
  const today = await todayOfPayment(context, id)
  return await giveBack(context, { paymentId: id, on: today, reason: 'correction', description: reason })
}

export async function refundPayment(context: Write, { id, amount, ...given }: Input<typeof call.refundPayment>) {
  const pence = Math.round(amount * 100)
  const taken = await takenBy(context.tx, id)
  if (taken) {
    if (given.returned === undefined) throw refused(400, 'returned', 'Say how much of it you see as given back.')
    const returnedPence = Math.round(given.returned * 100)
    const { memberId, clubId } = taken
    demandCredit(context.user, clubId, pence, 'amount')
    const { description, isStillOwed } = given
    const refundId = await askRefund(context, { paymentId: id, pence, returnedPence, description, isStillOwed })
    return { paymentId: id, memberId, refundId }
  }
  const today = await todayOfPayment(context, id)
  const { paymentDate = today } = given
  if (paymentDate > today) throw refused(400, 'paymentDate', 'Should not be in the future')
  const { club_id: clubId } = await context.tx
    .selectFrom('payment')
    .select('club_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await requireOpenDays(context.tx, { clubId, today, days: { paymentDate } })
  return await giveBack(context, {
    paymentId: id,
    pence,
    on: paymentDate,
    reason: 'refund',
    description: given.description,
    isStillOwed: given.isStillOwed,
  })
}

const refused = (status: number, field: string, message: string) => new Refused(status, message, { [field]: [message] })

async function todayOfPayment({ tx, now }: Write, id: number): Promise<string> {
  const { time_zone } = await tx
    .selectFrom('payment')
    .innerJoin('club', 'club.id', 'payment.club_id')
    .select('time_zone')
    .where('payment.id', '=', id)
    .executeTakeFirstOrThrow()
  return todayIn(time_zone, now)
}

async function giveBack({ tx, user, audit }: Write, given: Parameters<typeof returnPayment>[1]) {
  const payment = await tx
    .selectFrom('payment')
    .select(['member_id', 'club_id', 'amount_pence', 'payment_method_id', 'returns_id'])
    .where('id', '=', given.paymentId)
    .executeTakeFirstOrThrow()
  demandCredit(user, payment.club_id, given.pence ?? payment.amount_pence, given.pence ? 'amount' : 'reason')
  if (payment.returns_id !== null) throw new Refused(409, 'This entry gives a payment back, and stays.')
  // What a provider took elsewhere is given back there, and written down here.
  if (given.reason === 'correction') requireTakenByHand(payment.payment_method_id)
  const returned = await returnPayment(tx, { ...given, accountId: user.accountId })
  audit({
    clubId: payment.club_id,
    memberId: payment.member_id,
    subject: 'payment',
    subjectId: given.paymentId,
    before: { amount: payment.amount_pence / 100 },
    after: {
      reason: given.reason,
      description: given.description ?? '',
      ...(given.pence && { givenBack: given.pence / 100 }),
      ...(given.isStillOwed === false && { isStillOwed: false }),
    },
  })
  return { paymentId: returned ?? given.paymentId, memberId: payment.member_id, refundId: null }
}
