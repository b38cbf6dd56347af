import {
  ApiError,
  AuthenticationError,
  IdempotentCreationConflictError,
  InvalidStateError,
  ValidationFailedError,
} from 'gocardless-nodejs/errors'
import { afterAll, describe, expect, it } from 'vitest'
import { gocardless, openTestBank, temporaryFolder } from './test-bank.ts'

const { folder, remove } = temporaryFolder()
const bank = await openTestBank(folder)
bank.attach({ pages: 'http://localhost:3000/sandbox/bank', webhooks: '' })
afterAll(async () => {
  await bank.close()
  remove()
})

/** A club of its own for each test, with a customer and his mandate. */
async function club(token: string) {
  const client = gocardless(bank.url, `sandbox_${token}`)
  const customer = await client.customers.create({ given_name: 'Ann', family_name: 'Lee', email: 'ann@club.example' })
  const account = await client.customerBankAccounts.create({
    account_holder_name: 'Ann Lee',
    branch_code: '200000',
    account_number: '55779911',
    country_code: 'GB',
    links: { customer: String(customer.id) },
  })
  const mandate = await client.mandates.create({ scheme: 'bacs', links: { customer_bank_account: String(account.id) } })
  return { client, customer, account, mandate: String(mandate.id), mandateMade: mandate }
}

const pay = (mandate: string, amount = 2500) => ({ amount, currency: 'GBP' as const, links: { mandate } })

describe('customers, bank accounts and mandates', () => {
  it('keeps what it is told, and of an account number only the end', async () => {
    const { client, customer, account, mandateMade } = await club('keeps')
    expect(await client.customers.find(String(customer.id))).toMatchObject({ email: 'ann@club.example', metadata: {} })
    expect(account).toMatchObject({ account_holder_name: 'ANN LEE', account_number_ending: '11', enabled: true })
    expect(JSON.stringify(account)).not.toContain('55779911')
    expect(mandateMade).toMatchObject({
      status: 'pending_submission',
      scheme: 'bacs',
      // Tuesday before the cut-off, and the mandate is new: four working days.
      next_possible_charge_date: '2026-05-18',
      links: { customer: customer.id, customer_bank_account: account.id },
    })
    expect(mandateMade).not.toHaveProperty('own')
    const changed = await client.customers.update(String(customer.id), {
      email: 'a@club.example',
      metadata: { id: '7' },
    })
    expect(changed).toMatchObject({ email: 'a@club.example', given_name: 'Ann', metadata: { id: '7' } })
    expect((await client.customerBankAccounts.disable(String(account.id))).enabled).toBe(false)
    const again = client.mandates.create({ scheme: 'bacs', links: { customer_bank_account: String(account.id) } })
    await expect(again).rejects.toThrow(InvalidStateError)
  })

  it('refuses with the field', async () => {
    const { client } = await club('fields')
    const error = await client.customerBankAccounts
      .create({ account_number: '12', branch_code: '2', links: { customer: 'CU0' } })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ValidationFailedError)
    expect(error).toMatchObject({
      code: 422,
      errorType: 'validation_failed',
      errors: expect.arrayContaining([
        { field: 'branch_code', message: 'is invalid', request_pointer: '/customer_bank_accounts/branch_code' },
        { field: 'customer', message: 'not found', request_pointer: '/customer_bank_accounts/links/customer' },
      ]),
      requestId: expect.any(String),
    })
  })

  it('knows one account by one token, and none by a token that is not for tests', async () => {
    const { client, customer } = await club('one')
    const other = gocardless(bank.url, 'sandbox_two')
    expect((await other.customers.list()).customers).toEqual([])
    await expect(other.customers.find(String(customer.id))).rejects.toMatchObject({ code: 404 })
    expect((await client.customers.list()).customers).toHaveLength(1)
    await expect(gocardless(bank.url, 'live_secret').customers.list()).rejects.toThrow(AuthenticationError)
    expect((await client.creditors.list()).creditors).toMatchObject([{ verification_status: 'successful' }])
  })

  it('cancels a mandate with its payments and subscriptions, and reinstates it', async () => {
    const { client, mandate } = await club('cancel')
    const payment = await client.payments.create(pay(mandate))
    const subscription = await client.subscriptions.create({ ...pay(mandate), interval_unit: 'monthly' })
    expect((await client.mandates.cancel(mandate)).status).toBe('cancelled')
    expect((await client.payments.find(String(payment.id))).status).toBe('cancelled')
    expect((await client.subscriptions.find(String(subscription.id))).status).toBe('cancelled')
    await expect(client.mandates.cancel(mandate)).rejects.toThrow(InvalidStateError)
    await expect(client.payments.create(pay(mandate))).rejects.toMatchObject({
      errors: [{ reason: 'mandate_is_inactive' }],
    })
    expect((await client.mandates.reinstate(mandate)).status).toBe('pending_submission')
    const { events } = await client.events.list({ mandate })
    expect(events.map(({ action }) => action)).toEqual(['resubmission_requested', 'cancelled', 'created'])
  })
})

