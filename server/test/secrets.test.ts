import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, inject, it } from 'vitest'
import { postCharges } from '../src/ledger/index.ts'
import { freshDatabase } from './database.ts'
import { createAccount, createClub, createMember } from './factories/people.ts'
import type { Ask, Told } from './talkative.ts'

const { db } = await freshDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'honbu-secrets-'))
const server = fork(path.join(import.meta.dirname, 'talkative.ts'), { execArgv: [], silent: true })
const ended = once(server, 'exit')
/** All that the server writes, whatever it is. */
let log = ''
for (const stream of [server.stdout, server.stderr]) stream?.setEncoding('utf8').on('data', text => (log += text))
afterAll(() => {
  server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const { id: clubId } = await createClub(db)
const { sub } = await createAccount(db, { clubId, isAdmin: true })
const person = { firstName: 'Ann', lastName: 'Reed', email: 'ann@mail.example', dob: '1990-05-01' }
const { id: memberId } = await createMember(db, { clubId, ...person })
const url = await openServer()

const keys = {
  bankKey: 'sandbox_first-very-secret-A1B2',
  bankHook: 'hook-second-very-secret-C3D4',
  cardKey: 'sk_test_third-very-secret-E5F6',
  cardHook: 'whsec_fourth-very-secret-G7H8',
  wrongBankKey: 'live_fifth-very-secret-I9J0',
  wrongCardKey: 'sk_live_sixth-very-secret-K1L2',
}
const given = {
  accountNumber: '55779911',
  cardNumber: '4000056655665556',
  // Longer than any real one: five digits turned up by chance in what is random and written as hexadecimal.
  cvc: '98765432101234',
  bankName: 'very-secret-holder',
}
/** What calls and pages have answered. */
const answers: string[] = []

it('says nothing of keys, of what links open by, and of banks and cards, in the log, in an answer or in the database', async () => {
  await enterKeys()
  const mandateLink = await giveMandate()
  const payLink = await payByCard()
  await webhooks()
  await chargeWhileAllFails()
  await mistypedAddresses([mandateLink, payLink])

  expect(log).toContain('/webhooks/stripe')
  expect(log).toContain('cannot be reached')
  expect(log).toMatch(/at .*send-payments/)
  const secrets = { ...keys, ...given, mandateLink, payLink }
  expect(Math.min(...Object.values(secrets).map(({ length }) => length))).toBeGreaterThan(7)
  const said = { log, answers: answers.join('\n'), database: await dump(), sandbox: filesIn(folder) }
  const found = Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(said).flatMap(([where, text]) => {
      const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]
      const form = forms.find(each => text.includes(each))
      // The sandbox knows its accounts by their keys.
      return form && where !== 'sandbox' ? [`${name} in ${where}: ${around(text, form)}`] : []
    }),
  )
  expect(found).toEqual([])
  // The look at the database has seen these: what is told of keys is their end.
  expect(said.database).toMatch(/"access_token_end": "A1B2".*"access_token_end": "E5F6"/s)
  for (const secret of Object.values(given)) expect(said.sandbox.includes(secret)).toBe(false)
}, 60_000)

it('has the pattern of the route in each line of the log, and nothing of an address that no route has', async () => {
  const before = log.length
  const unknown = ['/zebedee', '/api/member/Zebedee/7?q=zebedee', `/${'zebedee'.repeat(40)}`]
  // No address at all: answered before there is a line.
  await ask('/%zz-zebedee', {})
  for (const address of unknown)
    for (const method of ['GET', 'POST', 'PUT']) await ask(address, { method, headers: { origin: url } })
  await ask('/api/member/GetMandates/987654321', { headers: { authorization: `Bearer ${sub}` } })
  const lines = () =>
    log
      .slice(before)
      .split('\n')
      .flatMap(line => /^\{.*"status":.*\}$/.exec(line) ?? [])
      .map(line => JSON.parse(line) as { route?: string; status: number })
  await expect.poll(() => lines().length, { message: 'a line for each request' }).toBe(unknown.length * 3 + 1)
  expect(lines().at(-1)).toMatchObject({ route: '/api/member/GetMandates/:id', status: 403 })
  expect(
    lines()
      .slice(0, -1)
      .map(({ route }) => route),
  ).toEqual(Array(unknown.length * 3).fill('none'))
  expect(log.slice(before)).not.toMatch(/zebedee/i)
}, 60_000)

