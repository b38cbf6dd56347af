import type { IncomingHttpHeaders } from 'node:http'
import { GoCardlessInternalError, RateLimitError } from 'gocardless-nodejs/errors'
import { parse, verifySignature } from 'gocardless-nodejs/webhooks'
import { afterEach, expect, it } from 'vitest'
import { gocardless, openEndpoint, openTestBank, temporaryFolder } from './test-bank.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close()
})

async function setUp(status?: (received: { body: string }) => number, options = {}) {
  const { folder, remove } = temporaryFolder()
  const bank = await openTestBank(folder, options)
  const endpoint = await openEndpoint(status)
  bank.attach({ pages: 'http://localhost/sandbox/bank', webhooks: endpoint.url })
  closers.push(remove, bank.close, endpoint.close)
  const client = gocardless(bank.url)
  const customer = { given_name: 'Ann', family_name: 'Lee' }
  const request = async () => String((await client.billingRequests.create({ mandate_request: { scheme: 'bacs' } })).id)
  const eventsOf = (body: string, headers: IncomingHttpHeaders) =>
    parse(body, bank.webhookSecretOf('sandbox_club'), String(headers['webhook-signature']))
  return { bank, endpoint, client, customer, folder, request, eventsOf }
}

it('signs what it sends, 250 events at most at a time', async () => {
  const { bank, endpoint, request, eventsOf } = await setUp()
  for (let count = 0; count < 251; count += 1) await request()
  expect(await bank.deliver()).toEqual({ delivered: 251, failed: 0 })
  const sent = endpoint.received.map(({ body, headers }) => eventsOf(body, headers))
  expect(sent.map(events => events.length).sort()).toEqual([1, 250])
  expect(sent.flat()[0]).toMatchObject({ resource_type: 'billing_requests', action: 'created', resource_metadata: {} })
  expect(() =>
    verifySignature(
      endpoint.received[0]?.body ?? '',
      'another secret',
      String(endpoint.received[0]?.headers['webhook-signature']),
    ),
  ).toThrow()
  expect(await bank.deliver()).toEqual({ delivered: 0, failed: 0 })
})

it('sends again until it is accepted, or the signature refused', async () => {
  const answers = [500, 302, 498]
  const { bank, endpoint, request } = await setUp(() => answers[endpoint.received.length - 1] ?? 204)
  await request()
  expect(await bank.deliver()).toEqual({ delivered: 0, failed: 1 })
  expect(await bank.deliver()).toEqual({ delivered: 0, failed: 1 })
  expect(await bank.deliver()).toEqual({ delivered: 1, failed: 0 })
  expect(new Set(endpoint.received.map(({ body }) => JSON.parse(body).events[0].id)).size).toBe(1)
})

it('remembers everything when it is opened again, and what has not been delivered', async () => {
  const { bank, endpoint, folder, request, client, customer } = await setUp()
  const made = await client.customers.create(customer, 'ann')
  await request()
  await bank.deliver()
  const waiting = await request()
  await bank.moveTo('2026-06-01')
  await bank.close()
  const again = await openTestBank(folder)
  again.attach({ pages: '', webhooks: endpoint.url })
  closers.push(again.close)
  expect(again.today()).toBe('2026-06-01')
  expect(again.webhookSecretOf('sandbox_club')).toBe(bank.webhookSecretOf('sandbox_club'))
  const reopened = gocardless(again.url)
  expect((await reopened.customers.create(customer, 'ann')).id).toBe(made.id)
  expect((await reopened.billingRequests.find(waiting)).status).toBe('pending')
  endpoint.received.length = 0
  await again.deliver()
  const ids = endpoint.received.flatMap(({ body }) => JSON.parse(body).events).map(({ links }) => links.billing_request)
  expect(ids).toEqual([waiting])
})

it('sends to the account’s own address with its own secret, twice and out of order when told', async () => {
  const { bank, endpoint, request } = await setUp()
  const own = await openEndpoint()
  closers.push(own.close)
  bank.setEndpoint('sandbox_club', { url: own.url, secret: 'club secret' })
  bank.setDisorder({ shuffle: true, repeat: true })
  for (let count = 0; count < 40; count += 1) await request()
  await bank.deliver()
  expect(endpoint.received).toEqual([])
  const bodies = own.received.map(({ body, headers }) =>
    parse(body, 'club secret', String(headers['webhook-signature'])),
  )
  expect(bodies).toHaveLength(2)
  const [first, second] = bodies.map(events => events.map(({ id }) => id))
  expect(first).toEqual(second)
})

it('sends by itself soon after', async () => {
  const { endpoint, request } = await setUp(undefined, { sendsWebhooks: true })
  await request()
  await expect.poll(() => endpoint.received.length).toBe(1)
})

it('is down, slow, or answers with errors, for as many requests as was said', async () => {
  const { bank, client, customer } = await setUp(undefined, { slowMs: 1 })
  const create = () => client.customers.create(customer)
  bank.setTrouble('429', 1)
  const limited = await create().catch((thrown: unknown) => thrown)
  expect(limited).toBeInstanceOf(RateLimitError)
  expect(limited).toMatchObject({ code: 429, response: { headers: { 'ratelimit-remaining': '0' } } })
  bank.setTrouble('500', 2)
  await expect(create()).rejects.toThrow(GoCardlessInternalError)
  await expect(create()).rejects.toThrow(GoCardlessInternalError)
  bank.setTrouble('down', 1)
  await expect(create()).rejects.toThrow(/hang up|ECONNRESET/)
  bank.setTrouble('slow', 1)
  await create()
  // What was done before the connection broke is done, and the key says so.
  bank.setTrouble('lost', 1)
  await expect(client.customers.create(customer, 'once')).rejects.toThrow(/hang up|ECONNRESET/)
  await client.customers.create(customer, 'once')
  expect((await client.customers.list()).customers).toHaveLength(2)
})

it('takes payments from many sides at once, and pays them out together', async () => {
  const { bank, client, customer } = await setUp()
  const account = await client.customerBankAccounts.create({
    account_holder_name: 'Ann Lee',
    branch_code: '200000',
    account_number: '55779911',
    links: { customer: String((await client.customers.create(customer)).id) },
  })
  const mandate = String((await client.mandates.create({ links: { customer_bank_account: String(account.id) } })).id)
  const body = JSON.stringify({ payments: { amount: 100, currency: 'GBP', links: { mandate } } })
  const lane = async () => {
    for (let count = 0; count < 20; count += 1) {
      const response = await fetch(`${bank.url}/payments`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer sandbox_club',
          'gocardless-version': '2015-07-06',
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body,
      })
      expect(response.status).toBe(201)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: 32 }, lane))
  await bank.deliver()
  await bank.moveTo('2026-05-20')
  expect((await client.payouts.list()).payouts).toHaveLength(1)
})
