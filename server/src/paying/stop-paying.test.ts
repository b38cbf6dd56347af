import { memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createSavedCard } from '../../test/factories/paying.ts'
import { createAccount, createClub, createMember, createMembership } from '../../test/factories/people.ts'
import { openTills } from '../../test/paying.ts'
import { postCharges } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openTills(database)

/** A member with a mandate and a card that are really there. */
async function aPayer(statusId: number) {
  const club = await createClub(db)
  const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const member = await createMember(db, { clubId: club.id, statusId, firstName: 'Ann', lastName: 'Reed' })
  const ids = { clubId: club.id, memberId: member.id }
  const opened = await honbu.get(
    (await admin.get(`/GoCardless/NewCustomer/${member.id}?clubId=${club.id}`)).body.redirectUrl,
  )
  await honbu.get(await honbu.payByBank(String(opened.headers.location)))
  const at = await honbu.payments.providers.stripeFor(club.id)
  const customer = await at.ask(client => client.customers.create({ name: 'Ann Reed' }))
  const method = await at.ask(client => client.paymentMethods.attach('pm_card_visa', { customer: customer.id }))
  await createSavedCard(db, { ...ids, accountId: at.accountId, customer: customer.id, card: method.id })
  const charge = async () => {
    const due = { transactionDate: '2026-05-12', dueOn: '2026-05-12', description: 'May', categoryId: 1421 }
    await db.transaction().execute(tx => postCharges(tx, [{ ...ids, pence: 3500, ...due }]))
  }
  return {
    ...{ club, admin, member, charge },
    mandates: async () =>
      (
        await db
          .selectFrom('mandate')
          .select('state')
          .where('member_id', '=', member.id)
          .orderBy('mandate.id')
          .execute()
      ).map(row => row.state),
    payments: async () =>
      (
        await db
          .selectFrom('external_payment')
          .select('state')
          .where('member_id', '=', member.id)
          .orderBy('id')
          .execute()
      ).map(row => row.state),
    cards: async () => (await at.ask(client => client.paymentMethods.list({ customer: customer.id }))).data.length,
  }
}

const hour = async () => {
  await honbu.runScheduled('end-unused-mandates')
  await honbu.runScheduled('forget-unused-cards')
  await honbu.work()
}

describe('erasePersonalData', () => {
  it('cancels mandates, what can still be taken back, and cards, at the providers', async () => {
    const { admin, member, mandates, payments, cards, charge } = await aPayer(memberStatus.lapsed)
    await db.updateTable('mandate').set({ state: 'active' }).where('member_id', '=', member.id).execute()
    await charge()
    await db.updateTable('club_member').set({ payment_method_id: 186 }).where('member_id', '=', member.id).execute()
    await honbu.runScheduled('collect-charges')
    expect(await payments()).toEqual(['waiting'])
    const { code } = await db.selectFrom('member').select('code').where('id', '=', member.id).executeTakeFirstOrThrow()
    const erased = await admin.post(`/api/member/ErasePersonalData/${member.id}`, { code, evenSo: true })
    expect(erased.body).toMatchObject({ isSuccess: true, onItsWay: [] })
    // Stripe and GoCardless are down when they are asked first: nothing is forgotten.
    honbu.bank.setTrouble('down', null)
    honbu.cards.setTrouble('down', null)
    await expect(honbu.work()).rejects.toThrow('cannot be reached')
    await expect(honbu.work()).rejects.toThrow('cannot be reached')
    honbu.bank.setTrouble('none', null)
    honbu.cards.setTrouble('none', null)
    honbu.later(61)
    await hour()
    await hour()
    expect([await mandates(), await payments(), await cards()]).toEqual([['cancelled'], ['cancelled'], 0])
  })
})

describe('deleteMembership', () => {
  it('ends what was to be paid by in that club', async () => {
    const { admin, club, member, mandates, cards } = await aPayer(memberStatus.active)
    const { id } = await db
      .selectFrom('club_member')
      .select('id')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    const other = await createClub(db, { parentClubId: club.id })
    await createMembership(db, { memberId: member.id, clubId: other.id })
    const deleted = await admin.post(`/api/member/DeleteMembership/${id}`, {})
    expect(deleted.body).toMatchObject({ isSuccess: true })
    await honbu.work()
    await honbu.work()
    expect([await mandates(), await cards()]).toEqual([['cancelled'], 0])
  })
})

describe('a membership that is over', () => {
  it('keeps mandate and card for 30 days, and longer while something is owed', async () => {
    const owing = await aPayer(memberStatus.lapsed)
    await owing.charge()
    const left = await aPayer(memberStatus.lapsed)
    const stays = await aPayer(memberStatus.active)
    await hour()
    expect([await left.mandates(), await left.cards()]).toEqual([['pending_submission'], 1])
    honbu.later(40 * 24 * 60)
    await db.updateTable('member_status_change').set({ created_at: '2026-05-12' }).execute()
    await hour()
    honbu.later(61)
    await hour()
    expect([await left.mandates(), await left.cards()]).toEqual([['cancelled'], 0])
    expect([await owing.mandates(), await owing.cards()]).toEqual([['pending_submission'], 1])
    expect([await stays.mandates(), await stays.cards()]).toEqual([['pending_submission'], 1])
  })
})
