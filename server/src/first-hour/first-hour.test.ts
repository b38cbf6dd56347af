import { firstSteps } from '@honbu/contract/first-hour.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, createClass } from '../../test/factories/classes.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function someone({ isAdmin = true, parentClubId = null as number | null } = {}) {
  const club = await createClub(db, { parentClubId })
  const { sub } = await createAccount(db, { clubId: club.id, isAdmin })
  const read = async (clubId?: number) =>
    (await as(sub).get(`/api/club/GetFirstHour${clubId ? `?clubId=${clubId}` : ''}`)).body
  const save = async (skipped: string[], isPutAway = false, clubId = club.id) =>
    await as(sub).post(`/api/club/SaveFirstHour/${clubId}`, { skipped, isPutAway })
  return { club, sub, read, save }
}

describe('getFirstHour', () => {
  it('sees what there is, step by step, until there is all of it', async () => {
    const { club, read, save } = await someone()
    const begun = { clubId: club.id, clubName: club.name, skipped: [], isPutAway: false, isFinished: false }
    const nothing = { ...begun, done: [], disciplineWithoutGrades: null, firstClass: null }
    expect(await read()).toEqual({ hasClub: true, clubs: [nothing], demoClubId: null })

    await db.insertInto('location').values({ club_id: club.id, name: 'Hall' }).execute()
    const discipline = { club_id: club.id, root_club_id: club.rootClubId, name: 'Judo' }
    const judo = await db.insertInto('discipline').values(discipline).returning('id').executeTakeFirstOrThrow()
    const disciplineWithoutGrades = { id: judo.id, name: 'Judo' }
    expect((await read()).clubs).toEqual([{ ...nothing, done: ['location'], disciplineWithoutGrades }])

    await createDiscipline(db, { clubId: club.id })
    // One without a time has no register yet.
    await createClass(db, { clubId: club.id, weekdays: [] })
    expect((await read()).clubs).toEqual([{ ...nothing, done: ['location', 'discipline'] }])
    const klass = await createClass(db, { clubId: club.id })
    const [withClass] = (await read()).clubs
    expect(withClass).toMatchObject({ done: ['location', 'discipline', 'class'], firstClass: { classId: klass.id } })

    const member = await createMember(db, { clubId: club.id })
    expect((await read()).clubs[0].done).toEqual(['location', 'discipline', 'class', 'members'])
    await attend(db, { classId: klass.id, memberId: member.id, attended: false })
    const evening = ['location', 'discipline', 'class', 'members', 'register']
    expect((await read()).clubs[0].done).toEqual(evening)

    const ours = { club_id: club.id, root_club_id: club.rootClubId }
    await db
      .insertInto('training_plan')
      .values({ ...ours, name: 'Adult' })
      .execute()
    await createAccount(db, { clubId: club.id })
    await db
      .updateTable('club')
      .set({ email: 'us@mail.example', logo_url: '/logo.png' })
      .where('id', '=', club.id)
      .execute()
    await db
      .insertInto('enquiry_form')
      .values({ club_id: club.id, key: `key${club.id}`, is_on: true })
      .execute()
    await db.insertInto('charging_setting').values({ club_id: club.id, is_nightly: true }).execute()
    const left = ['document', 'directDebit', 'card']
    expect((await read()).clubs[0].done).toEqual(firstSteps.filter(step => !left.includes(step)))
    await save(left)
    expect(await read()).toEqual({ hasClub: true, clubs: [], demoClubId: null })
    // Whoever looks for it still finds it.
    expect((await read(club.id)).clubs).toMatchObject([{ clubId: club.id, isFinished: true, skipped: left }])
  })

  it('is shown of one club to its admins alone', async () => {
    const { club, sub } = await someone({ isAdmin: false })
    expect((await as(sub).get(`/api/club/GetFirstHour?clubId=${club.id}`)).status).toBe(403)
  })

  it('leaves alone who has long been at work, a head office, and who may not change the club', async () => {
    const { club, read } = await someone()
    const klass = await createClass(db, { clubId: club.id })
    const member = await createMember(db, { clubId: club.id })
    const makeOld = (created_at: string) =>
      db.updateTable('club').set({ created_at }).where('id', '=', club.id).execute()
    await makeOld('2025-01-01')
    expect((await read()).clubs).toHaveLength(1)
    await attend(db, { classId: klass.id, memberId: member.id })
    expect((await read()).clubs).toEqual([])
    await makeOld('2026-05-01')
    expect((await read()).clubs).toHaveLength(1)

    const head = await someone()
    const below = await createClub(db, { parentClubId: head.club.id })
    expect((await head.read()).clubs.map(({ clubId }: { clubId: number }) => clubId)).toEqual([below.id])
    expect(await (await someone({ isAdmin: false })).read()).toEqual({ hasClub: true, clubs: [], demoClubId: null })
  })

  it('knows the disciplines of the whole tree, and nothing of other trees', async () => {
    const head = await createClub(db)
    const { read } = await someone({ parentClubId: head.id })
    const stranger = await someone()
    await createDiscipline(db, { clubId: head.id })
    expect((await read()).clubs[0].done).toEqual(['discipline'])
    expect((await stranger.read()).clubs[0].done).toEqual([])
  })

  it('is there for somebody who has no club at all', async () => {
    const { club, sub, read } = await someone()
    await db.deleteFrom('club_user').where('club_id', '=', club.id).execute()
    expect((await as(sub).get('/api/club/GetFirstHour')).status).toBe(200)
    expect(await read()).toEqual({ hasClub: false, clubs: [], demoClubId: null })
  })
})

describe('saveFirstHour', () => {
  it('keeps for each person what is not needed, and that it is put away; and finds it again', async () => {
    const { club, read, save } = await someone()
    const { sub: other } = await createAccount(db, { clubId: club.id, isAdmin: true })
    expect(await save(['register', 'location', 'location'])).toMatchObject({
      status: 200,
      body: { isSuccess: true, skipped: ['location', 'register'], isPutAway: false },
    })
    expect((await read()).clubs[0]).toMatchObject({ skipped: ['location', 'register'], done: ['staff'] })
    await save(['location'], true)
    expect((await read()).clubs[0]).toMatchObject({ skipped: ['location'], isPutAway: true })
    const theirs = (await as(other).get('/api/club/GetFirstHour')).body
    expect(theirs.clubs[0]).toMatchObject({ skipped: [], isPutAway: false })
    const audits = await db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('club_id', '=', club.id)
      .orderBy('audit.id')
      .execute()
    expect(audits.at(-1)).toEqual({
      before: { skipped: ['location', 'register'], isPutAway: false },
      after: { skipped: ['location'], isPutAway: true },
    })
  })

  it('is over when nothing is left that is needed', async () => {
    const { read, save } = await someone()
    await save([...firstSteps])
    expect((await read()).clubs).toEqual([])
  })

  it('refuses steps that there are not, other clubs, and who is no admin', async () => {
    const { save } = await someone()
    expect((await save(['lunch'])).status).toBe(400)
    const other = await someone()
    expect((await save([], true, other.club.id)).status).toBe(403)
    expect((await (await someone({ isAdmin: false })).save([])).status).toBe(403)
  })
})
