import { role } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'
import { recordActivity } from '../platform/activity.ts'
import { authenticator } from '../platform/authenticate.ts'
import { moveClub } from './move-club.ts'
import { clubInput } from './test-club.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const worker = async (clubId: number, isAdmin = false) => {
  const account = await createAccount(db, { clubId, isAdmin })
  const { id } = await db
    .selectFrom('club_user')
    .select('id')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  return { ...account, clubUserId: id }
}
const club = async (admins = 1) => {
  const { id } = await createClub(db)
  const staff = []
  for (let count = 0; count < admins; count++) staff.push(await worker(id, true))
  return { id, admins: staff, admin: staff[0] ?? (await worker(id)) }
}
const fields = { version: 1, userSince: '2020-01-01', userUntil: null, isAdmin: true, roleIds: [] as number[] }
const save = (sub: string, id: number, changes: object) =>
  as(sub).post(`/api/club/SaveUser/${id}`, { ...fields, ...changes })
const users = async (sub: string, clubId: number, query = '') =>
  (await as(sub).get(`/api/club/GetUsers/${clubId}${query}`)).body

describe('removeUserEverywhere', () => {
  it('ends every place at once in the clubs of which the caller is an admin, and says what is left', async () => {
    const { id, admin } = await club()
    const [leeds, otley] = [await createClub(db, { parentClubId: id }), await createClub(db, { parentClubId: id })]
    const coach = await worker(leeds.id)
    const add = (clubId: number) =>
      db.insertInto('club_user').values({ club_id: clubId, account_id: coach.id, user_since: '2020-01-01' }).execute()
    await add(otley.id)
    await add(id)
    const { email } = await db
      .selectFrom('account')
      .select('email')
      .where('id', '=', coach.id)
      .executeTakeFirstOrThrow()
    const york = await createClub(db, { parentClubId: id })
    await as(admin.sub).post(`/api/club/InviteUser/${york.id}`, {
      ...{ firstName: 'Yuna', lastName: 'Sato', email, isAdmin: false, roleIds: [] },
    })
    const leedsAdmin = await worker(leeds.id, true)
    const remove = async (sub: string) =>
      (await as(sub).post(`/api/club/RemoveUserEverywhere/${coach.clubUserId}`, {})).body
    const sees = async () => (await as(coach.sub).get('/api/club/GetClubList')).body.length
    expect(await remove(leedsAdmin.sub)).toMatchObject({ clubs: [expect.any(String)], left: 2 })
    expect(await sees()).toBe(4)
    expect(await remove(admin.sub)).toMatchObject({ clubs: [expect.any(String), expect.any(String)], left: 0 })
    expect(await sees()).toBe(0)
    expect((await as(coach.sub).get('/api/club/GetMyInvitations')).body).toEqual([])
  })

  it('removes from no club, where one of them names the person as its owner', async () => {
    const { id, admin } = await club()
    const [leeds, otley] = [await createClub(db, { parentClubId: id }), await createClub(db, { parentClubId: id })]
    const owner = await worker(leeds.id)
    await db
      .insertInto('club_user')
      .values({ club_id: otley.id, account_id: owner.id, user_since: '2020-01-01' })
      .execute()
    await db.updateTable('club').set({ owner_id: owner.personId }).where('id', '=', otley.id).execute()
    const refused = await as(admin.sub).post(`/api/club/RemoveUserEverywhere/${owner.clubUserId}`, {})
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('owner') } })
    expect((await as(owner.sub).get('/api/club/GetClubList')).body).toHaveLength(2)
  })
})

