import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'
import { clubInput } from './test-club.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const staffed = async (parentClubId: number | null = null) => {
  const club = await createClub(db, { parentClubId })
  const admin = await createAccount(db, { clubId: club.id, isAdmin: true })
  return { club, admin }
}
const save = (sub: string, id: number, changes: object = {}) =>
  as(sub).post(`/api/club/SaveClub/${id}`, { ...clubInput(), version: 1, ...changes })
const read = async (sub: string, id: number) => (await as(sub).get(`/api/club/GetClub/${id}`)).body

describe('saveClub, a new one', () => {
  it('makes whoever creates it owner and admin', async () => {
    const { admin } = await staffed()
    const { status, body } = await save(admin.sub, 0, { ownerId: null })
    expect(status).toBe(200)
    // The next request may be quicker than the notice that rights have changed.
    await expect.poll(async () => (await read(admin.sub, body.id)).isAdmin).toBe(true)
    expect(await read(admin.sub, body.id)).toMatchObject({
      name: 'Dojo',
      ownerId: admin.personId,
      adminId: admin.personId,
      parentClubId: null,
      address: { postcode: 'LS9 4QB', gridEast: 0, longitude: -1.5 },
    })
    const { body: users } = await as(admin.sub).get(`/api/club/GetUsers/${body.id}`)
    expect(users.data).toEqual([
      expect.objectContaining({ personId: admin.personId, isAdmin: true, isOwner: true, userSince: testToday }),
    ])
    expect(users.data[0].roles.map((each: { id: number }) => each.id)).toEqual([])
  })

  it('goes under a club that one is admin of, and under no other', async () => {
    const { club, admin } = await staffed()
    const coach = await createAccount(db, { clubId: club.id })
    expect((await save(coach.sub, 0, { parentClubId: club.id })).status).toBe(403)
    const { body } = await save(admin.sub, 0, { parentClubId: club.id })
    const row = await db.selectFrom('club').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ parent_club_id: club.id, root_club_id: club.id })
  })

  it.each([-1, '', 0, null])('takes %j for no parent', async parentClubId => {
    const { admin } = await staffed()
    const { body } = await save(admin.sub, 0, { parentClubId })
    await expect.poll(async () => (await read(admin.sub, body.id)).parentClubId).toBeNull()
  })

  it('is made once when it is sent twice', async () => {
    const { admin } = await staffed()
    const key = { 'idempotency-key': '3f8d4c1e-0000-4000-8000-00000000c1ab' }
    const send = () => as(admin.sub).post('/api/club/SaveClub/0', clubInput({ code: 'ONCE' }), key)
    const [one, two] = await Promise.all([send(), send()])
    expect(one.body.id).toBe(two.body.id)
    expect(await db.selectFrom('club').select('id').where('code', '=', 'ONCE').execute()).toHaveLength(1)
  })
})

