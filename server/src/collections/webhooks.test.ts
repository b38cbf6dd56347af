import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openCollecting } from '../../test/collecting.ts'
import { freshDatabase } from '../../test/database.ts'
import { createProviderAccount } from '../../test/factories/collections.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { histories } from '../../test/histories.ts'
import { postCharges } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openCollecting(database)
const { pages } = honbu

const secret = 'sandbox-webhook-secret'
const { id: clubId } = await createClub(db)
const accountId = await createProviderAccount(db, { clubId })

const signed = (body: string, by = secret) => createHmac('sha256', by).update(body).digest('hex')
const post = (body: string, signature = signed(body)) =>
  pages.inject({
    method: 'POST',
    url: '/webhooks/gocardless',
    headers: { 'content-type': 'application/json', 'webhook-signature': signature },
    payload: body,
  })
const event = (id: string, links: object = { payment: 'PM404' }, more: object = {}) => ({
  id,
  created_at: '2026-05-12T10:00:00.000Z',
  resource_type: 'payments',
  action: 'confirmed',
  links,
  details: {},
  ...more,
})
const stored = () =>
  db.selectFrom('provider_event').selectAll().where('provider_account_id', '=', accountId).orderBy('id').execute()

describe('a webhook', () => {
  it('is refused unless it is signed with the secret of an account', async () => {
    const body = JSON.stringify({ events: [event('EV0')] })
    for (const signature of ['', 'zz', signed(body, 'another'), signed(`${body} `)])
      expect((await post(body, signature)).statusCode).toBe(498)
    expect((await pages.inject({ method: 'POST', url: '/webhooks/gocardless' })).statusCode).toBe(498)
    for (const header of ['', 't=1,v1=00', `t=${Math.floor(Date.now() / 1000)},v1=zz`]) {
      const url = '/webhooks/stripe'
      const answer = await pages.inject({ method: 'POST', url, headers: { 'stripe-signature': header }, payload: body })
      expect(answer.statusCode).toBe(400)
    }
    expect(await stored()).toEqual([])
  })

  it('is stored once, with no more than is needed', async () => {
    const details = { cause: 'insufficient_funds', description: 'No funds', bank_account_id: 'BA1', origin: 'bank' }
    const body = JSON.stringify({ events: [event('EV1', { payment: 'PM404', customer: 'CU1' }, { details })] })
    expect((await post(body)).statusCode).toBe(204)
    expect((await post(body)).statusCode).toBe(204)
    expect(await stored()).toMatchObject([
      {
        event_id: 'EV1',
        links: { payment: 'PM404' },
        details: { cause: 'insufficient_funds', description: 'No funds' },
        worked_at: null,
      },
    ])
  })

  it.each(['', '{', '[]', '{"events":1}', '{"events":[{"id":""}]}', '{"events":[{"id":"a\\u0000"}]}'])(
    'that is %j is no failure of ours',
    async body => {
      expect((await post(body)).statusCode).toBe(400)
    },
  )

  it('about something unknown is kept, and looked for again', async () => {
    await honbu.hear()
    expect(await stored()).toMatchObject([{ worked_at: null, tries: 1, problem: expect.stringContaining('Nothing') }])
    await sql`update provider_event set try_again_at = '2026-05-12T10:00Z' where event_id = 'EV1'`.execute(db)
    await honbu.hear()
    expect(await stored()).toMatchObject([{ worked_at: null, tries: 2 }])
    await sql`update provider_event set tries = 14, try_again_at = '2026-05-12T10:00Z'`.execute(db)
    await honbu.hear()
    expect((await stored())[0]?.worked_at).not.toBeNull()
  })

  it('of Stripe is signed with the time', async () => {
    const stripeAccount = await createProviderAccount(db, { clubId, provider: 'stripe' })
    const body = JSON.stringify({
      id: 'evt_1',
      type: 'checkout.session.completed',
      created: 1_778_580_000,
      data: { object: { id: 'cs_1', object: 'checkout.session' } },
    })
    const at = (time: number) => `t=${time},v1=${signed(`${time}.${body}`)}`
    const send = (header: string) =>
      pages.inject({ method: 'POST', url: '/webhooks/stripe', headers: { 'stripe-signature': header }, payload: body })
    const now = Math.floor(Date.parse('2026-05-12T11:00:00Z') / 1000)
    expect((await send(at(now - 301))).statusCode).toBe(400)
    expect((await send(at(now - 60))).statusCode).toBe(204)
    const rows = await db
      .selectFrom('provider_event')
      .selectAll()
      .where('provider_account_id', '=', stripeAccount)
      .execute()
    expect(rows).toMatchObject([{ event_id: 'evt_1', action: 'checkout.session.completed' }])
  })
})

