import { classType, memberStatus, paymentMethod, role } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, createClass, createSlot, enrol } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { openMessages } from '../../test/open-messages.ts'
import { checkLedger } from '../ledger/index.ts'
import type { Notice } from './notices.ts'
import { tellSessions } from './tell-sessions.ts'

const database = await freshDatabase()
const { db } = database
const { as, at, jobs, parts, work, received } = await openMessages(database)

/** It is Tuesday 12 May 2026, 18:30 in London: the class of today is at 19:00. */
const [tuesday, nextTuesday, laterTuesday] = ['2026-05-12', '2026-05-19', '2026-05-26']

async function aClass({
  capacity = null,
  ...rest
}: Partial<Parameters<typeof createClass>[1]> & { capacity?: number | null } = {}) {
  const club = await createClub(db)
  const boss = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const klass = await createClass(db, { clubId: club.id, className: 'Juniors', ...rest })
  await db.updateTable('class').set({ capacity }).where('id', '=', klass.id).execute()
  const person = (firstName: string, more: object = {}) =>
    createMember(db, {
      ...{ clubId: club.id, firstName, lastName: 'Reed', dob: '1990-01-01' },
      ...{ email: `${firstName.toLowerCase()}.${klass.id}@mail.example`, ...more },
    })
  const call = (name: string, body: object) => boss.post(`/api/club/${name}/${klass.id}`, body)
  const days = async () =>
    (await boss.get(`/api/club/GetClassDates/${klass.id}?from=${tuesday}&to=2026-06-03`)).body.dates.map(
      (each: { date: string; startTime: string }) => `${each.date.slice(5)} ${each.startTime}`,
    )
  const bookings = async () =>
    (
      await db
        .selectFrom('booking')
        .select(['member_id', 'booking_date', 'cancelled_at'])
        .where('class_id', '=', klass.id)
        .orderBy('id')
        .execute()
    ).map(row => `${row.member_id} ${row.booking_date}${row.cancelled_at ? ' cancelled' : ''}`)
  return { club, boss, klass, person, call, days, bookings }
}

/** Sends what has been put into the queue since. */
async function deliver() {
  for (const { name, data } of jobs.splice(0))
    if (name === 'tell-changed-sessions') await tellSessions(parts, data as Notice)
  await work()
}

