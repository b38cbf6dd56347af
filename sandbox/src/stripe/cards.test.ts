import Stripe from 'stripe'
import { afterAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../gocardless/test-bank.ts'
import { openTestCards, stripe } from './test-cards.ts'

const { folder, remove } = temporaryFolder()
const cards = await openTestCards(folder)
cards.attach({ pages: 'http://localhost:3000/sandbox/cards', webhooks: '' })
afterAll(async () => {
  await cards.close()
  remove()
})

/** A club of its own, with a customer whose card is saved. */
async function club(key: string, card = 'pm_card_visa') {
  const client = stripe(cards.url, `sk_test_${key}`)
  const customer = await client.customers.create({
    name: 'Ann Lee',
    email: 'ann@club.example',
    metadata: { member: '7' },
  })
  const method = await client.paymentMethods.attach(card, { customer: customer.id })
  const payment = { amount: 2500, currency: 'gbp', customer: customer.id, payment_method: method.id }
  const offSession = { ...payment, confirm: true, off_session: true }
  return { client, customer, method, payment, offSession }
}

const thrown = async (work: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error(`not refused: ${error}`)
}

const page = (path: string, form?: Record<string, string>) =>
  cards.page({ method: form ? 'POST' : 'GET', path, query: {}, form: form ?? {} })
const pathOf = (address: string | null | undefined) =>
  (address ?? '').replace('http://localhost:3000/sandbox/cards/', '')
const card = { email: 'ann@club.example', expiry: '12/40', cvc: '123', name: 'Ann Lee', do: 'pay' }

describe('customers and their cards', () => {
  it('are made, changed, listed and taken away', async () => {
    const { client, customer, method } = await club('customers')
    expect(customer).toMatchObject({ object: 'customer', livemode: false, metadata: { member: '7' } })
    const changed = await client.customers.update(customer.id, { metadata: { member: '', plan: '2' }, phone: '1' })
    expect(changed).toMatchObject({ metadata: { plan: '2' }, phone: '1', email: 'ann@club.example' })
    expect(method).toMatchObject({ type: 'card', customer: customer.id, card: { brand: 'visa', last4: '4242' } })
    expect((await client.customers.listPaymentMethods(customer.id)).data.map(({ id }) => id)).toEqual([method.id])
    expect((await client.paymentMethods.list({ customer: customer.id, type: 'card' })).data).toHaveLength(1)
    expect((await client.paymentMethods.detach(method.id)).customer).toBeNull()
    expect((await client.paymentMethods.list({ customer: customer.id })).data).toEqual([])
    expect((await client.customers.list({ email: 'ann@club.example' })).data).toHaveLength(1)
    expect(await client.customers.del(customer.id)).toMatchObject({ deleted: true })
    expect(await thrown(client.customers.retrieve(customer.id))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  })

  it('are one account by one key, and none by a key that is not for tests', async () => {
    const { customer } = await club('one')
    expect(await thrown(stripe(cards.url, 'sk_test_two').customers.retrieve(customer.id))).toMatchObject({
      statusCode: 404,
    })
    const error = await thrown(stripe(cards.url, 'sk_live_0123456789abcdef').customers.list())
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(error.message).not.toContain('0123456789')
  })
})

describe('a payment with a saved card', () => {
  it('is made while the payer is away', async () => {
    const { client, offSession } = await club('away')
    const paid = await client.paymentIntents.create({
      ...offSession,
      description: 'June',
      metadata: { charge: '12' },
      expand: ['latest_charge.balance_transaction', 'customer'],
    })
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2500, customer: { email: 'ann@club.example' } })
    expect(paid.latest_charge).toMatchObject({
      status: 'succeeded',
      metadata: { charge: '12' },
      payment_method_details: { card: { last4: '4242' } },
      balance_transaction: { amount: 2500, fee: 58, net: 2442, type: 'charge', status: 'pending' },
    })
    const { data } = await client.events.list({ limit: 3 })
    expect(data.map(({ type }) => type)).toEqual([
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ])
  })

  it.each([
    ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_authenticationRequired', 'authentication_required', 'authentication_required'],
  ])('with %s is declined', async (name, code, decline_code) => {
    const { client, offSession } = await club(name, name)
    const error = await thrown(client.paymentIntents.create(offSession))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ statusCode: 402, rawType: 'card_error', code, decline_code })
    const intent = await client.paymentIntents.retrieve(error.payment_intent?.id ?? '')
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { type: 'card_error', code, decline_code, charge: intent.latest_charge },
    })
    const { data } = await client.events.list({ types: ['payment_intent.payment_failed', 'charge.failed'] })
    expect(data).toHaveLength(2)
  })

  it('waits for the payer, who confirms himself to his bank', async () => {
    const { client, payment } = await club('asks', 'pm_card_authenticationRequired')
    const intent = await client.paymentIntents.create(payment)
    expect(intent.status).toBe('requires_confirmation')
    const asked = await client.paymentIntents.confirm(intent.id, { return_url: 'https://club.example/back' })
    expect(asked.status).toBe('requires_action')
    const path = pathOf(asked.next_action?.redirect_to_url?.url)
    expect(await page(path)).toMatchObject({ html: expect.stringContaining('Is it you?') })
    expect(await page(path, { do: 'approve' })).toEqual({
      to: `https://club.example/back?payment_intent=${intent.id}&redirect_status=succeeded`,
    })
    expect((await client.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    expect(await thrown(client.paymentIntents.cancel(intent.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  it('is done once for a key, and refuses the key for something else', async () => {
    const { client, offSession, method } = await club('key')
    const options = { idempotencyKey: 'charge-12' }
    const [first, second] = await Promise.all([
      client.paymentIntents.create(offSession, options),
      client.paymentIntents.create(offSession, options),
    ])
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.statusCode).toBe(200)
    const error = await thrown(client.paymentIntents.create({ ...offSession, amount: 99 }, options))
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect((await client.charges.list()).data).toHaveLength(1)
    // A decline is an answer too, and stays the same.
    await cards.page({
      method: 'POST',
      path: '',
      query: {},
      form: { do: 'outcome', id: method.id, outcome: 'expired_card' },
    })
    const declined = await thrown(client.paymentIntents.create(offSession, { idempotencyKey: 'x"y' }))
    expect(declined.code).toBe('expired_card')
    const again = await thrown(client.paymentIntents.create(offSession, { idempotencyKey: 'x"y' }))
    expect(again.payment_intent?.id).toBe(declined.payment_intent?.id)
  })

  it('is refused where something is missing or wrong', async () => {
    const { client, payment } = await club('wrong')
    const refused = (given: object) => thrown(client.paymentIntents.create({ ...payment, ...given }))
    expect(await refused({ amount: 29 })).toMatchObject({ code: 'amount_too_small', param: 'amount', statusCode: 400 })
    expect(await refused({ amount: 1.5 })).toMatchObject({ code: 'parameter_invalid_integer' })
    expect(await refused({ currency: 'eur' })).toMatchObject({ param: 'currency' })
    expect(await refused({ customer: 'cus_0' })).toMatchObject({ code: 'resource_missing', param: 'customer' })
    expect(await refused({ payment_method: 'pm_0' })).toMatchObject({ param: 'payment_method' })
    expect(await refused({ customer: undefined, payment_method: undefined, confirm: true })).toMatchObject({
      code: 'parameter_missing',
      param: 'payment_method',
    })
    expect(await thrown(client.rawRequest('GET', '/v1/nonsense'))).toMatchObject({ statusCode: 404 })
  })
})

describe('checkout', () => {
  const addresses = {
    success_url: 'https://club.example/done?s={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://club.example/left',
  }

  it('takes a payment on the hosted page, after a card that was declined', async () => {
    const { client, customer } = await club('checkout')
    const session = await client.checkout.sessions.create({
      mode: 'payment',
      customer: customer.id,
      client_reference_id: 'charge-12',
      line_items: [
        { price_data: { currency: 'gbp', unit_amount: 1250, product_data: { name: 'Kit <b>' } }, quantity: 2 },
      ],
      payment_intent_data: { metadata: { charge: '12' }, setup_future_usage: 'off_session' },
      metadata: { club: '3' },
      ...addresses,
    })
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 2500,
      payment_intent: null,
    })
    const path = pathOf(session.url)
    expect(await page(path)).toMatchObject({ html: expect.stringContaining('Kit &#60;b&#62;') })
    expect(await page(path, { do: 'cancel' })).toEqual({ to: addresses.cancel_url })
    expect(await page(path, { ...card, number: '4000 0000 0000 0002' })).toMatchObject({
      status: 422,
      html: expect.stringContaining('Your card was declined.'),
    })
    expect(await page(path, { ...card, number: '4242 4242 4242 4241' })).toMatchObject({ status: 422 })
    expect(await page(path, { ...card, number: '4242 4242 4242 4242' })).toEqual({
      to: `https://club.example/done?s=${session.id}`,
    })
    const done = await client.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      metadata: { club: '3' },
      payment_intent: { status: 'succeeded', metadata: { charge: '12' } },
      customer_details: { email: 'ann@club.example' },
    })
    // The card was kept for later.
    expect((await client.customers.listPaymentMethods(customer.id)).data).toHaveLength(2)
    expect((await client.checkout.sessions.listLineItems(session.id)).data).toMatchObject([
      { description: 'Kit <b>', quantity: 2 },
    ])
    const { data } = await client.events.list({ type: 'checkout.session.completed' })
    expect(data).toHaveLength(1)
    expect(await thrown(client.checkout.sessions.expire(session.id))).toMatchObject({ statusCode: 400 })
  })

  it('saves a card that asks once, and charges it later without asking', async () => {
    const { client, customer, offSession } = await club('setup')
    const session = await client.checkout.sessions.create({
      mode: 'setup',
      currency: 'gbp',
      customer: customer.id,
      setup_intent_data: { metadata: { member: '7' } },
      ...addresses,
    })
    const asked = await page(pathOf(session.url), { ...card, number: '4000002500003155' })
    expect(asked).toEqual({ to: `http://localhost:3000/sandbox/cards/authenticate/${session.setup_intent}` })
    const bankPath = `authenticate/${session.setup_intent}`
    expect(await page(bankPath, { do: 'refuse' })).toMatchObject({ status: 422 })
    await page(pathOf(session.url), { ...card, number: '4000002500003155' })
    expect(await page(bankPath, { do: 'approve' })).toEqual({ to: `https://club.example/done?s=${session.id}` })
    const setup = await client.setupIntents.retrieve(String(session.setup_intent), { expand: ['payment_method'] })
    expect(setup).toMatchObject({
      status: 'succeeded',
      metadata: { member: '7' },
      payment_method: { card: { last4: '3155' } },
    })
    const method = typeof setup.payment_method === 'object' ? setup.payment_method?.id : undefined
    expect((await client.paymentIntents.create({ ...offSession, payment_method: String(method) })).status).toBe(
      'succeeded',
    )
  })

  it('makes a customer of a guest, and expires', async () => {
    const { client } = await club('guest')
    const create = () =>
      client.checkout.sessions.create({
        mode: 'payment',
        customer_creation: 'always',
        customer_email: 'guest@club.example',
        line_items: [
          { price_data: { currency: 'gbp', unit_amount: 500, product_data: { name: 'Visit' } }, quantity: 1 },
        ],
        ...addresses,
      })
    const paid = await create()
    await page(pathOf(paid.url), { ...card, email: 'guest@club.example', number: '4242424242424242' })
    const { customer } = await client.checkout.sessions.retrieve(paid.id)
    expect(await client.customers.retrieve(String(customer))).toMatchObject({ email: 'guest@club.example' })
    const left = await create()
    expect(await client.checkout.sessions.expire(left.id)).toMatchObject({ status: 'expired', url: null })
    expect(await page(pathOf(left.url))).toMatchObject({ status: 410 })
    expect(await thrown(client.checkout.sessions.create({ mode: 'payment', ...addresses }))).toMatchObject({
      code: 'parameter_missing',
      param: 'line_items',
    })
  })
})

