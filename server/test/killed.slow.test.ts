import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openBankSandbox } from '@honbu/sandbox/gocardless/open.ts'
import { gocardless } from '@honbu/sandbox/gocardless/test-bank.ts'
import { openCardSandbox } from '@honbu/sandbox/stripe/open.ts'
import { stripe } from '@honbu/sandbox/stripe/test-cards.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { checkLedger, postCharges } from '../src/ledger/index.ts'
import { freshDatabase } from './database.ts'
import { createMandate, createProviderAccount } from './factories/collections.ts'
import { createSavedCard } from './factories/paying.ts'
import { createAccount, createClub } from './factories/people.ts'
import { createProduct } from './factories/shop.ts'
import type { Day, Part } from './killable.ts'
import { randomFrom } from './random.ts'
import { createPlan, onPlan } from './right-input-plans.ts'

/** HONBU_KILL_SEED=7 dies elsewhere; so do the two databases, of which each runs this. */
const seed = Number(process.env.HONBU_KILL_SEED ?? (process.env.HONBU_TEST_POSTGRES ? 1 : 2))
const random = randomFrom(seed)

const { db } = await freshDatabase()
const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
const connection = { ...inject('postgres'), database: rows[0]?.name ?? '' }
const folder = mkdtempSync(path.join(tmpdir(), 'honbu-killed-'))
let clock = Date.parse('2026-05-12T11:00:00Z')
const bank = await openBankSandbox({ folder, clock: () => new Date('2026-05-12T11:00:00Z'), sendsWebhooks: false })
const cards = await openCardSandbox({ folder, clock: () => new Date(clock), sendsWebhooks: false })
const servers: ChildProcess[] = []
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL')
  await bank.close()
  await cards.close()
  rmSync(folder, { recursive: true, force: true })
})

const bankToken = 'sandbox_killed'
const cardKey = 'sk_test_killed'
const atBank = gocardless(bank.url, bankToken)
const atCards = stripe(cards.url, cardKey)
const club = await aClub()
let toRefund: Day['toRefund'] = []

describe('a server that is killed at any step, and one that goes on', () => {
  it('have charged and collected everything once', async () => {
    const parts: Part[] = ['charging', 'collecting', 'taking', 'ordering']
    await dieIn(parts, parts)

    expect(await checkLedger(db)).toBeNull()
    // Each membership once, and a charge for each.
    const { rows: charged } = await sql<{ member: number; periods: number; charges: number }>`
      select member_id as member, count(distinct period.id) as periods, count(distinct charge.id) as charges
      from club_member own left join membership_period period on period.club_member_id = own.id
      left join charge using (member_id) where charge.category_id = 1421 or charge.id is null
      group by member_id`.execute(db)
    expect(charged).toEqual(club.members.map(member => ({ member, periods: 1, charges: 1 })))
    expect(await countOf('external_payment')).toBe(club.debtors.length + club.toTake.length)
    expect(await countOf('member_order')).toBe(club.orders.length)
    const { rows: shelf } = await sql`select sum(quantity) as left from stock_movement`.execute(db)
    expect(shelf).toEqual([{ left: 50 - 2 * club.orders.length }])
    await onceAtProviders()
  }, 120_000)

  it('have posted once what providers have told them', async () => {
    await bank.moveTo('2026-05-29')
    clock = Date.parse('2026-05-29T11:00:00Z')
    await dieIn(['hearing', 'hearing'], ['hearing'])

    expect(await checkLedger(db)).toBeNull()
    const { rows: states } =
      await sql`select state, count(*) from external_payment group by state order by state`.execute(db)
    expect(states).toEqual([
      { state: 'confirmed', count: club.cardholders.length },
      { state: 'paid_out', count: club.debtors.length + club.toTake.length - club.cardholders.length },
    ])
    // Paid by debit, by card, and at the desk for what was ordered.
    expect(await countOf('payment')).toBe(club.debtors.length + club.toTake.length + club.orders.length)
    const { rows: open } = await sql`select member_id as member from open_charge order by 1`.execute(db)
    expect(open).toEqual(club.cardholders.map(member => ({ member })))
    const { rows: unheard } = await sql`select action from provider_event where worked_at is null`.execute(db)
    expect(unheard).toEqual([])
    await onceAtProviders()
  }, 120_000)

  it('have given back once what was asked for', async () => {
    const { rows: paid } = await sql<{ paymentId: number; pence: number; reference: string }>`
      select payment_id as "paymentId", amount_pence as pence, reference from external_payment
      where payment_id is not null order by id`.execute(db)
    // All of the one, a part of the next.
    const halfOf = (pence: number, at: number) => (at % 2 === 0 ? pence : Math.floor(pence / 2))
    const asked = paid.map((each, at) => ({ ...each, pence: halfOf(each.pence, at) }))
    toRefund = asked.map(({ paymentId, pence }) => ({ paymentId, amount: pence / 100 }))
    await dieIn(['refunding', 'refunding', 'hearing'], ['refunding', 'hearing'])

    expect(await checkLedger(db)).toBeNull()
    const { rows: given } = await sql<{ reference: string; pence: number }>`
      select external.reference, -sum(returned.amount_pence)::integer as pence
      from payment returned join external_payment external on external.payment_id = returned.returns_id
      group by external.reference`.execute(db)
    const byReference = (a: { reference: string }, b: { reference: string }) => (a.reference < b.reference ? -1 : 1)
    const wanted = asked.map(({ reference, pence }) => ({ reference, pence })).toSorted(byReference)
    expect(given.toSorted(byReference)).toEqual(wanted)
    const { refunds } = await atBank.refunds.list({ limit: 500 })
    const made = [
      ...refunds.map(({ amount, links }) => ({ reference: String(links?.payment), pence: Number(amount) })),
      ...(await atCards.refunds.list({ limit: 100 })).data.map(({ amount, payment_intent: intent }) => ({
        reference: String(intent),
        pence: amount,
      })),
    ]
    expect(made.toSorted(byReference)).toEqual(wanted)
    const { rows: open } = await sql`select id from external_refund where state = 'asked'`.execute(db)
    expect(open).toEqual([])
  }, 120_000)
})