describe('cancelSession', () => {
  it('shows everyone concerned first, then cancels that one session and tells them', async () => {
    const { klass, person, call, days, bookings } = await aClass()
    const [ann, ben, cara] = [await person('Ann'), await person('Ben'), await person('Cara', { email: '', phone: '' })]
    await enrol(db, { classId: klass.id, memberId: ann.id })
    for (const { id } of [ben, cara]) await book(db, { classId: klass.id, memberId: id, date: nextTuesday })
    const cancel = { classDate: nextTuesday, reason: 'Instructor ill' }

    const asked = await call('CancelSession', cancel)
    expect(asked.status).toBe(409)
    expect(asked.body.fields.acknowledged).toEqual([
      'Juniors on 19 May 2026: 2 bookings (Ben Reed, Cara Reed), 1 enrolled',
      '2 bookings will be cancelled.',
      'We’ll send 2 emails.',
      'We can’t reach Cara Reed.',
    ])
    expect(await days()).toContain('05-19 19:00')

    const { body } = await call('CancelSession', { ...cancel, acknowledged: true })
    expect(body).toMatchObject({ cancelled: 2, moved: 0, emails: 2, texts: 0 })
    expect(body.notReached).toMatchObject([{ memberId: cara.id }])
    expect(await days()).toEqual(['05-12 19:00', '05-26 19:00', '06-02 19:00'])
    expect(await bookings()).toEqual([`${ben.id} ${nextTuesday} cancelled`, `${cara.id} ${nextTuesday} cancelled`])

    await deliver()
    const [letter] = await received(`ben.${klass.id}@mail.example`)
    expect(letter).toMatchObject({ subject: 'Juniors on Tuesday 19 May 2026 is cancelled' })
    expect(letter?.text).toContain('Hi Ben,')
    expect(letter?.text).toContain(
      'Juniors on Tuesday 19 May 2026, 19:00 to 20:00, is cancelled. Instructor ill. Ben’s booking is cancelled.',
    )
    const [toAnn] = await received(`ann.${klass.id}@mail.example`)
    expect(toAnn?.text).not.toContain('booking')
  })

  it('ends the waiting list, and offers no one the places that it frees', async () => {
    const { boss, klass, person, call } = await aClass({ capacity: 1 })
    const [ann, ben] = [await person('Ann'), await person('Ben')]
    await book(db, { classId: klass.id, memberId: ann.id, date: nextTuesday })
    await boss.post(`/api/member/JoinWaitingList/${ben.id}`, { classId: klass.id, bookingDate: nextTuesday })
    expect((await call('CancelSession', { classDate: nextTuesday, acknowledged: true })).status).toBe(200)
    const entries = await db.selectFrom('waiting_list_entry').selectAll().where('class_id', '=', klass.id).execute()
    expect(entries).toMatchObject([{ closed_as: 'ended', offer_until: null }])
  })

  it('moves trials to their next session that has a place', async () => {
    const { klass, person, call, bookings } = await aClass({ capacity: 1 })
    const [zoe, full] = [await person('Zoe', { statusId: memberStatus.prospect }), await person('Full')]
    await book(db, { classId: klass.id, memberId: zoe.id, date: nextTuesday })
    await book(db, { classId: klass.id, memberId: full.id, date: laterTuesday })
    const asked = await call('CancelSession', { classDate: nextTuesday })
    expect(asked.body.fields.acknowledged).toContain('1 booking will move: Zoe Reed to 2 June 2026.')
    expect((await call('CancelSession', { classDate: nextTuesday, acknowledged: true })).body.moved).toBe(1)
    expect(await bookings()).toEqual([`${zoe.id} 2026-06-02`, `${full.id} ${laterTuesday}`])
  })

  it('moves everyone to the session that is named, or no one where they do not all fit', async () => {
    const { klass, person, call, bookings } = await aClass({ capacity: 2 })
    const [ann, ben, cara] = [await person('Ann'), await person('Ben'), await person('Cara')]
    for (const { id } of [ann, ben]) await book(db, { classId: klass.id, memberId: id, date: nextTuesday })
    await book(db, { classId: klass.id, memberId: cara.id, date: laterTuesday })
    const to = (moveBookingsTo: string) =>
      call('CancelSession', { classDate: nextTuesday, moveBookingsTo, acknowledged: true })
    const refused = await to(laterTuesday)
    expect(refused).toMatchObject({ status: 409 })
    expect(refused.body.fields.moveBookingsTo[0]).toContain('don’t fit')
    expect((await to('2026-05-20')).body.fields.moveBookingsTo).toEqual(['Choose a session that is still to come.'])
    expect((await to('2026-06-02')).body).toMatchObject({ moved: 2, cancelled: 0 })
    expect(await bookings()).toEqual([`${ann.id} 2026-06-02`, `${ben.id} 2026-06-02`, `${cara.id} ${laterTuesday}`])
  })

  it('credits what was paid for a place', async () => {
    const { club, boss, klass, person, call, bookings } = await aClass()
    await db
      .updateTable('class')
      .set({ cost_pence: 3500, class_type_id: classType.chargeable })
      .where('id', '=', klass.id)
      .execute()
    const ann = await person('Ann')
    const desk = as((await createAccount(db, { clubId: club.id, roleIds: [role.treasurer] })).sub)
    const lines = [{ memberId: ann.id, eventId: klass.id, eventDate: nextTuesday }]
    const payments = [{ paymentMethodId: paymentMethod.cash, amount: 35 }]
    const sold = await desk.post(`/api/member/PlaceOrder/${ann.id}`, { clubId: club.id, lines, total: 35, payments })
    expect(sold.status).toBe(200)
    const asked = await call('CancelSession', { classDate: nextTuesday })
    expect(asked.body.fields.acknowledged).toContain('What was charged will be credited: Ann Reed.')
    expect((await call('CancelSession', { classDate: nextTuesday, acknowledged: true })).status).toBe(200)
    // £35.00 was paid, and nothing is bought any more.
    expect((await boss.get(`/api/member/GetCreditBalance/${ann.id}`)).body.balance).toBe(35)
    expect(await bookings()).toEqual([])
    expect(await checkLedger(db)).toBeNull()
  })

  it('credits nothing while other days of the event are left, and all of it once none is', async () => {
    const { boss, club, klass, person, call } = await aClass({ startDate: nextTuesday, endDate: laterTuesday })
    await db
      .updateTable('class')
      .set({ cost_pence: 3500, class_type_id: classType.seminar })
      .where('id', '=', klass.id)
      .execute()
    const ann = await person('Ann')
    const lines = [{ memberId: ann.id, eventId: klass.id, eventDate: nextTuesday }]
    expect(
      (await boss.post(`/api/member/PlaceOrder/${ann.id}`, { clubId: club.id, lines, total: 35, payments: [] })).status,
    ).toBe(200)
    const owed = async () => (await boss.get(`/api/member/GetCreditBalance/${ann.id}`)).body.balance
    const first = { classDate: nextTuesday }
    expect((await call('CancelSession', first)).body.fields.acknowledged).toContain(
      'Nothing is credited while the event has other days: Ann Reed.',
    )
    await call('CancelSession', { ...first, acknowledged: true })
    expect(await owed()).toBe(-35)
    await call('CancelSession', { classDate: laterTuesday, acknowledged: true })
    expect(await owed()).toBe(0)
  })

  it('texts as well when it is within a day, and only texts where no email works', async () => {
    const { klass, person, call } = await aClass()
    const [ann, ben] = [
      await person('Ann', { phone: '07700900001' }),
      await person('Ben', { email: '', phone: '07700900002' }),
    ]
    for (const { id } of [ann, ben])
      for (const date of [tuesday, laterTuesday]) await book(db, { classId: klass.id, memberId: id, date })
    const later = await call('CancelSession', { classDate: laterTuesday, acknowledged: true })
    expect(later.body).toMatchObject({ emails: 1, texts: 1 })
    const tonight = await call('CancelSession', { classDate: tuesday, acknowledged: true })
    expect(tonight.body).toMatchObject({ emails: 1, texts: 2, notReached: [] })
  })

  it('tells no one when that is not wanted, and asks nothing where no one is concerned', async () => {
    const { klass, person, call } = await aClass()
    expect((await call('CancelSession', { classDate: laterTuesday })).status).toBe(200)
    const ann = await person('Ann')
    await book(db, { classId: klass.id, memberId: ann.id, date: nextTuesday })
    jobs.length = 0
    const { body } = await call('CancelSession', { classDate: nextTuesday, notify: false, acknowledged: true })
    expect(body).toMatchObject({ cancelled: 1, emails: 0 })
    expect(jobs).toEqual([])
  })

  it('is refused for a day without the class, twice, with marks, and for those who are no admin', async () => {
    const { club, klass, person, call } = await aClass()
    const ann = await person('Ann')
    await attend(db, { classId: klass.id, memberId: ann.id, date: tuesday })
    expect((await call('CancelSession', { classDate: '2026-05-13' })).body.fields.classDate).toEqual([
      'Juniors doesn’t run on 13 May 2026.',
    ])
    expect((await call('CancelSession', { classDate: tuesday })).body.fields.classDate).toEqual([
      'The register of 12 May 2026 has marks. Clear them first.',
    ])
    expect((await call('CancelSession', { classDate: nextTuesday })).status).toBe(200)
    expect((await call('CancelSession', { classDate: nextTuesday })).status).toBe(400)
    const coach = as((await createAccount(db, { clubId: club.id })).sub)
    expect((await coach.post(`/api/club/CancelSession/${klass.id}`, { classDate: laterTuesday })).status).toBe(403)
  })

  it('cancels a slot of a prebooked class', async () => {
    const { boss, klass, person, call, days, bookings } = await aClass({
      classTypeId: classType.prebooked,
      weekdays: [],
    })
    await createSlot(db, { classId: klass.id, date: nextTuesday })
    const ann = await person('Ann')
    await book(db, { classId: klass.id, memberId: ann.id, date: nextTuesday })
    expect(await days()).toEqual(['05-19 18:00'])
    expect((await call('CancelSession', { classDate: nextTuesday, reason: 'Flood', acknowledged: true })).status).toBe(
      200,
    )
    expect(await days()).toEqual([])
    expect(await bookings()).toEqual([`${ann.id} ${nextTuesday} cancelled`])
    const slots = await boss.post(`/api/club/GetClassAvailabilities/${klass.id}`, {
      dateFrom: tuesday,
      dateTo: laterTuesday,
    })
    expect(slots.body.slots).toMatchObject([{ classDate: nextTuesday, closure: 'Cancelled: Flood' }])
  })
})

