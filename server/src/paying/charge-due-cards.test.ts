import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createMandate } from '../../test/factories/collections.ts'
import { createPayPage, createSavedCard } from '../../test/factories/paying.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { openTills } from '../../test/paying.ts'
import { postCharges, postPayment } from '../ledger/index.ts'
import { cardDay } from './charge-due-cards.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openTills(database)

/** The hour has come, and what follows from it. */
async function hour() {
  await honbu.runScheduled('charge-due-cards')
  await honbu.work()
  await honbu.hear()
}

/** So many days from now. */
const inDays = (count: number) => addDays(todayIn('Europe/London', honbu.parts.now()), count)
const laterDays = (count: number) => honbu.later(count * 24 * 60)

async function aMember(paysBy: number | null) {
  const club = await createClub(db)
  const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const { id: clubId } = club
  const { id: memberId } = await createMember(db, {
    clubId,
    firstName: 'Ann',
    lastName: 'Reed',
    email: 'ann@mail.example',
  })
  await db.updateTable('club_member').set({ payment_method_id: paysBy }).where('member_id', '=', memberId).execute()
  const at = await honbu.payments.providers.stripeFor(clubId)
  const customer = await at.ask(client => client.customers.create({ name: 'Ann Reed' }))
  const keep = async (number = 'pm_card_visa') => {
    const method = await at.ask(client => client.paymentMethods.attach(number, { customer: customer.id }))
    return await createSavedCard(db, {
      ...{ clubId, memberId, accountId: at.accountId, customer: customer.id, card: method.id },
    })
  }
  const charge = async (dueOn: string, pence = 3500, paymentMethodId: number | null = null) => {
    const what = {
      pence,
      transactionDate: '2026-05-01',
      dueOn,
      description: 'Membership',
      categoryId: 1421,
      paymentMethodId,
    }
    const [id = 0] = await db.transaction().execute(tx => postCharges(tx, [{ clubId, memberId, ...what }]))
    return id
  }
  const payments = async () => {
    const all = (await admin.get(`/api/member/GetExternalPayments/${memberId}`)).body
    return all.map(({ state, amount }: { state: string; amount: number }) => [state, amount]).toReversed()
  }
  return { clubId, memberId, admin, keep, charge, payments }
}

describe('cardDay', () => {
  it.each([
    ['2026-05-13T06:59:59Z', '2026-05-12'],
    ['2026-05-13T07:00:00Z', '2026-05-13'],
    // Winter: London is at UTC.
    ['2026-01-13T07:59:59Z', '2026-01-12'],
    ['2026-01-13T08:00:00Z', '2026-01-13'],
  ])('at %s is %s', (at, day) => expect(cardDay(new Date(at))).toBe(day))
})