describe('the address of an account', () => {
  const own = async (provider: 'gocardless' | 'stripe') => {
    const club = await createClub(db)
    const webhookSecret = `secret of ${club.id}`
    const id = await createProviderAccount(db, { clubId: club.id, provider, webhookSecret, sharesAddress: false })
    return { id, webhookSecret, url: `/webhooks/${provider}/${club.id}` }
  }
  const tell = (url: string, body: string, webhookSecret: string) =>
    pages.inject({ method: 'POST', url, headers: { 'webhook-signature': signed(body, webhookSecret) }, payload: body })
  const body = (id: string) => JSON.stringify({ events: [event(id)] })
  const storedOf = async (id: number) =>
    (await db.selectFrom('provider_event').select('event_id').where('provider_account_id', '=', id).execute()).map(
      ({ event_id }) => event_id,
    )

  it('takes what its own secret has signed, and nothing else', async () => {
    const [mine, other] = [await own('gocardless'), await own('gocardless')]
    expect((await tell(mine.url, body('OWN1'), mine.webhookSecret)).statusCode).toBe(204)
    expect((await tell(other.url, body('OWN2'), mine.webhookSecret)).statusCode).toBe(498)
    expect((await tell('/webhooks/gocardless', body('OWN3'), mine.webhookSecret)).statusCode).toBe(498)
    for (const wrong of ['0', 'x', '999999999', '99999999999999999999'])
      expect((await tell(`/webhooks/gocardless/${wrong}`, body('OWN4'), mine.webhookSecret)).statusCode).toBe(498)
    expect([await storedOf(mine.id), await storedOf(other.id)]).toEqual([['OWN1'], []])
  })

  it('takes the place of the shared one once the provider uses it', async () => {
    const club = await createClub(db)
    const webhookSecret = 'from before'
    await createProviderAccount(db, { clubId: club.id, webhookSecret })
    expect((await tell('/webhooks/gocardless', body('OLD1'), webhookSecret)).statusCode).toBe(204)
    expect((await tell(`/webhooks/gocardless/${club.id}`, body('OLD2'), webhookSecret)).statusCode).toBe(204)
    const row = db.selectFrom('provider_account').select('shares_address').where('club_id', '=', club.id)
    expect(await row.executeTakeFirst()).toEqual({ shares_address: false })
  })

  it('takes a few signatures and a quarter of a megabyte', async () => {
    const { url, webhookSecret } = await own('stripe')
    const text = JSON.stringify({
      id: 'evt_2',
      type: 'x',
      created: 1,
      data: { object: { id: 'cs_2', object: 'checkout.session' } },
    })
    const time = Math.floor(Date.parse('2026-05-12T11:00:00Z') / 1000)
    const right = `v1=${signed(`${time}.${text}`, webhookSecret)}`
    const send = (signatures: string[], payload = text) => {
      const header = [`t=${time}`, ...signatures].join()
      return pages.inject({ method: 'POST', url, headers: { 'stripe-signature': header }, payload })
    }
    expect((await send([...Array<string>(4).fill('v1=00'), right])).statusCode).toBe(400)
    expect((await send(['v1=00', right, 'v0=00'])).statusCode).toBe(204)
    expect((await send([right], 'x'.repeat(256 * 1024 + 1))).statusCode).toBe(413)
  })
})

describe('whatever is told, in whatever order and however often', () => {
  it('ends where the provider is, and charges nobody twice', async () => {
    const club = await createClub(db)
    const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
    const outcomes = ['paid', 'late_failure', 'charged_back', 'insufficient_funds', 'bank_account_closed'] as const
    let day = 0
    const step = async (days: number) => {
      day += days
      const date = new Date(Date.parse('2026-05-12') + day * 86_400_000)
      await honbu.moveTo(date.toISOString().slice(0, 10))
    }
    const cases = fc.array(
      fc.record({
        outcome: fc.constantFrom(...outcomes),
        shuffle: fc.boolean(),
        repeat: fc.boolean(),
        gap: fc.nat(20),
      }),
      { minLength: 1, maxLength: 3 },
    )
    await fc.assert(
      fc.asyncProperty(cases, async payments => {
        const member = await createMember(db, { clubId: club.id, email: 'a@mail.example' })
        const { body } = await admin.get(`/GoCardless/NewCustomer/${member.id}`)
        await honbu.giveMandate(body.redirectUrl)
        await step(10)
        for (const { outcome, shuffle, repeat, gap } of payments) {
          honbu.bank.setDisorder({ shuffle, repeat })
          honbu.bank.byDefault({ payment: outcome })
          const dueOn = honbu.today()
          const charge = { clubId: club.id, memberId: member.id, pence: 1000, transactionDate: dueOn, dueOn }
          await db.transaction().execute(tx => postCharges(tx, [{ ...charge, description: 'Fee', categoryId: 1421 }]))
          await honbu.collect()
          await step(gap)
          await tellAgain()
        }
        await step(60)
        await tellAgain()
        const { rows } = await sql<{ state: string; due: number; paid: number; posted: number }>`
          select state, amount_pence as due,
            coalesce((select sum(entry.amount_pence) from external_payment_change change
              join payment entry on entry.id in (change.payment_id, change.return_id)
              where change.external_payment_id = payment.id), 0)::integer as paid,
            (select count(*) from payment entry where entry.member_id = payment.member_id)::integer as posted
          from external_payment payment where member_id = ${member.id}`.execute(db)
        for (const { state, due, paid } of rows) expect(paid).toBe(['paid_out', 'confirmed'].includes(state) ? due : 0)
        // Each charge once, unless the mandate was gone with the account.
        expect(rows.length).toBeLessThanOrEqual(payments.length)
        const { balance } = (await admin.get(`/api/member/GetCreditBalance/${member.id}`)).body
        const come = rows.filter(({ state }) => ['paid_out', 'confirmed'].includes(state)).length
        expect(balance).toBe(10 * (come - payments.length))
        const open = await sql`select from provider_event where worked_at is null and tries = 0
          and try_again_at <= ${honbu.parts.now()} and resource_type <> 'checkout.session'`.execute(db)
        expect(open.rows).toHaveLength(0)
      }),
      { numRuns: histories(4, 30) },
    )
  }, 60_000)

  /** All that was ever told once more: as if it had just come. */
  async function tellAgain() {
    await sql`update provider_event set worked_at = null where provider_account_id <> ${accountId}`.execute(db)
    await honbu.hear()
  }
})