describe('what has been paid', () => {
  it('is refunded in parts, and never by more than it was', async () => {
    const { client, offSession } = await club('refund')
    const { id } = await client.paymentIntents.create(offSession)
    expect(await client.refunds.create({ payment_intent: id, amount: 1000, metadata: { line: '1' } })).toMatchObject({
      amount: 1000,
      status: 'succeeded',
      metadata: { line: '1' },
    })
    expect(await thrown(client.refunds.create({ payment_intent: id, amount: 1501 }))).toMatchObject({ param: 'amount' })
    expect((await client.refunds.create({ payment_intent: id })).amount).toBe(1500)
    expect(await thrown(client.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_already_refunded',
    })
    expect((await client.charges.list({ payment_intent: id })).data).toMatchObject([
      { refunded: true, amount_refunded: 2500 },
    ])
    expect((await client.refunds.list({ payment_intent: id })).data).toHaveLength(2)
  })

  it('is disputed, and won or lost', async () => {
    const { client, offSession } = await club('dispute', 'pm_card_createDispute')
    await client.paymentIntents.create(offSession)
    const { data } = await client.disputes.list()
    expect(data).toMatchObject([{ amount: 2500, status: 'needs_response', reason: 'fraudulent' }])
    const id = String(data[0]?.id)
    await cards.page({ method: 'POST', path: '', query: {}, form: { do: 'win', id } })
    expect((await client.disputes.retrieve(id)).status).toBe('won')
    const events = await client.events.list({
      types: [
        'charge.dispute.created',
        'charge.dispute.funds_withdrawn',
        'charge.dispute.closed',
        'charge.dispute.funds_reinstated',
      ],
    })
    expect(events.data.map(({ type }) => type).reverse()).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ])
  })

  it('is listed page by page', async () => {
    const { client, offSession } = await club('pages')
    const made: string[] = []
    for (let count = 0; count < 7; count += 1) made.unshift((await client.paymentIntents.create(offSession)).id)
    const first = await client.paymentIntents.list({ limit: 3 })
    expect([first.data.map(({ id }) => id), first.has_more, first.url]).toEqual([
      made.slice(0, 3),
      true,
      '/v1/payment_intents',
    ])
    const second = await client.paymentIntents.list({ limit: 3, starting_after: String(made[2]) })
    expect(second.data.map(({ id }) => id)).toEqual(made.slice(3, 6))
    const back = await client.paymentIntents.list({ limit: 2, ending_before: String(made[3]) })
    expect(back.data.map(({ id }) => id)).toEqual(made.slice(1, 3))
    const all: string[] = []
    for await (const { id } of client.paymentIntents.list({ limit: 2 })) all.push(id)
    expect(all).toEqual(made)
    expect((await client.paymentIntents.list({ created: { gt: 4_000_000_000 } })).data).toEqual([])
    expect(await thrown(client.paymentIntents.list({ limit: 101 }))).toMatchObject({ statusCode: 400 })
    expect(await thrown(client.paymentIntents.list({ starting_after: 'pi_0' }))).toMatchObject({
      param: 'starting_after',
    })
  })
})