describe('chargeDueCards', () => {
  it('charges what falls due on one day as one payment, also what would be too little alone', async () => {
    const { memberId, keep, charge, payments } = await aMember(paymentMethod.card)
    await keep()
    for (const pence of [3850, 2500, 20]) await charge(inDays(0), pence)
    await hour()
    expect(await payments()).toEqual([['confirmed', 63.7]])
    const open = await db.selectFrom('open_charge').select('pence').where('member_id', '=', memberId).execute()
    expect(open).toEqual([])
  })

  it('charges what is left when a part is paid before the card is', async () => {
    const { clubId, memberId, keep, charge, payments } = await aMember(paymentMethod.card)
    await keep()
    const [, fee = 0] = [await charge(inDays(0), 3850), await charge(inDays(0), 2500)]
    await honbu.runScheduled('charge-due-cards')
    const cash = { clubId, memberId, pence: 2500, paymentMethodId: paymentMethod.cash, paymentDate: inDays(0) }
    await db.transaction().execute(tx => postPayment(tx, { ...cash, chargeIds: [fee] }))
    await honbu.work()
    await hour()
    expect(await payments()).toEqual([
      ['cancelled', 63.5],
      ['confirmed', 38.5],
    ])
  })

  it('charges what falls due of who pays by card, on its day and once, whatever runs at the same time', async () => {
    const { clubId, keep, charge, payments } = await aMember(paymentMethod.card)
    await keep()
    await charge(inDays(0))
    await charge(inDays(1), 1250)
    await Promise.all([1, 2, 3].map(() => honbu.runScheduled('charge-due-cards')))
    await hour()
    expect(await payments()).toEqual([['confirmed', 35]])
    laterDays(1)
    await hour()
    await hour()
    expect(await payments()).toEqual([
      ['confirmed', 35],
      ['confirmed', 12.5],
    ])
    const told = await db
      .selectFrom('audit')
      .select(['action', 'after'])
      .where('club_id', '=', clubId)
      .where('action', '=', 'chargeDueCards')
      .orderBy('id')
      .execute()
    expect(told.map(({ after }) => after)).toEqual([
      { payments: 1, amount: 35 },
      { payments: 1, amount: 12.5 },
    ])
  })

  it('takes what is still open, and of a charge that has a way of its own by that', async () => {
    const { clubId, memberId, keep, charge, payments } = await aMember(null)
    await keep()
    const chargeId = await charge(inDays(1), 3500, paymentMethod.card)
    const cash = { clubId, memberId, pence: 1000, paymentDate: inDays(0), paymentMethodId: 1401, chargeIds: [chargeId] }
    await db.transaction().execute(tx => postPayment(tx, cash))
    const other = await aMember(paymentMethod.card)
    await other.keep()
    await other.charge(inDays(1), 3500, 1401)
    laterDays(1)
    await hour()
    expect([await payments(), await other.payments()]).toEqual([[['confirmed', 25]], []])
  })

  it.each(['insufficient_funds', 'lost_card'] as const)(
    'leaves what was declined (%s) to the plan of retries, and tries a card that comes later once',
    async charged => {
      const { keep, charge, payments } = await aMember(paymentMethod.card)
      await keep()
      await charge(inDays(0))
      honbu.cards.byDefault({ charge: charged })
      await hour()
      await hour()
      expect(await payments()).toEqual([['failed', 35]])
      await keep()
      await hour()
      await hour()
      honbu.cards.byDefault({ charge: 'succeeds' })
      await hour()
      expect(await payments()).toEqual([
        ['failed', 35],
        ['failed', 35],
      ])
    },
  )

  it('touches nothing that is agreed otherwise, was owed before there was a card, or is being paid', async () => {
    const debit = await aMember(paymentMethod.directDebit)
    await debit.keep()
    await debit.charge(inDays(3))
    const nothingAgreed = await aMember(null)
    await nothingAgreed.keep()
    await nothingAgreed.charge(inDays(3))
    const noCard = await aMember(paymentMethod.card)
    await noCard.charge(inDays(3))
    const removed = await aMember(paymentMethod.card)
    const savedCardId = await removed.keep()
    await removed.charge(inDays(3))
    await removed.admin.post(`/api/member/RemoveSavedCard/${removed.memberId}`, { savedCardId })
    const owedBefore = await aMember(paymentMethod.card)
    await owedBefore.keep()
    // The card is of 12 May.
    await owedBefore.charge('2026-05-11')
    const little = await aMember(paymentMethod.card)
    await little.keep()
    await little.charge(inDays(3), 29)
    const onPage = await aMember(paymentMethod.card)
    await onPage.keep()
    await createPayPage(db, { ...onPage, chargeId: await onPage.charge(inDays(3)) })
    const onItsWay = await aMember(paymentMethod.card)
    await onItsWay.keep()
    await createMandate(db, onItsWay)
    const chargeId = await onItsWay.charge(inDays(3))
    await onItsWay.admin.post(`/api/member/TakePayment/${chargeId}`, { paymentMethodId: paymentMethod.directDebit })
    const before = await onItsWay.payments()
    expect(before).toHaveLength(1)
    laterDays(3)
    await honbu.runScheduled('charge-due-cards')
    for (const one of [debit, nothingAgreed, noCard, removed, owedBefore, little, onPage])
      expect(await one.payments()).toEqual([])
    expect(await onItsWay.payments()).toEqual(before)
  })

  it('leaves a debt that has grown old to a person', async () => {
    const { keep, charge, payments } = await aMember(paymentMethod.card)
    await keep()
    await charge(inDays(0))
    laterDays(91)
    await hour()
    expect(await payments()).toEqual([])
    await charge(inDays(-90))
    await hour()
    expect(await payments()).toEqual([['confirmed', 35]])
  })
})
