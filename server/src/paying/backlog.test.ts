import { gocardless } from '@honbu/sandbox/gocardless/test-bank.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createMandate, createProviderAccount } from '../../test/factories/collections.ts'
import { createSavedCard } from '../../test/factories/paying.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { openTills } from '../../test/paying.ts'
import { postCharges } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openTills(database)
const things = 3
/** More than is looked at in one go. */
const timesTold = 300

async function aTransaction(clubId: number, memberId: number) {
  const due = { transactionDate: '2026-05-12', dueOn: '2026-05-12', description: 'Fee', categoryId: 1421 }
  const [id = 0] = await db.transaction().execute(tx => postCharges(tx, [{ clubId, memberId, pence: 1000, ...due }]))
  return id
}

/** So many payments at a provider, all of which it has told. */
async function paidThrough(way: 'stripe' | 'gocardless'): Promise<number> {
  const club = await createClub(db)
  const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  let accountId = 0
  for (let thing = 0; thing < things; thing += 1) {
    const { id: memberId } = await createMember(db, { clubId: club.id })
    accountId = way === 'stripe' ? await keepCard(club.id, memberId) : await giveMandate(club.id, memberId)
    expect((await admin.post(`/api/member/TakePayment/${await aTransaction(club.id, memberId)}`, {})).status).toBe(200)
  }
  await honbu.work()
  await honbu.hear()
  return accountId
}

async function keepCard(clubId: number, memberId: number) {
  const at = await honbu.payments.providers.stripeFor(clubId)
  const customer = await at.ask(client => client.customers.create({ name: 'Ann Reed' }))
  const method = await at.ask(client => client.paymentMethods.attach('pm_card_visa', { customer: customer.id }))
  await createSavedCard(db, { clubId, memberId, accountId: at.accountId, customer: customer.id, card: method.id })
  return at.accountId
}

async function giveMandate(clubId: number, memberId: number) {
  const accessToken = `sandbox_club_${clubId}`
  const webhookSecret = honbu.bank.webhookSecretOf(accessToken)
  const accountId = await createProviderAccount(db, { clubId, accessToken, webhookSecret })
  const client = gocardless(honbu.bank.url, accessToken)
  const customer = await client.customers.create({ given_name: 'Ann', family_name: 'Reed' })
  const account = await client.customerBankAccounts.create({
    ...{ account_holder_name: 'Ann Reed', branch_code: '200000', account_number: '55779911', country_code: 'GB' },
    links: { customer: String(customer.id) },
  })
  const links = { customer_bank_account: String(account.id) }
  const { id } = await client.mandates.create({ scheme: 'bacs', links })
  await createMandate(db, { clubId, memberId, reference: String(id) })
  return accountId
}

/** All that was told, as if it had just come. @returns how many events that is */
async function tellAgain(accountId: number): Promise<number> {
  const { rows } = await sql`
    update provider_event set worked_at = null, try_again_at = ${honbu.parts.now()}
    where provider_account_id = ${accountId} returning id`.execute(db)
  return rows.length
}

/** How often the provider is asked while what it has told is worked off. */
async function asked(): Promise<number> {
  let times = 0
  honbu.diesBy(count => {
    times = count
    return null
  })
  await honbu.hear()
  honbu.diesBy(() => null)
  return times
}

describe.each(['stripe', 'gocardless'] as const)('a backlog of %s', way => {
  it('is one look at each thing, however often it was told of', async () => {
    const accountId = await paidThrough(way)
    const events = await tellAgain(accountId)
    const { rows } = await sql<{ things: number }>`
      select count(distinct coalesce(links->>'payment', links->>'payment_intent', links->>'mandate'))::integer as things
      from provider_event where provider_account_id = ${accountId}`.execute(db)
    const told = rows[0]?.things ?? 0
    expect(told).toBeGreaterThanOrEqual(things)
    const once = await asked()
    // Stripe is asked for a payment and its disputes.
    expect(once).toBe(way === 'stripe' ? 2 * told : told)
    await sql`
      insert into provider_event (provider_account_id, event_id, resource_type, action, links, details, happened_at,
        received_at, try_again_at)
      select provider_account_id, event_id || '-' || time, resource_type, action, links, details, happened_at, received_at,
        try_again_at
      from provider_event, generate_series(1, ${timesTold}) time
      where provider_account_id = ${accountId}`.execute(db)
    expect(await tellAgain(accountId)).toBe((timesTold + 1) * events)
    expect(await asked()).toBe(once)
    const open = await sql`
      select from provider_event where provider_account_id = ${accountId} and worked_at is null`.execute(db)
    expect(open.rows).toEqual([])
  })
})