describe('moveSession', () => {
  const wednesday = '2026-05-20'

  it('takes bookings, offers and cover to another day', async () => {
    const { boss, klass, person, call, days, bookings } = await aClass({ capacity: 1 })
    const [ann, ben] = [await person('Ann'), await person('Ben')]
    await book(db, { classId: klass.id, memberId: ann.id, date: nextTuesday })
    await boss.post(`/api/member/JoinWaitingList/${ben.id}`, { classId: klass.id, bookingDate: nextTuesday })
    const move = {
      classDate: nextTuesday,
      toDate: wednesday,
      startTime: '18:00',
      finishTime: '19:30',
      locationId: null,
    }
    const asked = await call('MoveSession', move)
    expect(asked.status).toBe(409)
    expect(asked.body.fields.acknowledged).toEqual([
      'Juniors on 19 May 2026: 1 booking (Ann Reed), 1 waiting (Ben Reed)',
      'We’ll send 2 emails.',
    ])
    expect((await call('MoveSession', { ...move, acknowledged: true })).body).toMatchObject({
      classDate: wednesday,
      emails: 2,
    })
    expect(await days()).toEqual(['05-12 19:00', '05-20 18:00', '05-26 19:00', '06-02 19:00'])
    expect(await bookings()).toEqual([`${ann.id} ${wednesday}`])
    const waiting = await db
      .selectFrom('waiting_list_entry')
      .select('class_date')
      .where('member_id', '=', ben.id)
      .execute()
    expect(waiting).toEqual([{ class_date: wednesday }])

    await deliver()
    const [letter] = await received(`ann.${klass.id}@mail.example`)
    expect(letter?.text).toContain(
      'Juniors on Tuesday 19 May 2026, 19:00 to 20:00, is now on Wednesday 20 May 2026, 18:00 to 19:30. Ann keeps the place.',
    )

    const session = await boss.get(`/api/club/GetSession/${klass.id}?classDate=${nextTuesday}`)
    expect(session.body).toMatchObject({ runs: false, isCancelled: true, movedTo: wednesday })
    const there = await boss.get(`/api/club/GetSession/${klass.id}?classDate=${wednesday}`)
    expect(there.body).toMatchObject({ runs: true, isAdded: true, startTime: '18:00', booked: 1, waiting: 1 })

    // And back again, as if nothing had been.
    const back = {
      classDate: wednesday,
      toDate: nextTuesday,
      startTime: '19:00',
      finishTime: '20:00',
      locationId: null,
    }
    expect((await call('MoveSession', { ...back, acknowledged: true })).status).toBe(200)
    expect(await days()).toEqual(['05-12 19:00', '05-19 19:00', '05-26 19:00', '06-02 19:00'])
    expect(await bookings()).toEqual([`${ann.id} ${nextTuesday}`])
  })

  it('gives one session another room and instructor, which its register and the schedule show', async () => {
    const { club, boss, klass, person, call } = await aClass()
    const room = await db
      .insertInto('location')
      .values({ club_id: club.id, name: 'Sports hall' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const coach = await createAccount(db, { clubId: club.id })
    const ann = await person('Ann')
    await book(db, { classId: klass.id, memberId: ann.id, date: nextTuesday })
    const move = { classDate: nextTuesday, toDate: nextTuesday, startTime: '19:00', finishTime: '20:00' }
    const moved = await call('MoveSession', {
      ...{ ...move, locationId: room.id, instructorIds: [coach.personId], acknowledged: true },
    })
    expect(moved.status).toBe(200)
    const line = expect.stringMatching(
      /20:00, has changed, Sports hall, with Staff Test\d+\. \{\{ member\.firstName \}\} keeps the place\./,
    )
    expect(jobs.at(-1)).toMatchObject({ data: { words: [{ lines: [line] }] } })
    const schedule = await boss.get(`/api/club/GetClubSchedule/${club.id}?day=${nextTuesday}`)
    expect(schedule.body.occurrences).toMatchObject([{ location: 'Sports hall', isCover: true }])
    const week = await boss.get(`/api/club/GetLocationWeek/${room.id}?day=${nextTuesday}`)
    expect(week.body.sessions).toMatchObject([{ className: 'Juniors', classDate: nextTuesday }])
    const dates = await boss.get(`/api/club/GetClassDates/${klass.id}?from=${tuesday}&to=${nextTuesday}`)
    expect(dates.body.dates).toMatchObject([{ location: '' }, { location: 'Sports hall' }])
    // Back to its own room.
    expect((await call('RestoreSession', { classDate: nextTuesday, acknowledged: true })).status).toBe(200)
    const after = await boss.get(`/api/club/GetClubSchedule/${club.id}?day=${nextTuesday}`)
    expect(after.body.occurrences).toMatchObject([{ location: '' }])
    const foreign = await createClub(db)
    const theirs = await db
      .insertInto('location')
      .values({ club_id: foreign.id, name: 'Theirs' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await call('MoveSession', { ...move, locationId: theirs.id })).status).toBe(403)
  })

  it('is refused where the class runs already, the club is closed, in the past, and beyond its last day', async () => {
    const { club, klass, call } = await aClass({ endDate: '2026-06-02' })
    await db
      .insertInto('club_closure')
      .values({ club_id: club.id, closed_on: '2026-05-25', name: 'Bank holiday' })
      .execute()
    const to = async (toDate: string, startTime = '18:00') =>
      (await call('MoveSession', { classDate: nextTuesday, toDate, startTime, finishTime: '20:00', locationId: null }))
        .body.fields
    expect(await to(laterTuesday)).toMatchObject({
      toDate: ['Juniors runs on 26 May 2026 already, at 19:00. A class has one session a day.'],
    })
    expect(await to('2026-05-25')).toEqual({ toDate: ['The club is closed on 25 May 2026: Bank holiday.'] })
    expect(await to('2026-06-10')).toEqual({ toDate: ['Juniors ends on 2 June 2026.'] })
    expect(await to('2026-05-11')).toEqual({ toDate: ['Choose a day and time that are still to come.'] })
    expect(await to(wednesday, '20:00')).toHaveProperty('finishTime')
    expect(await db.selectFrom('class_session').selectAll().where('class_id', '=', klass.id).execute()).toEqual([])
  })
})

describe('a place that was paid for', () => {
  it.each(['its session', 'its slot'])('is not charged again where %s has moved', async what => {
    const isSlot = what === 'its slot'
    const { boss, club, klass, person, call } = await aClass(
      isSlot ? { classTypeId: classType.prebooked, weekdays: [] } : { classTypeId: classType.chargeable },
    )
    await db
      .updateTable('class')
      .set({ cost_pence: 800, charge_on_attendance: true })
      .where('id', '=', klass.id)
      .execute()
    const slot = isSlot ? await createSlot(db, { classId: klass.id, date: nextTuesday }) : null
    const ann = await person('Ann')
    await enrol(db, { classId: klass.id, memberId: ann.id })
    const lines = [{ memberId: ann.id, eventId: klass.id, eventDate: nextTuesday }]
    const order = { clubId: club.id, lines, total: 8, payments: [] }
    expect((await boss.post(`/api/member/PlaceOrder/${ann.id}`, order)).status).toBe(200)
    const times = { startTime: '10:00', finishTime: '11:00' }
    const moved = slot
      ? await call('SaveClassAvailability', { slotId: slot.id, classDate: '2026-05-13', ...times, capacity: 5 })
      : await call('MoveSession', { classDate: nextTuesday, toDate: '2026-05-13', ...times, acknowledged: true })
    expect(moved.status).toBe(200)
    at('2026-05-13T17:30:00Z')
    const marks = { classId: klass.id, classDate: '2026-05-13', attended: true }
    expect((await boss.post(`/api/member/SaveAttendance/${ann.id}`, marks)).status).toBe(200)
    expect((await boss.get(`/api/member/GetCreditBalance/${ann.id}`)).body.balance).toBe(-8)
  })
})

describe('addSession and restoreSession', () => {
  it('add a session to which enrolled members are expected, and put a cancelled one back on', async () => {
    const { boss, klass, person, call, days } = await aClass()
    const ann = await person('Ann')
    await enrol(db, { classId: klass.id, memberId: ann.id })
    const extra = { classDate: '2026-05-21', startTime: '17:00', finishTime: '18:00', locationId: null }
    expect((await call('AddSession', extra)).body.fields.acknowledged).toEqual([
      'Juniors on 21 May 2026: 1 enrolled',
      'We’ll send 1 email.',
    ])
    expect((await call('AddSession', { ...extra, acknowledged: true })).body).toMatchObject({ emails: 1 })
    const register = await boss.post(`/api/club/GetClassMembers/${klass.id}`, { classDate: '2026-05-21' })
    expect(register.body.data).toMatchObject([{ firstName: 'Ann' }])
    expect((await call('AddSession', extra)).status).toBe(409)
    expect((await call('RestoreSession', { classDate: '2026-05-21' })).body.message).toBe(
      'This session was added. Cancel it instead.',
    )
    expect((await call('CancelSession', { classDate: '2026-05-21', acknowledged: true })).status).toBe(200)
    expect(await days()).not.toContain('05-21 17:00')
    expect((await call('RestoreSession', { classDate: '2026-05-21', acknowledged: true })).status).toBe(200)
    expect(await days()).toContain('05-21 17:00')
    expect((await call('RestoreSession', { classDate: nextTuesday })).status).toBe(409)
  })
})
