import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createMandate } from '../../test/factories/collections.ts'
import { createSavedCard } from '../../test/factories/paying.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { Died, openTills } from '../../test/paying.ts'
import { plainConfig } from '../../test/plain-config.ts'
import { checkLedger, postCharges, postPayment } from '../ledger/index.ts'
import { chargeDueCards } from './charge-due-cards.ts'
import { sendPayLinkMessage } from './pay-link-message.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openTills(database)

const neverSends = () => Promise.reject(new Error('An email was sent.'))

async function aMember(person: object = {}) {
  const club = await createClub(db)
  const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const member = await createMember(db, {
    ...{ clubId: club.id, firstName: 'Ann', lastName: 'Reed', email: 'ann@mail.example' },
    ...person,
  })
  const charge = async (pence: number, description = 'Membership May') => {
    const due = { transactionDate: '2026-05-12', dueOn: '2026-05-12', description, categoryId: 1421 }
    const [id] = await db
      .transaction()
      .execute(tx => postCharges(tx, [{ clubId: club.id, memberId: member.id, pence, ...due }]))
    return id ?? 0
  }
  const read = async (call: string) => (await admin.get(`/api/member/${call}/${member.id}`)).body
  return {
    ...{ club, admin, member, charge },
    take: (transactionId: number, body: object = {}) => admin.post(`/api/member/TakePayment/${transactionId}`, body),
    link: (body: object = {}) =>
      admin.post(`/api/member/SendPayLink/${member.id}`, { clubId: club.id, sendBy: 'qr', ...body }),
    close: (transactionId: number) => admin.post(`/api/member/ClosePayPage/${member.id}`, { transactionId }),
    payments: () => read('GetExternalPayments'),
    ways: () => read('GetPayWays'),
    balance: async () => (await read('GetCreditBalance')).balance,
  }
}

/** A member whose card is kept at the provider. */
async function aCardHolder(number = 'pm_card_visa') {
  const one = await aMember()
  const at = await honbu.payments.providers.stripeFor(one.club.id)
  const customer = await at.ask(client => client.customers.create({ name: 'Ann Reed' }))
  const method = await at.ask(client => client.paymentMethods.attach(number, { customer: customer.id }))
  const { id: clubId } = one.club
  const card = { clubId, memberId: one.member.id, accountId: at.accountId, customer: customer.id, card: method.id }
  await createSavedCard(db, card)
  const intents = async () => (await at.ask(client => client.paymentIntents.list({ customer: customer.id }))).data
  return { ...one, intents, at }
}

const openTasks = async (memberId: number) =>
  (
    await db
      .selectFrom('task')
      .select('subject')
      .where('member_id', '=', memberId)
      .where('completed_at', 'is', null)
      .where('kind', '=', 'collection')
      .orderBy('id')
      .execute()
  ).map(({ subject }) => subject)

