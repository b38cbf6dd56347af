import { describe, expect, it } from 'vitest'
import { collectionTasks } from '../../test/collection-tasks.ts'
import { freshDatabase } from '../../test/database.ts'
import { createSavedCard } from '../../test/factories/paying.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { openTills } from '../../test/paying.ts'
import { checkLedger, postCharges, postPayment } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openTills(database)

/** A member who owes £35, and whose card is kept at Stripe. */
async function aDebtor() {
  const club = await createClub(db)
  const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const member = await createMember(db, {
    clubId: club.id,
    firstName: 'Ann',
    lastName: 'Reed',
    email: 'ann@mail.example',
  })
  const at = await honbu.payments.providers.stripeFor(club.id)
  const customer = await at.ask(client => client.customers.create({ name: 'Ann Reed' }))
  const method = await at.ask(client => client.paymentMethods.attach('pm_card_visa', { customer: customer.id }))
  const card = { clubId: club.id, memberId: member.id, accountId: at.accountId, customer: customer.id, card: method.id }
  await createSavedCard(db, card)
  const due = { transactionDate: '2026-05-12', dueOn: '2026-05-12', description: 'Membership May', categoryId: 1421 }
  const [chargeId = 0] = await db
    .transaction()
    .execute(tx => postCharges(tx, [{ clubId: club.id, memberId: member.id, pence: 3500, ...due }]))
  const read = async (call: string) => (await admin.get(`/api/member/${call}/${member.id}`)).body
  return {
    ...{ club, admin, member, chargeId, accountId: at.accountId },
    take: () => admin.post(`/api/member/TakePayment/${chargeId}`, {}),
    payments: () => read('GetExternalPayments'),
    balance: async () => (await read('GetCreditBalance')).balance,
    intents: async () => (await at.ask(client => client.paymentIntents.list({ customer: customer.id }))).data,
    link: async () =>
      (await admin.post(`/api/member/SendPayLink/${member.id}`, { clubId: club.id, sendBy: 'qr' })).body.url,
    tasks: async () => await collectionTasks(db, { clubId: club.id }),
  }
}

type Debtor = Awaited<ReturnType<typeof aDebtor>>

/** The jobs that wait, run once, and once more as the queue does with one that throws. */
async function fails(words: RegExp) {
  const jobs = honbu.jobs.map(job => ({ ...job }))
  await expect(honbu.work()).rejects.toThrow(words)
  honbu.jobs.push(...jobs)
}

async function isPaidOnce({ payments, balance, intents }: Debtor) {
  expect(await payments()).toMatchObject([{ state: 'confirmed', amount: 35, problem: '' }])
  const charged = (await intents()).filter(({ status }) => status === 'succeeded')
  expect(charged.map(({ amount }) => amount)).toEqual([3500])
  expect([await balance(), await checkLedger(db)]).toEqual([0, null])
}

const words = {
  down: /^Stripe cannot be reached at the moment\./,
  slow: /^Stripe does not answer in time\./,
  lost: /^Stripe cannot be reached at the moment\./,
  '429': /^Stripe is asked too much at the moment\./,
  '500': /^Stripe has a fault of its own at the moment\./,
} as const
const troubles = ['down', 'slow', 'lost', '429', '500'] as const

/** Makes trouble from the nth request of the job on. */
const sufferFrom = (step: number, trouble: 'slow' | 'lost') =>
  honbu.diesBy(asked => {
    if (asked === step) honbu.suffer(trouble)
    return null
  })

function isWell() {
  honbu.diesBy(() => null)
  honbu.suffer('none')
}