/** Whatever was asked for twice was made once, and is known here. */
async function onceAtProviders() {
  const { payments } = await atBank.payments.list({ limit: 500 })
  const intents = (await atCards.paymentIntents.list({ limit: 100 })).data
  const made = [...payments.map(({ id }) => String(id)), ...intents.map(({ id }) => id)]
  const { rows: known } = await sql<{ reference: string }>`select reference from external_payment`.execute(db)
  expect(made.toSorted()).toEqual(known.map(({ reference }) => reference).toSorted())
  expect(intents.map(({ status }) => status)).toEqual(club.cardholders.map(() => 'succeeded'))
}

const countOf = async (table: string) =>
  (await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)).rows[0]?.count

/** One server after the other, each killed in the part given; the last one is left alone. Each is six minutes later. */
async function dieIn(deaths: readonly Part[], parts: readonly Part[]) {
  let next = await born()
  for (const part of [...deaths, null]) {
    const step = 1 + Math.floor(random() * (part ? mostSteps[part] : 0))
    const how = random() < 0.5 ? 'before' : 'after'
    const dies = part && ({ in: part, step, how } as const)
    const server = next
    const ended = once(server, 'exit')
    const heard = once(server, 'message')
    server.send({ ...club.day, toRefund, parts, dies, now: new Date(clock).toISOString() } satisfies Day)
    // The next one loads its modules while this one works.
    const following = part && born()
    if (parts.includes('hearing')) await tell(server, await Promise.race([heard, ended]))
    expect({ dies, end: await ended }).toEqual({ dies, end: dies ? [null, 'SIGKILL'] : [0, null] })
    expect(await checkLedger(db)).toBeNull()
    if (following) next = await following
    // Later than what the one before may have claimed for itself.
    clock += 6 * 60_000
  }
}

/** The webhooks of both providers, as far as somebody is there to hear them. */
async function tell(server: ChildProcess, [message]: unknown[]) {
  if (typeof message !== 'object' || message === null || !('address' in message)) return
  bank.attach({ pages: '', webhooks: `${message.address}/webhooks/gocardless` })
  cards.attach({ pages: '', webhooks: `${message.address}/webhooks/stripe` })
  await Promise.all([bank.deliver(), cards.deliver()])
  if (server.connected) server.send('told', () => {})
}