describe('getViewersFromAbove', () => {
  it('answers everyone who sees the club through one above, and through which', async () => {
    const { id, admin } = await club()
    const north = await createClub(db, { parentClubId: id })
    const leeds = await createClub(db, { parentClubId: north.id })
    const region = await worker(north.id)
    const coach = await worker(id)
    await db.updateTable('club_user').set({ reach: 'own' }).where('id', '=', coach.clubUserId).execute()
    await worker(leeds.id)
    const viewers = async () => (await as(admin.sub).get(`/api/club/GetViewersFromAbove/${leeds.id}`)).body
    expect(await viewers()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ userId: admin.id, isAdmin: true }),
        expect.objectContaining({ userId: region.id, isAdmin: false }),
      ]),
    )
    expect(await viewers()).toHaveLength(2)
    await save(admin.sub, coach.clubUserId, { isAdmin: false, reach: 'some', reachClubIds: [north.id] })
    expect((await viewers()).map(({ userId }: { userId: number }) => userId)).toContain(coach.id)
    const figures = { version: 2, isAdmin: false, reach: 'own', seesFigures: true }
    expect(await save(admin.sub, coach.clubUserId, figures)).toMatchObject({ status: 200 })
    expect(await viewers()).toContainEqual(expect.objectContaining({ userId: coach.id, isFiguresOnly: true }))
  })
})

describe('the clubs below', () => {
  it('are opened by an admin of them, closed again at once, and left alone by who does not mention them', async () => {
    const { id, admin } = await club()
    const below = await createClub(db, { parentClubId: id })
    const coach = await worker(id)
    const sees = async () =>
      (await as(coach.sub).get('/api/club/GetClubList')).body.some((each: { id: number }) => each.id === below.id)
    const rights = { isAdmin: false, roleIds: [] }
    expect(await save(admin.sub, coach.clubUserId, { ...rights, reach: 'own' })).toMatchObject({ status: 200 })
    expect(await sees()).toBe(false)
    const some = { ...rights, version: 2, reach: 'some', reachClubIds: [below.id] }
    expect(await save(admin.sub, coach.clubUserId, some)).toMatchObject({ status: 200 })
    expect(await sees()).toBe(true)
    expect(await save(admin.sub, coach.clubUserId, { ...rights, version: 3 })).toMatchObject({ status: 200 })
    expect(await sees()).toBe(true)
    const { data } = await users(admin.sub, id)
    expect(data.find((user: { userId: number }) => user.userId === coach.id)).toMatchObject({
      reach: 'some',
      reachClubs: [{ id: below.id }],
    })
    // An admin who doesn't reach a club opens it to no one, and no one opens a club elsewhere.
    const own = await worker(id, true)
    await db.updateTable('club_user').set({ reach: 'own' }).where('id', '=', own.clubUserId).execute()
    const narrow = (changes: object) => save(own.sub, coach.clubUserId, { ...rights, version: 4, ...changes })
    expect(await narrow({ reach: 'all' })).toMatchObject({
      status: 400,
      body: { fields: { reach: [expect.stringContaining('admin of all')] } },
    })
    expect(await narrow({ reach: 'some', reachClubIds: [below.id] })).toMatchObject({ status: 403 })
    expect(await narrow({ reach: 'own', seesFigures: true })).toMatchObject({
      status: 400,
      body: { fields: { seesFigures: [expect.any(String)] } },
    })
    expect(await narrow({})).toMatchObject({ status: 200 })
    expect(await sees()).toBe(true)
    expect(
      await save(admin.sub, coach.clubUserId, { ...some, version: 5, reachClubIds: [(await club()).id] }),
    ).toMatchObject({ status: 403 })
  })
})

describe('getUsers', () => {
  it('answers who works there, by name, with roles; who has left only when asked', async () => {
    const { id, admin } = await club()
    const coach = await worker(id)
    await createAccount(db, { clubId: id, userUntil: '2026-05-11' })
    await createAccount(db, { clubId: id, userSince: '2026-06-01' })
    await db.updateTable('person').set({ first_name: 'Zoë' }).where('id', '=', coach.personId).execute()
    await save(admin.sub, coach.clubUserId, { isAdmin: false, roleIds: [role.reception, role.instructor] })
    const { data, total } = await users(coach.sub, id)
    expect(total).toBe(3)
    expect(data.map((user: { isCurrent: boolean }) => user.isCurrent)).toEqual([true, false, true])
    expect(data[2]).toEqual({
      userId: coach.id,
      clubUserId: coach.clubUserId,
      clubId: id,
      personId: coach.personId,
      version: 2,
      userSince: '2020-01-01',
      userUntil: null,
      dateAdded: expect.any(String),
      isAdmin: false,
      isCurrent: true,
      isOwner: false,
      isClubAdmin: false,
      isInstructor: false,
      reach: 'all',
      reachClubs: [],
      seesFigures: false,
      roles: [
        { id: role.instructor, name: 'Instructor' },
        { id: role.reception, name: 'Reception' },
      ],
      lastLogin: null,
      lastActivity: null,
      userName: expect.stringContaining('@'),
      firstName: 'Zoë',
      lastName: expect.any(String),
      fullName: expect.stringMatching(/^Zoë /),
      email: null,
      phoneMobile: null,
    })
    expect((await users(coach.sub, id, '?includeFormer=true')).total).toBe(4)
    expect((await users(coach.sub, id, "?filter=roles~contains~'recep'")).total).toBe(1)
  })
})

