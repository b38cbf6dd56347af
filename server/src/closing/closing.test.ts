import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createMandate, createSubscription } from '../../test/factories/collections.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { createOurRows } from '../../test/our-rows.ts'
import { postCharges } from '../ledger/index.ts'
import type { Message } from '../platform/mail.ts'
import { closeDue, deleteClosed } from './index.ts'

const database = await freshDatabase()
const { db } = database
let clock = testNow
const { as, jobs } = await testApp(database, () => clock)
beforeEach(async () => {
  await db.deleteFrom('club_closing').execute()
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
    expect((await read()).closing).toMatchObject({ closesOn: testToday, isClosed: true, isUnderWay: false })
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

/** Rows of every table that names a club, by table. */
async function rowsOf(clubIds: readonly number[]) {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'club_id'
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(db)
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(name)} where club_id = any(${[...clubIds]})`.execute(db)
    if (rows[0]?.count) found[name] = rows[0].count
  }
  return found
}

describe('a club that is closed', () => {
  it.each(['topmost', 'below another'])('is deleted after 30 days, with a letter a week before: one %s', async kind => {
    const above = kind === 'topmost' ? null : (await createClub(db)).id
    const sister = above ? await createClub(db, { parentClubId: above }) : null
    const stays = sister ? await createMember(db, { clubId: sister.id }) : null
    const { club, admin, member } = await createOurRows(db, above)
    expect(Object.keys(await rowsOf([club])).length).toBeGreaterThan(60)
    // A member of the closed club too, who stays.
    if (above && stays) {
      const own = { club_id: club, root_club_id: above, member_id: stays.id, member_status_id: memberStatus.active }
      await db.insertInto('club_member').values(own).execute()
    }
    const mails: Message[] = []
    const sending = { ...parts, mail: { post: async (_: unknown, mail: Message) => void mails.push(mail) } }
    const close = `/api/club/CloseClub/${club}`
    expect((await as(admin).post(close, { closesOn: testToday, letter: null })).status).toBe(200)
    await closeDue(sending, club)
    const { closing } = (await as(admin).get(`/api/club/GetClosing/${club}`)).body
    expect(closing).toMatchObject({ deletesOn: '2026-06-11', trouble: '' })
    expect(closing.deletes).toContain('3 members')

    later(22)
    await deleteClosed(sending)
    expect(mails).toEqual([])
    later(1)
    await deleteClosed(sending)
    await deleteClosed(sending)
    expect(mails).toMatchObject([{ letter: 'clubDeletion', subject: expect.stringContaining('11 June 2026') }])
    expect(mails[0]?.text).toContain('- 3 members')
    later(6)
    await deleteClosed(sending)
    expect(await rowsOf([club])).not.toEqual({})
    later(1)
    await deleteClosed(sending)
    expect(await rowsOf([club])).toEqual({})
    expect(await db.selectFrom('member').select('id').where('id', '=', member).execute()).toEqual([])
    if (stays) expect(await db.selectFrom('member').select('id').where('id', '=', stays.id).execute()).toHaveLength(1)
    const logged = await db
      .selectFrom('operator_log')
      .select(['action', 'about_club_id'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(logged).toEqual([{ action: 'deleteClub', about_club_id: club }])
  })
})
