import { actionType, memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** A club below a head office, with an admin of each. */
async function twoClubs() {
  const head = await createClub(db)
  const club = await createClub(db, { parentClubId: head.id })
  const boss = as((await createAccount(db, { clubId: head.id, isAdmin: true })).sub)
  const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  return { head, club, boss, admin }
}

type Caller = ReturnType<typeof as>

const saveCategory = (caller: Caller, clubId: number, fields: object, id = 0) =>
  caller.post(`/api/club/SaveMemberCategory/${id}`, {
    clubId,
    version: 1,
    categoryName: 'Juniors',
    minAge: 5,
    maxAge: 11,
    ...fields,
  })
const categories = async (caller: Caller, clubId: number) =>
  (await caller.get(`/api/club/GetMemberCategories/${clubId}`)).body as { categoryId: number; categoryName: string }[]
const categoryNames = async (caller: Caller, clubId: number) =>
  (await categories(caller, clubId)).map(({ categoryName }) => categoryName)

describe('getMemberCategories', () => {
  it('is those of the clubs above, marked so, and then its own; not those of a sister club', async () => {
    const { head, club, boss, admin } = await twoClubs()
    const sister = await createClub(db, { parentClubId: head.id })
    await saveCategory(admin, club.id, { categoryName: 'Seniors', minAge: 60, maxAge: null })
    await saveCategory(boss, head.id, { categoryName: 'Juniors' })
    await saveCategory(boss, head.id, { categoryName: 'Adults', minAge: 18, maxAge: null })
    await saveCategory(boss, sister.id, { categoryName: 'Others' })
    const { body } = await admin.get(`/api/club/GetMemberCategories/${club.id}`)
    expect(body).toMatchObject([
      { categoryName: 'Juniors', clubName: head.name, isInherited: true, minAge: 5, maxAge: 11 },
      { categoryName: 'Adults', isInherited: true, minAge: 18, maxAge: null },
      { categoryName: 'Seniors', clubId: club.id, isInherited: false, memberCount: 0, gradeCount: 0 },
    ])
    expect(await categoryNames(boss, head.id)).toEqual(['Juniors', 'Adults'])
  })
})

describe('saveMemberCategory', () => {
  it('makes and changes one, and refuses who has not seen the newest', async () => {
    const { club, admin } = await twoClubs()
    const { status, body } = await saveCategory(admin, club.id, { categoryName: '  Juniors ' })
    expect([status, body]).toEqual([200, { isSuccess: true, categoryId: expect.any(Number), version: 1 }])
    expect((await saveCategory(admin, club.id, { maxAge: 12 }, body.categoryId)).body.version).toBe(2)
    const stale = await saveCategory(admin, club.id, { maxAge: 13 }, body.categoryId)
    expect([stale.status, stale.body.conflict.current.maxAge]).toEqual([409, 12])
  })

  it.each([
    ['categoryName', { categoryName: ' ' }],
    ['minAge', { minAge: -1 }],
    ['maxAge', { maxAge: 200 }],
    ['maxAge', { minAge: 12, maxAge: 11 }],
  ])('refuses %s in %j', async (field, wrong) => {
    const { club, admin } = await twoClubs()
    const { status, body } = await saveCategory(admin, club.id, wrong)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('refuses a name twice, and whoever is not admin of the club that has made it', async () => {
    const { head, club, boss, admin } = await twoClubs()
    const { body } = await saveCategory(boss, head.id, {})
    expect((await saveCategory(boss, head.id, {})).body.fields).toEqual({
      categoryName: ['This club has a category of that name already.'],
    })
    expect((await saveCategory(admin, club.id, {}, body.categoryId)).status).toBe(403)
    expect((await saveCategory(boss, club.id, {}, body.categoryId)).body.fields).toHaveProperty('clubId')
    const coach = as((await createAccount(db, { clubId: club.id })).sub)
    expect((await saveCategory(coach, club.id, {})).status).toBe(403)
  })
})

describe('deleteMemberCategory', () => {
  it('says how many have it, also where the caller does not look', async () => {
    const { head, club, boss } = await twoClubs()
    const { body } = await saveCategory(boss, head.id, {})
    const id = body.categoryId as number
    const member = await createMember(db, { clubId: club.id })
    await db.updateTable('club_member').set({ category_id: id }).where('member_id', '=', member.id).execute()
    const { gradeIds } = await createDiscipline(db, { clubId: head.id })
    await db.updateTable('grade').set({ category_id: id }).where('id', 'in', gradeIds).execute()
    const refused = await boss.post(`/api/club/DeleteMemberCategory/${id}`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      '1 membership and 3 grades have the category Juniors. Give them another one first.',
    ])
    await db.updateTable('club_member').set({ category_id: null }).where('member_id', '=', member.id).execute()
    await db.updateTable('grade').set({ category_id: null }).where('id', 'in', gradeIds).execute()
    expect((await boss.post(`/api/club/DeleteMemberCategory/${id}`)).status).toBe(200)
    expect(await categoryNames(boss, head.id)).toEqual([])
  })
})

describe('moveMemberCategory', () => {
  it('moves it by places, not beyond the ends', async () => {
    const { head, boss } = await twoClubs()
    for (const categoryName of ['A', 'B', 'C']) await saveCategory(boss, head.id, { categoryName })
    const [a] = await categories(boss, head.id)
    const move = async (positions: number) =>
      (await boss.post(`/api/club/MoveMemberCategory/${a?.categoryId}`, { positions })).body.position
    expect(await move(1)).toBe(2)
    expect(await categoryNames(boss, head.id)).toEqual(['B', 'A', 'C'])
    expect(await move(50)).toBe(3)
    expect(await move(-50)).toBe(1)
    expect(await categoryNames(boss, head.id)).toEqual(['A', 'B', 'C'])
  })
})

const saveReason = (caller: Caller, clubId: number, name: string, id = 0) =>
  caller.post(`/api/club/SaveNotInterestedReason/${id}`, { clubId, version: 1, name })
const reasons = async (caller: Caller, clubId: number) =>
  (await caller.get(`/api/club/GetNotInterestedReasons/${clubId}`)).body as {
    id: number
    name: string
    isInherited: boolean
  }[]

describe('notInterestedReasons', () => {
  it('begin with the usual ones at the top, and are used below', async () => {
    const { head, club, boss, admin } = await twoClubs()
    expect((await reasons(boss, head.id)).length).toBe(8)
    const { status } = await saveReason(admin, club.id, 'Parking')
    expect(status).toBe(200)
    const list = await reasons(admin, club.id)
    expect(list.map(({ isInherited }) => isInherited)).toEqual([...Array(8).fill(true), false])
    expect(list.at(-1)).toMatchObject({ name: 'Parking', clubName: club.name, useCount: 0 })
    expect((await reasons(boss, head.id)).length).toBe(8)
  })

  it('are not there twice, nor changed from below', async () => {
    const { head, club, boss, admin } = await twoClubs()
    const [first] = await reasons(boss, head.id)
    expect((await saveReason(admin, club.id, 'too EXPENSIVE')).body.fields).toEqual({
      name: [`${head.name} has a reason of that name already.`],
    })
    expect((await saveReason(admin, club.id, 'Price', first?.id)).status).toBe(403)
    expect((await admin.post(`/api/club/DeleteNotInterestedReason/${first?.id}`)).status).toBe(403)
    expect((await saveReason(boss, head.id, 'Price', first?.id)).body).toMatchObject({ version: 2 })
    expect((await saveReason(boss, head.id, 'Cost', first?.id)).status).toBe(409)
  })

  it('are given after a trial by the clubs below, and by no sister', async () => {
    const { head, club, boss, admin } = await twoClubs()
    const sister = await createClub(db, { parentClubId: head.id })
    const klass = await createClass(db, { clubId: club.id })
    const prospect = await createMember(db, { clubId: club.id, statusId: memberStatus.prospect })
    const give = (reasonId: number | undefined) =>
      admin.post(`/api/member/SaveTrialAction/${prospect.id}`, {
        classId: klass.id,
        classDate: '2026-05-12',
        actionTypeId: actionType.notInterested,
        reasonId,
      })
    const ofSister = (await saveReason(boss, sister.id, 'Parking')).body.id as number
    expect((await give(ofSister)).body.fields).toEqual({ reasonId: ['Is a reason of another club.'] })
    const [first] = await reasons(boss, head.id)
    expect((await give(first?.id)).status).toBe(200)
    expect((await reasons(admin, club.id))[0]).toMatchObject({ useCount: 1 })
  })

  it('stay while somebody has one, and say how many', async () => {
    const { head, club, boss } = await twoClubs()
    const [first, second] = await reasons(boss, head.id)
    const member = await createMember(db, { clubId: club.id, statusId: memberStatus.notInterested })
    const membership = await db
      .selectFrom('club_member')
      .select('id')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('member_status_change')
      .values({
        club_member_id: membership.id,
        club_id: club.id,
        to_status_id: memberStatus.notInterested,
        changed_on: '2026-05-01',
        not_interested_reason_id: first?.id ?? 0,
      })
      .execute()
    expect((await boss.post(`/api/club/DeleteNotInterestedReason/${first?.id}`)).body.message).toBe(
      '1 person did not join for “Too expensive”: it stays in their history.',
    )
    expect((await reasons(boss, head.id))[0]).toMatchObject({ useCount: 1 })
    expect((await boss.post(`/api/club/DeleteNotInterestedReason/${second?.id}`)).status).toBe(200)
    const [, third] = await reasons(boss, head.id)
    await boss.post(`/api/club/MoveNotInterestedReason/${third?.id}`, { positions: -1 })
    expect((await reasons(boss, head.id)).slice(0, 2).map(({ name }) => name)).toEqual(['Too far', 'Too expensive'])
  })
})