describe('saveUser', () => {
  it('saves days, right and roles once a version', async () => {
    const { id, admin } = await club()
    const coach = await worker(id)
    const changes = { userUntil: '2026-12-31', isAdmin: true, roleIds: [role.assistant, role.assistant] }
    expect((await save(admin.sub, coach.clubUserId, changes)).body).toEqual({ isSuccess: true, version: 2 })
    const { status, body } = await save(admin.sub, coach.clubUserId, { isAdmin: false })
    expect(status).toBe(409)
    expect(body.conflict.current).toMatchObject({ userUntil: '2026-12-31', isAdmin: true, version: 2 })
  })

  it('refuses a last day before the first, and roles that there are not', async () => {
    const { admin } = await club()
    const answers = [{ userUntil: '2019-12-31' }, { roleIds: [39] }, { userSince: '2020-02-30' }]
    for (const changes of answers) {
      const { status, body } = await save(admin.sub, admin.clubUserId, changes)
      expect([status, Object.keys(body.fields)[0]?.split('.')[0]]).toEqual([400, Object.keys(changes)[0]])
    }
  })

  it('puts someone out at once whose last day is over, whatever token he has', async () => {
    const { id, admin } = await club()
    const coach = await worker(id)
    expect((await users(coach.sub, id)).total).toBe(2)
    await save(admin.sub, coach.clubUserId, { isAdmin: false, userUntil: '2026-05-11' })
    await expect.poll(async () => (await as(coach.sub).get(`/api/club/GetUsers/${id}`)).status).toBe(403)
  })

  it('keeps the last admin', async () => {
    const { id, admin } = await club()
    const head = await createClub(db)
    const boss = await createAccount(db, { clubId: head.id, isAdmin: true })
    await db.transaction().execute(tx => moveClub(tx, { clubId: id, parentClubId: head.id }))
    await expect.poll(async () => (await as(boss.sub).get(`/api/club/GetUsers/${id}`)).status).toBe(200)
    const { status, body } = await save(boss.sub, admin.clubUserId, { isAdmin: false })
    expect([status, body.message]).toEqual([
      409,
      'The club would be left without an admin. Make someone else an admin first.',
    ])
    // One who is leaving is none that stays.
    const ending = await save(boss.sub, admin.clubUserId, { userUntil: '2026-12-31' })
    expect(ending.status).toBe(409)
    const second = await worker(id)
    expect((await save(boss.sub, second.clubUserId, {})).status).toBe(200)
    expect((await save(boss.sub, admin.clubUserId, { isAdmin: false })).status).toBe(200)
  })

  it('lets no admin take his own right away, or end it', async () => {
    const { admin } = await club(2)
    for (const changes of [{ isAdmin: false }, { userUntil: testToday }, { userSince: '2026-06-01' }]) {
      const { status, body } = await save(admin.sub, admin.clubUserId, changes)
      expect([status, body.message]).toEqual([
        409,
        'You would take away your own admin right. Another admin has to do that.',
      ])
    }
    expect((await as(admin.sub).post(`/api/club/RemoveUser/${admin.clubUserId}`)).status).toBe(409)
  })

  it('leaves one of two admins who take each other away at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, admins } = await club(2)
      const [one, other] = admins
      if (!one || !other) throw new Error('two admins')
      const answers = await Promise.all([
        save(one.sub, other.clubUserId, { isAdmin: false }),
        save(other.sub, one.clubUserId, { isAdmin: false }),
      ])
      expect(answers.map(answer => answer.status).sort()).toEqual([200, 403])
      const left = await db
        .selectFrom('club_user')
        .select('id')
        .where('club_id', '=', id)
        .where('is_admin', '=', true)
        .execute()
      expect(left).toHaveLength(1)
    }
  })

  it('counts owner and admin of the club as admins, and lets only the details take that from them', async () => {
    const { id, admin } = await club()
    const owner = await worker(id)
    await db.updateTable('club').set({ owner_id: owner.personId }).where('id', '=', id).execute()
    const { status, body } = await save(admin.sub, owner.clubUserId, { isAdmin: false })
    expect(status).toBe(409)
    expect(body.fields.isAdmin[0]).toMatch(/^Staff .+ is the club's owner\./)
    const ended = await save(admin.sub, owner.clubUserId, { userUntil: testToday })
    expect(ended.body.fields).toHaveProperty('userUntil')
    // The owner is an admin who stays.
    await expect.poll(async () => (await users(owner.sub, id)).total).toBe(2)
    await expect.poll(async () => (await save(owner.sub, admin.clubUserId, { isAdmin: false })).status).toBe(200)
  })
})

