import { noWeek } from '@honbu/contract/weekly-timetable.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const room = {
  name: 'Hall',
  isRoom: true,
  venueId: null,
  capacity: 20,
  addressLine: null,
  town: null,
  postcode: null,
  notes: '',
}

async function aClub() {
  const club = await createClub(db)
  const { get, post } = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const save = (fields: object, id = 0) =>
    post(`/api/club/SaveLocation/${id}`, { clubId: club.id, version: 1, ...room, ...fields })
  const created = async (fields: object = {}) => (await save(fields)).body.locationId as number
  const read = async (id: number) => (await get(`/api/club/GetLocation/${id}`)).body
  const inRoom = async (locationId: number, input: Parameters<typeof createClass>[1]) => {
    const klass = await createClass(db, input)
    await db.updateTable('class').set({ location_id: locationId }).where('id', '=', klass.id).execute()
    return klass
  }
  return { club, get, post, save, created, read, inRoom }
}

describe('saveLocation', () => {
  it('makes, changes and shows a room in a venue', async () => {
    const { club, save, created, read } = await aClub()
    const venueId = await created({ name: 'Leisure centre', isRoom: false, postcode: 'ls94qb', capacity: null })
    const { status, body } = await save({ name: '  Dojo ', venueId })
    expect([status, body]).toEqual([200, { isSuccess: true, locationId: expect.any(Number), version: 1 }])
    expect(await read(body.locationId)).toMatchObject({ clubId: club.id, name: 'Dojo', venueName: 'Leisure centre' })
    expect(await read(venueId)).toMatchObject({
      postcode: 'LS9 4QB',
      rooms: [{ locationId: body.locationId, name: 'Dojo', capacity: 20 }],
    })
    expect((await save({ name: 'Dojo', capacity: 30, venueId }, body.locationId)).body.version).toBe(2)
    expect(await read(body.locationId)).toMatchObject({ capacity: 30, version: 2 })
  })

  it.each([
    ['name', { name: ' ' }],
    ['capacity', { capacity: 0 }],
    ['capacity', { capacity: 1.5 }],
    ['notes', { notes: 'x'.repeat(2001) }],
  ])('refuses %s in %j', async (field, wrong) => {
    const { save } = await aClub()
    const { status, body } = await save(wrong)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('refuses a second of the same name, a room as a venue, and a venue with rooms as a room', async () => {
    const { save, created } = await aClub()
    const hall = await created()
    expect(Object.keys((await save({})).body.fields)).toEqual(['name'])
    expect((await save({ name: 'Annexe', venueId: hall })).status).toBe(409)
    const venueId = await created({ name: 'Venue', isRoom: false })
    await created({ name: 'Annexe', venueId })
    const { body } = await save({ name: 'Venue', isRoom: true }, venueId)
    expect(Object.keys(body.fields)).toEqual(['isRoom'])
    expect((await save({ venueId: hall }, hall)).status).toBe(409)
  })

  it('refuses another club’s room, and to move one to another club', async () => {
    const [ours, theirs] = [await aClub(), await aClub()]
    const [hall, venue] = [await ours.created(), await theirs.created({ isRoom: false })]
    expect((await ours.save({ venueId: venue, name: 'Annexe' })).status).toBe(403)
    expect((await theirs.save({}, hall)).status).toBe(403)
    expect((await ours.save({ clubId: theirs.club.id })).status).toBe(403)
  })

  it('offers both when someone else has saved meanwhile', async () => {
    const { club, save, created } = await aClub()
    const hall = await created()
    const other = await createAccount(db, { clubId: club.id, isAdmin: true })
    const input = { clubId: club.id, version: 1, ...room, capacity: 50 }
    await as(other.sub).post(`/api/club/SaveLocation/${hall}`, input)
    const { status, body } = await save({ capacity: 10 }, hall)
    expect(status).toBe(409)
    expect(body.conflict).toMatchObject({ by: expect.stringMatching(/^Staff/), current: { capacity: 50, version: 2 } })
    expect((await save({ capacity: 10, version: 2 }, hall)).status).toBe(200)
  })
})

describe('getRoomsAndVenues', () => {
  it('lists, counts the classes that still run, filters and sorts', async () => {
    const { club, get, created, inRoom } = await aClub()
    const venueId = await created({ name: 'Centre', isRoom: false, capacity: null })
    const dojo = await created({ name: 'Dojo', venueId })
    await inRoom(dojo, { clubId: club.id })
    await inRoom(dojo, { clubId: club.id, endDate: '2026-05-11' })
    const list = async (query = '') => (await get(`/api/club/GetRoomsAndVenues/${club.id}?${query}`)).body
    expect(await list()).toMatchObject({
      total: 2,
      data: [
        { name: 'Centre', isRoom: false, classCount: 0 },
        { name: 'Dojo', venueName: 'Centre', classCount: 1 },
      ],
    })
    expect((await list('filter=classCount~gt~0')).data).toHaveLength(1)
    expect((await list('sort=name-desc&pageSize=1')).data[0].name).toBe('Dojo')
    expect((await get(`/api/club/GetVenues/${club.id}`)).body).toEqual([{ locationId: venueId, name: 'Centre' }])
  })
})

describe('deleteLocation', () => {
  it('deletes one that nothing uses', async () => {
    const { get, post, created } = await aClub()
    const hall = await created()
    expect((await post(`/api/club/DeleteLocation/${hall}`)).status).toBe(200)
    expect((await get(`/api/club/GetLocation/${hall}`)).status).toBe(403)
  })

  it('says which classes use it, ended ones too', async () => {
    const { club, post, created, inRoom } = await aClub()
    const hall = await created()
    await inRoom(hall, { clubId: club.id, className: 'Juniors' })
    await inRoom(hall, { clubId: club.id, className: 'Old', endDate: '2026-01-05' })
    const { status, body } = await post(`/api/club/DeleteLocation/${hall}`)
    expect([status, body.message]).toEqual([
      409,
      'Hall is used by Juniors, Old (until 5 Jan 2026). Give these another room first.',
    ])
  })

  it('says which rooms stand in it', async () => {
    const { post, created } = await aClub()
    const venueId = await created({ name: 'Centre', isRoom: false })
    await created({ name: 'Dojo', venueId })
    const { status, body } = await post(`/api/club/DeleteLocation/${venueId}`)
    expect([status, body.message]).toEqual([409, 'Rooms stand in Centre: Dojo.'])
  })
})

describe('getLocationWeek', () => {
  it('names the classes that are there at the same time', async () => {
    const { club, get, created, inRoom } = await aClub()
    const [hall, other] = [await created(), await created({ name: 'Other' })]
    const adults = await inRoom(hall, { clubId: club.id, className: 'Adults', weekdays: [2, 4] })
    const juniors = await inRoom(hall, { clubId: club.id, className: 'Juniors', weekdays: [2] })
    const late = await inRoom(hall, { clubId: club.id, className: 'Late', weekdays: [2] })
    await inRoom(other, { clubId: club.id, className: 'Elsewhere', weekdays: [2] })
    const times = (id: number, start_time: string, finish_time: string) =>
      db.updateTable('class_timetable').set({ start_time, finish_time }).where('class_id', '=', id).execute()
    await times(juniors.id, '19:30', '20:30')
    await times(late.id, '20:30', '24:00')
    const { body } = await get(`/api/club/GetLocationWeek/${hall}?day=2026-05-13`)
    expect(body).toMatchObject({ today: '2026-05-12', from: '2026-05-11', closures: [] })
    const found = body.sessions.map((session: { className: string; classDate: string; clashesWith: string[] }) => [
      session.className,
      session.classDate,
      session.clashesWith,
    ])
    expect(found).toEqual([
      ['Adults', '2026-05-12', ['Juniors']],
      ['Juniors', '2026-05-12', ['Adults']],
      ['Late', '2026-05-12', []],
      ['Adults', '2026-05-14', []],
    ])
    expect(adults.id).toBeGreaterThan(0)
    expect((await get(`/api/club/GetLocationWeek/${hall}?day=9999-12-31`)).status).toBe(400)
  })
})

describe('getRoomClashes', () => {
  const tuesday = { ...noWeek, tuesdayStart: '19:30', tuesdayFinish: '20:30' }

  async function setUp(input: Omit<Parameters<typeof createClass>[1], 'clubId'> = {}) {
    const { club, post, created, inRoom } = await aClub()
    const hall = await created()
    const juniors = await inRoom(hall, { clubId: club.id, className: 'Juniors', ...input })
    const ask = async (given: object) =>
      (
        await post(`/api/club/GetRoomClashes/${club.id}`, {
          classId: 0,
          locationId: hall,
          startDate: '2026-05-13',
          endDate: null,
          ...tuesday,
          ...given,
        })
      ).body
    return { juniors, ask, created }
  }

  it.each([
    ['in the same weeks', '2026-05-05', '2026-05-19'],
    ['in the weeks between', '2026-05-12', undefined],
  ])('of two that run every second week clash only %s', async (_name, firstDay, firstDate) => {
    const { juniors, ask } = await setUp()
    const odd = { every_weeks: 2, start_date: '2026-05-05' }
    await db.updateTable('class').set(odd).where('id', '=', juniors.id).execute()
    const found = await ask({ everyWeeks: 2, firstDay })
    expect(found[0]?.firstDate).toBe(firstDate)
  })

  it('names the other class and the first day on which both are there', async () => {
    const { juniors, ask } = await setUp()
    const clash = { classId: juniors.id, className: 'Juniors', startTime: '19:00', finishTime: '20:00' }
    expect(await ask({})).toEqual([{ ...clash, firstDate: '2026-05-19' }])
    expect(await ask({ startDate: '2026-05-12' })).toEqual([{ ...clash, firstDate: '2026-05-12' }])
    expect(await ask({ startDate: '2024-02-29' })).toEqual([{ ...clash, firstDate: '2025-01-07' }])
  })

  it.each([
    ['the class itself', {}, 'self'],
    ['another room', {}, 'room'],
    ['a class that begins when it finishes', { tuesdayStart: '20:00', tuesdayFinish: '24:00' }, ''],
    ['another day', { ...noWeek, wednesdayStart: '19:00', wednesdayFinish: '20:00' }, ''],
    ['a class that ends before the first common day', { endDate: '2026-05-18' }, ''],
    ['no week at all', noWeek, ''],
  ])('does not warn of %s', async (_, given, other) => {
    const { juniors, ask, created } = await setUp()
    const classId = other === 'self' ? juniors.id : 0
    const elsewhere = other === 'room' ? { locationId: await created({ name: 'Other' }) } : {}
    expect(await ask({ classId, ...given, ...elsewhere })).toEqual([])
  })

  it('does not warn of a class that has ended', async () => {
    const { ask } = await setUp({ endDate: '2026-05-12' })
    expect(await ask({})).toEqual([])
  })
})
