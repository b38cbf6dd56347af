import { nameWeek } from '@honbu/contract/week-names.ts'
import { readWeek } from '@honbu/contract/written-week.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, enrol } from '../../test/factories/classes.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

// Today is Tuesday 12 May 2026.
const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClub() {
  const club = await createClub(db)
  const boss = await createAccount(db, { clubId: club.id, isAdmin: true })
  const sam = await createAccount(db, { clubId: club.id })
  await db.updateTable('person').set({ first_name: 'Sam', last_name: 'Hill' }).where('id', '=', sam.personId).execute()
  const discipline = await createDiscipline(db, { clubId: club.id })
  const room = { club_id: club.id, name: 'Dojo 1', capacity: 24 }
  const { id: dojo } = await db.insertInto('location').values(room).returning('id').executeTakeFirstOrThrow()
  const call = as(boss.sub)
  const known = async () => {
    const { locations, instructors, disciplines } = (await call.get(`/api/club/GetClassChoices/${club.id}`)).body
    return { rooms: locations, instructors, disciplines }
  }
  const week = async (text: string) => {
    const { lines, unread } = readWeek(text)
    const named = nameWeek(lines, { known: await known() })
    expect([unread, named.unread]).toEqual([[], []])
    return { startDate: '2026-05-12', sessions: named.sessions.map(({ line, ...session }) => session) }
  }
  const create = async (text: string) => await call.post(`/api/club/CreateTimetable/${club.id}`, await week(text))
  const check = async (text: string) => (await call.post(`/api/club/CheckTimetable/${club.id}`, await week(text))).body
  const all = async () =>
    (await call.post(`/api/club/GetClassesAndEvents/${club.id}`, { IncludeExpired: false })).body.data as {
      classId: number
      className: string
      timetable: string
    }[]
  const undo = async (id: number) => await call.post(`/api/club/UndoTimetable/${id}`)
  return { club, boss, sam, discipline, dojo, call, week, create, check, all, undo }
}

const text = `Mon 18:00–19:00 Juniors, Dojo 1, Sam
Wed 6-7pm Juniors, Hall
Mon & Thu 19:00–20:30 Seniors, Dojo 1, 20 places`

