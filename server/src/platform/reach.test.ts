import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'
import { maySeeFigures, mayTouch } from './access.ts'
import { openRights } from './rights.ts'
import { staffOfEach } from './staff-of.ts'

const database = await freshDatabase()
const { db, pool } = database
const { as } = await testApp(database)

type Reach = 'own' | 'some' | 'all'

/**
 * A head office with two regions, of which the first has two clubs:
 *
 *     head ─┬─ north ─┬─ leeds
 *           │         └─ otley
 *           └─ south
 */
async function franchise() {
  const head = await createClub(db)
  const north = await createClub(db, { parentClubId: head.id })
  const leeds = await createClub(db, { parentClubId: north.id })
  const otley = await createClub(db, { parentClubId: north.id })
  const south = await createClub(db, { parentClubId: head.id })
  return { head, north, leeds, otley, south }
}
type Franchise = Awaited<ReturnType<typeof franchise>>

/** Someone who works in the head office. */
async function someone({ head }: Franchise, reach: Reach, clubs: readonly { id: number }[] = [], seesFigures = false) {
  const account = await createAccount(db, { clubId: head.id })
  const { id } = await db
    .updateTable('club_user')
    .set({ reach, sees_figures: seesFigures })
    .where('account_id', '=', account.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const club of clubs)
    await db.insertInto('club_user_reach').values({ club_user_id: id, club_id: club.id }).execute()
  return account
}

/** The names of the clubs they reach, or whose figures they see, by their rights and by who works in each club: both have to say the same. */
async function reached(clubs: Franchise, account: { id: number; sub: string }, withFigures = false) {
  const rights = await openRights(db, pool, () => testNow)
  const user = (await rights.of(account.sub))?.user
  await rights.close()
  const all = Object.entries(clubs)
  const staff = await staffOfEach(
    db,
    all.map(([, { id }]) => ({ clubIds: [id] })),
    testNow,
    { withFigures },
  )
  const sees = withFigures ? maySeeFigures : mayTouch
  const byRights = all.flatMap(([name, { id }]) => (user && sees(user, id) ? [name] : []))
  const byStaff = all.flatMap(([name], place) =>
    staff[place]?.some(({ accountId }) => accountId === account.id) ? [name] : [],
  )
  expect(byStaff).toEqual(byRights)
  return byRights
}

it.each<[Reach, (keyof Franchise)[], (keyof Franchise)[]]>([
  ['own', [], ['head']],
  ['some', ['north'], ['head', 'north', 'leeds', 'otley']],
  ['some', ['otley', 'south'], ['head', 'otley', 'south']],
  ['some', [], ['head']],
  // Chosen before the reach was narrowed: what is left of it opens nothing.
  ['own', ['north'], ['head']],
  ['all', [], ['head', 'north', 'leeds', 'otley', 'south']],
])('of %s %j opens %j', async (reach, chosen, expected) => {
  const clubs = await franchise()
  expect(
    await reached(
      clubs,
      await someone(
        clubs,
        reach,
        chosen.map(name => clubs[name]),
      ),
    ),
  ).toEqual(expected)
})

it.each<[Reach, (keyof Franchise)[], (keyof Franchise)[]]>([
  ['own', [], ['head']],
  ['some', ['otley'], ['head', 'otley']],
  ['all', [], ['head', 'north', 'leeds', 'otley', 'south']],
])('of %s %j with figures opens %j, and shows the figures of all', async (reach, chosen, expected) => {
  const clubs = await franchise()
  const account = await someone(
    clubs,
    reach,
    chosen.map(name => clubs[name]),
    true,
  )
  expect(await reached(clubs, account)).toEqual(expected)
  expect(await reached(clubs, account, true)).toEqual(['head', 'north', 'leeds', 'otley', 'south'])
})

it('of a chosen club that has moved elsewhere opens nothing', async () => {
  const clubs = await franchise()
  const coach = await someone(clubs, 'some', [clubs.otley])
  const elsewhere = await createClub(db)
  await db.transaction().execute(async tx => {
    await sql`set constraints all deferred`.execute(tx)
    await sql`update club set parent_club_id = ${elsewhere.id}, root_club_id = ${elsewhere.id}
      where id = ${clubs.otley.id}`.execute(tx)
  })
  expect(await reached(clubs, coach)).toEqual(['head'])
})

it.each(['owner_id', 'admin_id', 'instructor_id'] as const)('of the %s of the head office', async post => {
  const clubs = await franchise()
  const account = await someone(clubs, 'own')
  await sql`update club set ${sql.ref(post)} = (select person_id from account where id = ${account.id})
    where id = ${clubs.head.id}`.execute(db)
  expect(await reached(clubs, account)).toEqual(post === 'instructor_id' ? ['head'] : Object.keys(clubs))
})

it('is refused like a stranger in clubs that they do not reach', async () => {
  const clubs = await franchise()
  const coach = as((await someone(clubs, 'some', [clubs.otley])).sub)
  const list = async (clubId: number) =>
    (await coach.post('/api/club/GetClassList', { clubIds: [clubId], classDate: '2026-05-12' })).status
  expect(await Promise.all([clubs.head, clubs.otley, clubs.north, clubs.leeds].map(({ id }) => list(id)))).toEqual([
    200, 200, 403, 403,
  ])
})
