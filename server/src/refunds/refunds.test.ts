import { gocardless } from '@honbu/sandbox/gocardless/test-bank.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createMandate, createProviderAccount } from '../../test/factories/collections.ts'
import { createSavedCard } from '../../test/factories/paying.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { Died, openTills } from '../../test/paying.ts'
import { checkLedger, postCharges } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openTills(database)

type Way = 'Stripe' | 'GoCardless'
const ways: Way[] = ['Stripe', 'GoCardless']

/** A member who has paid £35 through a provider. */
async function aPayer(way: Way) {
  const club = await createClub(db)
  const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const member = await createMember(db, { clubId: club.id, firstName: 'Ann', lastName: 'Reed' })
  const at = await providerOf(way, { clubId: club.id, memberId: member.id })
  const due = { transactionDate: '2026-05-12', dueOn: '2026-05-12', description: 'Membership May', categoryId: 1421 }
  const [transactionId] = await db
    .transaction()
    .execute(tx => postCharges(tx, [{ clubId: club.id, memberId: member.id, pence: 3500, ...due }]))
  const taken = await admin.post(`/api/member/TakePayment/${transactionId}`, {})
  expect(taken.status).toBe(200)
  await honbu.work()
  await at.collect()
  await honbu.hear()
  const payments = async () => (await admin.get(`/api/member/GetPayments/${member.id}`)).body
  const [payment] = await payments()
  expect(payment).toMatchObject({ amount: 35, returned: 0, refundedBy: way, refunds: [] })
  return {
    ...{ ...at, club, admin, member, payments, payment },
    refund: (amount: number, returned = 0, paymentId = payment.paymentId) =>
      admin.post(`/api/member/RefundPayment/${paymentId}`, { amount, returned, description: 'Came too late' }),
    /** What the ledger says that was given back: oldest first. */
    entries: async () => (await payments()).map((entry: { amount: number }) => entry.amount).reverse(),
    refunds: async () => (await payments()).find((one: { amount: number }) => one.amount === 35).refunds,
    owed: async () => (await admin.get(`/api/member/GetCreditBalance/${member.id}`)).body.balance,
    tasks: async () =>
      (
        await db
          .selectFrom('task')
          .select('subject')
          .where('member_id', '=', member.id)
          .where('completed_at', 'is', null)
          .where('kind', '=', 'collection')
          .orderBy('task.id')
          .execute()
      ).map(({ subject }) => subject),
  }
}

/** How the two differ: what is set up, and the buttons of their own sites. */
async function providerOf(way: Way, of: { clubId: number; memberId: number }) {
  const reference = async () => {
    const { reference } = await db
      .selectFrom('external_payment')
      .select('reference')
      .where('member_id', '=', of.memberId)
      .executeTakeFirstOrThrow()
    return String(reference)
  }
  if (way === 'Stripe') {
    const { ask, accountId } = await honbu.payments.providers.stripeFor(of.clubId)
    const customer = (await ask(client => client.customers.create({ name: 'Ann Reed' }))).id
    const card = (await ask(client => client.paymentMethods.attach('pm_card_visa', { customer }))).id
    await createSavedCard(db, { ...of, accountId, customer, card })
    // The page shows the newest account, which is this one.
    const press = (form: Record<string, string>) => honbu.cards.page({ method: 'POST', path: '', query: {}, form })
    const made = async () =>
      await ask(async client => (await client.refunds.list({ payment_intent: await reference() })).data)
    return {
      collect: async () => {},
      made: async () => (await made()).map(({ amount }) => amount),
      refundThere: async (amount: string) => {
        const intent = await ask(async client => client.paymentIntents.retrieve(await reference()))
        await press({ do: 'refund', id: String(intent.latest_charge), amount })
      },
      bounce: async () => press({ do: 'fail-refund', id: (await made())[0]?.id ?? '' }),
      lose: async () => {
        const intent = await ask(async client => client.paymentIntents.retrieve(await reference()))
        await press({ do: 'dispute', id: String(intent.latest_charge) })
      },
      winBack: null,
    }
  }
  const accessToken = `sandbox_club_${of.clubId}`
  const webhookSecret = honbu.bank.webhookSecretOf(accessToken)
  await createProviderAccount(db, { clubId: of.clubId, accessToken, webhookSecret })
  const { ask } = await honbu.payments.providers.goCardlessFor(of.clubId)
  const client = gocardless(honbu.bank.url, accessToken)
  await createMandate(db, { ...of, reference: await mandateAt(client) })
  const press = (form: Record<string, string>) => honbu.bank.page({ method: 'POST', path: '', query: {}, form })
  const made = async () => await ask(async asked => asked.refundsOf(await reference()))
  return {
    collect: async () =>
      void (await client.scenarioSimulators.run('payment_paid_out', { links: { resource: await reference() } })),
    made: async () => (await made()).map(({ amount }) => amount),
    refundThere: async (amount: string) => void (await press({ do: 'refund', id: await reference(), amount })),
    bounce: async () => press({ do: 'bounce', id: (await made())[0]?.id ?? '' }),
    lose: async () => void (await press({ do: 'charge-back', id: await reference() })),
    winBack: async () => void (await press({ do: 'cancel-charge-back', id: await reference() })),
  }
}

