import { addDays, addMonths, daysBetween } from '@honbu/contract/calendar.ts'
import { isWorkingDay } from '../provider/working-days.ts'
import type { Context } from './account.ts'
import { movePayment } from './collecting.ts'
import { endMandate, moveMandate } from './mandates.ts'
import { mandateEnds } from './outcomes.ts'
import { dueOn, payOut } from './payouts.ts'
import { moveRefund } from './refunds.ts'
import { moveSubscription } from './subscriptions.ts'

/** What the banks and the provider do on one working day, in the morning. Nothing happens on other days. */
export function liveThroughDay(context: Context, day: string): void {
  if (!isWorkingDay(day)) return
  const { mandates, payments, subscriptions, refunds } = context.account.rows
  // The lists themselves, not copies: what happens to one row may end another, further down.
  for (const mandate of mandates.all()) {
    moveMandate(context, mandate, day)
    const isDormant = mandate.status === 'active' && addMonths(mandate.own.usedOn, 24) < day
    if (isDormant && !payments.linkedTo(mandate.id).some(({ charge_date }) => addMonths(charge_date, 24) >= day))
      endMandate(context, mandate, 'expired', mandateEnds.dormant)
  }
  for (const subscription of subscriptions.all()) moveSubscription(context, subscription, day)
  for (const payment of payments.all()) movePayment(context, payment, day)
  for (const refund of refunds.all()) moveRefund(context, refund, day)
  payOut(context, day, dueOn(day, payments.all(), refunds.all()))
}

/** The days after `from`, up to and with `to`. */
export const daysAfter = (from: string, to: string) =>
  Array.from({ length: Math.max(daysBetween(from, to), 0) }, (_, index) => addDays(from, index + 1))
