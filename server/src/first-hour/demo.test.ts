import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { createOurRows, type OurRows } from '../../test/our-rows.ts'
import { isEmpty } from '../demo/index.ts'
import { deleteDemo } from './demo.ts'

const database = await freshDatabase()
const { db } = database
const { as, jobs } = await testApp(database)

/** Every row of every table, as text, apart from the one that says that the demo was discarded. */
async function everything(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('demo_discard', 'operator_log') order by 1`.execute(db)
  const found = new Map<string, string[]>()
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(db)
    const texts = rows.map(({ row }) => row)
    if (texts.length > 0) found.set(name, texts)
  }
  return found
}

/** A row of every kind, in clubs of the demo, and what cannot be changed: a consent, and what an account did to itself. */
async function createDemo(): Promise<OurRows> {
  const last = await db.selectFrom('club').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const rows = await createOurRows(db)
  const admin = await accountOf(rows.admin)
  const consent = { person_id: rows.person, club_id: rows.club, account_id: admin.id, flag: 1 }
  await db
    .insertInto('consent')
    .values({ ...consent, is_given: true, how: 'paper', wording: 'Yes, please' })
    .execute()
  const operator = await accountOf(rows.operator)
  await db.deleteFrom('account').where('id', '=', operator.id).execute()
  await db.deleteFrom('person').where('id', '=', operator.person_id).execute()
  // What an operator has done about an account of the demo stays.
  await db
    .insertInto('operator_log')
    .values({ at: testNow, action: 'disableAccount', about_account_id: admin.id })
    .execute()
  const did = { account_id: admin.id, action: 'changePassword', subject: 'account', subject_id: admin.id }
  await db.insertInto('audit').values(did).execute()
  await sql`update club set is_demo = true where id > ${last.id}`.execute(db)
  await sql`
    update account set email = id || '@demo.honbu.example' where exists (
      select from club_user join club on club.id = club_id where account_id = account.id and is_demo)`.execute(db)
  return rows
}

const accountOf = (sub: string) =>
  db.selectFrom('account').select(['id', 'person_id']).where('sub', '=', sub).executeTakeFirstOrThrow()

const work = () => deleteDemo({ db, now: () => testNow, jobs: { enqueue: async () => {} } })

describe('discarding the demo', () => {
  beforeAll(async () => {
    await createOurRows(db)
  })
  afterEach(async () => {
    await db.deleteFrom('demo_discard').execute()
  })

  it('deletes every row of the demo, and no other', async () => {
    const before = await everything()
    const { club, admin } = await createDemo()
    const { clubs, ...rest } = (await as(admin).get(`/api/club/GetDemo/${club}`)).body
    expect(clubs[0]).toMatchObject({ clubId: club, isAdded: false })
    expect(rest).toEqual({ members: 3, payments: 1, keepsAccount: false, isUnderWay: false, failure: null })
    expect(await as(admin).post(`/api/club/DiscardDemo/${club}`, { added: [] })).toMatchObject({ status: 200 })
    expect(jobs.at(-1)).toEqual({ name: 'discard-demo', data: {} })
    expect((await as(admin).get(`/api/club/GetDemo/${club}`)).body.isUnderWay).toBe(true)
    await work()
    const after = await everything()
    expect([...after.keys()]).toEqual([...before.keys()])
    for (const [table, kept] of before) expect(after.get(table), table).toEqual(kept)
    const logged = await db.selectFrom('operator_log').select('action').execute()
    expect(logged).toEqual([{ action: 'disableAccount' }])
    // The job came twice.
    await work()
    expect(await everything()).toEqual(after)
    expect((await as(admin).get('/api/club/GetClubList')).status).toBe(401)
  })

  it('leaves an account of the demo that has a club of its own', async () => {
    const { club, admin } = await createDemo()
    const { id, person_id } = await accountOf(admin)
    const own = await createClub(db)
    await db
      .insertInto('club_user')
      .values({ club_id: own.id, account_id: id, is_admin: true, user_since: '2026-05-01' })
      .execute()
    const { id: memberId } = await createMember(db, { clubId: own.id })
    expect((await as(admin).get(`/api/club/GetDemo/${club}`)).body.keepsAccount).toBe(true)
    await as(admin).post(`/api/club/DiscardDemo/${club}`, { added: [] })
    await work()
    expect(await accountOf(admin)).toEqual({ id, person_id })
    expect((await as(admin).get('/api/club/GetClubList')).body).toMatchObject([{ id: own.id }])
    expect(await db.selectFrom('club_member').select('member_id').where('club_id', '=', own.id).execute()).toEqual([
      { member_id: memberId },
    ])
  })

  it('deletes a club that was added to the demo only if it is named', async () => {
    const { club, admin } = await createDemo()
    const added = await createClub(db, { parentClubId: club })
    const { clubs } = (await as(admin).get(`/api/club/GetDemo/${club}`)).body
    expect(clubs.filter(({ isAdded }: { isAdded: boolean }) => isAdded)).toEqual([
      { clubId: added.id, clubName: added.name, isAdded: true },
    ])
    const message = `${added.name} has been added to the demo’s clubs and would be deleted too. Confirm that, or move it out first.`
    expect(await as(admin).post(`/api/club/DiscardDemo/${club}`, { added: [] })).toMatchObject({
      status: 409,
      body: { message, fields: { added: [message] } },
    })
    expect(await as(admin).post(`/api/club/DiscardDemo/${club}`, { added: [added.id] })).toMatchObject({ status: 200 })
    // Another one is added before the job runs: nothing goes, and the page says why.
    const late = await createClub(db, { parentClubId: club })
    await work()
    const { isUnderWay, failure } = (await as(admin).get(`/api/club/GetDemo/${club}`)).body
    expect(isUnderWay).toBe(false)
    expect(failure).toContain(late.name)
    await as(admin).post(`/api/club/DiscardDemo/${club}`, { added: [added.id, late.id] })
    await work()
    expect(await db.selectFrom('club').select('id').where('id', 'in', [club, added.id, late.id]).execute()).toEqual([])
  })

  it('is not there for any other club', async () => {
    const { club, admin } = await createDemo()
    const own = await createClub(db)
    const { sub } = await createAccount(db, { clubId: own.id, isAdmin: true })
    const below = await createClub(db, { parentClubId: club })
    for (const [id, who] of [
      [own.id, sub],
      [below.id, admin],
    ] as const) {
      expect((await as(who).get(`/api/club/GetDemo/${id}`)).status).toBe(404)
      expect((await as(who).post(`/api/club/DiscardDemo/${id}`, { added: [] })).status).toBe(404)
    }
    expect((await as(sub).post(`/api/club/DiscardDemo/${club}`, { added: [] })).status).toBe(403)
  })

  it('is not filled in again at the next start', async () => {
    await db.insertInto('demo_discard').values({ asked_at: testNow, added: [], done_at: testNow }).execute()
    await db
      .transaction()
      .execute(async tx => {
        await sql`truncate club cascade`.execute(tx)
        expect(await isEmpty(tx)).toBe(false)
        await tx.deleteFrom('demo_discard').execute()
        expect(await isEmpty(tx)).toBe(true)
        throw new Error('taken back')
      })
      .catch(error => expect(String(error)).toContain('taken back'))
  })
})