async function mandateAt(client: ReturnType<typeof gocardless>): Promise<string> {
  const customer = await client.customers.create({ given_name: 'Ann', family_name: 'Reed' })
  const account = await client.customerBankAccounts.create({
    ...{ account_holder_name: 'Ann Reed', branch_code: '200000', account_number: '55779911', country_code: 'GB' },
    links: { customer: String(customer.id) },
  })
  const links = { customer_bank_account: String(account.id) }
  return String((await client.mandates.create({ scheme: 'bacs', links })).id)
}

describe.each(ways)('a refund through %s', way => {
  it('is made there, whole or in part, and is in the ledger when it is accepted', async () => {
    const { refund, entries, made, refunds, owed, tasks } = await aPayer(way)
    const asked = await refund(10)
    expect(asked).toMatchObject({ status: 200, body: { refundId: expect.any(Number) } })
    expect(await entries()).toEqual([35])
    expect(await refunds()).toMatchObject([{ amount: 10, state: 'asked' }])
    await honbu.work()
    expect(await entries()).toEqual([35, -10])
    expect(await refunds()).toMatchObject([{ amount: 10, state: way === 'Stripe' ? 'paid' : 'pending' }])
    expect((await refund(26, 10)).body.fields).toEqual({ amount: ['Only £25.00 of it is left.'] })
    expect((await refund(5, 0)).status).toBe(409)
    expect((await refund(25, 10)).status).toBe(200)
    await honbu.work()
    await honbu.hear()
    await honbu.hear()
    expect(await entries()).toEqual([35, -10, -25])
    expect((await made()).toSorted()).toEqual([1000, 2500])
    expect(await owed()).toBe(-35)
    expect(await tasks()).toEqual([])
    expect((await refund(1, 35)).body.fields).toEqual({ amount: ['All of it has been given back.'] })
    expect(await checkLedger(db)).toBeNull()
  })

  it('leaves nothing owed where it was given up, when the provider has accepted it', async () => {
    const { admin, payment, entries, owed } = await aPayer(way)
    const given = { amount: 10, returned: 0, description: 'Rained off', isStillOwed: false }
    expect((await admin.post(`/api/member/RefundPayment/${payment.paymentId}`, given)).status).toBe(200)
    expect(await owed()).toBe(0)
    await honbu.work()
    await honbu.hear()
    expect([await entries(), await owed()]).toEqual([[35, -10], 0])
    expect(await checkLedger(db)).toBeNull()
  })

  it('is one, however often it is pressed', async () => {
    const { refund, entries, made } = await aPayer(way)
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund(5)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    await honbu.work()
    expect((await refund(5)).status).toBe(409)
    await honbu.work()
    expect([await made(), await entries()]).toEqual([[500], [35, -5]])
  })

  it('is made once, wherever the process dies', async () => {
    for (const when of ['before', 'after'] as const)
      for (let step = 1; step <= 4; step++) {
        const { refund, entries, made } = await aPayer(way)
        await refund(5)
        const jobs = honbu.jobs.map(each => ({ ...each }))
        honbu.diesBy(asked => (asked === step ? when : null))
        await honbu.work().catch((error: unknown) => expect(error).toBeInstanceOf(Died))
        honbu.diesBy(() => null)
        honbu.jobs.push(...jobs)
        await honbu.work()
        await honbu.hear()
        expect([await made(), await entries()]).toEqual([[500], [35, -5]])
      }
  })

  it.each(['down', 'slow', 'lost', '429', '500'] as const)(
    'while it is in trouble (%s) is made once',
    async trouble => {
      for (const step of trouble === 'slow' || trouble === 'lost' ? [1, 2, 3] : [2]) {
        const { refund, entries, made, refunds } = await aPayer(way)
        await refund(5)
        const jobs = honbu.jobs.map(each => ({ ...each }))
        honbu.diesBy(asked => {
          if (asked === step) honbu.suffer(trouble)
          return null
        })
        await expect(honbu.work()).rejects.toThrow(new RegExp(`^${way} (cannot be|does not|is asked|has a fault)`))
        expect(await entries()).toEqual([35])
        expect((await refunds())[0].cause).toContain('not known until then: do not give it back in another way')
        honbu.diesBy(() => null)
        honbu.suffer('none')
        honbu.jobs.push(...jobs)
        await honbu.work()
        await honbu.hear()
        expect([await made(), await entries()]).toEqual([[500], [35, -5]])
        expect((await refunds())[0].cause).toBe('')
      }
    },
  )

  it('that the provider refuses is not in the ledger, and is a task until it is made', async () => {
    const { refund, refundThere, entries, refunds, tasks, member } = await aPayer(way)
    await refundThere('20')
    expect((await refund(30)).status).toBe(200)
    await honbu.work()
    expect(await entries()).toEqual([35, -20])
    expect(await refunds()).toMatchObject([
      { amount: 20, state: way === 'Stripe' ? 'paid' : 'pending', description: `Refunded at ${way}` },
      { amount: 30, state: 'refused', cause: expect.stringContaining(way) },
    ])
    expect(await tasks()).toEqual([
      expect.stringMatching(/^A refund of £30.00 was not made, and nothing was given back/),
    ])
    expect((await refund(15, 20)).status).toBe(200)
    await honbu.work()
    expect(await entries()).toEqual([35, -20, -15])
    expect(await tasks()).toEqual([])
    const { rows } = await sql`select state from external_refund where member_id = ${member.id} order by state`.execute(
      db,
    )
    expect(rows).toHaveLength(3)
  })

  it('made at the provider’s own site is read back once, in any order', async () => {
    const { refundThere, entries, refunds } = await aPayer(way)
    await refundThere('7.50')
    await refundThere('')
    await honbu.hear()
    await sql`update provider_event set worked_at = null, try_again_at = '2026-05-01'`.execute(db)
    await honbu.hear()
    expect((await entries()).slice(1).toSorted()).toEqual([-27.5, -7.5])
    expect(await refunds()).toHaveLength(2)
    expect(await checkLedger(db)).toBeNull()
  })

  it('that does not arrive is the club’s again, and can be asked for anew', async () => {
    const { refund, bounce, entries, owed, tasks, payments, made } = await aPayer(way)
    await refund(35)
    await honbu.work()
    expect(await owed()).toBe(-35)
    await bounce()
    await honbu.hear()
    await honbu.hear()
    expect(await entries()).toEqual([35, -35, 35])
    expect(await owed()).toBe(0)
    expect(await tasks()).toEqual([expect.stringContaining('A refund of £35.00 did not reach the payer')])
    expect(await checkLedger(db)).toBeNull()
    if (way === 'GoCardless') return
    const again = (await payments()).find(
      (each: { amount: number; returned: number }) => each.amount === 35 && !each.returned,
    )
    expect((await refund(35, 0, again.paymentId)).status).toBe(200)
    await honbu.work()
    expect(await entries()).toEqual([35, -35, 35, -35])
    expect(await made()).toHaveLength(2)
    expect(await tasks()).toEqual([])
  })

  it('before the payer disputes the payment leaves nothing twice', async () => {
    const { refund, lose, entries } = await aPayer(way)
    await refund(10)
    await honbu.work()
    await lose()
    await honbu.hear()
    expect(await entries()).toEqual([35, -10, -25])
    expect(await checkLedger(db)).toBeNull()
  })
})

it('of a debit that was charged back and won again stays given back', async () => {
  const { refund, lose, winBack, entries } = await aPayer('GoCardless')
  await refund(10)
  await honbu.work()
  await lose()
  await honbu.hear()
  await winBack?.()
  await honbu.hear()
  expect(await entries()).toEqual([35, -10, -25, 35, -10])
  expect(await checkLedger(db)).toBeNull()
})