describe('removeUser', () => {
  it('ends at once, also for someone who began today, and keeps the row', async () => {
    const { id, admin } = await club()
    const coach = await createAccount(db, { clubId: id, userSince: testToday })
    const [row] = (await users(admin.sub, id, `?filter=userSince~eq~datetime'${testToday}T00-00-00'`)).data
    expect((await as(admin.sub).post(`/api/club/RemoveUser/${row.clubUserId}`)).status).toBe(200)
    await expect.poll(async () => (await as(coach.sub).get(`/api/club/GetUsers/${id}`)).status).toBe(403)
    const { data } = await users(admin.sub, id, '?includeFormer=true&sort=userSince-desc')
    expect(data[0]).toMatchObject({ userSince: '2026-05-11', userUntil: '2026-05-11', isCurrent: false })
  })
})

describe('last activity', () => {
  it('is written once in five minutes, and no request waits for it', async () => {
    const { admin } = await club()
    let at = testNow
    const record = recordActivity(db, () => at)
    const seen: Promise<void>[] = []
    const authenticate = authenticator(
      async sub => ({ sub, issuedAt: 4_000_000_000, expiresAt: 5_000_000_000 }),
      {
        of: async () => ({
          tokensValidFrom: 0,
          filesNeedProof: false,
          sessions: new Map(),
          // Nothing here looks at whom it is, or is by password alone.
          userByPassword: {} as never,
          user: { accountId: admin.id } as never,
        }),
      },
      () => at,
      accountId => {
        const written = record(accountId)
        seen.push(written)
        return written
      },
    )
    const ask = async (minutes: number) => {
      at = new Date(testNow.getTime() + minutes * 60_000)
      // All that is read of a request.
      await authenticate({ headers: { authorization: `Bearer ${admin.sub}` } } as never)
      await Promise.all(seen)
      const row = await db
        .selectFrom('account')
        .select('last_activity')
        .where('id', '=', admin.id)
        .executeTakeFirstOrThrow()
      return ((row.last_activity?.getTime() ?? 0) - testNow.getTime()) / 60_000
    }
    expect([await ask(0), await ask(4), await ask(5), await ask(9)]).toEqual([0, 0, 5, 5])
  })
})

describe('a club that names people', () => {
  it('shows them among its users in their roles', async () => {
    const { id, admin } = await club()
    const coach = await worker(id)
    const { body } = await as(admin.sub).get(`/api/club/GetClub/${id}`)
    const input = clubInput({ code: body.code, instructorId: coach.personId, ownerId: admin.personId })
    await as(admin.sub).post(`/api/club/SaveClub/${id}`, { ...input, version: 1 })
    const { data } = await users(admin.sub, id)
    const found = data.find((user: { personId: number }) => user.personId === coach.personId)
    expect(found).toMatchObject({ isInstructor: true, roles: [{ id: role.instructor, name: 'Instructor' }] })
  })
})