async function enterKeys() {
  const save = (fields: object) => call(`/api/club/SavePaymentProvider/${clubId}`, fields)
  const test = (provider: string) => call(`/api/club/TestPaymentProvider/${clubId}`, { provider })
  await save({ provider: 'gocardless', accessToken: keys.wrongBankKey, webhookSecret: keys.bankHook })
  await save({ provider: 'stripe', accessToken: keys.wrongCardKey, webhookSecret: keys.cardHook })
  for (const provider of ['gocardless', 'stripe']) expect(await test(provider)).toMatchObject({ isWorking: false })
  await save({ provider: 'gocardless', version: 1, accessToken: keys.bankKey })
  await save({ provider: 'stripe', version: 1, accessToken: keys.cardKey })
  for (const provider of ['gocardless', 'stripe']) expect(await test(provider)).toMatchObject({ isWorking: true })
  // Refused: somebody else was quicker, the wrong kind of value, no JSON at all.
  await save({ provider: 'stripe', version: 1, accessToken: keys.cardKey })
  await save({ provider: 'stripe', version: 2, accessToken: [keys.cardKey], webhookSecret: { [keys.cardHook]: 1 } })
  await save({ provider: keys.cardKey, version: 'x', accessToken: keys.bankKey })
  const broken = `{"provider":"stripe","accessToken":"${keys.cardKey}",`
  await ask(`/api/club/SavePaymentProvider/${clubId}`, { method: 'POST', body: broken, headers: json })
  await call(`/api/club/GetPaymentProviders/${clubId}`)
  await call(`/api/club/GetClubDetails/${clubId}`)
}

/** @returns the secret of the link */
async function giveMandate(): Promise<string> {
  expect(await call(`/api/member/SendDDInvite/${memberId}`)).toMatchObject({ isSuccess: true })
  const link = linkIn(await work())
  const page = await visit(link)
  const flow = await visit(hrefIn(page.text, /href="([^"]*Mandate[^"]*)"/))
  const form = {
    ...{ do: 'confirm', given_name: 'Ann', family_name: 'Reed', email: 'ann@mail.example' },
    ...{ address_line1: '1 High Street', city: 'London', postal_code: 'N1 1AA', branch_code: '200000' },
  }
  const account = { ...form, account_holder_name: 'Ann Reed', account_number: given.accountNumber }
  // First with a mistake, so that the form comes back.
  await visit(flow.at, { ...account, branch_code: '2' })
  const done = await visit(flow.at, account)
  expect(done.text).toContain('Thank you')
  await work()
  expect(JSON.stringify(await call(`/api/member/GetMandates/${memberId}`))).toContain('isLive')
  return tokenOf(link)
}

/** @returns the secret of the link */
async function payByCard(): Promise<string> {
  await charge('2026-05-12')
  const send = { clubId, sendBy: 'email' }
  expect(await call(`/api/member/SendPayLink/${memberId}`, send)).toMatchObject({ isSuccess: true })
  const link = linkIn(await work())
  const page = await visit(link)
  const checkout = await visit(hrefIn(page.text, /href="([^"]*keep=1[^"]*)"/))
  const form = { do: 'pay', email: 'ann@mail.example', name: 'Ann Reed', expiry: '12/40', cvc: given.cvc }
  await visit(checkout.at, { ...form, number: '4000056655665557' })
  const paid = await visit(checkout.at, { ...form, number: given.cardNumber })
  expect(paid.text).toContain('Thank you')
  await work(['find-card-events', 'find-provider-events'])
  await call(`/api/member/GetPayWays/${memberId}`)
  await call(`/api/member/GetPayments/${memberId}`)
  return tokenOf(link)
}

/** Signed by somebody else, with what no provider tells. */
async function webhooks() {
  const event = {
    id: 'EV1',
    created_at: '2026-05-12T10:00:00Z',
    resource_type: 'payments',
    action: 'failed',
    links: { payment: 'PM1', bank: given.accountNumber },
    details: { cause: 'x', account_number: given.accountNumber },
  }
  for (const [provider, header] of [
    ['gocardless', 'webhook-signature'],
    ['stripe', 'stripe-signature'],
  ] as const)
    for (const body of [JSON.stringify({ events: [event] }), `{"key":"${keys.cardHook}"`])
      await ask(`/webhooks/${provider}`, {
        method: 'POST',
        body,
        headers: { ...json, [header]: `t=1,v1=${keys.cardHook}` },
      })
}