describe('a saved card, while Stripe is in trouble', () => {
  it.each(troubles)('%s: says so at the desk, and is charged once when that is over', async trouble => {
    const one = await aDebtor()
    await one.take()
    honbu.suffer(trouble)
    await fails(words[trouble])
    const [payment] = await one.payments()
    expect(payment.problem).toMatch(words[trouble])
    expect(payment.problem).toMatch(/tried again by itself\. The card has not been charged: .* unless it is paid/)
    const again = await one.take()
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('has not been charged') } })
    expect(again.body.message).toMatch(/^It is already on its way: by card since 12 May 2026\. Stripe/)
    honbu.suffer('none')
    await honbu.work()
    await honbu.hear()
    await isPaidOnce(one)
  })

  it.each([
    [1, 'slow', 'waiting'],
    [1, 'lost', 'waiting'],
    [2, 'slow', 'submitted'],
    [3, 'slow', 'submitted'],
    [3, 'lost', 'submitted'],
    [4, 'slow', 'submitted'],
  ] as const)(
    'at request %i %s: is %s, and known by the next try, a webhook, or the look of the hour',
    async (step, trouble, state) => {
      for (const heardBy of ['try', 'webhook', 'look'] as const) {
        const one = await aDebtor()
        await one.take()
        sufferFrom(step, trouble)
        await fails(trouble === 'slow' ? words.slow : words.lost)
        isWell()
        expect(await one.payments()).toMatchObject([{ state }])
        expect((await one.payments())[0].problem).toContain(
          state === 'waiting' ? 'has not been charged' : 'not known until then: do not take it in another way',
        )
        if (heardBy !== 'try') honbu.jobs.splice(0)
        if (heardBy === 'try') await honbu.work()
        if (heardBy === 'webhook' && step > 2) {
          // What came late is done all the same.
          await expect.poll(async () => (await one.intents())[0]?.status).toBe('succeeded')
          await honbu.hear()
        } else if (heardBy !== 'try') {
          honbu.later(6)
          await honbu.runScheduled('find-uncharged-cards')
          await honbu.work()
        }
        await isPaidOnce(one)
        await honbu.hear()
        await isPaidOnce(one)
      }
    },
  )

  it('is not charged any more by who has paid in cash meanwhile', async () => {
    const one = await aDebtor()
    await one.take()
    honbu.suffer('slow')
    await fails(words.slow)
    const { club, member } = one
    const cash = { clubId: club.id, memberId: member.id, pence: 3500, paymentDate: '2026-05-12', paymentMethodId: 1401 }
    await db.transaction().execute(tx => postPayment(tx, { ...cash, chargeIds: [one.chargeId] }))
    honbu.suffer('none')
    await honbu.work()
    await honbu.hear()
    expect(await one.payments()).toMatchObject([{ state: 'cancelled', problem: '' }])
    expect((await one.intents()).filter(({ status }) => status === 'succeeded')).toEqual([])
    expect(await one.balance()).toBe(0)
  })

  it('with a key that is not taken: one task says so, until another is entered', async () => {
    const one = await aDebtor()
    await one.take()
    const entered = (accessToken: string, version: number) =>
      one.admin.post(`/api/club/SavePaymentProvider/${one.club.id}`, { provider: 'stripe', accessToken, version })
    const test = async () =>
      (await one.admin.post(`/api/club/TestPaymentProvider/${one.club.id}`, { provider: 'stripe' })).body
    await entered('rk_wrong-key-0001', 0)
    // The payment goes by the account that it was begun at, which is taken over here.
    await db
      .updateTable('external_payment')
      .set({ provider_account_id: await ownAccount(one.club.id) })
      .where('member_id', '=', one.member.id)
      .execute()
    await fails(/^Stripe does not accept the access token/)
    await expect(honbu.work()).rejects.toThrow(/^Stripe does not accept/)
    expect(await test()).toEqual({
      isWorking: false,
      message: expect.stringMatching(/Enter a valid one.* nothing is collected/),
    })
    expect((await one.payments())[0].problem).toMatch(
      /Enter a valid one in the club's settings\. The card has not been charged/,
    )
    expect(await one.tasks()).toEqual([expect.stringMatching(/^Stripe does not accept .* what is due waits\.$/)])
    const { body } = await one.admin.get(`/api/club/GetPaymentProviders/${one.club.id}`)
    expect(body[1].account.problem).toContain('does not accept')
    await entered(`sk_test_club_${one.club.id}`, 1)
    await honbu.work()
    await isPaidOnce(one)
    expect(await one.tasks()).toEqual([])
  })
})

const ownAccount = async (clubId: number) =>
  (
    await db
      .selectFrom('provider_account')
      .select('id')
      .where('club_id', '=', clubId)
      .where('is_sandbox', '=', false)
      .executeTakeFirstOrThrow()
  ).id

describe('the page to pay on, while Stripe is in trouble', () => {
  it.each(troubles)('%s: says that nothing was taken, and leads on to one page when that is over', async trouble => {
    const one = await aDebtor()
    const url = await one.link()
    const card = url.replace('/pay?', '/pay/card?')
    honbu.suffer(trouble)
    const told = await honbu.get(card)
    expect([told.statusCode, told.body]).toEqual([503, expect.stringMatching(/Nothing has been taken/)])
    honbu.suffer('none')
    const page = await honbu.leadsTo(card)
    expect(page).toContain('http://cards.example/pay/')
    expect(await honbu.leadsTo(card)).toBe(page)
    await honbu.payByCard(page)
    await honbu.hear()
    expect(await one.payments()).toMatchObject([{ state: 'confirmed' }])
    expect(await one.balance()).toBe(0)
  })

  it.each(['down', 'slow'] as const)('%s after it was paid: asks nobody to pay again', async trouble => {
    const one = await aDebtor()
    const url = await one.link()
    const back = await honbu.payByCard(await honbu.leadsTo(url.replace('/pay?', '/pay/card?')))
    honbu.suffer(trouble)
    const told = await honbu.get(back)
    expect([told.statusCode, told.body]).toEqual([200, expect.stringContaining('Please do not pay again')])
    expect(told.body).not.toContain('Pay by card')
    // Nor can it be paid by another link.
    const other = await honbu.get(url.replace('/pay?', '/pay/card?'))
    expect([other.statusCode, other.body]).toEqual([503, expect.not.stringContaining('Nothing has been taken')])
    honbu.suffer('none')
    expect((await honbu.get(back)).body).toContain('has got £35.00')
    expect(await one.balance()).toBe(0)
  })
})
