import { instantAt } from '@honbu/contract/calendar.ts'
import { addWorkingDays, londonDate } from '../provider/working-days.ts'
import { type Context, record, save, seconds } from './account.ts'
import { type BalanceTransaction, newId } from './rows.ts'

interface Entry {
  readonly amount: number
  readonly fee: number
  readonly source: string
  readonly type: BalanceTransaction['type']
  readonly category: string
  readonly description: string | null
}

/** An entry in the account's balance. What is earned can be paid out three working days later, what is lost at once. */
export function enter(context: Context, entry: Entry): BalanceTransaction {
  const { amount, fee, source, type, category, description } = entry
  const today = londonDate(context.now())
  const day = amount > 0 ? addWorkingDays(today, 3) : today
  return save(context, 'balance_transactions', {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: seconds(instantAt('UTC', day, '00:00')),
    created: seconds(context.now()),
    currency: 'gbp',
    description,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [{ amount: fee, application: null, currency: 'gbp', description: 'Stripe processing fees', type: 'stripe_fee' }]
      : [],
    net: amount - fee,
    reporting_category: category,
    source,
    status: amount > 0 ? 'pending' : 'available',
    type,
    own: {},
  })
}

/** What is taken of a card payment: 1.5 % and 20 pence (the published price of a British card). */
export const feeOf = (pence: number) => Math.round(pence * 0.015 + 20)

/** Pays out what is available and has not been paid out; where that is nothing or less, it waits. */
export function payOut(context: Context, day: string): void {
  const midnight = seconds(instantAt('UTC', day, '00:00'))
  const { balance_transactions } = context.account.rows
  const due = balance_transactions
    .all()
    .filter(({ type, own, available_on }) => type !== 'payout' && !own.payout && available_on <= midnight)
  const amount = due.reduce((sum, { net }) => sum + net, 0)
  if (amount <= 0) return
  const id = newId('po')
  const category = { type: 'payout', category: 'payout', description: 'STRIPE PAYOUT' } as const
  const transaction = enter(context, { amount: -amount, fee: 0, source: id, ...category })
  save(context, 'balance_transactions', { ...transaction, own: { payout: id } })
  for (const one of due) save(context, 'balance_transactions', { ...one, status: 'available', own: { payout: id } })
  const payout = save(context, 'payouts', {
    id,
    object: 'payout',
    amount,
    arrival_date: midnight,
    automatic: true,
    balance_transaction: transaction.id,
    created: seconds(context.now()),
    currency: 'gbp',
    description: 'STRIPE PAYOUT',
    destination: 'ba_sandbox',
    failure_code: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    reconciliation_status: 'completed',
    source_type: 'card',
    status: 'paid',
    type: 'bank_account',
    own: {},
  })
  record(context, 'payout.created', payout)
  record(context, 'payout.paid', payout)
}

/** https://docs.stripe.com/api/balance */
export function balanceOf(context: Context): object {
  const open = context.account.rows.balance_transactions.all().filter(({ own }) => !own.payout)
  const sum = (status: string) =>
    open.filter(transaction => transaction.status === status).reduce((total, { net }) => total + net, 0)
  const amounts = (amount: number) => [{ amount, currency: 'gbp', source_types: { card: amount } }]
  return { object: 'balance', available: amounts(sum('available')), livemode: false, pending: amounts(sum('pending')) }
}