describe('payments', () => {
  it('is made once for a key, and says what was made', async () => {
    const { client, mandate } = await club('key')
    const strict = gocardless(bank.url, 'sandbox_key', { raiseOnIdempotencyConflict: true })
    const first = await client.payments.create({ ...pay(mandate), metadata: { charge: '12' } }, 'charge-12')
    const second = await client.payments.create({ ...pay(mandate), metadata: { charge: '12' } }, 'charge-12')
    expect(second.id).toBe(first.id)
    expect((await client.payments.list({ mandate })).payments).toHaveLength(1)
    const error = await strict.payments.create(pay(mandate), 'charge-12').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(IdempotentCreationConflictError)
    expect(error).toMatchObject({ code: 409, conflictingResourceId: first.id })
    // A key belongs to a kind of resource.
    await strict.customers.create({ given_name: 'Bo', family_name: 'Lee' }, 'charge-12')
  })

  it('refuses amounts, currencies and dates that are not possible', async () => {
    const { client, mandate } = await club('refuses')
    const field = async (given: object) => {
      const error = await client.payments.create({ ...pay(mandate), ...given }).catch((thrown: unknown) => thrown)
      return error instanceof ApiError ? error.errors.map(({ field, message }) => `${field} ${message}`) : error
    }
    expect(await field({ amount: 0 })).toEqual(['amount must be greater than 0'])
    expect(await field({ amount: 1.5 })).toEqual(['amount must be a whole number'])
    expect(await field({ currency: 'EUR' })).toEqual(['currency is not the currency of the mandate'])
    expect(await field({ charge_date: '2026-05-15' })).toEqual([
      "charge_date must be on or after mandate's next_possible_charge_date",
    ])
    expect(await field({ links: { mandate: 'MD0' } })).toEqual(['mandate not found'])
    expect(await field({ metadata: { a: '1', b: '2', c: '3', d: '4' } })).toEqual(['metadata is limited to three keys'])
    // A Saturday, and Monday a bank holiday.
    expect((await client.payments.create({ ...pay(mandate), charge_date: '2026-05-23' })).charge_date).toBe(
      '2026-05-26',
    )
  })

  it('lists by what it belongs to and by state, page by page', async () => {
    const { client, mandate, customer } = await club('list')
    const made: string[] = []
    for (let number = 1; number <= 7; number += 1)
      made.unshift(String((await client.payments.create(pay(mandate, number * 100))).id))
    const first = await client.payments.list({ customer: String(customer.id), limit: 3 })
    expect(first.payments.map(({ id }) => id)).toEqual(made.slice(0, 3))
    expect(first.meta).toEqual({ limit: 3, cursors: { before: null, after: made[2] } })
    const second = await client.payments.list({ limit: 3, after: String(first.meta.cursors.after) })
    expect(second.payments.map(({ id }) => id)).toEqual(made.slice(3, 6))
    const back = await client.payments.list({ limit: 3, before: String(second.meta.cursors.before) })
    expect(back.payments.map(({ id }) => id)).toEqual(made.slice(0, 3))
    const all = []
    for await (const payment of client.payments.all({ limit: 2 })) all.push(payment.id)
    expect(all).toEqual(made)
    await client.payments.cancel(String(made[0]))
    expect((await client.payments.list({ status: 'cancelled' })).payments.map(({ id }) => id)).toEqual([made[0]])
    expect((await client.payments.list({ created_at: { gt: '2026-05-12T11:00:00Z' } })).payments).toEqual([])
    expect((await client.payments.list({ created_at: { gte: '2026-05-12' } })).payments).toHaveLength(7)
    await expect(client.payments.list({ limit: 501 })).rejects.toMatchObject({ code: 422 })
    await expect(client.payments.list({ after: 'PM0' })).rejects.toMatchObject({ code: 400 })
  })

  it('is cancelled before it is handed in, not after', async () => {
    const { client, mandate } = await club('hand-in')
    const [early, late] = [await client.payments.create(pay(mandate)), await client.payments.create(pay(mandate))]
    expect((await client.payments.cancel(String(early.id))).status).toBe('cancelled')
    await client.scenarioSimulators.run('payment_submitted', { links: { resource: String(late.id) } })
    await expect(client.payments.cancel(String(late.id))).rejects.toMatchObject({
      errors: [{ reason: 'cancellation_failed' }],
    })
  })

  it('is refunded in parts, and never by more than it was', async () => {
    const { client, mandate } = await club('refund')
    const payment = String((await client.payments.create(pay(mandate))).id)
    await expect(client.refunds.create({ amount: 100, links: { payment } })).rejects.toMatchObject({
      errors: [{ reason: 'refund_payment_invalid_state' }],
    })
    await client.scenarioSimulators.run('payment_paid_out', { links: { resource: payment } })
    const refund = await client.refunds.create({ amount: 1000, total_amount_confirmation: 1000, links: { payment } })
    expect(refund).toMatchObject({ amount: 1000, status: 'submitted', links: { payment } })
    expect((await client.payments.find(payment)).amount_refunded).toBe(1000)
    await expect(client.refunds.create({ amount: 1501, links: { payment } })).rejects.toThrow(ValidationFailedError)
    const wrongSum = client.refunds.create({ amount: 500, total_amount_confirmation: 500, links: { payment } })
    await expect(wrongSum).rejects.toMatchObject({ errors: [{ reason: 'total_amount_confirmation_invalid' }] })
    expect((await client.refunds.list({ payment })).refunds).toHaveLength(1)
  })
})