/** About how many queries and requests there are in a part when nothing of it is done yet. */
const mostSteps: Record<Part, number> = {
  charging: 90,
  collecting: 60,
  taking: 150,
  ordering: 100,
  refunding: 300,
  hearing: 150,
}

/** A server that has loaded everything, and waits for its day. */
async function born(): Promise<ChildProcess> {
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(folder, 'compiled') }
  const child = fork(path.join(import.meta.dirname, 'killable.ts'), { execArgv: [], env })
  servers.push(child)
  const [ready] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (ready !== 'ready') throw new Error('the server could not be loaded')
  return child
}

/** A club of members who pay by direct debit and by card, with something to be taken from some and something on the shelf. */
async function aClub() {
  const { id: clubId } = await createClub(db)
  await db.insertInto('charging_setting').values({ club_id: clubId, is_nightly: true }).execute()
  const { sub } = await createAccount(db, { clubId, isAdmin: true })
  const bankAccount = {
    provider: 'gocardless',
    accessToken: bankToken,
    webhookSecret: bank.webhookSecretOf(bankToken),
  } as const
  await createProviderAccount(db, { clubId, ...bankAccount })
  const cardAccount = {
    provider: 'stripe',
    accessToken: cardKey,
    webhookSecret: cards.webhookSecretOf(cardKey),
  } as const
  await createProviderAccount(db, { clubId, ...cardAccount })
  const { id: planId } = await createPlan(db, { clubId })
  const due = { clubId, planId, nextPayment: '2026-05-13', memberSince: '2026-05-13' }
  const debtors: number[] = []
  for (let made = 0; made < 12; made += 1) {
    const { id: memberId } = await onPlan(db, { ...due, paymentMethodId: 186 })
    await createMandate(db, { clubId, memberId, reference: await mandateAtBank() })
    debtors.push(memberId)
  }
  const cardholders: number[] = []
  for (let made = 0; made < 5; made += 1) {
    const { id: memberId } = await onPlan(db, { ...due, paymentMethodId: 946 })
    const customer = (await atCards.customers.create({ name: 'Ann Lee' })).id
    const card = (await atCards.paymentMethods.attach('pm_card_visa', { customer })).id
    await createSavedCard(db, { clubId, memberId, customer, card })
    cardholders.push(memberId)
  }
  // Due in summer, so that nobody collects it before somebody presses the button.
  const seminar = {
    clubId,
    pence: 4000,
    transactionDate: '2026-05-12',
    dueOn: '2026-08-01',
    description: 'Seminar',
    categoryId: 1425,
  }
  const toTake = await db.transaction().execute(tx =>
    postCharges(
      tx,
      [...debtors.slice(0, 4), ...cardholders].map(memberId => ({ ...seminar, memberId })),
    ),
  )
  const { id: productId } = await createProduct(db, { clubId, pence: 2000, stock: 50 })
  const orders = debtors.slice(4, 10).map(memberId => ({
    key: `00000000-0000-4000-8000-${String(memberId).padStart(12, '0')}`,
    memberId,
    body: {
      clubId,
      lines: [{ memberId, productId, quantity: 2 }],
      total: 40,
      payments: [{ paymentMethodId: 1401, amount: 40 }],
    },
  }))
  const members = [...debtors, ...cardholders]
  const day = { connection, bankUrl: bank.url, cardsUrl: cards.url, sub, toTake, orders }
  return { members, debtors, cardholders, toTake, orders, day }
}

async function mandateAtBank(): Promise<string> {
  const customer = await atBank.customers.create({ given_name: 'Ann', family_name: 'Lee' })
  const account = await atBank.customerBankAccounts.create({
    account_holder_name: 'Ann Lee',
    branch_code: '200000',
    account_number: '55779911',
    country_code: 'GB',
    links: { customer: String(customer.id) },
  })
  const links = { customer_bank_account: String(account.id) }
  return String((await atBank.mandates.create({ scheme: 'bacs', links })).id)
}
