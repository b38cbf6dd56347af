import { afterEach, expect, it } from 'vitest'
import { gocardless, openEndpoint, openTestBank, temporaryFolder } from './test-bank.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close()
})

async function setUp() {
  const { folder, remove } = temporaryFolder()
  const bank = await openTestBank(folder)
  bank.attach({ pages: 'https://club.example/club/sandbox/bank', webhooks: '' })
  closers.push(remove, bank.close)
  const open = async (query = {}) => {
    const answer = await bank.page({ method: 'GET', path: '', query, form: {} })
    if (!('html' in answer)) throw new Error(answer.to)
    return answer.html
  }
  const send = (form: Record<string, string>, query = {}) => bank.page({ method: 'POST', path: '', query, form })
  return { bank, client: gocardless(bank.url), open, send }
}

it('shows each account with all that is in it', async () => {
  const { bank, client, open } = await setUp()
  expect(await open()).toContain('No club has used the bank yet.')
  await client.customers.create({ given_name: '<i>Ann', family_name: 'Lee', email: 'ann@club.example' })
  await gocardless(bank.url, 'sandbox_other').customers.create({ given_name: 'Bo', family_name: 'Day' })
  const newest = await open()
  expect(newest).toContain('Bo Day')
  expect(newest).not.toContain('Ann Lee')
  const [, first = ''] = /<option value="(OR\w+)">/.exec(newest) ?? []
  const older = await open({ account: first })
  expect(older).toContain('&#60;i&#62;Ann Lee')
  expect(older).not.toContain('<i>')
  expect(older).toContain('token sandbox_club)')
  await gocardless(bank.url, 'sandbox_0123456789abcdefghij').customers.list()
  expect(await open()).toContain('token sandbox_0123…ghij)')
})

it('moves time, and says what comes next', async () => {
  const { bank, client, open, send } = await setUp()
  expect(await send({ do: 'next-day' }, { account: '7' })).toEqual({ to: '/club/sandbox/bank?account=7&said=Done.' })
  expect(bank.today()).toBe('2026-05-13')
  await send({ do: 'to-date', date: '2026-05-22' })
  await send({ do: 'next-working-day' })
  expect(bank.today()).toBe('2026-05-26')
  await send({ do: 'to-date', date: '2026-05-01' })
  await send({ do: 'to-date', date: '2999-01-01' })
  await send({ do: 'to-date', date: 'tomorrow' })
  expect(bank.today()).toBe('2026-05-26')
  await send({ do: 'defaults', payment: 'insufficient_funds', mandate: 'active' })
  expect(await open()).toContain('<option value="insufficient_funds" selected>')
  const payment_request = { amount: 100, currency: 'GBP', description: 'Kit' }
  const request = String((await client.billingRequests.create({ payment_request })).id)
  await client.billingRequests.collectCustomerDetails(request, {
    customer: { given_name: 'Al', family_name: 'Day', email: 'al@club.example' },
  })
  await client.billingRequests.confirmPayerDetails(request, {})
  const { links } = await client.billingRequests.fulfil(request, {})
  expect((await client.payments.find(String(links?.payment_request_payment))).status).toBe('failed')
})

it('makes the provider fail, and keeps to a limit', async () => {
  const { client, open, send } = await setUp()
  const list = () => client.creditors.create({ name: 'A', country_code: 'GB', creditor_type: 'company' })
  await send({ do: 'trouble', trouble: '500', left: '1', rateLimit: '' })
  await expect(list()).rejects.toMatchObject({ code: 500 })
  expect(await open()).toContain('<option value="none" selected>')
  await send({ do: 'trouble', trouble: 'none', left: '', rateLimit: '2', shuffle: '1' })
  await client.customers.create({ given_name: 'Ann', family_name: 'Lee' })
  await client.customers.create({ given_name: 'Ann', family_name: 'Lee' })
  await expect(client.customers.create({ given_name: 'Ann', family_name: 'Lee' })).rejects.toMatchObject({ code: 429 })
  expect(await open()).toContain('name="shuffle" value="1" checked')
})

it('sets where an account’s webhooks go, and sends them', async () => {
  const { client, open, send } = await setUp()
  const endpoint = await openEndpoint()
  closers.push(endpoint.close)
  await client.billingRequests.create({ mandate_request: { scheme: 'bacs' } })
  expect(await open()).toContain('1 events wait for an address.')
  await send({ do: 'endpoint', url: endpoint.url, secret: 'mine' })
  expect(await send({ do: 'deliver' })).toMatchObject({ to: expect.stringContaining('1+events+delivered') })
  expect(await open()).toContain('0 events wait for')
})

it('ends mandates, and says when something is not possible any more', async () => {
  const { client, send } = await setUp()
  const customer = String((await client.customers.create({ given_name: 'Ann', family_name: 'Lee' })).id)
  const account = await client.customerBankAccounts.create({
    account_holder_name: 'Ann Lee',
    branch_code: '200000',
    account_number: '55779911',
    links: { customer },
  })
  const make = async () =>
    String((await client.mandates.create({ links: { customer_bank_account: String(account.id) } })).id)
  const stateAfter = async (button: string) => {
    const id = await make()
    await send({ do: button, id })
    return (await client.mandates.find(id)).status
  }
  expect(await stateAfter('activate')).toBe('active')
  expect(await stateAfter('cancel-at-bank')).toBe('cancelled')
  expect(await stateAfter('close-account')).toBe('cancelled')
  expect(await stateAfter('fail')).toBe('failed')
  expect(await stateAfter('expire')).toBe('expired')
  expect(await send({ do: 'charge-back', id: 'PM0' })).toMatchObject({ to: expect.stringContaining('not+possible') })
})