describe('saveClub', () => {
  it('changes what was given, keeps the rest, and counts the version', async () => {
    const { club, admin } = await staffed()
    const changes = { name: 'Kita', dateOpened: null, email: '', phone: null, ownerId: admin.personId }
    expect((await save(admin.sub, club.id, changes)).body).toMatchObject({ id: club.id, version: 2 })
    expect(await read(admin.sub, club.id)).toMatchObject({
      name: 'Kita',
      dateOpened: null,
      email: null,
      phone: null,
      ownerId: admin.personId,
      ownerName: expect.stringMatching(/^Staff /),
      version: 2,
    })
    const audit = await db
      .selectFrom('audit')
      .selectAll()
      .where('club_id', '=', club.id)
      .where('action', '=', 'saveClub')
      .executeTakeFirstOrThrow()
    expect(audit.before).toMatchObject({ name: club.name })
    expect(audit.after).toMatchObject({ name: 'Kita' })
    expect(audit.after).not.toHaveProperty('parentClubId')
  })

  it('refuses an older version, with the newer record and who saved it', async () => {
    const { club, admin } = await staffed()
    await save(admin.sub, club.id, { name: 'First' })
    const { status, body } = await save(admin.sub, club.id, { name: 'Second' })
    expect(status).toBe(409)
    expect(body.conflict).toMatchObject({ by: expect.stringMatching(/^Staff/), current: { name: 'First', version: 2 } })
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'a\0b' }, 'name'],
    [{ code: 'x'.repeat(21) }, 'code'],
    [{ clubTypeId: 3 }, 'clubTypeId'],
    [{ dateOpened: '2021-02-29' }, 'dateOpened'],
    [{ email: 'dojo' }, 'email'],
    [{ phone: 'ring me' }, 'phone'],
    [{ timeZone: '+01:00' }, 'timeZone'],
    [{ timeZone: 'Europe/Nowhere' }, 'timeZone'],
    [{ parentClubId: -2 }, 'parentClubId'],
    [{ address: { ...clubInput().address, postcode: 'LS9' } }, 'address.postcode'],
    [{ address: { ...clubInput().address, latitude: 91 } }, 'address.latitude'],
    [{ address: { ...clubInput().address, longitude: '1' } }, 'address.longitude'],
  ])('refuses %j', async (changes, field) => {
    const { club, admin } = await staffed()
    const { status, body } = await save(admin.sub, club.id, changes)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('takes the postcodes of other countries where the club is in one', async () => {
    const { club, admin } = await staffed()
    const address = { ...clubInput().address, postcode: '1010' }
    expect((await save(admin.sub, club.id, { address, timeZone: 'Pacific/Auckland' })).status).toBe(200)
  })

  it('names people who work there or above, and makes them users with the right', async () => {
    const head = await staffed()
    const { club, admin } = await staffed(head.club.id)
    const coach = await createAccount(db, { clubId: club.id })
    const elsewhere = await staffed()
    expect((await save(admin.sub, club.id, { adminId: elsewhere.admin.personId })).status).toBe(403)

    const people = { ownerId: coach.personId, instructorId: null, adminId: admin.personId }
    const parentClubId = head.club.id
    expect((await save(admin.sub, club.id, { ...people, parentClubId })).status).toBe(200)
    const { body: users } = await as(admin.sub).get(`/api/club/GetUsers/${club.id}?filter=isAdmin~eq~true`)
    expect(users.data.map((each: { personId: number }) => each.personId).sort()).toEqual(
      [coach.personId, admin.personId].sort(),
    )
    // The head office's own people can be named as well, and work in the club from then on.
    const above = { ...people, adminId: head.admin.personId, parentClubId, version: 2 }
    expect((await save(head.admin.sub, club.id, above)).status).toBe(200)
    const { body: now } = await as(admin.sub).get(`/api/club/GetUsers/${club.id}`)
    expect(now.data.map((each: { personId: number }) => each.personId)).toContain(head.admin.personId)
  })

  it('refuses somebody whose time in the club is over', async () => {
    const { club, admin } = await staffed()
    const former = await createAccount(db, { clubId: club.id, userUntil: '2026-05-11' })
    const { status, body } = await save(admin.sub, club.id, { instructorId: former.personId })
    expect(status).toBe(409)
    expect(body.fields).toHaveProperty('instructorId')
  })

  it('gives a new club a code from its name that the organisation doesn’t have', async () => {
    const head = await staffed()
    const { code: _, ...input } = { ...clubInput({ name: 'Leeds Karate Club' }), parentClubId: head.club.id }
    const codes = []
    for (const name of ['Leeds Karate Club', 'London Karate Centre', 'Leeds Kids Club']) {
      const { body } = await as(head.admin.sub).post('/api/club/SaveClub/0', { ...input, name })
      codes.push((await as(head.admin.sub).get(`/api/club/GetClub/${body.id}`)).body.code)
    }
    expect(codes).toEqual(['LKC', 'LKC2', 'LKC3'])
  })

  it('refuses a code that the organisation has already', async () => {
    const head = await staffed()
    const { club } = await staffed(head.club.id)
    const input = { code: head.club.code, parentClubId: head.club.id }
    const { status, body } = await save(head.admin.sub, club.id, input)
    expect(status).toBe(409)
    expect(body.fields).toHaveProperty('code')
  })

  it('lets no owner name himself away when nobody else is admin', async () => {
    const { admin } = await staffed()
    const { body } = await save(admin.sub, 0, {})
    await expect.poll(async () => (await read(admin.sub, body.id)).isAdmin).toBe(true)
    await db.updateTable('club_user').set({ is_admin: false }).where('club_id', '=', body.id).execute()
    const { status, body: refusal } = await save(admin.sub, body.id, { ownerId: null, adminId: null })
    expect(status).toBe(409)
    expect(refusal.message).toMatch(/without an admin/)
  })

  it('leaves the parent alone where its admin is somebody else', async () => {
    const head = await staffed()
    const { club, admin } = await staffed(head.club.id)
    expect((await save(admin.sub, club.id, { parentClubId: head.club.id })).status).toBe(200)
    const { status, body } = await save(admin.sub, club.id, { parentClubId: null, version: 2 })
    expect(status).toBe(403)
    expect(body.fields).toHaveProperty('parentClubId')
  })
})

describe('saveClubSettings', () => {
  it('saves the time zone, once a version', async () => {
    const { club, admin } = await staffed()
    const send = (timeZone: string) =>
      as(admin.sub).post(`/api/club/SaveClubSettings/${club.id}`, { version: 1, timeZone })
    expect((await send('Mars/Olympus')).status).toBe(400)
    expect((await send('Europe/Lisbon')).body).toMatchObject({ version: 2 })
    expect((await send('Europe/Paris')).status).toBe(409)
    expect(await read(admin.sub, club.id)).toMatchObject({ timeZone: 'Europe/Lisbon', atRiskDays: 14 })
  })

  it('saves when a member is at risk', async () => {
    const { club, admin } = await staffed()
    const send = (version: number, atRiskDays: number) =>
      as(admin.sub).post(`/api/club/SaveClubSettings/${club.id}`, { version, timeZone: 'Europe/London', atRiskDays })
    expect((await send(1, 0)).body.fields).toHaveProperty('atRiskDays')
    expect((await send(1, 21)).status).toBe(200)
    expect(await read(admin.sub, club.id)).toMatchObject({ atRiskDays: 21 })
  })
})
