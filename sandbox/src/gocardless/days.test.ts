import { afterAll, describe, expect, it } from 'vitest'
import type { BankSandbox } from './bank.ts'
import { evening, gocardless, openTestBank, temporaryFolder } from './test-bank.ts'

const rooms: { bank: BankSandbox; remove: () => void }[] = []
afterAll(async () => {
  for (const { bank, remove } of rooms) {
    await bank.close()
    remove()
  }
})

/** A bank of its own, because time is the bank's, with a customer's mandate. */
async function setUp(options = {}) {
  const { folder, remove } = temporaryFolder()
  const bank = await openTestBank(folder, options)
  rooms.push({ bank, remove })
  const client = gocardless(bank.url)
  const customer = String((await client.customers.create({ given_name: 'Ann', family_name: 'Lee' })).id)
  const account = await client.customerBankAccounts.create({
    account_holder_name: 'Ann Lee',
    branch_code: '200000',
    account_number: '55779911',
    country_code: 'GB',
    links: { customer },
  })
  const mandate = String((await client.mandates.create({ links: { customer_bank_account: String(account.id) } })).id)
  const pay = async (more = {}) =>
    String((await client.payments.create({ amount: 10_000, currency: 'GBP', links: { mandate }, ...more })).id)
  const stateOf = async (payment: string) => (await client.payments.find(payment)).status
  const storyOf = async (payment: string) =>
    (await client.events.list({ payment })).events.map(({ action }) => action).reverse()
  const choose = (id: string, outcome: string) =>
    bank.page({ method: 'POST', path: '', query: {}, form: { do: 'outcome', id, outcome } })
  const press = (id: string, button: string) =>
    bank.page({ method: 'POST', path: '', query: {}, form: { do: button, id } })
  return { bank, client, mandate, pay, stateOf, storyOf, choose, press }
}

