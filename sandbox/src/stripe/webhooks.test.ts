import Stripe from 'stripe'
import { afterEach, expect, it } from 'vitest'
import { noon, openEndpoint, temporaryFolder } from '../gocardless/test-bank.ts'
import { openTestCards, stripe } from './test-cards.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close()
})

async function setUp(status?: () => number, options = {}) {
  const { folder, remove } = temporaryFolder()
  const cards = await openTestCards(folder, options)
  const endpoint = await openEndpoint(status)
  cards.attach({ pages: 'http://localhost/sandbox/cards', webhooks: endpoint.url })
  closers.push(remove, cards.close, endpoint.close)
  const client = stripe(cards.url)
  const pay = () =>
    client.paymentIntents.create({ amount: 2500, currency: 'gbp', payment_method: 'pm_card_visa', confirm: true })
  return { cards, endpoint, client, folder, pay }
}

it('signs what it sends, one event at a time', async () => {
  const { cards, endpoint, client, pay } = await setUp()
  const { id } = await pay()
  expect(await cards.deliver()).toEqual({ delivered: 3, failed: 0 })
  const secret = cards.webhookSecretOf('sk_test_club')
  const events = endpoint.received.map(({ body, headers }) =>
    client.webhooks.constructEvent(body, String(headers['stripe-signature']), secret, 300, undefined, noon.getTime()),
  )
  expect(events.map(({ type }) => type).sort()).toEqual([
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.succeeded',
  ])
  const succeeded = events.find(({ type }) => type === 'payment_intent.succeeded')
  expect(succeeded?.data.object).toMatchObject({ id, status: 'succeeded' })
  const [first] = endpoint.received
  const check = (header: string, by: string) => () =>
    client.webhooks.constructEvent(first?.body ?? '', header, by, 300, undefined, noon.getTime())
  expect(check(String(first?.headers['stripe-signature']), 'whsec_other')).toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  )
})

it('sends again until it is accepted', async () => {
  const answers = [500, 500, 500]
  const { cards, endpoint, pay } = await setUp(() => answers.pop() ?? 200)
  await pay()
  expect(await cards.deliver()).toEqual({ delivered: 0, failed: 3 })
  expect(await cards.deliver()).toEqual({ delivered: 3, failed: 0 })
  expect(endpoint.received).toHaveLength(6)
})

it('remembers everything when it is opened again, and what has not been delivered', async () => {
  const { cards, client, folder } = await setUp()
  const options = { idempotencyKey: 'ann' }
  const customer = await client.customers.create({ email: 'ann@club.example' }, options)
  await cards.deliver()
  const waiting = await client.customers.create({ email: 'bo@club.example' })
  await cards.moveTo('2026-06-01')
  await cards.close()
  const again = await openTestCards(folder)
  const endpoint = await openEndpoint()
  again.attach({ pages: '', webhooks: endpoint.url })
  closers.push(again.close, endpoint.close)
  expect(again.today()).toBe('2026-06-01')
  expect((await stripe(again.url).customers.create({ email: 'ann@club.example' }, options)).id).toBe(customer.id)
  await again.deliver()
  expect(endpoint.received.map(({ body }) => JSON.parse(body).data.object.id)).toEqual([waiting.id])
})

it('pays out what is available, and says of what', async () => {
  const { cards, client, pay } = await setUp()
  const paid = await pay()
  expect((await client.balance.retrieve()).pending).toMatchObject([{ amount: 2442, currency: 'gbp' }])
  await cards.moveTo('2026-05-14')
  expect((await client.payouts.list()).data).toEqual([])
  await cards.moveTo('2026-05-15')
  const { data } = await client.payouts.list()
  expect(data).toMatchObject([{ amount: 2442, status: 'paid', automatic: true }])
  const parts = await client.balanceTransactions.list({ payout: String(data[0]?.id), type: 'charge' })
  expect(parts.data.map(({ source }) => source)).toEqual([paid.latest_charge])
  expect((await client.balance.retrieve()).pending).toMatchObject([{ amount: 0 }])
})

it('is down, slow, or answers with errors, for as many requests as was said', async () => {
  const { cards, client } = await setUp(undefined, { slowMs: 1 })
  const create = (key?: string) => client.customers.create({ name: 'Ann' }, key ? { idempotencyKey: key } : undefined)
  cards.setTrouble('429', 1)
  await expect(create()).rejects.toThrow(Stripe.errors.StripeRateLimitError)
  cards.setTrouble('500', 1)
  await expect(create()).rejects.toThrow(Stripe.errors.StripeAPIError)
  // The client itself tries once more where the connection closes.
  cards.setTrouble('down', 2)
  await expect(create()).rejects.toThrow(Stripe.errors.StripeConnectionError)
  cards.setTrouble('slow', 1)
  await create()
  cards.setTrouble('lost', 1)
  await create('once')
  expect((await client.customers.list()).data).toHaveLength(2)
})

it('sends a webhook for each event', async () => {
  const { cards, endpoint, client } = await setUp()
  const lane = async () => {
    for (let count = 0; count < 5; count += 1) await client.customers.create({ name: 'Ann' })
  }
  await Promise.all(Array.from({ length: 32 }, lane))
  expect((await cards.deliver()).delivered).toBe(160)
  expect(endpoint.received).toHaveLength(160)
})
