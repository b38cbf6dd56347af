import { clubType, role } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

describe('what a user may touch', () => {
  const clubsOf = async (sub: string) => {
    const { body } = await as(sub).get('/api/club/GetClubList')
    return body.map((club: { id: number; isAdmin: boolean }) => [club.id, club.isAdmin])
  }

  it('is his clubs and all below them, and ends at once', async () => {
    const head = await createClub(db)
    const region = await createClub(db, { parentClubId: head.id })
    const local = await createClub(db, { parentClubId: region.id })
    const account = await createAccount(db, { clubId: region.id, isAdmin: true })
    expect(await clubsOf(account.sub)).toEqual([
      [region.id, true],
      [local.id, true],
    ])
    await db.updateTable('club_user').set({ user_until: '2026-05-11' }).where('account_id', '=', account.id).execute()
    await expect.poll(() => clubsOf(account.sub)).toEqual([])
  })

  it('begins on userSince and includes userUntil', async () => {
    const club = await createClub(db)
    const tomorrow = await createAccount(db, { clubId: club.id, userSince: '2026-05-13' })
    const lastDay = await createAccount(db, { clubId: club.id, userUntil: testToday })
    expect(await clubsOf(tomorrow.sub)).toEqual([])
    expect(await clubsOf(lastDay.sub)).toEqual([[club.id, false]])
  })

  it('includes the clubs of which he is owner, admin or instructor; the first two as admin', async () => {
    const home = await createClub(db)
    const account = await createAccount(db, { clubId: home.id })
    const [owned, administered, taught] = await Promise.all([createClub(db), createClub(db), createClub(db)])
    const { personId } = account
    await db.updateTable('club').set({ owner_id: personId }).where('id', '=', owned.id).execute()
    await db.updateTable('club').set({ admin_id: personId }).where('id', '=', administered.id).execute()
    await db.updateTable('club').set({ instructor_id: personId }).where('id', '=', taught.id).execute()
    const expected = [
      [home.id, false],
      [owned.id, true],
      [administered.id, true],
      [taught.id, false],
    ]
    await expect
      .poll(async () => new Set((await clubsOf(account.sub)).map(String)))
      .toEqual(new Set(expected.map(String)))
  })
})

describe('getSidebarConfig', () => {
  it('counts my open tasks, and shows the logo of the topmost club', async () => {
    const head = await createClub(db)
    const local = await createClub(db, { parentClubId: head.id })
    const account = await createAccount(db, { clubId: head.id })
    await db.updateTable('club').set({ logo_url: '/logo/head.svg' }).where('id', '=', head.id).execute()
    await db.updateTable('club').set({ logo_url: '/logo/local.svg' }).where('id', '=', local.id).execute()
    const task = { club_id: local.id, root_club_id: head.id, kind: 'club', subject: 'Call', due_on: testToday }
    await db
      .insertInto('task')
      .values([
        { ...task, account_id: account.id },
        { ...task, account_id: account.id, completed_at: new Date() },
        { ...task, account_id: null },
      ])
      .execute()
    const { body } = await as(account.sub).get('/api/club/GetSidebarConfig')
    expect(body).toEqual({
      clubLogo: '/logo/head.svg',
      clubs: [
        { id: head.id, name: head.name, timeZone: 'Europe/London' },
        { id: local.id, name: local.name, timeZone: 'Europe/London' },
      ],
      taskListCount: 1,
    })
  })

  it('is empty for an account without a club', async () => {
    const club = await createClub(db)
    const account = await createAccount(db, { clubId: club.id, userSince: '2027-01-01' })
    const { body } = await as(account.sub).get('/api/club/GetSidebarConfig')
    expect(body).toEqual({ clubLogo: '', clubs: [], taskListCount: 0 })
  })
})

describe('getClub, getParentClubList', () => {
  it('answers the club as it is, and only clubs one is admin of as parents', async () => {
    const club = await createClub(db)
    const owner = await createAccount(db, { clubId: club.id, isAdmin: true })
    const coach = await createAccount(db, { clubId: club.id })
    const { body } = await as(coach.sub).get(`/api/club/GetClub/${club.id}`)
    expect(body).toMatchObject({
      id: club.id,
      code: club.code,
      clubTypeId: clubType.notSet,
      parentClubId: null,
      address: { gridEast: 0, gridNorth: 0, longitude: 0, latitude: 0 },
    })
    expect((await as(owner.sub).get('/api/club/getParentClubList')).body).toEqual([{ id: club.id, name: club.name }])
    expect((await as(coach.sub).get('/api/club/getParentClubList')).body).toEqual([])
  })
})

describe('getUserClubs, getUserRoles', () => {
  it('answers what the caller may see of a user of the club', async () => {
    const [club, elsewhere] = await Promise.all([createClub(db), createClub(db)])
    const caller = await createAccount(db, { clubId: club.id })
    const user = await createAccount(db, { clubId: club.id, isAdmin: true })
    await db
      .insertInto('club_user')
      .values({ club_id: elsewhere.id, account_id: user.id, user_since: '2020-01-01' })
      .execute()
    await db
      .insertInto('club_user_role')
      .columns(['club_user_id', 'role_id'])
      .expression(eb =>
        eb
          .selectFrom('club_user')
          .select(['id', eb.lit(role.instructor).as('role_id')])
          .where('account_id', '=', user.id)
          .where('club_id', '=', club.id),
      )
      .execute()
    const clubs = await as(caller.sub).post(`/api/club/GetUserClubs/${club.id}`, { UserId: user.id })
    expect(clubs.body).toEqual([expect.objectContaining({ clubId: club.id, isAdmin: true, userSince: '2020-01-01' })])
    const roles = await as(caller.sub).post(`/api/club/GetUserRoles/${club.id}`, { UserId: user.id })
    expect(roles.body).toEqual([{ id: role.instructor, name: 'Instructor' }])
  })

  it('refuses a user who works elsewhere', async () => {
    const head = await createClub(db)
    const [north, south] = [
      await createClub(db, { parentClubId: head.id }),
      await createClub(db, { parentClubId: head.id }),
    ]
    const caller = await createAccount(db, { clubId: head.id })
    const user = await createAccount(db, { clubId: south.id })
    const { status, body } = await as(caller.sub).post(`/api/club/GetUserRoles/${north.id}`, { UserId: user.id })
    expect(status).toBe(404)
    expect(body.fields).toHaveProperty('UserId')
  })
})
