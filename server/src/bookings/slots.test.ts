import { classType } from '@honbu/contract/ids.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, createClass, createSlot } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
let now = testNow
const { as, mails } = await testApp(database, () => now)

beforeEach(() => {
  now = testNow
  mails.length = 0
})

const monday = '2026-05-18'
const tuesday = '2026-05-19'

async function aClass({ timeZone = 'Europe/London' } = {}) {
  const club = await createClub(db, { timeZone })
  const boss = await createAccount(db, { clubId: club.id, isAdmin: true })
  const klass = await createClass(db, {
    clubId: club.id,
    classTypeId: classType.prebooked,
    weekdays: [],
    className: 'Trial',
  })
  const classId = klass.id
  const call = as(boss.sub)
  const fields = { slotId: null, classDate: tuesday, startTime: '18:00', finishTime: '19:00', capacity: 2 }
  const save = (given: object = {}) => call.post(`/api/club/SaveClassAvailability/${classId}`, { ...fields, ...given })
  const remove = (id: number, moveToSlotId: number | null = null) =>
    call.post(`/api/club/DeleteClassAvailability/${id}`, { moveToSlotId })
  const read = async (dateFrom = '2026-05-01', dateTo = '2026-06-30') =>
    (await call.post(`/api/club/GetClassAvailabilities/${classId}`, { dateFrom, dateTo })).body
  const newMember = async (email = '') => (await createMember(db, { clubId: club.id, ...(email && { email }) })).id
  const booked = async (date: string) =>
    (await call.get(`/api/club/GetBookings/${classId}?classDate=${date}`)).body.booked.map(
      (row: { memberId: number }) => row.memberId,
    )
  const join = (id: number) => call.post(`/api/member/JoinWaitingList/${id}`, { classId, bookingDate: tuesday })
  return { club, boss, classId, call, save, remove, read, newMember, booked, join }
}

