import { classType } from '@honbu/contract/ids.ts'
import { noWeek } from '@honbu/contract/weekly-timetable.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { book, createClass, enrol } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

// Today is Tuesday 12 May 2026.
const database = await freshDatabase()
const { db } = database
const { app, as } = await testApp(database)

const week = {
  ...noWeek,
  ...{ tuesdayStart: '19:00', tuesdayFinish: '20:00', thursdayStart: '18:00', thursdayFinish: '19:00' },
}
const fields = {
  ...{ className: 'Juniors', classTypeId: classType.class, startDate: '2026-05-01', endDate: null },
  ...{ primaryDisciplineId: null, capacity: 20, propsectLimit: null, cost: 0, allowDiscount: false },
  ...{ chargeOnAttendance: false, webBookable: true, description: '', weeklyTimetable: week },
}

interface Occurrence {
  className: string
  classDate: string
  location: string
  locationId: number | null
  capacity: number | null
  instructors: string[]
  isCover: boolean
  clashesWith: string[]
}

async function aClub() {
  const club = await createClub(db)
  const boss = await createAccount(db, { clubId: club.id, isAdmin: true })
  const instructor = async (firstName: string) => {
    const account = await createAccount(db, { clubId: club.id })
    const name = { first_name: firstName, last_name: 'Berg' }
    await db.updateTable('person').set(name).where('id', '=', account.personId).execute()
    return account
  }
  const [anna, ben] = [await instructor('Anna'), await instructor('Ben')]
  const room = async (name: string) => {
    const row = { club_id: club.id, name }
    return (await db.insertInto('location').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const [hall, studio] = [await room('Hall'), await room('Studio')]
  const call = as(boss.sub)
  const save = async (given: object = {}, id = 0) =>
    await call.post(`/api/club/SaveClass/${id}`, {
      ...{ ...fields, clubId: club.id, locationId: hall, instructorIds: [anna.personId] },
      ...given,
    })
  const saved = async (given: object = {}, id = 0): Promise<{ classId: number; version: number }> => {
    const { status, body } = await save(given, id)
    expect([status, body.message]).toEqual([200, undefined])
    return body
  }
  const schedule = async (day = '2026-05-12'): Promise<Occurrence[]> =>
    (await call.get(`/api/club/GetClubSchedule/${club.id}?day=${day}`)).body.occurrences
  const shown = async (day?: string) =>
    (await schedule(day)).map(({ classDate, location, capacity, instructors }) => [
      ...[classDate, location, capacity],
      ...instructors,
    ])
  const ofThursday = { weekday: 4, locationId: studio, capacity: 2, instructorIds: [ben.personId] }
  return { club, boss, anna, ben, hall, studio, call, save, saved, schedule, shown, ofThursday }
}

async function calendarOf(sub: string): Promise<string> {
  const { body } = await as(sub).post('/api/club/RenewMyFeed')
  return (await app.inject({ url: `/${body.address}` })).body
}

describe('a weekday of a class', () => {
  it('has a room, a capacity and instructors of its own, wherever the session is shown', async () => {
    const { club, call, anna, ben, studio, saved, shown, ofThursday } = await aClub()
    const { classId } = await saved({ weekdays: [ofThursday] })
    expect(await shown()).toEqual([
      ['2026-05-12', 'Hall', 20, 'Anna Berg'],
      ['2026-05-14', 'Studio', 2, 'Ben Berg'],
    ])
    const klass = await call.get(`/api/club/GetClass/${classId}`)
    expect(klass.body).toMatchObject({
      ...{ location: 'Hall', capacity: 20, instructorIds: [anna.personId] },
      weekdays: [{ ...ofThursday, location: 'Studio' }],
    })
    const session = await call.get(`/api/club/GetSession/${classId}?classDate=2026-05-14`)
    expect(session.body).toMatchObject({ locationId: studio, instructorIds: [ben.personId] })
    const places = await call.post(`/api/club/GetClassAvailabilities/${classId}`, {
      ...{ dateFrom: '2026-05-12', dateTo: '2026-05-14' },
    })
    expect(places.body.slots.map((slot: { capacity: number }) => slot.capacity)).toEqual([20, 2])
    const rooms = await call.get(`/api/club/GetRoomsAndVenues/${club.id}`)
    expect(rooms.body.data.map((each: { classCount: number }) => each.classCount)).toEqual([1, 1])
    const inStudio = await call.get(`/api/club/GetLocationWeek/${studio}`)
    expect(inStudio.body.sessions.map((each: { classDate: string }) => each.classDate)).toEqual(['2026-05-14'])
  })

  it('is in the calendar of who teaches it, and of no one else', async () => {
    const { anna, ben, saved, ofThursday } = await aClub()
    await saved({ weekdays: [ofThursday] })
    const daysOf = async (sub: string) =>
      [...new Set((await calendarOf(sub)).match(/class-\d+-2026-05-1[2-4]/g))].map(uid => uid.slice(-10))
    expect(await daysOf(anna.sub)).toEqual(['2026-05-12'])
    expect(await daysOf(ben.sub)).toEqual(['2026-05-14'])
  })

  it('changes from a date on, and the days before stay', async () => {
    const { hall, saved, shown, ofThursday } = await aClub()
    const { classId, version } = await saved({ weekdays: [ofThursday] })
    const later = await saved(
      { version, weekdays: [], weeklyTimetable: undefined, timetableFrom: '2026-05-18' },
      classId,
    )
    expect(await shown()).toContainEqual(['2026-05-14', 'Studio', 2, 'Ben Berg'])
    expect(await shown('2026-05-21')).toContainEqual(['2026-05-21', 'Hall', 20, 'Anna Berg'])
    // The specification's shape says nothing of rooms: they stay.
    await saved({ version: later.version, weekdays: [{ ...ofThursday, locationId: hall }] }, classId)
    expect(await shown('2026-05-28')).toContainEqual(['2026-05-28', 'Hall', 2, 'Ben Berg'])
  })

  it('keeps what it has when only the times are saved', async () => {
    const { call, saved, shown, ofThursday } = await aClub()
    const { classId } = await saved({ weekdays: [ofThursday] })
    const { status } = await call.post(`/api/club/SaveClassTimetable/${classId}`, { ...week, thursdayStart: '17:30' })
    expect(status).toBe(200)
    expect(await shown()).toContainEqual(['2026-05-14', 'Studio', 2, 'Ben Berg'])
  })

  it('goes back to what it had when a planned change is cancelled', async () => {
    const { call, saved, shown, ofThursday } = await aClub()
    const { classId, version } = await saved({ weekdays: [ofThursday] })
    await saved({ version, weekdays: [], timetableFrom: '2026-06-01' }, classId)
    const { body } = await call.get(`/api/club/GetClass/${classId}`)
    expect(body.plannedTimetable).toMatchObject({ from: '2026-06-01', weekdays: [] })
    await call.post(`/api/club/SaveClassTimetable/${classId}`, {
      ...{ ...body.weeklyTimetable, weekdays: body.weekdays, from: body.plannedTimetable.from },
    })
    expect(await shown('2026-06-04')).toContainEqual(['2026-06-04', 'Studio', 2, 'Ben Berg'])
    expect((await call.get(`/api/club/GetClass/${classId}`)).body.plannedTimetable).toBeNull()
  })

  it('has room for as many as it holds: bookings by their day, enrolments by the smallest', async () => {
    const { club, call, saved, ofThursday } = await aClub()
    const { classId } = await saved({ weekdays: [ofThursday] })
    const people = []
    for (let count = 0; count < 3; count++) people.push(await createMember(db, { clubId: club.id }))
    const [first, second, third] = people.map(({ id }) => id)
    await enrol(db, { classId, memberId: first ?? 0, since: '2026-05-12' })
    await enrol(db, { classId, memberId: second ?? 0, since: '2026-05-12' })
    const saveBooking = (bookingDate: string) =>
      call.post(`/api/member/SaveBooking/${classId}`, { memberId: third, bookingDate })
    expect((await saveBooking('2026-05-14')).body.fields).toHaveProperty('bookingDate')
    expect((await saveBooking('2026-05-19')).status).toBe(200)
    const refused = await call.post(`/api/member/AddClass/${third}`, { classId })
    expect(refused).toMatchObject({
      status: 409,
      body: { message: 'Juniors has 2 places. On 12 May 2026 2 are taken.' },
    })
  })

  it('is refused where the class does not run, in a room or by people of another club', async () => {
    const { save, saved, ofThursday } = await aClub()
    const other = await aClub()
    const friday = await save({ weekdays: [{ ...ofThursday, weekday: 5 }] })
    expect(friday).toMatchObject({ status: 400, body: { fields: { weekdays: ['Juniors doesn’t run on Fridays.'] } } })
    const twice = await save({ weekdays: [ofThursday, ofThursday] })
    expect(twice).toMatchObject({ status: 400, body: { fields: { weekdays: ['Give each weekday once'] } } })
    const foreign = (details: object) => save({ weekdays: [{ ...ofThursday, ...details }] })
    expect((await foreign({ locationId: other.hall })).status).toBe(403)
    expect((await foreign({ instructorIds: [other.ben.personId] })).status).toBe(403)
    const { classId } = await saved()
    expect((await as(other.boss.sub).get(`/api/club/GetClass/${classId}`)).status).toBe(403)
  })

  it('keeps its room from being deleted', async () => {
    const { call, studio, saved, ofThursday } = await aClub()
    await saved({ weekdays: [ofThursday] })
    const { status, body } = await call.post(`/api/club/DeleteLocation/${studio}`)
    expect([status, body.message]).toEqual([409, 'Studio is used by Juniors. Give these another room first.'])
  })

  it('is what cover and a moved session go back to', async () => {
    const { call, anna, ben, hall, saved, schedule, ofThursday } = await aClub()
    const { classId } = await saved({ weekdays: [ofThursday] })
    const cover = async (personId: number) =>
      (await call.post(`/api/club/SaveCover/${classId}`, { classDate: '2026-05-14', instructorIds: [personId] })).body
    expect(await cover(anna.personId)).toMatchObject({ isCover: true })
    expect(await cover(ben.personId)).toMatchObject({ isCover: false })
    const onThursday = async () => (await schedule()).find(({ classDate }) => classDate === '2026-05-14')
    const times = { classDate: '2026-05-14', startTime: '18:00', finishTime: '19:00', acknowledged: true }
    await call.post(`/api/club/MoveSession/${classId}`, { ...times, toDate: '2026-05-14', locationId: hall })
    expect(await onThursday()).toMatchObject({ location: 'Hall', capacity: 2 })
    await call.post(`/api/club/RestoreSession/${classId}`, { classDate: '2026-05-14', acknowledged: true })
    expect(await onThursday()).toMatchObject({ location: 'Studio' })
  })
})

describe('clashes', () => {
  const planned = { classId: 0, startDate: '2026-05-13', endDate: null, everyWeeks: 1, ...noWeek }
  const thursday = { ...planned, thursdayStart: '18:30', thursdayFinish: '19:30' }

  it('of rooms and instructors follow the weekday, on both sides', async () => {
    const { club, call, anna, ben, hall, studio, saved, ofThursday } = await aClub()
    await saved({ weekdays: [ofThursday] })
    const rooms = async (given: object) =>
      (await call.post(`/api/club/GetRoomClashes/${club.id}`, { ...thursday, ...given })).body
    expect(await rooms({ locationId: hall })).toEqual([])
    expect(await rooms({ locationId: studio })).toMatchObject([{ className: 'Juniors', firstDate: '2026-05-14' }])
    const inStudio = { weekday: 4, locationId: studio, capacity: null, instructorIds: [] }
    expect(await rooms({ locationId: hall, weekdays: [inStudio] })).toHaveLength(1)
    expect(await rooms({ locationId: null, weekdays: [inStudio] })).toHaveLength(1)
    const teachers = async (given: object) =>
      (await call.post(`/api/club/GetInstructorClashes/${club.id}`, { ...thursday, ...given })).body
    expect(await teachers({ instructorIds: [anna.personId] })).toEqual([])
    expect(await teachers({ instructorIds: [ben.personId] })).toMatchObject([{ firstDate: '2026-05-14' }])
    const byBen = { ...inStudio, locationId: null, instructorIds: [ben.personId] }
    expect(await teachers({ instructorIds: [anna.personId], weekdays: [byBen] })).toHaveLength(1)
  })
})

describe('a class past midnight', () => {
  const friday = { ...noWeek, fridayStart: '22:30', fridayFinish: '01:00' }

  it('takes bookings and is in the calendar until it finishes the next day', async () => {
    const { club, anna, call, saved } = await aClub()
    const { classId } = await saved({ weeklyTimetable: friday })
    const member = await createMember(db, { clubId: club.id })
    await book(db, { classId, memberId: member.id, date: '2026-05-15' })
    const calendar = await calendarOf(anna.sub)
    expect(calendar).toContain('DTSTART:20260515T213000Z')
    expect(calendar).toContain('DTEND:20260516T000000Z')
    const { slots } = (
      await call.post(`/api/club/GetClassAvailabilities/${classId}`, { dateFrom: '2026-05-15', dateTo: '2026-05-15' })
    ).body
    expect(slots).toMatchObject([{ startTime: '22:30', finishTime: '01:00', booked: 1, isOver: false }])
  })

  it('meets the class of the next morning in its room, planned and in the schedule', async () => {
    const { club, call, hall, saved, schedule } = await aClub()
    await saved({ className: 'Night', weeklyTimetable: friday })
    const early = { ...noWeek, saturdayStart: '00:30', saturdayFinish: '02:00' }
    const asked = { classId: 0, locationId: hall, startDate: '2026-05-13', endDate: null, everyWeeks: 1 }
    const clashes = async (given: object) =>
      (await call.post(`/api/club/GetRoomClashes/${club.id}`, { ...asked, ...given })).body
    expect(await clashes(early)).toMatchObject([{ className: 'Night', firstDate: '2026-05-15' }])
    expect(await clashes({ ...noWeek, saturdayStart: '01:00', saturdayFinish: '02:00' })).toEqual([])
    await saved({ className: 'Early', weeklyTimetable: early })
    expect(await clashes({ ...friday, classId: 0 })).toMatchObject([{ className: 'Night' }, { className: 'Early' }])
    expect((await schedule()).map(({ className, clashesWith }) => [className, clashesWith])).toEqual([
      ['Night', ['Early']],
      ['Early', ['Night']],
    ])
  })

  it('is refused when it would last more than twelve hours', async () => {
    const { save } = await aClub()
    const { status, body } = await save({ weeklyTimetable: { ...noWeek, fridayStart: '19:00', fridayFinish: '18:00' } })
    const message = 'Friday: Should finish after it starts. Past midnight it can last up to 12 hours.'
    expect([status, body.fields]).toEqual([400, { 'weeklyTimetable.fridayFinish': [message] }])
  })

  it('can be one session, moved or added, and a slot', async () => {
    const { club, call, schedule, saved } = await aClub()
    const { classId } = await saved({ weeklyTimetable: friday })
    const night = { startTime: '23:00', finishTime: '02:00', acknowledged: true }
    const added = await call.post(`/api/club/AddSession/${classId}`, { classDate: '2026-05-14', ...night })
    expect(added.status).toBe(200)
    expect(await schedule()).toMatchObject([
      { classDate: '2026-05-14', finishTime: '02:00' },
      { classDate: '2026-05-15' },
    ])
    const prebooked = await createClass(db, { clubId: club.id, classTypeId: classType.prebooked, weekdays: [] })
    const slot = { slotId: null, classDate: '2026-05-16', startTime: '21:00', finishTime: '00:30', capacity: 4 }
    const made = await call.post(`/api/club/SaveClassAvailability/${prebooked.id}`, slot)
    expect([made.status, made.body.message]).toEqual([200, undefined])
  })
})