describe('takePayment', () => {
  it.each(['mandate', 'card'] as const)('by %s makes one payment of 50 calls at the same time', async method => {
    const one = method === 'card' ? await aCardHolder() : await aMember()
    if (method === 'mandate') await createMandate(db, { clubId: one.club.id, memberId: one.member.id })
    const transactionId = await one.charge(3500)
    const asked = await Promise.all(Array.from({ length: 50 }, () => one.take(transactionId)))
    const statuses = Map.groupBy(asked, ({ status }) => status)
    expect([statuses.get(200)?.length, statuses.get(409)?.length]).toEqual([1, 49])
    expect(statuses.get(409)?.[0]?.body.message).toMatch(/^It is already on its way/)
    expect(await one.payments()).toMatchObject([
      { parts: [{ transactionId }], amount: 35, state: 'waiting', providerId: method === 'card' ? 946 : 186 },
    ])
    expect((await one.ways()).underWay).toMatchObject([
      { transactionId, how: expect.stringContaining('since 12 May 2026') },
    ])
    honbu.jobs.splice(0)
  })

  it('charges the card at once, and then nothing is open', async () => {
    const { charge, take, payments, balance, intents } = await aCardHolder()
    const transactionId = await charge(3500)
    expect((await take(transactionId)).body).toMatchObject({ paymentMethodId: 946, amount: 35, chargeDate: null })
    await honbu.work()
    expect(await payments()).toMatchObject([{ state: 'confirmed', canCancel: false }])
    expect(await balance()).toBe(0)
    await honbu.hear()
    expect((await intents()).map(({ amount, status }) => [amount, status])).toEqual([[3500, 'succeeded']])
    const again = await take(transactionId)
    expect(again).toMatchObject({ status: 409, body: { message: 'Nothing is open of it any more.' } })
  })

  it('says why it cannot', async () => {
    const { charge, take, club, member } = await aMember()
    const transactionId = await charge(3500)
    const told = async (body: object = {}) => (await take(transactionId, body)).body.message
    expect(await told()).toContain('neither a direct debit nor a saved card')
    expect(await told({ paymentMethodId: 946 })).toBe('The member has no saved card.')
    expect(await told({ paymentMethodId: 1401 })).toBe('Choose direct debit or card.')
    await createMandate(db, { clubId: club.id, memberId: member.id, state: 'submitted' })
    // Still being set up, and good enough: it is taken on the first day that the provider names.
    expect(await told()).toBeUndefined()
    const holder = await aCardHolder()
    expect((await holder.take(await holder.charge(29))).body.message).toContain('£0.30')
  })

  it('says that a card was declined, and why, and can be tried again', async () => {
    const { charge, take, payments, balance, member } = await aCardHolder('pm_card_chargeCustomerFail')
    const transactionId = await charge(3500)
    await take(transactionId)
    await honbu.work()
    await honbu.hear()
    expect(await payments()).toMatchObject([{ state: 'failed', cause: expect.stringContaining('declined') }])
    expect(await balance()).toBe(-35)
    // What has failed is followed, with its task, by recovery/.
    expect(await openTasks(member.id)).toEqual([])
    expect((await take(transactionId)).status).toBe(200)
    await honbu.work()
    expect(await payments()).toHaveLength(2)
  })

  it('is not taken when it was paid in another way meanwhile', async () => {
    const { charge, take, payments, club, member, intents } = await aCardHolder()
    const transactionId = await charge(3500)
    await take(transactionId)
    const cash = { clubId: club.id, memberId: member.id, pence: 3500, paymentDate: '2026-05-12', paymentMethodId: 1401 }
    await db.transaction().execute(tx => postPayment(tx, cash))
    await honbu.work()
    expect(await payments()).toMatchObject([{ state: 'cancelled', cause: 'It was paid in another way meanwhile.' }])
    expect(await intents()).toEqual([])
  })

  it('charges once, wherever the process dies', async () => {
    for (const when of ['before', 'after'] as const)
      for (let step = 1; step <= 5; step++) {
        const { charge, take, payments, intents, balance } = await aCardHolder()
        await take(await charge(3500))
        const jobs = honbu.jobs.map(job => ({ ...job }))
        honbu.diesBy(asked => (asked === step ? when : null))
        await expect(honbu.work()).rejects.toThrow(Died)
        honbu.diesBy(() => null)
        honbu.jobs.push(...jobs, ...jobs)
        await honbu.work()
        expect(await payments()).toMatchObject([{ state: 'confirmed' }])
        expect((await intents()).map(({ status }) => status)).toEqual(['succeeded'])
        expect(await balance()).toBe(0)
      }
    expect(await checkLedger(db)).toBeNull()
  })

  it('owes again what a payer disputes', async () => {
    const { charge, take, payments, balance, member } = await aCardHolder('pm_card_createDispute')
    await take(await charge(3500))
    await honbu.work()
    await honbu.hear()
    expect(await payments()).toMatchObject([{ state: 'charged_back' }])
    expect(await balance()).toBe(-35)
    expect(await openTasks(member.id)).toEqual([
      expect.stringMatching(/is disputed .* evidence until 19 May 2026/),
      expect.stringContaining('£35.00 is on hold'),
    ])
    // Nothing else is taken by that card, by us or by hand.
    const next = await charge(2000)
    expect((await take(next)).body.message).toContain('disputes a payment')
    await chargeDueCards(honbu.parts)
    expect(await payments()).toHaveLength(1)
  })
})