/** What a job says of its failure, for either way to pay. */
async function chargeWhileAllFails() {
  await db.updateTable('mandate').set({ state: 'active' }).execute()
  for (const trouble of ['500', 'down', 'lost'] as const)
    for (const paymentMethodId of [186, 946]) {
      const transactionId = await charge('2026-08-01')
      const taken = await call(`/api/member/TakePayment/${transactionId}`, { paymentMethodId })
      expect(taken).toMatchObject({ isSuccess: true, paymentMethodId })
      await work(['find-uncharged-cards', 'collect-charges'], trouble)
    }
  await call(`/api/club/TestPaymentProvider/${clubId}`, { provider: 'stripe' })
  await call(`/api/member/GetExternalPayments/${memberId}`)
}

/** A link with a letter too many leads nowhere. */
async function mistypedAddresses(tokens: readonly string[]) {
  for (const token of tokens)
    for (const address of [
      `/payy?token=${token}`,
      `/GoCardless/Mandat?token=${token}`,
      `/pay?token=${token}&token=x`,
      `/pay/x?token=${token}`,
    ])
      await ask(address, {})
}

const json = { 'content-type': 'application/json' }

async function call(address: string, body?: object) {
  const headers = { ...json, authorization: `Bearer ${sub}` }
  const sent = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers }
  return JSON.parse((await ask(address, sent)).text)
}

async function ask(address: string, options: RequestInit) {
  const answer = await fetch(new URL(address, url), { redirect: 'manual', ...options })
  const text = await answer.text()
  answers.push(text)
  return { text, to: answer.headers.get('location') }
}

/** As a browser does: on to where one is led. Pages of a payer show him his own link, and are none of the answers. */
async function visit(address: string, form?: Record<string, string>): Promise<{ at: string; text: string }> {
  const at = here(address)
  const answer = await fetch(at, {
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  const to = answer.headers.get('location')
  return to ? await visit(new URL(to, at).href) : { at, text: await answer.text() }
}

/** The product believes that it is at http://localhost. */
const here = (address: string) => address.replace(/^http:\/\/localhost(?=\/)/, url)
const unescaped = (text: string) => text.replaceAll('&#38;', '&').replaceAll('&amp;', '&')
const hrefIn = (page: string, pattern: RegExp) => new URL(unescaped(pattern.exec(page)?.[1] ?? ''), url).href
const linkIn = (texts: readonly string[]) => /http:\S+token=\S+/.exec(texts.join('\n'))?.[0] ?? ''
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''

async function charge(dueOn: string): Promise<number> {
  const due = { pence: 2900, transactionDate: '2026-05-12', dueOn, description: 'Fee', categoryId: 1421 }
  const [id = 0] = await db.transaction().execute(tx => postCharges(tx, [{ clubId, memberId, ...due }]))
  return id
}

async function openServer() {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const connection = { ...inject('postgres'), database: rows[0]?.name ?? '' }
  return (await tell({ stage: { connection, folder, now: '2026-05-12T11:00:00Z' } })).url
}

async function work(names: readonly string[] = [], trouble: 'none' | '500' | 'down' | 'lost' = 'none') {
  return (await tell({ work: names, trouble })).texts
}

async function tell(what: Ask): Promise<Told> {
  server.send(what)
  // It answers each message with one, unless it has ended.
  const [told] = (await Promise.race([once(server, 'message'), ended])) as [Told]
  if (typeof told !== 'object' || told === null) throw new Error(`the server has ended: ${log}`)
  return told
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select string_agg(
        -- XML itself knows no day that never comes.
        query_to_xml(format('select to_jsonb(t)::text as row from %I.%I t', schemaname, tablename), true, true, '')::text, '')
      as text
    from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
  return rows[0]?.text ?? ''
}

const filesIn = (at: string) =>
  readdirSync(at, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

const around = (text: string, secret: string) => {
  const place = text.indexOf(secret)
  return text.slice(Math.max(0, place - 150), place + secret.length + 50)
}
