import { randomUUID } from 'node:crypto'
import { memberStatus, role, transactionCategory } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember, createMembership } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** A head office with two clubs; Kim, of the first, has brought a friend to it. */
async function aReferral() {
  const head = await createClub(db)
  const club = await createClub(db, { parentClubId: head.id })
  const sister = await createClub(db, { parentClubId: head.id })
  const kim = await createMember(db, { clubId: club.id, firstName: 'Kim', lastName: 'Sender' })
  const friend = await createMember(db, { clubId: club.id, statusId: memberStatus.enquiry, firstName: 'Tom' })
  const asked = async (given: Partial<Asked> = {}) => {
    const { clubId = club.id, memberId = friend.id, referrerId = kim.id, at = '2026-05-02T12:00Z' } = given
    const { id } = await db
      .insertInto('enquiry')
      .values({
        ...{ club_id: clubId, root_club_id: head.id, token: randomUUID(), member_id: memberId },
        ...{ was_known: memberId === null, referral: 'M1', referrer_id: referrerId, created_at: new Date(at) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const enquiryId = await asked()
  const coach = as((await createAccount(db, { clubId: club.id, roleIds: [role.treasurer] })).sub)
  const boss = as((await createAccount(db, { clubId: head.id, isAdmin: true })).sub)
  const reward = (given: object, caller = coach, clubId = club.id) =>
    caller.post(`/api/club/RewardReferral/${clubId}`, { enquiryId, text: 'Thank you for bringing Tom', ...given })
  return { head, club, sister, kim, friend, asked, enquiryId, coach, boss, reward }
}

interface Asked {
  clubId: number
  memberId: number | null
  referrerId: number
  at: string
}

const list = async (caller: ReturnType<typeof as>, clubId: number) =>
  (await caller.get(`/api/club/GetReferrals/${clubId}?sort=cameOn-asc`)).body.data

describe('getReferrals', () => {
  it('is who came by the link of a member whom the user may see', async () => {
    const { head, club, sister, kim, friend, asked, coach, boss } = await aReferral()
    const stranger = await createMember(db, { clubId: sister.id })
    await asked({ memberId: null, at: '2026-05-03T12:00Z' })
    await asked({ at: '2025-05-03T12:00Z' })
    await asked({ referrerId: stranger.id })
    // Two records that became one.
    await asked({ memberId: kim.id })
    const found = await list(coach, club.id)
    expect(found).toMatchObject([
      {
        ...{ referrer: 'Kim Sender', referrerId: kim.id, memberId: friend.id, wasKnown: false, reward: null },
        ...{ memberStatusId: memberStatus.enquiry, canCredit: true, clubId: club.id },
      },
      { referrer: 'Kim Sender', memberId: null, memberStatusId: null, wasKnown: true },
    ])
    expect(found).toHaveLength(2)
    expect(await list(boss, head.id)).toHaveLength(3)
  })
})

describe('rewardReferral', () => {
  it('gives the referrer a credit in this club, once', async () => {
    const { club, kim, coach, reward } = await aReferral()
    const [{ status, body }, second] = await Promise.all([
      reward({ kind: 'credit', amount: 12.5 }),
      reward({ kind: 'credit', amount: 12.5 }),
    ])
    expect([status, second.status].sort()).toEqual([200, 409])
    const charges = await db
      .selectFrom('charge')
      .select(['id', 'amount_pence', 'description', 'category_id', 'club_id', 'member_id'])
      .where('member_id', '=', kim.id)
      .orderBy('charge.id')
      .execute()
    expect(charges).toEqual([
      {
        ...{ id: (status === 200 ? body : second.body).transactionId, amount_pence: -1250 },
        ...{ description: 'Thank you for bringing Tom', category_id: transactionCategory.other },
        ...{ club_id: club.id, member_id: kim.id },
      },
    ])
    expect(await list(coach, club.id)).toMatchObject([
      { reward: { on: '2026-05-12', kind: 'credit', amount: 12.5, isDone: false } },
    ])
    const filtered = await coach.get(`/api/club/GetReferrals/${club.id}?filter=isRewarded~eq~false`)
    expect(filtered.body.total).toBe(0)
  })

  it('can be given anew when the credit was taken back', async () => {
    const { club, kim, coach, reward } = await aReferral()
    const { body } = await reward({ kind: 'credit', amount: 5 })
    const back = await coach.post(`/api/member/DeleteTransaction/${body.transactionId}`, { clubId: club.id })
    expect(back.status).toBe(200)
    expect(await list(coach, club.id)).toMatchObject([{ reward: { kind: 'other', amount: null } }])
    const { entries } = (await coach.get(`/api/member/GetTimeline/${kim.id}`)).body
    const charged = entries.filter(({ kind }: { kind: string }) => kind === 'charge')
    expect(charged.map(({ amount, isGood }: { amount: number; isGood: boolean }) => [amount, isGood])).toEqual([
      [5, false],
      [-5, true],
    ])
    expect((await reward({ kind: 'task', dueOn: '2026-05-20' })).status).toBe(200)
    expect(await list(coach, club.id)).toMatchObject([{ reward: { kind: 'task', isDone: false } }])
    const tasks = await db.selectFrom('task').selectAll().where('member_id', '=', kim.id).orderBy('task.id').execute()
    expect(tasks).toMatchObject([{ kind: 'todo', subject: 'Thank you for bringing Tom', due_on: '2026-05-20' }])
    expect((await coach.post(`/api/club/CompleteTask/${tasks[0]?.id}`, {})).status).toBe(200)
    expect(await list(coach, club.id)).toMatchObject([{ reward: { kind: 'task', isDone: true } }])
    expect((await reward({ kind: 'task', dueOn: '2026-05-20' })).status).toBe(409)
  })

  it('refuses what is incomplete, of another club, and a credit where the referrer has no account', async () => {
    const { club, sister, kim, friend, asked, boss, reward } = await aReferral()
    for (const wrong of [
      { kind: 'credit' },
      { kind: 'credit', amount: 0 },
      { kind: 'credit', amount: 1.001 },
      { kind: 'credit', amount: 1000.01 },
      { kind: 'task' },
      { kind: 'task', dueOn: '2026-05-20', text: '' },
    ])
      expect([wrong, (await reward(wrong)).status]).toEqual([wrong, 400])
    const stranger = as((await createAccount(db, { clubId: sister.id })).sub)
    expect((await reward({ kind: 'credit', amount: 5 }, stranger, sister.id)).status).toBe(403)
    expect((await reward({ kind: 'credit', amount: 5 }, boss, sister.id)).body.fields).toEqual({
      enquiryId: ['Nobody came to this club by a member’s link like this.'],
    })
    await createMembership(db, { clubId: sister.id, memberId: friend.id })
    const there = { enquiryId: await asked({ clubId: sister.id }) }
    const refused = await reward({ ...there, kind: 'credit', amount: 5 }, boss, sister.id)
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { kind: ['The member has no membership in this club: make a task instead.'] },
    ])
    // Who works only there sees nothing of Kim.
    const coachThere = as((await createAccount(db, { clubId: sister.id, roleIds: [role.treasurer] })).sub)
    expect((await reward({ ...there, kind: 'task', dueOn: '2026-05-20' }, coachThere, sister.id)).status).toBe(400)
    expect((await reward({ ...there, kind: 'task', dueOn: '2026-05-20' }, boss, sister.id)).status).toBe(200)
    expect(
      await db.selectFrom('charge').select('id').where('member_id', '=', kim.id).orderBy('charge.id').execute(),
    ).toEqual([])
    expect(
      await db.selectFrom('task').select('member_id').where('club_id', '=', sister.id).orderBy('task.id').execute(),
    ).toEqual([{ member_id: null }])
    expect(club.id).not.toBe(sister.id)
  })
})

describe('getMemberReferrals', () => {
  it('has the own links, whom somebody has brought, and by whom he came', async () => {
    const { club, sister, kim, friend, asked, enquiryId, coach, boss } = await aReferral()
    await createMembership(db, { clubId: sister.id, memberId: kim.id })
    for (const { id: club_id } of [club, sister])
      await db
        .insertInto('enquiry_form')
        .values({ club_id, key: `form-${club_id}`, is_on: club_id === club.id })
        .execute()
    const elsewhere = await asked({ clubId: sister.id, memberId: null, at: '2026-05-03T12:00Z' })
    const of = async (caller: typeof coach, memberId: number) =>
      (await caller.get(`/api/member/GetMemberReferrals/${memberId}`)).body
    expect(await of(coach, kim.id)).toEqual({
      links: [{ clubId: club.id, clubName: club.name, address: `enquire/form-${club.id}?ref=${kim.code}` }],
      brought: [expect.objectContaining({ enquiryId, memberId: friend.id })],
      broughtBy: [],
    })
    expect((await of(boss, kim.id)).brought).toMatchObject([{ enquiryId: elsewhere }, { enquiryId }])
    expect(await of(coach, friend.id)).toEqual({
      ...{ links: [], brought: [] },
      broughtBy: [{ enquiryId, cameOn: '2026-05-02', memberId: kim.id, name: 'Kim Sender' }],
    })
  })
})