describe('a payment in the days of Bacs', () => {
  it('is handed in, confirmed and paid out on working days', async () => {
    const { bank, client, mandate, pay, stateOf, storyOf } = await setUp()
    const payment = await pay()
    expect((await client.payments.find(payment)).charge_date).toBe('2026-05-18')
    await bank.moveTo('2026-05-13')
    expect((await client.mandates.find(mandate)).status).toBe('submitted')
    await bank.moveTo('2026-05-15')
    expect((await client.mandates.find(mandate)).status).toBe('active')
    // Thursday: two working days before the charge.
    expect(await stateOf(payment)).toBe('submitted')
    await bank.moveTo('2026-05-18')
    expect(await stateOf(payment)).toBe('submitted')
    await bank.moveTo('2026-05-19')
    expect(await stateOf(payment)).toBe('confirmed')
    await bank.moveTo('2026-05-20')
    expect(await stateOf(payment)).toBe('paid_out')
    expect(await storyOf(payment)).toEqual(['created', 'submitted', 'confirmed', 'paid_out'])

    const { payouts } = await client.payouts.list()
    expect(payouts).toMatchObject([{ amount: 9880, deducted_fees: 120, status: 'paid', arrival_date: '2026-05-20' }])
    const items = []
    for await (const item of client.payoutItems.all({ payout: String(payouts[0]?.id), limit: 1 })) items.push(item)
    expect(items).toEqual([
      { type: 'payment_paid_out', amount: '10000.0', links: { payment } },
      { type: 'gocardless_fee', amount: '-120.0', links: { payment } },
    ])
    expect((await client.payments.find(payment)).links?.payout).toBe(payouts[0]?.id)
    // The mandate is an old one now: three working days, and Monday is a bank holiday.
    expect((await client.mandates.find(mandate)).next_possible_charge_date).toBe('2026-05-26')
  })

  it('counts from the next working day after four o’clock', async () => {
    const { client, pay } = await setUp({ clock: () => evening })
    expect((await client.payments.find(await pay())).charge_date).toBe('2026-05-19')
  })

  it('fails for want of funds, and is retried three times at most', async () => {
    const { bank, client, pay, stateOf, storyOf } = await setUp()
    bank.byDefault({ payment: 'insufficient_funds' })
    const payment = await pay()
    await bank.moveTo('2026-05-19')
    expect(await stateOf(payment)).toBe('failed')
    const { events } = await client.events.list({ payment, action: 'failed' })
    expect(events[0]?.details).toMatchObject({
      origin: 'bank',
      cause: 'insufficient_funds',
      scheme: 'bacs',
      reason_code: 'ARUDD-0',
      will_attempt_retry: false,
    })
    for (const date of ['2026-05-28', '2026-06-05', '2026-06-15']) {
      expect((await client.payments.retry(payment, {})).status).toBe('pending_submission')
      await bank.moveTo(date)
      expect(await stateOf(payment)).toBe('failed')
    }
    await expect(client.payments.retry(payment, {})).rejects.toMatchObject({ errors: [{ reason: 'retry_failed' }] })
    expect((await storyOf(payment)).filter(action => action === 'resubmission_requested')).toHaveLength(3)
  })

  it('is retried by the provider where that was agreed', async () => {
    const { bank, client, pay, choose, stateOf, storyOf } = await setUp()
    const payment = await pay({ retry_if_possible: true })
    await choose(payment, 'refer_to_payer')
    await bank.moveTo('2026-05-19')
    const { events } = await client.events.list({ payment, action: 'failed' })
    expect(events[0]?.details).toMatchObject({ cause: 'refer_to_payer', will_attempt_retry: true })
    await bank.moveTo('2026-06-01')
    expect(await stateOf(payment)).toBe('paid_out')
    expect(await storyOf(payment)).toEqual([
      'created',
      'submitted',
      'failed',
      'resubmission_requested',
      'submitted',
      'confirmed',
      'paid_out',
    ])
  })

  it('takes the mandate with it when the account is closed', async () => {
    const { bank, client, mandate, pay, choose, stateOf } = await setUp()
    const [first, second] = [await pay(), await pay({ charge_date: '2026-06-30' })]
    await choose(first, 'bank_account_closed')
    await bank.moveTo('2026-05-19')
    expect(await stateOf(first)).toBe('failed')
    expect((await client.mandates.find(mandate)).status).toBe('cancelled')
    expect(await stateOf(second)).toBe('cancelled')
    const { events } = await client.events.list({ mandate, action: 'cancelled' })
    expect(events[0]?.details).toMatchObject({ cause: 'bank_account_closed', reason_code: 'ADDACS-B', origin: 'bank' })
  })

  it('fails late after it was paid out, and the next payout is less', async () => {
    const { bank, client, pay, choose, stateOf, storyOf } = await setUp()
    const [late, next] = [await pay({ amount: 4000 }), await pay({ charge_date: '2026-05-27' })]
    await choose(late, 'late_failure')
    await bank.moveTo('2026-05-21')
    expect(await stateOf(late)).toBe('failed')
    await bank.moveTo('2026-05-29')
    expect(await stateOf(next)).toBe('paid_out')
    expect(await storyOf(late)).toEqual([
      'created',
      'submitted',
      'confirmed',
      'paid_out',
      'failed',
      'late_failure_settled',
    ])
    expect((await client.payouts.list()).payouts.map(({ amount }) => amount)).toEqual([5880, 3940])
  })

  it('is charged back, and taken from the club after fourteen working days', async () => {
    const { bank, client, pay, press, stateOf, storyOf } = await setUp()
    const [disputed, won] = [await pay(), await pay()]
    await bank.moveTo('2026-05-20')
    await press(disputed, 'charge-back')
    await press(won, 'charge-back')
    expect(await stateOf(disputed)).toBe('charged_back')
    await press(won, 'cancel-charge-back')
    expect(await stateOf(won)).toBe('paid_out')
    const { events } = await client.events.list({ payment: disputed, action: 'charged_back' })
    expect(events[0]?.details).toMatchObject({ cause: 'authorisation_disputed', reason_code: 'DDICA-5' })
    await pay({ amount: 20_000, charge_date: '2026-06-08' })
    await bank.moveTo('2026-06-09')
    expect(await storyOf(disputed)).not.toContain('chargeback_settled')
    await pay({ amount: 20_000 })
    await bank.moveTo('2026-06-17')
    expect(await storyOf(disputed)).toContain('chargeback_settled')
    expect(await storyOf(won)).toEqual([
      'created',
      'submitted',
      'confirmed',
      'paid_out',
      'charged_back',
      'chargeback_cancelled',
    ])
  })

  it('is refunded out of a payout', async () => {
    const { bank, client, pay } = await setUp()
    const payment = await pay()
    await bank.moveTo('2026-05-20')
    const refund = String((await client.refunds.create({ amount: 2000, links: { payment } })).id)
    await pay()
    await bank.moveTo('2026-05-28')
    expect((await client.refunds.find(refund)).status).toBe('paid')
    expect((await client.events.list({ refund })).events.map(({ action }) => action).reverse()).toEqual([
      'created',
      'paid',
      'refund_settled',
    ])
    expect((await client.payouts.list()).payouts[0]?.amount).toBe(7880)
  })
})

describe('a mandate and a subscription in time', () => {
  it('fails when there is no such account', async () => {
    const { bank } = await setUp()
    bank.byDefault({ mandate: 'failed' })
    const client = gocardless(bank.url)
    const { customer_bank_accounts } = await client.customerBankAccounts.list()
    const links = { customer_bank_account: String(customer_bank_accounts[0]?.id) }
    const mandate = String((await client.mandates.create({ links })).id)
    await bank.moveTo('2026-05-15')
    expect((await client.mandates.find(mandate)).status).toBe('failed')
  })

  it('expires after two years without a payment', async () => {
    const { bank, client, mandate } = await setUp()
    await bank.moveTo('2028-05-12')
    expect((await client.mandates.find(mandate)).status).toBe('active')
    await bank.moveTo('2028-05-16')
    expect((await client.mandates.find(mandate)).status).toBe('expired')
  })

  it('makes a payment of a subscription each month, and finishes', async () => {
    const { bank, client, mandate } = await setUp()
    const subscription = await client.subscriptions.create({
      amount: 3000,
      currency: 'GBP',
      interval_unit: 'monthly',
      start_date: '2026-05-31',
      count: 2,
      links: { mandate },
    })
    await bank.moveTo('2026-07-10')
    const { payments } = await client.payments.list({ subscription: String(subscription.id) })
    expect(payments.map(({ charge_date, status }) => [charge_date, status])).toEqual([
      ['2026-06-30', 'paid_out'],
      ['2026-06-01', 'paid_out'],
    ])
    expect((await client.subscriptions.find(String(subscription.id))).status).toBe('finished')
  })
})
