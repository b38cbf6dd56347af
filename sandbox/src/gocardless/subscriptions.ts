import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import { addWorkingDays, workingDayFrom } from '../provider/working-days.ts'
import { type Context, record, save, today } from './account.ts'
import { isLive, nextChargeDate } from './charge-dates.ts'
import type { EventDetails } from './event-details.ts'
import { inputOf } from './input.ts'
import { newPayment } from './payments.ts'
import { wrongState } from './refusal.ts'
import { newId, type Subscription } from './rows.ts'

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const

export function createSubscription(context: Context, body: unknown): Subscription {
  const input = inputOf('subscriptions', body)
  const amount = input.amount('amount')
  if (input.text('currency') !== 'GBP') input.wrong('currency', 'is not the currency of the mandate')
  const unit = input.oneOf('interval_unit', ['weekly', 'monthly', 'yearly'])
  if (!unit) input.wrong('interval_unit', "can't be blank")
  const interval = input.whole('interval', 1, 52) ?? 1
  const dayOfMonth = input.whole('day_of_month', -1, 28)
  if (dayOfMonth === 0) input.wrong('day_of_month', 'must be between 1 and 28, or -1')
  const month = input.oneOf('month', months)
  const count = input.whole('count', 1, 10_000)
  const startDate = input.date('start_date')
  const endDate = input.date('end_date')
  const name = input.text('name')
  const reference = input.text('payment_reference', 140)
  const retry = input.flag('retry_if_possible', false)
  const metadata = input.metadata()
  const mandate = context.account.rows.mandates.get(input.within('links').text('mandate') ?? '')
  if (!mandate) input.within('links').wrong('mandate', 'not found')
  const earliest = mandate && isLive(mandate) ? nextChargeDate(context, mandate) : null
  if (startDate && earliest && startDate < earliest)
    input.wrong('start_date', "must be on or after mandate's next_possible_charge_date")
  input.check()
  if (!mandate || !earliest || !unit)
    throw wrongState('mandate_is_inactive', 'The mandate for this subscription is cancelled, failed or expired')
  const subscription = save(context, 'subscriptions', {
    id: newId('SB'),
    created_at: context.now().toISOString(),
    amount,
    currency: 'GBP',
    status: 'active',
    name,
    start_date: firstDate(startDate ?? earliest, unit, dayOfMonth, month),
    end_date: endDate,
    interval,
    interval_unit: unit,
    day_of_month: dayOfMonth,
    month,
    count,
    payment_reference: reference,
    retry_if_possible: retry,
    metadata,
    links: { mandate: mandate.id },
    own: { customer: mandate.links.customer, made: 0 },
  })
  happened(context, subscription, 'created', {
    origin: 'api',
    cause: 'subscription_created',
    description: 'Subscription created via the API.',
  })
  moveSubscription(context, subscription, today(context))
  return context.account.rows.subscriptions.get(subscription.id) ?? subscription
}

/** The first day on or after `from` that fits the day of the month and the month. */
function firstDate(from: string, unit: string, dayOfMonth: number | null, month: string | null): string {
  if (unit === 'weekly' || dayOfMonth === null) return from
  let first = onDay(from, dayOfMonth)
  const isWanted = (date: string) => unit !== 'yearly' || !month || months[Number(date.slice(5, 7)) - 1] === month
  while (first < from || !isWanted(first)) first = onDay(addMonths(`${first.slice(0, 7)}-01`, 1), dayOfMonth)
  return first
}

/** The day of the month of a date; -1 is the last. */
function onDay(date: string, dayOfMonth: number): string {
  const firstOfMonth = `${date.slice(0, 7)}-01`
  return dayOfMonth === -1 ? addDays(addMonths(firstOfMonth, 1), -1) : addDays(firstOfMonth, dayOfMonth - 1)
}

/** The day on which the payment of this number falls due; null when there is none. The first is number 0. */
function dueDate(subscription: Subscription, number: number): string | null {
  const { start_date, interval, interval_unit, day_of_month, count, end_date } = subscription
  if (count !== null && number >= count) return null
  const steps = number * interval
  const day = interval_unit === 'weekly' ? addDays(start_date, 7 * steps) : monthly(steps)
  return end_date !== null && day > end_date ? null : day

  function monthly(many: number): string {
    const later = addMonths(start_date, interval_unit === 'yearly' ? 12 * many : many)
    return day_of_month === -1 ? onDay(later, -1) : later
  }
}