describe('a week that was written', () => {
  it('becomes classes, each with its week, and the rooms that are missing', async () => {
    const { call, create, all, dojo, sam, discipline } = await aClub()
    const { status, body } = await create(text)
    expect([status, body.message]).toEqual([200, undefined])
    expect((await all()).map(({ className, timetable }) => [className, timetable])).toEqual([
      ['Juniors', 'Mon, Wed 18:00–19:00'],
      ['Seniors', 'Mon, Thu 19:00–20:30'],
    ])
    const [juniors, seniors] = await Promise.all(
      body.classIds.map(async (id: number) => (await call.get(`/api/club/GetClass/${id}`)).body),
    )
    expect(juniors).toMatchObject({
      ...{ startDate: '2026-05-12', locationId: null, capacity: null, instructorIds: [], isPublic: true },
      weekdays: [
        { weekday: 1, location: 'Dojo 1', capacity: 24, instructorIds: [sam.personId] },
        { weekday: 3, location: 'Hall', capacity: null, instructorIds: [] },
      ],
    })
    expect(seniors).toMatchObject({ locationId: dojo, capacity: 20, weekdays: [], countsForGrading: true })
    expect(discipline.id).toBeGreaterThan(0)
  })

  it('is created as a whole or not at all', async () => {
    const { club, call, week, all } = await aClub()
    const other = await createAccount(db, { clubId: club.id })
    await db.updateTable('club_user').set({ user_until: '2026-05-01' }).where('account_id', '=', other.id).execute()
    const { sessions, startDate } = await week(text)
    const last = { ...sessions[0], className: 'Late', instructorIds: [other.personId] }
    const refused = await call.post(`/api/club/CreateTimetable/${club.id}`, {
      startDate,
      sessions: [...sessions, last],
    })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(await all()).toEqual([])
  })

  it('uses a room that has been created since it was read', async () => {
    const { club, call, week, dojo } = await aClub()
    const { sessions, startDate } = await week(text)
    const again = [{ ...sessions[0], locationId: null, newRoom: 'dojo 1' }]
    const { body } = await call.post(`/api/club/CreateTimetable/${club.id}`, { startDate, sessions: again })
    expect(body.locationIds).toEqual([])
    expect((await call.get(`/api/club/GetClass/${body.classIds[0]}`)).body.locationId).toBe(dojo)
  })

  it('is checked against the classes there are', async () => {
    const { check, create, sam } = await aClub()
    expect(await check(text)).toMatchObject({ clashes: [], sameNames: [] })
    await create(text)
    const found = await check('Mon 18:30–19:30 Cadets, Dojo 1, Sam\nWed 19:00–20:00 juniors')
    expect(found.sameNames).toEqual(['Juniors'])
    expect(
      found.clashes.map((clash: Record<string, string>) => [
        clash.className,
        clash.name,
        clash.otherClass,
        clash.firstDate,
      ]),
    ).toEqual([
      ['Cadets', 'Dojo 1', 'Juniors', '2026-05-18'],
      ['Cadets', 'Dojo 1', 'Seniors', '2026-05-18'],
      ['Cadets', 'Sam Hill', 'Juniors', '2026-05-18'],
    ])
    expect(sam.personId).toBeGreaterThan(0)
  })

  it('is for admins, and names only what they may', async () => {
    const { club, sam, week } = await aClub()
    const input = await week(text)
    expect((await as(sam.sub).post(`/api/club/CreateTimetable/${club.id}`, input)).status).toBe(403)
    const other = await aClub()
    const theirs = await as(other.boss.sub).post(`/api/club/CreateTimetable/${other.club.id}`, input)
    expect(theirs.status).toBe(403)
  })
})

describe('undoTimetable', () => {
  it('deletes the classes and the rooms that only they use', async () => {
    const { club, call, create, all, undo } = await aClub()
    const { body } = await create(text)
    await createClass(db, { clubId: club.id })
    const batches = async () => (await call.get(`/api/club/GetTimetables/${club.id}`)).body
    expect(await batches()).toMatchObject([{ batchId: body.batchId, classes: ['Juniors', 'Seniors'], inTheWay: '' }])
    expect((await undo(body.batchId)).body).toMatchObject({ classes: 2, rooms: 1 })
    expect(await all()).toHaveLength(1)
    expect(await batches()).toEqual([])
    expect(await db.selectFrom('location').select('name').where('club_id', '=', club.id).execute()).toEqual([
      { name: 'Dojo 1' },
    ])
    expect((await undo(body.batchId)).status).toBe(403)
  })

  it('keeps all of it once something has happened in one of the classes, and says what', async () => {
    const { club, call, create, all, undo } = await aClub()
    const { body } = await create(text)
    const member = await createMember(db, { clubId: club.id })
    await enrol(db, { classId: body.classIds[1], memberId: member.id })
    const refused = await undo(body.batchId)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Seniors has 1 enrolment. Give these a last day instead.',
    ])
    expect(await all()).toHaveLength(2)
    expect((await call.get(`/api/club/GetTimetables/${club.id}`)).body).toMatchObject([
      { inTheWay: 'Seniors has members or marks.' },
    ])
  })

  it('leaves a room that another class has been given', async () => {
    const { club, call, create, undo } = await aClub()
    const { body } = await create(text)
    const hall = body.locationIds[0]
    const other = await createClass(db, { clubId: club.id })
    await db.updateTable('class').set({ location_id: hall }).where('id', '=', other.id).execute()
    expect((await undo(body.batchId)).body).toMatchObject({ classes: 2, rooms: 0 })
    expect((await call.get(`/api/club/GetLocation/${hall}`)).body.name).toBe('Hall')
  })
})
