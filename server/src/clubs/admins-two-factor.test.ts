import { describe, expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)
const other = await testApp(database)

let n = 0
/** The token of a session that an account has begun by a method. */
async function session(
  { id, sub }: { id: number; sub: string },
  method: 'password' | 'code' | 'passkey',
): Promise<string> {
  const uid = `session-${++n}`
  const is_two_factor = method !== 'password'
  await db
    .insertInto('account_session')
    .values({ uid, account_id: id, method, is_two_factor, began_at: testNow, last_used_at: testNow })
    .execute()
  return `${sub}~${uid}`
}

const ask = async (clubId: number, token: string, adminsNeedTwoFactor = true) => {
  const { version } = (await as(token).get(`/api/club/GetClub/${clubId}`)).body
  return as(token).post(`/api/club/SaveClubSettings/${clubId}`, {
    version,
    timeZone: 'Europe/London',
    adminsNeedTwoFactor,
  })
}

/** A head office with a club below it and a sister, and an admin of each. */
async function tree() {
  const top = await createClub(db)
  const club = await createClub(db, { parentClubId: top.id })
  const sister = await createClub(db, { parentClubId: top.id })
  const admin = await createAccount(db, { clubId: club.id, isAdmin: true })
  const staff = await createAccount(db, { clubId: club.id, isAdmin: false })
  const topAdmin = await createAccount(db, { clubId: top.id, isAdmin: true })
  const { id: memberId } = await createMember(db, { clubId: club.id })
  return { top, club, sister, admin, staff, topAdmin, memberId }
}

const closed = { isSuccess: false, error: 'two_factor_required' }

describe('a club that asks its admins for two-factor sign-in', () => {
  it('answers nothing to one who has shown his password alone, and everything to others', async () => {
    const { club, admin, staff, memberId } = await tree()
    const [byPassword, byCode] = [await session(admin, 'password'), await session(admin, 'code')]
    expect((await ask(club.id, byCode)).status).toBe(200)

    for (const path of [`/api/club/GetClub/${club.id}`, `/api/member/GetDetails/${memberId}`]) {
      expect(await as(byPassword).get(path)).toMatchObject({ status: 403, body: closed })
      expect((await as(byCode).get(path)).status).toBe(200)
      expect((await as(await session(admin, 'passkey')).get(path)).status).toBe(200)
      // Staff who are not admins are not asked.
      expect((await as(await session(staff, 'password')).get(path)).status).toBe(200)
    }
    expect((await as(byPassword).get('/api/club/GetClubList')).body).toEqual([])
    const { clubs, closedClubs } = (await as(byPassword).get('/api/club/GetSidebarConfig')).body
    expect([clubs, closedClubs]).toEqual([[], [{ id: club.id, name: expect.any(String) }]])
    expect((await as(byCode).get('/api/club/GetSidebarConfig')).body).not.toHaveProperty('closedClubs')
    const search = `/api/member/basicSearch?filter=a`
    expect((await as(byPassword).get(search)).body).toEqual([])
  })

  it('asks the admins of clubs below it, and those from above', async () => {
    const { top, club, sister, admin, topAdmin } = await tree()
    const get = async (token: string, id: number) => (await as(token).get(`/api/club/GetClub/${id}`)).status
    const [byPassword, fromTop] = [await session(admin, 'password'), await session(topAdmin, 'password')]

    expect((await ask(club.id, await session(admin, 'code'))).status).toBe(200)
    expect([await get(fromTop, club.id), await get(fromTop, sister.id), await get(fromTop, top.id)]).toEqual([
      403, 200, 200,
    ])
    expect((await ask(club.id, await session(admin, 'code'), false)).status).toBe(200)
    expect([await get(byPassword, club.id), await get(fromTop, club.id)]).toEqual([200, 200])

    const byCode = await session(topAdmin, 'code')
    expect((await ask(top.id, byCode)).status).toBe(200)
    expect([await get(byPassword, club.id), await get(fromTop, sister.id)]).toEqual([403, 403])
    const { body } = await as(byCode).get(`/api/club/GetClub/${club.id}`)
    expect(body).toMatchObject({ adminsNeedTwoFactor: false, twoFactorAskedBy: expect.any(String) })
  })

  it('opens as soon as the session shows both, also in another process', async () => {
    const { club, admin } = await tree()
    expect((await ask(club.id, await session(admin, 'code'))).status).toBe(200)
    const token = await session(admin, 'password')
    const get = async (app: typeof other) => (await app.as(token).get(`/api/club/GetClub/${club.id}`)).status
    expect([await get(other), await get({ ...other, as })]).toEqual([403, 403])
    const uid = token.split('~')[1] ?? ''
    await db.updateTable('account_session').set({ is_two_factor: true }).where('uid', '=', uid).execute()
    await expect.poll(() => get(other)).toBe(200)
    await expect.poll(() => get({ ...other, as })).toBe(200)
    await db.updateTable('account_session').set({ ended_at: testNow }).where('uid', '=', uid).execute()
    await expect.poll(() => get(other)).toBe(401)
    await expect.poll(() => get({ ...other, as })).toBe(401)
  })

  it('is asked for by an admin who uses it himself, and written down', async () => {
    const { club, admin, staff } = await tree()
    const refused = await ask(club.id, await session(admin, 'password'))
    expect(refused).toMatchObject({ status: 400, body: { fields: { adminsNeedTwoFactor: [expect.any(String)] } } })
    expect((await ask(club.id, await session(staff, 'code'))).status).toBe(403)
    await ask(club.id, await session(admin, 'code'))
    const row = await db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('action', '=', 'saveClubSettings')
      .where('club_id', '=', club.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ before: { adminsNeedTwoFactor: false }, after: { adminsNeedTwoFactor: true } })
  })
})