/** As the API shows it: with the payments that will be made of it, ten at most. */
export function withUpcoming(subscription: Subscription): Subscription & { upcoming_payments: object[] } {
  const upcoming = []
  const isRunning = subscription.status === 'active'
  for (let number = subscription.own.made; isRunning && upcoming.length < 10; number += 1) {
    const due = dueDate(subscription, number)
    if (!due) break
    upcoming.push({ charge_date: workingDayFrom(due), amount: subscription.amount })
  }
  return { ...subscription, upcoming_payments: upcoming }
}

/** Makes the payments that are near enough: four working days before they fall due. */
export function moveSubscription(context: Context, subscription: Subscription, day: string): void {
  let current = subscription
  while (current.status === 'active') {
    const due = dueDate(current, current.own.made)
    if (due === null) {
      const description = 'The subscription has finished.'
      endSubscription(context, current, 'finished', {
        origin: 'gocardless',
        cause: 'subscription_finished',
        description,
      })
      return
    }
    if (addWorkingDays(workingDayFrom(due), -4) > day) return
    const mandate = context.account.rows.mandates.get(current.links.mandate)
    if (!mandate || !isLive(mandate)) return
    const earliest = nextChargeDate(context, mandate)
    const payment = newPayment(context, mandate, {
      amount: current.amount,
      chargeDate: due < earliest ? earliest : due,
      description: current.name,
      reference: current.payment_reference,
      retry: current.retry_if_possible,
      metadata: {},
      subscription: current.id,
    })
    current = save(context, 'subscriptions', { ...current, own: { ...current.own, made: current.own.made + 1 } })
    const details = {
      origin: 'gocardless',
      cause: 'payment_created',
      description: 'Payment created by a subscription.',
    } as const
    happened(context, current, 'payment_created', details, { payment: payment.id })
  }
}

export function changeSubscription(context: Context, subscription: Subscription, body: unknown): Subscription {
  const input = inputOf('subscriptions', body)
  const amount = input.has('amount') ? input.amount('amount') : subscription.amount
  const name = input.has('name') ? input.text('name') : subscription.name
  const metadata = input.has('metadata') ? input.metadata() : subscription.metadata
  const retry = input.flag('retry_if_possible', subscription.retry_if_possible)
  input.check()
  const isAmended = amount !== subscription.amount
  if (isAmended && subscription.status !== 'active')
    throw wrongState('subscription_not_active', 'Subscription is not active')
  const changed = save(context, 'subscriptions', { ...subscription, amount, name, metadata, retry_if_possible: retry })
  if (isAmended)
    happened(context, changed, 'amended', {
      origin: 'api',
      cause: 'subscription_amended',
      description: 'The subscription was amended.',
    })
  return changed
}

export function pauseSubscription(context: Context, subscription: Subscription): Subscription {
  if (subscription.status !== 'active') throw wrongState('subscription_not_active', 'Subscription is not active')
  const paused = save(context, 'subscriptions', { ...subscription, status: 'paused' })
  const description = 'The subscription was paused.'
  happened(context, paused, 'paused', { origin: 'api', cause: 'subscription_paused', description })
  return paused
}

export function resumeSubscription(context: Context, subscription: Subscription): Subscription {
  if (subscription.status !== 'paused') throw wrongState('subscription_not_paused', 'Subscription is not paused')
  // What fell due while it was paused is left out.
  let made = subscription.own.made
  for (let due = dueDate(subscription, made); due && due < today(context); due = dueDate(subscription, made)) made += 1
  const resumed = save(context, 'subscriptions', {
    ...subscription,
    status: 'active',
    own: { ...subscription.own, made },
  })
  const description = 'The subscription was resumed.'
  happened(context, resumed, 'resumed', { origin: 'api', cause: 'subscription_resumed', description })
  return resumed
}

export function cancelSubscription(context: Context, subscription: Subscription): Subscription {
  if (subscription.status !== 'active' && subscription.status !== 'paused')
    throw wrongState('cancellation_failed', 'Subscription is already cancelled or finished')
  return endSubscription(context, subscription, 'cancelled', {
    origin: 'api',
    cause: 'subscription_cancelled',
    description: 'The subscription was cancelled at your request.',
  })
}

export function endSubscription(
  context: Context,
  subscription: Subscription,
  status: 'cancelled' | 'finished',
  details: EventDetails,
): Subscription {
  const ended = save(context, 'subscriptions', { ...subscription, status })
  happened(context, ended, status, details)
  return ended
}

const happened = (
  context: Context,
  subscription: Subscription,
  action: string,
  details: EventDetails,
  links: Readonly<Record<string, string>> = {},
) =>
  record(context, {
    resource: 'subscriptions',
    action,
    details,
    links: { subscription: subscription.id, ...links },
    metadata: subscription.metadata,
  })