describe('billing requests', () => {
  it('sets up a mandate on the hosted page', async () => {
    const { client } = await club('flow')
    const request = await client.billingRequests.create({
      mandate_request: { scheme: 'bacs', metadata: { member: '7' } },
    })
    const flow = await client.billingRequestFlows.create({
      redirect_uri: 'https://club.example/thanks',
      exit_uri: 'https://club.example/left',
      prefilled_customer: { given_name: 'Zoë', family_name: '<b>', email: 'zoe@club.example' },
      links: { billing_request: String(request.id) },
    })
    expect(flow.authorisation_url).toBe(`http://localhost:3000/sandbox/bank/flow/${flow.id}`)
    const ask = { method: 'GET', path: `flow/${flow.id}`, query: {}, form: {} } as const
    const shown = await bank.page(ask)
    expect('html' in shown && shown.html).toContain('value="Zoë"')
    expect('html' in shown && shown.html).not.toContain('value="<b>"')
    const left = await bank.page({ ...ask, method: 'POST', form: { do: 'cancel' } })
    expect(left).toEqual({ to: `https://club.example/left?outcome=exited&id=${request.id}` })
    const form = { given_name: 'Zoë', family_name: 'Hart', email: 'zoe@club.example', branch_code: '20-00-00' }
    const missing = await bank.page({ ...ask, method: 'POST', form: { ...form, do: 'confirm' } })
    expect(missing).toMatchObject({
      status: 422,
      html: expect.stringContaining('The account number has eight digits.'),
    })
    const done = await bank.page({
      ...ask,
      method: 'POST',
      form: { ...form, account_number: '55779911', do: 'confirm' },
    })
    expect(done).toEqual({ to: `https://club.example/thanks?outcome=success&id=${request.id}` })

    const fulfilled = await client.billingRequests.find(String(request.id))
    expect(fulfilled).toMatchObject({
      status: 'fulfilled',
      resources: {
        customer: { given_name: 'Zoë', family_name: 'Hart' },
        customer_bank_account: { account_number_ending: '11' },
      },
    })
    const mandate = await client.mandates.find(String(fulfilled.links?.mandate_request_mandate))
    expect(mandate).toMatchObject({ status: 'pending_submission', metadata: { member: '7' } })
    const { events } = await client.events.list({ billing_request: String(request.id) })
    expect(events.map(({ action }) => action).reverse()).toEqual([
      'created',
      'flow_created',
      'flow_visited',
      'flow_exited',
      'collect_customer_details',
      'collect_bank_account',
      'payer_details_confirmed',
      'fulfilled',
    ])
    expect(events[0]).toMatchObject({ links: { mandate_request_mandate: mandate.id } })
    expect(await bank.page(ask)).toMatchObject({ html: expect.stringContaining('set up already') })
  })

  it('takes an instant payment, by the calls that the page makes', async () => {
    const { client } = await club('instant')
    const payment_request = { amount: 4000, currency: 'GBP', description: 'Kit', metadata: { charge: '3' } }
    const request = String((await client.billingRequests.create({ payment_request })).id)
    await expect(client.billingRequests.fulfil(request, {})).rejects.toThrow(InvalidStateError)
    const customer = { given_name: 'Al', family_name: 'Day', email: 'al@club.example' }
    await client.billingRequests.collectCustomerDetails(request, { customer })
    expect((await client.billingRequests.confirmPayerDetails(request, {})).status).toBe('ready_to_fulfil')
    const fulfilled = await client.billingRequests.fulfil(request, {})
    const payment = await client.payments.find(String(fulfilled.links?.payment_request_payment))
    expect(payment).toMatchObject({
      amount: 4000,
      status: 'confirmed',
      scheme: 'faster_payments',
      metadata: { charge: '3' },
    })
    await expect(client.billingRequests.cancel(request, {})).rejects.toThrow(InvalidStateError)
  })
})