describe('a pay link', () => {
  it('is sent by e-mail, says what is owed to whom and no more, and is paid by card', async () => {
    const { link, charge, balance, payments } = await aMember()
    await charge(2500, 'Belt')
    await charge(1000, 'Mouthguard')
    expect((await link({ sendBy: 'email' })).body).toMatchObject({ url: null, sentTo: 'ann@mail.example' })
    await honbu.work()
    const text = honbu.mails.at(-1)?.text ?? ''
    expect(text).toContain('£35.00 for Ann')
    const url = /http:\S+token=\S+/.exec(text)?.[0] ?? ''
    const page = await honbu.get(url)
    expect(page.statusCode).toBe(200)
    for (const words of ['Ann', 'Belt', '£25.00', 'Mouthguard', '£35.00', 'Pay by card', 'Pay from your bank'])
      expect(page.body).toContain(words)
    for (const secret of ['Reed', 'ann@mail.example']) expect(page.body).not.toContain(secret)
    expect(page.headers['referrer-policy']).toBe('same-origin')
    const stripe = await honbu.leadsTo(url.replace('/pay?', '/pay/card?'))
    expect(stripe).toContain('http://cards.example/pay/')
    expect(await honbu.leadsTo(url.replace('/pay?', '/pay/card?'))).toBe(stripe)
    const done = await honbu.get(await honbu.payByCard(stripe))
    expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('has got £35.00')])
    expect(await balance()).toBe(0)
    expect(await payments()).toMatchObject([{ state: 'confirmed', amount: 35, providerId: 946 }])
    await honbu.hear()
    await honbu.hear()
    expect(await payments()).toHaveLength(1)
    expect((await honbu.get(url)).body).toContain('Already paid')
    expect(await receipts()).toMatchObject([
      {
        to: 'ann@mail.example',
        subject: expect.stringMatching(/^Receipt from .+: £35.00$/),
        text: expect.stringMatching(
          /For|for Ann Reed\n\n(.*\n)*Mouthguard: £10.00\n\nTotal: £35.00\nPaid by card: £35.00/,
        ),
        attachments: [{ filename: expect.stringMatching(/^receipt-\d+\.pdf$/), contentType: 'application/pdf' }],
      },
    ])
    expect(await receipts()).toEqual([])
  })

  /** What the minute sends to those who have paid online. */
  async function receipts() {
    honbu.mails.length = 0
    await honbu.runScheduled('queue-receipts')
    await honbu.work()
    return [...honbu.mails]
  }

  it('is paid although nobody comes back, and although the answer was lost', async () => {
    const { link, charge, balance } = await aMember()
    await charge(2500)
    const { url } = (await link()).body
    await honbu.payByCard(await honbu.leadsTo(url.replace('/pay?', '/pay/card?')))
    // As if we had died before its reference was written down.
    await db.updateTable('checkout').set({ reference: null }).where('state', '=', 'open').execute()
    expect(await balance()).toBe(-25)
    await honbu.hear()
    expect(await balance()).toBe(0)
  })

  it('is paid from the bank at once', async () => {
    const { link, charge, balance, payments, club } = await aMember()
    const vat = { club_id: club.id, registered_from: '2026-01-01', number: 'GB123456782' }
    await db.insertInto('vat_setting').values(vat).execute()
    const transactionId = await charge(2500)
    const { url } = (await link({ transactionId })).body
    const bank = await honbu.leadsTo(url.replace('/pay?', '/pay/bank?'))
    expect(bank).toContain('http://bank.example/flow/')
    const done = await honbu.get(await honbu.payByBank(bank))
    expect(done.body).toContain('has got £25.00')
    expect(await balance()).toBe(0)
    expect(await payments()).toMatchObject([{ providerId: 926, parts: [{ transactionId }] }])
    // Beside it comes that of the test before.
    const bankReceipt = expect.objectContaining({
      text: expect.stringMatching(
        // £25.00 ÷ 6 = £4.17
        /VAT number GB 123 4567 82\n(.*\n)*Includes 20% VAT on £20.83: £4.17\nPaid from your bank: £25.00/,
      ),
    })
    expect(await receipts()).toContainEqual(bankReceipt)
    await honbu.hear()
    expect(await payments()).toHaveLength(1)
  })

  it('makes one page of many openings, and closes it when another way is chosen', async () => {
    const { link, charge, take, club, member, balance } = await aMember()
    await createMandate(db, { clubId: club.id, memberId: member.id })
    const transactionId = await charge(2500)
    const { url } = (await link()).body
    const pages = await Promise.all(Array.from({ length: 5 }, () => honbu.leadsTo(url.replace('/pay?', '/pay/card?'))))
    expect(new Set(pages).size).toBe(1)
    expect((await take(transactionId)).body.message).toContain('the payer has opened a page to pay at 12:00')
    const bank = await honbu.leadsTo(url.replace('/pay?', '/pay/bank?'))
    expect(await honbu.payByCard(pages[0] ?? '')).toBe('')
    await honbu.payByBank(bank)
    await honbu.hear()
    await honbu.runScheduled('look-at-checkouts')
    await honbu.hear()
    expect(await balance()).toBe(0)
    honbu.jobs.splice(0)
  })

  it('lets go of a page that nobody has paid on', async () => {
    const { link, charge, take, club, member } = await aMember()
    await createMandate(db, { clubId: club.id, memberId: member.id })
    const transactionId = await charge(2500)
    const { url } = (await link()).body
    const page = await honbu.leadsTo(url.replace('/pay?', '/pay/card?'))
    honbu.later(46)
    await honbu.runScheduled('look-at-checkouts')
    expect(await honbu.payByCard(page)).toBe('')
    expect((await take(transactionId)).status).toBe(200)
    expect((await honbu.get(url)).body).toContain('Already on its way')
    honbu.jobs.splice(0)
  })

  it.each(['card', 'bank'] as const)('is closed at the provider when the desk asks, by %s', async way => {
    const { link, charge, take, club, member, close, ways, balance } = await aMember()
    await createMandate(db, { clubId: club.id, memberId: member.id })
    const transactionId = await charge(2500)
    expect((await close(transactionId)).status).toBe(409)
    const { url } = (await link({ transactionId })).body
    const page = await honbu.leadsTo(url.replace('/pay?', `/pay/${way}?`))
    expect((await ways()).underWay).toMatchObject([{ transactionId, isPage: true }])
    const stranger = honbu.as((await createAccount(db, { clubId: (await createClub(db)).id, isAdmin: true })).sub)
    expect((await stranger.post(`/api/member/ClosePayPage/${member.id}`, { transactionId })).status).toBe(403)
    expect((await close(transactionId)).status).toBe(200)
    // Until the provider has answered, nothing else takes the same.
    expect((await take(transactionId)).status).toBe(409)
    honbu.suffer('down')
    await expect(honbu.work()).rejects.toThrow('cannot be reached')
    expect((await ways()).underWay).toHaveLength(1)
    honbu.suffer('none')
    expect((await close(transactionId)).status).toBe(200)
    await honbu.work()
    expect((await ways()).underWay).toEqual([])
    await (way === 'card' ? honbu.payByCard(page) : honbu.payByBank(page))
    await honbu.hear()
    expect(await balance()).toBe(-25)
    expect((await close(transactionId)).body.message).toMatch(/^No page is open for it any more/)
    expect((await take(transactionId)).status).toBe(200)
    honbu.jobs.splice(0)
  })

  it.each(['card', 'bank'] as const)('counts when it is paid by %s before the provider closes it', async way => {
    const { link, charge, close, ways, balance, payments } = await aMember()
    const transactionId = await charge(2500)
    const { url } = (await link({ transactionId })).body
    const page = await honbu.leadsTo(url.replace('/pay?', `/pay/${way}?`))
    expect((await Promise.all([close(transactionId), close(transactionId)])).map(({ status }) => status)).toEqual([
      200, 200,
    ])
    await (way === 'card' ? honbu.payByCard(page) : honbu.payByBank(page))
    await honbu.work()
    await honbu.hear()
    expect([await balance(), (await ways()).underWay]).toEqual([0, []])
    expect(await payments()).toHaveLength(1)
    expect(await checkLedger(db)).toBeNull()
  })

  it.each(['card', 'bank'] as const)('stays taken when it is paid by %s while the provider closes it', async way => {
    const { link, charge, close, ways, balance } = await aMember()
    const transactionId = await charge(2500)
    const { url } = (await link({ transactionId })).body
    const page = await honbu.leadsTo(url.replace('/pay?', `/pay/${way}?`))
    await close(transactionId)
    const underWay: unknown[] = []
    // It looks, and the page is open; it closes it, and is refused; it looks again.
    honbu.diesBy(async asked => {
      if (asked === 2) await (way === 'card' ? honbu.payByCard(page) : honbu.payByBank(page))
      underWay.push((await ways()).underWay.length)
      return null
    })
    await honbu.work()
    honbu.diesBy(() => null)
    expect(underWay.slice(0, 3)).toEqual([1, 1, 1])
    await honbu.hear()
    expect([await balance(), (await ways()).underWay]).toEqual([0, []])
  })

  it('leaves a card for later, alone or while paying, by which is charged then', async () => {
    const one = await aMember()
    const { url } = (await one.link({ purpose: 'card' })).body
    const done = await honbu.get(await honbu.payByCard(await honbu.leadsTo(url.replace('/pay?', '/pay/card?'))))
    expect(done.body).toContain('Your card is kept at Stripe')
    // No way of paying had been agreed: it is this one from now on.
    expect((await one.ways()).clubs).toMatchObject([{ card: { savedOn: '2026-05-12' }, paysByCard: true }])
    const other = await aMember()
    const agreed = { payment_method_id: paymentMethod.directDebit }
    await db.updateTable('club_member').set(agreed).where('member_id', '=', other.member.id).execute()
    const first = await other.charge(2500)
    const link = (await other.link({ transactionId: first })).body.url
    await honbu.payByCard(await honbu.leadsTo(`${link.replace('/pay?', '/pay/card?')}&keep=1`))
    await honbu.hear()
    const { clubs } = await other.ways()
    expect(clubs).toMatchObject([{ card: { savedOn: '2026-05-12' }, canLink: true, paysByCard: false }])
    expect(await other.balance()).toBe(0)
    await other.take(await other.charge(1200))
    await honbu.work()
    expect(await other.balance()).toBe(0)
    const { savedCardId } = clubs[0].card
    const removed = await other.admin.post(`/api/member/RemoveSavedCard/${other.member.id}`, { savedCardId })
    expect(removed.status).toBe(200)
    await honbu.work()
    expect((await other.ways()).clubs).toMatchObject([{ card: null }])
  })

  it('works for its time, unless it is ended, and not for those who guess', async () => {
    const { link, charge, admin, member } = await aMember()
    expect((await link()).body.message).toBe('Nothing is owed.')
    await charge(2500)
    const { url, payLinkId } = (await link()).body
    expect((await honbu.get('/pay?token=none')).statusCode).toBe(404)
    expect((await honbu.get('/pay')).statusCode).toBe(404)
    const ended = await admin.post(`/api/member/EndPayLink/${member.id}`, { payLinkId })
    expect(ended.status).toBe(200)
    expect([(await honbu.get(url)).statusCode, (await honbu.get(url)).body]).toEqual([
      410,
      expect.stringContaining('This link is over'),
    ])
    const second = (await link()).body.url
    honbu.later(24 * 60 + 1)
    expect((await honbu.get(second)).statusCode).toBe(410)
  })

  it('asks the provider no more often than a payer needs, and says when it is down', async () => {
    const { link, charge } = await aMember()
    await charge(2500)
    const { url } = (await link()).body
    const card = url.replace('/pay?', '/pay/card?')
    honbu.cards.setTrouble('down', null)
    const down = await honbu.get(card)
    honbu.cards.setTrouble('none', null)
    expect([down.statusCode, down.body]).toEqual([503, expect.stringContaining('cannot be reached')])
    for (let times = 2; times <= 20; times++) expect((await honbu.get(card)).statusCode).toBe(303)
    expect((await honbu.get(card)).statusCode).toBe(429)
    honbu.later(11)
    expect((await honbu.get(card)).statusCode).toBe(303)
  })

  it('goes by text message, short enough for one', async () => {
    const { link, charge, member } = await aMember()
    await charge(2500)
    expect((await link({ sendBy: 'sms' })).body.message).toContain('no mobile number')
    await sql`
      update person set phone_mob = '07700 900123' from member
      where member.person_id = person.id and member.id = ${member.id}`.execute(db)
    expect((await link({ sendBy: 'sms' })).body).toMatchObject({ url: null, sentTo: '+447700900123' })
    await honbu.work()
    const { to, text = '' } = honbu.texts.at(-1) ?? {}
    expect([to, text]).toEqual(['+447700900123', expect.stringMatching(/please pay £25.00 for Ann here: http:\S+$/)])
    expect(text.length).toBeLessThan(160)

    // At night it waits for 08:00 in the club.
    await link({ sendBy: 'sms' })
    const asked = await db
      .selectFrom('pay_link')
      .select('id')
      .where('member_id', '=', member.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const [sent, put]: [string[], (Date | undefined)[]] = [[], []]
    const night = {
      ...{ db, now: () => new Date('2026-05-12T20:30:00Z'), config: plainConfig, mail: { send: neverSends } },
      sms: { send: async (message: { to: string }) => ({ providerId: 'SM1', segments: sent.push(message.to) }) },
      jobs: {
        enqueue: async (_tx: unknown, _name: string, _data: object, notBefore?: Date) => void put.push(notBefore),
      },
    }
    await sendPayLinkMessage(night, { payLinkId: asked.id })
    expect([sent, put]).toEqual([[], [new Date('2026-05-13T07:00:00Z')]])
  })
})

describe('what is kept of cards', () => {
  it('is no number, no expiry and no secret, anywhere', async () => {
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(row_to_json(t)::text, ' '), '') as text from (
        select row_to_json(saved_card) from saved_card union all select row_to_json(checkout) from checkout
        union all select row_to_json(audit) from audit union all select row_to_json(provider_event) from provider_event
        union all select row_to_json(external_payment) from external_payment) t`.execute(db)
    // The last four stand alone or not at all: four digits may fall together in any id.
    expect(rows[0]?.text).not.toMatch(
      /(4242){2}|25000?03155|["\s](4242|3155)["\\\s]|sk_test|whsec|client_secret|12\/40/,
    )
  })
})