describe('saveClassAvailability', () => {
  it('makes a slot and changes it', async () => {
    const { save, read } = await aClass()
    const { body } = await save()
    expect(body).toMatchObject({ classDate: tuesday, version: 1, told: 0, notTold: [] })
    const again = await save({ slotId: body.slotId, version: 1, capacity: 5, finishTime: '24:00' })
    expect(again.body).toMatchObject({ slotId: body.slotId, version: 2 })
    expect((await read()).slots).toMatchObject([
      {
        slotId: body.slotId,
        startTime: '18:00',
        finishTime: '24:00',
        capacity: 5,
        booked: 0,
        available: 5,
        closure: null,
      },
    ])
  })

  it.each([
    ['finishTime', { finishTime: '18:00' }],
    ['capacity', { capacity: 0 }],
    ['classDate', { classDate: '2026-02-30' }],
    ['classDate', { classDate: '2026-05-11' }],
    ['classDate', { classDate: testToday, startTime: '18:30' }],
    ['classDate', { classDate: '2024-12-31' }],
  ])('says what is wrong with %s: %j', async (field, given) => {
    const { save } = await aClass()
    const { status, body } = await save(given)
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
  })

  it('has one slot a day, none on a closed day, none for a class with a week', async () => {
    const { club, call, save } = await aClass()
    await save()
    expect((await save({ startTime: '20:00', finishTime: '21:00' })).body.fields.classDate[0]).toContain('already')
    await db.insertInto('club_closure').values({ club_id: club.id, closed_on: monday, name: 'Holiday' }).execute()
    expect((await save({ classDate: monday })).body.fields.classDate).toEqual(['Holiday.'])
    const weekly = await createClass(db, { clubId: club.id })
    const { body } = await call.post(`/api/club/SaveClassAvailability/${weekly.id}`, {
      classDate: tuesday,
      startTime: '18:00',
      finishTime: '19:00',
      capacity: 2,
    })
    expect(body.fields.id[0]).toContain('runs by its week')
  })

  it('is for admins, and for slots of its own class', async () => {
    const { club, save, classId } = await aClass()
    const coach = await createAccount(db, { clubId: club.id })
    const { status } = await as(coach.sub).post(`/api/club/SaveClassAvailability/${classId}`, {})
    expect(status).toBe(403)
    const other = await createClass(db, { clubId: club.id, classTypeId: classType.prebooked, weekdays: [] })
    const slot = await createSlot(db, { classId: other.id })
    expect((await save({ slotId: slot.id })).body.fields).toHaveProperty('slotId')
  })

  it('takes bookings and the waiting list along, and tells everyone who can be told', async () => {
    const { classId, save, newMember, booked, join, call } = await aClass()
    const { slotId } = (await save()).body
    const one = await newMember('one@mail.example')
    const two = await newMember()
    const three = await newMember('three@mail.example')
    await book(db, { classId, memberId: one, date: tuesday })
    await book(db, { classId, memberId: two, date: tuesday })
    await book(db, { classId, memberId: three, date: tuesday, cancelled: true })
    await join(three)
    const moved = await save({ slotId, classDate: monday, startTime: '17:30', finishTime: '18:30' })
    expect(moved.body).toMatchObject({ told: 2, notTold: [{ memberId: two, phone: '' }] })
    expect(mails.map(({ to }) => to).sort()).toEqual(['one@mail.example', 'three@mail.example'])
    expect(mails[0]).toMatchObject({
      subject: 'Trial has moved to Monday 18 May 2026, 17:30',
      text: expect.stringContaining('is not on Tuesday 19 May 2026, 18:00 to 19:00 any more'),
    })
    expect(await booked(monday)).toEqual([one, two])
    expect(await booked(tuesday)).toEqual([])
    const { body } = await call.get(`/api/club/GetBookings/${classId}?classDate=${monday}`)
    expect(body.waiting).toMatchObject([{ memberId: three, position: 1 }])
  })

  it('tells nobody about a number', async () => {
    const { classId, save, newMember } = await aClass()
    const { slotId } = (await save()).body
    await book(db, { classId, memberId: await newMember('one@mail.example'), date: tuesday })
    expect((await save({ slotId, capacity: 9 })).body.told).toBe(0)
    expect(mails).toEqual([])
  })

  it('takes no place away from anyone', async () => {
    const { classId, save, newMember } = await aClass()
    const { slotId } = (await save()).body
    for (const _place of [1, 2]) await book(db, { classId, memberId: await newMember(), date: tuesday })
    const { status, body } = await save({ slotId, capacity: 1 })
    expect([status, body.fields.capacity]).toEqual([409, ['2 places are booked: cancel or move bookings first.']])
  })

  it('does not move what has begun, or has marks', async () => {
    const { classId, save, newMember } = await aClass()
    const slot = await createSlot(db, { classId, date: testToday, start: '18:00', finish: '20:00' })
    const moved = await save({ slotId: slot.id, classDate: testToday, startTime: '19:00', finishTime: '20:00' })
    expect(moved.body.fields.classDate[0]).toContain('has begun')
    // Its places may still change.
    const same = { slotId: slot.id, classDate: testToday, startTime: '18:00', finishTime: '20:00', capacity: 12 }
    expect((await save(same)).status).toBe(200)
    const { slotId } = (await save()).body
    await attend(db, { classId, memberId: await newMember(), date: tuesday })
    expect((await save({ slotId, classDate: monday })).body.fields.classDate[0]).toContain('marks')
  })

  it('shows the later of two people what the other has saved', async () => {
    const { save } = await aClass()
    const { slotId } = (await save()).body
    const both = await Promise.all([
      save({ slotId, version: 1, capacity: 5 }),
      save({ slotId, version: 1, capacity: 6 }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)
    expect(refused?.body.conflict.current).toMatchObject({ id: slotId, version: 2, classDate: tuesday })
  })

  it('moves under bookings that come at the same time: each finds its slot or is told', async () => {
    const { classId, save, call, newMember, booked } = await aClass()
    const { slotId } = (await save({ capacity: 20 })).body
    const people = await Promise.all(Array.from({ length: 10 }, () => newMember()))
    const answers = await Promise.all([
      ...people.map(id => call.post(`/api/member/SaveBooking/${id}`, { classId, bookingDate: tuesday })),
      save({ slotId, capacity: 20, classDate: monday }),
    ])
    const taken = answers.slice(0, 10).filter(({ status }) => status === 200).length
    expect(await booked(monday)).toHaveLength(taken)
    expect(await booked(tuesday)).toEqual([])
  })
})

describe('deleteClassAvailability', () => {
  it('deletes an empty slot and tells who waited', async () => {
    const { classId, save, remove, newMember, join, call, read } = await aClass()
    const { slotId } = (await save({ capacity: 1 })).body
    const one = await newMember()
    const { body } = await call.post(`/api/member/SaveBooking/${one}`, { classId, bookingDate: tuesday })
    await join(await newMember('waits@mail.example'))
    expect((await remove(slotId)).body.fields.moveToSlotId).toEqual(['1 place is booked. Choose where to.'])
    await call.post(`/api/member/CancelBooking/${body.bookingId}`)
    mails.length = 0
    expect((await remove(slotId)).body).toMatchObject({ moved: 0, told: 1 })
    expect(mails[0]).toMatchObject({ to: 'waits@mail.example', text: expect.stringContaining('does not take place') })
    expect((await read()).slots).toEqual([])
    expect((await remove(slotId)).status).toBe(403)
  })

  it('moves the bookings to another slot when there is room for all', async () => {
    const { classId, save, remove, newMember, booked, join } = await aClass()
    const from = (await save({ capacity: 2 })).body.slotId
    const to = (await save({ classDate: monday, capacity: 2 })).body.slotId
    const one = await newMember('one@mail.example')
    const two = await newMember()
    const both = await newMember('waits@mail.example')
    for (const memberId of [one, two]) await book(db, { classId, memberId, date: tuesday })
    await book(db, { classId, memberId: both, date: monday })
    await join(both)
    expect((await remove(from, to)).body.fields.moveToSlotId).toEqual([
      'Monday 18 May 2026 has 1 free, and 2 places are needed.',
    ])
    await save({ slotId: to, classDate: monday, capacity: 3 })
    expect((await remove(from, to)).body).toMatchObject({ moved: 2, told: 2, notTold: [{ memberId: two }] })
    expect((await booked(monday)).sort()).toEqual([one, two, both].sort())
    expect(mails.find(({ to }) => to === 'one@mail.example')?.text).toContain('has moved to Monday 18 May 2026')
  })

  it('does not book anyone twice, and puts who waits behind those there', async () => {
    const { classId, save, remove, newMember, booked, join, call } = await aClass()
    const from = (await save({ capacity: 1 })).body.slotId
    const to = (await save({ classDate: monday, capacity: 1 })).body.slotId
    const one = await newMember()
    await book(db, { classId, memberId: one, date: tuesday })
    await book(db, { classId, memberId: one, date: monday })
    const here = await newMember()
    const there = await newMember()
    await join(here)
    await call.post(`/api/member/JoinWaitingList/${there}`, { classId, bookingDate: monday })
    expect((await remove(from, to)).status).toBe(200)
    expect(await booked(monday)).toEqual([one])
    const { body } = await call.get(`/api/club/GetBookings/${classId}?classDate=${monday}`)
    expect(body.waiting.map((row: { memberId: number }) => row.memberId)).toEqual([there, here])
  })

  it('keeps history, and does not move into the past or to another class', async () => {
    const { classId, club, save, remove, newMember } = await aClass()
    const past = await createSlot(db, { classId, date: '2026-05-11' })
    await book(db, { classId, memberId: await newMember(), date: '2026-05-11' })
    const { slotId } = (await save()).body
    expect((await remove(past.id, slotId)).body.fields.id[0]).toContain('history')
    await book(db, { classId, memberId: await newMember(), date: tuesday })
    expect((await remove(slotId, past.id)).body.fields.moveToSlotId[0]).toContain('not ahead')
    expect((await remove(slotId, slotId)).body.fields).toHaveProperty('moveToSlotId')
    const other = await createClass(db, { clubId: club.id, classTypeId: classType.prebooked, weekdays: [] })
    const foreign = await createSlot(db, { classId: other.id })
    expect((await remove(slotId, foreign.id)).body.fields.moveToSlotId[0]).toContain('another class')
    await attend(db, { classId, memberId: await newMember(), date: tuesday })
    expect((await remove(slotId)).body.fields.id[0]).toContain('marks')
  })
})

describe('saveClassAvailabilitySeries', () => {
  const series = {
    weekdays: [1, 2],
    dateFrom: '2026-05-11',
    dateTo: '2026-06-02',
    startTime: '18:00',
    finishTime: '19:00',
    capacity: 4,
  }

  it('makes what its preview says, and keeps what is there', async () => {
    const { classId, club, call, save, read } = await aClass()
    await save({ capacity: 9 })
    await db
      .insertInto('club_closure')
      .values({ club_id: club.id, closed_on: '2026-05-25', name: 'Spring bank holiday' })
      .execute()
    const { finishTime: _, capacity: __, ...asked } = series
    const preview = await call.post(`/api/club/GetClassAvailabilitySeries/${classId}`, asked)
    const days = preview.body.days.map((day: { classDate: string; becomes: string }) => [day.classDate, day.becomes])
    expect(days).toEqual([
      ['2026-05-11', 'past'],
      ['2026-05-12', 'past'],
      [monday, 'new'],
      [tuesday, 'exists'],
      ['2026-05-25', 'closed'],
      ['2026-05-26', 'new'],
      ['2026-06-01', 'new'],
      ['2026-06-02', 'new'],
    ])
    const made = await call.post(`/api/club/SaveClassAvailabilitySeries/${classId}`, series)
    expect(made.body.dates).toEqual([monday, '2026-05-26', '2026-06-01', '2026-06-02'])
    expect((await read()).slots.map((slot: { capacity: number }) => slot.capacity)).toEqual([4, 9, 4, 4, 4])
    const again = await call.post(`/api/club/SaveClassAvailabilitySeries/${classId}`, series)
    expect(again.body.fields.weekdays).toEqual(['There is no day on which a slot would be made.'])
  })

  it('makes each slot once when two make the same series', async () => {
    const { classId, call, read } = await aClass()
    const press = () => call.post(`/api/club/SaveClassAvailabilitySeries/${classId}`, series)
    const answers = await Promise.all([press(), press()])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect((await read()).slots).toHaveLength(6)
  })

  it.each([
    ['weekdays', { weekdays: [] }],
    ['dateTo', { dateTo: '2026-05-10' }],
    ['dateTo', { dateTo: '2027-12-31' }],
    ['finishTime', { finishTime: '17:00' }],
  ])('says what is wrong with %s', async (field, given) => {
    const { classId, call } = await aClass()
    const { status, body } = await call.post(`/api/club/SaveClassAvailabilitySeries/${classId}`, {
      ...series,
      ...given,
    })
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })
})

describe('getClassAvailabilities', () => {
  it('shows the days of a class with a week too, with who is expected', async () => {
    const { club, call } = await aClass()
    const weekly = await createClass(db, { clubId: club.id })
    await db.updateTable('class').set({ capacity: 5 }).where('id', '=', weekly.id).execute()
    const input = { dateFrom: '2026-05-12', dateTo: '2026-05-26' }
    const { body } = await call.post(`/api/club/GetClassAvailabilities/${weekly.id}`, input)
    expect(body).toMatchObject({ isPrebooked: false, isAdmin: true, today: testToday, offerHours: 12 })
    expect(body.slots.map((slot: { classDate: string }) => slot.classDate)).toEqual([
      '2026-05-12',
      '2026-05-19',
      '2026-05-26',
    ])
    expect(body.slots[0]).toMatchObject({ slotId: null, capacity: 5, taken: 0, available: 5, hasBegun: false })
  })

  it('shows a slot on a closed day as closed', async () => {
    const { club, save, read } = await aClass()
    await save()
    await db.insertInto('club_closure').values({ club_id: club.id, closed_on: tuesday, name: 'Holiday' }).execute()
    expect(await read()).toMatchObject({
      slots: [{ closure: 'Holiday' }],
      closures: [{ date: tuesday, name: 'Holiday' }],
    })
  })

  it.each([
    ['2026-05-02', '2026-05-01'],
    ['2026-05-01', '2027-12-31'],
    ['0001-01-01', '9999-12-31'],
  ])('refuses %s to %s', async (dateFrom, dateTo) => {
    const { read } = await aClass()
    expect((await read(dateFrom, dateTo)).fields).toHaveProperty('dateTo')
  })

  it.each([
    ['in winter', '2026-03-28', '10:00', '2026-03-28T10:00:00Z'],
    ['in the hour that the clocks leave out', '2026-03-29', '01:30', '2026-03-29T01:30:00Z'],
    ['on the day they go forward', '2026-03-29', '10:00', '2026-03-29T09:00:00Z'],
    ['on the day they go back', '2026-10-25', '10:00', '2026-10-25T10:00:00Z'],
    ['the night before', '2026-10-24', '23:30', '2026-10-24T22:30:00Z'],
  ])('begins by the clock of the club %s', async (_when, date, start, instant) => {
    const { classId, read } = await aClass()
    await createSlot(db, { classId, date, start, finish: '24:00' })
    const hasBegun = async () => (await read(date, date)).slots[0].hasBegun
    now = new Date(Date.parse(instant) - 1000)
    expect(await hasBegun()).toBe(false)
    now = new Date(instant)
    expect(await hasBegun()).toBe(true)
  })

  it('ends at the midnight of a club in another zone', async () => {
    const { classId, read } = await aClass({ timeZone: 'Pacific/Auckland' })
    await createSlot(db, { classId, date: '2026-05-12', start: '22:00', finish: '24:00' })
    const isOver = async () => (await read('2026-05-12', '2026-05-12')).slots[0].isOver
    now = new Date('2026-05-12T11:59:59Z')
    expect(await isOver()).toBe(false)
    now = new Date('2026-05-12T12:00:00Z')
    expect(await isOver()).toBe(true)
  })
})