describe('subscriptions', () => {
  it('says what will be taken, on working days', async () => {
    const { client, mandate } = await club('plan')
    const subscription = await client.subscriptions.create({
      ...pay(mandate),
      interval_unit: 'monthly',
      day_of_month: 1,
      count: 3,
      name: 'Monthly',
      links: { mandate },
    })
    expect(subscription).toMatchObject({
      status: 'active',
      start_date: '2026-06-01',
      // 1 August is a Saturday.
      upcoming_payments: [
        { charge_date: '2026-06-01', amount: 2500 },
        { charge_date: '2026-07-01', amount: 2500 },
        { charge_date: '2026-08-03', amount: 2500 },
      ],
    })
    const changed = await client.subscriptions.update(String(subscription.id), { amount: 3000 })
    expect(changed.upcoming_payments?.[0]).toEqual({ charge_date: '2026-06-01', amount: 3000 })
    expect((await client.subscriptions.pause(String(subscription.id), {})).status).toBe('paused')
    expect((await client.subscriptions.resume(String(subscription.id), {})).status).toBe('active')
    expect((await client.subscriptions.cancel(String(subscription.id), {})).upcoming_payments).toEqual([])
    await expect(client.subscriptions.cancel(String(subscription.id), {})).rejects.toThrow(InvalidStateError)
  })
})
