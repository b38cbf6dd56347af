import { memberStatus } from '@honbu/contract/ids.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createMandate, createSubscription } from '../../test/factories/collections.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { postCharges } from '../ledger/index.ts'
import { closeDue } from './index.ts'

const database = await freshDatabase()
const { db } = database
let clock = testNow
const { as, jobs } = await testApp(database, () => clock)
beforeEach(() => {
  clock = testNow
  jobs.length = 0
})
const later = (days: number) => {
  clock = new Date(clock.getTime() + days * 86_400_000)
}

const parts = {
  ...{ db, now: () => clock, mail: { post: async () => undefined } },
  jobs: { enqueue: async (_tx: unknown, name: string, data: object) => void jobs.push({ name, data }) },
}

const letter = { subject: 'We are closing', body: 'Dear members,\n\n<b>Thank</b> you.' }

/** A club with one below it, its owner, a coach, and a member who pays by Direct Debit and owes £30. */
async function aClub() {
  const club = await createClub(db)
  const below = await createClub(db, { parentClubId: club.id })
  const owner = await createAccount(db, { clubId: club.id, isAdmin: true })
  const coach = await createAccount(db, { clubId: below.id })
  const { id: memberId } = await createMember(db, { clubId: below.id, email: `m${below.id}@mail.example` })
  const mandateId = await createMandate(db, { clubId: below.id, memberId })
  const charge = { clubId: below.id, memberId, pence: 3000, transactionDate: testToday, dueOn: testToday }
  await db.transaction().execute(tx => postCharges(tx, [{ ...charge, description: 'Membership', categoryId: 1421 }]))
  const read = async () => (await as(owner.sub).get(`/api/club/GetClosing/${club.id}`)).body
  const close = async (input: object) =>
    await as(owner.sub).post(`/api/club/CloseClub/${club.id}`, { closesOn: testToday, letter: null, ...input })
  const reopen = async () => await as(owner.sub).post(`/api/club/ReopenClub/${club.id}`)
  const status = async () => {
    const own = await db
      .selectFrom('club_member')
      .select(['member_status_id as status', 'member_until as until'])
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow()
    return [own.status, own.until]
  }
  /** Whether something can be changed, which anyone of the club may. */
  const saves = async (sub: string) =>
    (await as(sub).post(`/api/member/SaveNote/${memberId}`, { clubId: below.id, text: 'Hello' })).status !== 403
  return { club, below, owner, coach, memberId, mandateId, read, close, reopen, status, saves }
}

describe('closing a club', () => {
  it('first says what ends, with the clubs below it', async () => {
    const { below, memberId, read, club } = await aClub()
    await createSubscription(db, { clubId: below.id, memberId })
    expect(await read()).toEqual({
      ...{ mayClose: true, clubName: club.name, today: testToday, clubs: 2, members: 1, memberships: 1 },
      ...{ mandates: 2, subscriptions: 1, owed: 30, debtors: 1, staff: 1, closing: null },
    })
  })

  it('leaves it read only, ends memberships, and cancels mandates at the bank', async () => {
    const { club, below, owner, coach, memberId, mandateId, read, close, status, saves } = await aClub()
    expect(await close({ letter })).toMatchObject({ status: 200 })
    expect(await close({})).toMatchObject({ status: 409 })
    const message = await db
      .selectFrom('message')
      .select(['subject', 'body', 'status'])
      .where('club_id', '=', club.id)
      .executeTakeFirst()
    const body = '<p>Dear members,</p><p>&lt;b&gt;Thank&lt;/b&gt; you.</p>'
    expect(message).toEqual({ subject: 'We are closing', body, status: 'preparing' })
    expect(jobs.map(({ name }) => name)).toEqual(['send-message', 'close-club'])

    await closeDue(parts, club.id)
    await closeDue(parts)
    expect(await status()).toEqual([memberStatus.lapsed, '2026-05-11'])
    expect(jobs.filter(({ name }) => name === 'cancel-mandate')).toEqual([
      { name: 'cancel-mandate', data: { mandateId } },
    ])
    expect((await read()).closing).toEqual({ closesOn: testToday, isClosed: true, isUnderWay: false })
    expect(await read()).toMatchObject({ memberships: 0, mandates: 0, owed: 30 })
    expect([await saves(owner.sub), await saves(coach.sub)]).toEqual([false, false])
    for (const { sub } of [owner, coach]) {
      expect((await as(sub).get(`/api/member/GetDetails/${memberId}`)).status).toBe(200)
      const { stop } = (await as(sub).get(`/api/club/GetClub/${below.id}`)).body
      expect(stop).toMatchObject({ kind: 'closed', by: club.name })
    }
  })

  it('waits for the day, by the clock of the club', async () => {
    const { owner, read, close, status, saves } = await aClub()
    expect((await close({ closesOn: '2026-05-11' })).body.fields).toHaveProperty('closesOn')
    expect((await close({ closesOn: '2026-05-14' })).status).toBe(200)
    expect(jobs).toEqual([])
    later(1)
    await closeDue(parts)
    expect((await read()).closing).toMatchObject({ isClosed: false })
    expect(await saves(owner.sub)).toBe(true)
    later(1)
    await closeDue(parts)
    expect((await read()).closing).toMatchObject({ isClosed: true })
    expect(await status()).toEqual([memberStatus.lapsed, '2026-05-13'])
  })

  it('is for its owner, who can reopen it', async () => {
    const { club, owner, coach, close, reopen, saves } = await aClub()
    const other = await createAccount(db, { clubId: club.id, isAdmin: true })
    const { person_id } = await db
      .selectFrom('account')
      .select('person_id')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('club').set({ owner_id: person_id }).where('id', '=', club.id).execute()
    const asOther = async (call: string, body: object = {}) =>
      (await as(other.sub).post(`/api/club/${call}/${club.id}`, body)).status
    expect(await asOther('CloseClub', { closesOn: testToday, letter: null })).toBe(403)
    expect((await as(other.sub).get(`/api/club/GetClosing/${club.id}`)).body.mayClose).toBe(false)
    expect((await reopen()).status).toBe(409)
    await close({})
    await closeDue(parts)
    expect(await asOther('ReopenClub')).toBe(403)
    expect((await reopen()).status).toBe(200)
    expect([await saves(owner.sub), await saves(coach.sub)]).toEqual([true, true])
  })
})
