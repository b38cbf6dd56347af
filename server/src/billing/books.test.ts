import { paymentMethod, transactionCategory } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { checkLedger, postCharges, postPayment, reverseCharge } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** A club with an admin and a coach. Today is 12 May 2026. */
async function books() {
  const club = await createClub(db)
  const admin = await createAccount(db, { clubId: club.id, isAdmin: true })
  const coach = await createAccount(db, { clubId: club.id })
  const member = await createMember(db, { clubId: club.id })
  const close = async (closedUntil: string | null, who = admin) =>
    await as(who.sub).post(`/api/billing/CloseBooks/${club.id}`, { closedUntil })
  const pay = async (paymentDate: string) =>
    await as(admin.sub).post(`/api/member/SavePayment/${member.id}`, {
      ...{ clubId: club.id, transactionId: 0, amount: 20, paymentDate, paymentMethodId: paymentMethod.cash },
    })
  const charge = async (transactionDate: string, given: object = {}) =>
    await as(admin.sub).post(`/api/member/SaveTransaction/${member.id}`, {
      ...{ clubId: club.id, transactionId: 0, categoryId: transactionCategory.other, amount: 20 },
      ...{ transactionDate, description: 'Badge', ...given },
    })
  return { club, member, admin, coach, close, pay, charge }
}

describe('closed books', () => {
  it('take no entry that a person dates in them, and say which day is open', async () => {
    const { club, admin, close, pay, charge } = await books()
    expect((await pay('2026-03-31')).status).toBe(200)
    expect((await close('2026-03-31')).body).toMatchObject({ isSuccess: true, closedUntil: '2026-03-31' })
    const closed = 'The books are closed to 31 March 2026. Choose a later day.'
    expect(await pay('2026-03-31')).toMatchObject({ status: 400, body: { fields: { paymentDate: [closed] } } })
    expect(await charge('2026-03-01')).toMatchObject({ status: 400, body: { fields: { transactionDate: [closed] } } })
    const paid = { paymentDate: '2026-03-31', paymentMethodId: paymentMethod.cash }
    expect(await charge('2026-04-01', paid)).toMatchObject({ status: 400, body: { fields: { paymentDate: [closed] } } })
    expect((await pay('2026-04-01')).status).toBe(200)
    expect((await charge('2026-04-01')).status).toBe(200)
    const read = await as(admin.sub).get(`/api/billing/GetBooks/${club.id}`)
    expect(read.body).toMatchObject({ closedUntil: '2026-03-31', today: '2026-05-12' })
  })

  it('are closed and reopened by an admin alone, up to yesterday, and the activity has it', async () => {
    const { club, coach, close, pay } = await books()
    expect((await close('2026-03-31', coach)).status).toBe(403)
    expect((await close('2026-05-12')).status).toBe(400)
    expect((await close('2026-05-11')).status).toBe(200)
    expect((await close(null)).status).toBe(200)
    expect((await pay('2026-03-31')).status).toBe(200)
    const entries = await db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('club_id', '=', club.id)
      .where('action', '=', 'closeBooks')
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { before: { booksClosedUntil: null }, after: { booksClosedUntil: '2026-05-11' } },
      { before: { booksClosedUntil: '2026-05-11' }, after: { booksClosedUntil: null } },
    ])
  })

  it('date what nobody typed on the first open day, and name what it corrects', async () => {
    const { club, member, close } = await books()
    const own = { clubId: club.id, memberId: member.id, pence: 2000 }
    const chargeId = await db.transaction().execute(async tx => {
      const [id = 0] = await postCharges(tx, [
        { ...own, transactionDate: '2026-03-01', dueOn: '2026-03-01', description: 'March', categoryId: 1421 },
      ])
      return id
    })
    await close('2026-03-31')
    await db.transaction().execute(async tx => {
      // A provider's payment of a closed day, and a correction.
      await postPayment(tx, { ...own, paymentDate: '2026-03-30', paymentMethodId: paymentMethod.directDebit })
      await reverseCharge(tx, { chargeId, on: '2026-03-02', reason: 'Charged by mistake' })
    })
    expect(
      await db
        .selectFrom('payment')
        .select('payment_date as on')
        .where('member_id', '=', member.id)
        .orderBy('payment.id')
        .execute(),
    ).toEqual([{ on: '2026-04-01' }])
    const charges = await db
      .selectFrom('charge')
      .select(['transaction_date as on', 'due_on as dueOn', 'reverses_id as reverses'])
      .where('member_id', '=', member.id)
      .orderBy('id')
      .execute()
    expect(charges).toEqual([
      { on: '2026-03-01', dueOn: '2026-03-01', reverses: null },
      { on: '2026-04-01', dueOn: '2026-04-01', reverses: chargeId },
    ])
    expect(await checkLedger(db)).toBeNull()
  })
})

it('takes no charge more than a year ahead', async () => {
  const { charge } = await books()
  expect((await charge('2027-05-12')).status).toBe(200)
  expect(await charge('2027-05-13')).toMatchObject({
    status: 400,
    body: { fields: { transactionDate: expect.anything() } },
  })
  const late = await charge('2026-05-12', { dueOn: '2028-02-01' })
  expect(late).toMatchObject({ status: 400, body: { fields: { dueOn: expect.anything() } } })
})