describe('the page', () => {
  it('shows an account with all that is in it', async () => {
    const { client, offSession } = await club('page', 'pm_card_createDispute')
    await client.customers.create({ name: '<i>Bo' })
    const { latest_charge } = await client.paymentIntents.create({ ...offSession, expand: ['latest_charge'] })
    const answer = await page('')
    const html = 'html' in answer ? answer.html : ''
    for (const text of [
      'key sk_test_page)',
      'Ann Lee',
      '&#60;i&#62;Bo',
      'visa ends in 0259',
      '£25.00',
      'needs response',
    ])
      expect(html).toContain(text)
    expect(html).not.toContain('<i>Bo')
    expect(html).toContain(typeof latest_charge === 'object' ? latest_charge?.id : 'expanded')
    expect(await page('nothing')).toMatchObject({ status: 404 })
    expect(await page('pay/cs_test_0')).toMatchObject({ status: 404 })
  })

  it('decides about every charge, and about one card', async () => {
    const { client, offSession, method } = await club('decides')
    const charge = () => client.paymentIntents.create(offSession)
    await page('', { do: 'defaults', charge: 'insufficient_funds' })
    expect((await thrown(charge())).decline_code).toBe('insufficient_funds')
    await page('', { do: 'outcome', id: method.id, outcome: 'succeeds' })
    expect((await charge()).status).toBe('succeeded')
    await page('', { do: 'defaults', charge: 'succeeds' })
    await page('', { do: 'outcome', id: method.id, outcome: 'lost_card' })
    expect((await thrown(charge())).decline_code).toBe('lost_card')
  })
})
