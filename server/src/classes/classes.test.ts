import { addDays, weekday } from '@honbu/contract/calendar.ts'
import { classType, communication, memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, createClass, enrol } from '../../test/factories/classes.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createDocument } from '../../test/factories/papers.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClub() {
  const club = await createClub(db)
  const coach = await createAccount(db, { clubId: club.id })
  return { club, coach, call: as(coach.sub) }
}

describe('getClassList', () => {
  it('lists what runs on the date, by time, with the register in figures', async () => {
    const { club, call } = await aClub()
    const tuesday = await createClass(db, { clubId: club.id, className: 'Juniors' })
    await createClass(db, { clubId: club.id, weekdays: [1, 3, 4, 5, 6, 7] })
    const [came, away, unmarked, visitor, enquiry] = await Promise.all([
      createMember(db, { clubId: club.id }),
      createMember(db, { clubId: club.id }),
      createMember(db, { clubId: club.id }),
      createMember(db, { clubId: club.id }),
      createMember(db, { clubId: club.id, statusId: memberStatus.enquiry }),
    ])
    for (const { id } of [came, away, unmarked, enquiry]) await enrol(db, { classId: tuesday.id, memberId: id })
    await attend(db, { classId: tuesday.id, memberId: came.id })
    await attend(db, { classId: tuesday.id, memberId: away.id, attended: false })
    await attend(db, { classId: tuesday.id, memberId: visitor.id })

    const { body } = await call.post('/api/club/GetClassList', { clubIds: [club.id], classDate: testToday })
    expect(body).toEqual([
      expect.objectContaining({
        classId: tuesday.id,
        description: `Juniors [${club.code}]`,
        selectedDate: testToday,
        startTime: '19:00',
        finishTime: '20:00',
        expected: 4,
        attended: 2,
        absent: 1,
        reservations: 0,
      }),
    ])
  })

  it('needs a right to every club it is asked for', async () => {
    const { club, call } = await aClub()
    const other = await createClub(db)
    const { status } = await call.post('/api/club/GetClassList', { clubIds: [club.id, other.id], classDate: testToday })
    expect(status).toBe(403)
  })
})

describe('getClass', () => {
  it('shows the week that is in force today', async () => {
    const { club, call } = await aClub()
    const klass = await createClass(db, { clubId: club.id, weekdays: [] })
    const row = { class_id: klass.id, club_id: club.id, weekday: 2, finish_time: '24:00' }
    await db
      .insertInto('class_timetable')
      .values([
        { ...row, start_time: '21:00', valid_from: '2026-06-01' },
        { ...row, start_time: '18:00', valid_from: '2025-01-01', valid_until: '2026-05-11' },
        { ...row, start_time: '22:30', valid_from: '2026-05-12', valid_until: '2026-05-31' },
      ])
      .execute()
    const { body } = await call.get(`/api/club/GetClass/${klass.id}`)
    expect(body.weeklyTimetable).toMatchObject({ tuesdayStart: '22:30', tuesdayFinish: '24:00', mondayStart: null })
    const dates = await call.get(`/api/club/GetClassDates/${klass.id}?from=2026-05-05&to=2026-05-19`)
    expect(dates.body).toEqual({
      today: testToday,
      dates: [
        { date: '2026-05-05', startTime: '18:00', finishTime: '24:00', cover: [], location: '' },
        { date: '2026-05-12', startTime: '22:30', finishTime: '24:00', cover: [], location: '' },
        { date: '2026-05-19', startTime: '22:30', finishTime: '24:00', cover: [], location: '' },
      ],
      cancelled: [],
    })
  })
})

describe('the fields of a class', () => {
  it('has its next day with times and bookings, and its club in the list', async () => {
    const { club, call } = await aClub()
    const klass = await createClass(db, { clubId: club.id, className: 'Juniors' })
    await db.insertInto('club_closure').values({ club_id: club.id, closed_on: testToday }).execute()
    const member = await createMember(db, { clubId: club.id })
    await book(db, { classId: klass.id, memberId: member.id, date: '2026-05-19' })
    const next = { selectedDate: '2026-05-19', startTime: '19:00', finishTime: '20:00', reservations: 1 }
    expect((await call.get(`/api/club/GetClass/${klass.id}`)).body).toMatchObject(next)
    const { body } = await call.post(`/api/club/GetClassesAndEvents/${club.id}`, {})
    expect(body.data).toMatchObject([
      { clubId: club.id, clubCode: club.code, description: `Juniors [${club.code}]`, nextDate: '2026-05-19' },
    ])
    await db.updateTable('class').set({ end_date: testToday }).where('id', '=', klass.id).execute()
    expect((await call.get(`/api/club/GetClass/${klass.id}`)).body).toMatchObject({
      ...{ selectedDate: null, startTime: null, finishTime: null, reservations: 0 },
    })
  })
})

describe('getClassDates', () => {
  it('leaves out closures, and what lies outside of start and end', async () => {
    const { club, call } = await aClub()
    const klass = await createClass(db, { clubId: club.id, startDate: '2026-05-10', endDate: '2026-06-03' })
    await db.insertInto('club_closure').values({ club_id: club.id, closed_on: '2026-05-26' }).execute()
    const { body } = await call.get(`/api/club/GetClassDates/${klass.id}?from=2026-04-01&to=2026-07-01`)
    const days = body.dates.map((each: { date: string }) => each.date)
    expect(days).toEqual(['2026-05-12', '2026-05-19', '2026-06-02'])
    expect(days.every((day: string) => weekday(day) === 2)).toBe(true)
  })

  it.each([
    ['2026-05-12', '2026-05-11'],
    ['2026-05-12', addDays('2026-05-12', 800)],
  ])('refuses from %s to %s', async (from, to) => {
    const { club, call } = await aClub()
    const klass = await createClass(db, { clubId: club.id })
    const { status, body } = await call.get(`/api/club/GetClassDates/${klass.id}?from=${from}&to=${to}`)
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('to')
  })
})

describe('getPrebookedCapacity', () => {
  it('counts bookings that stand', async () => {
    const { club, call } = await aClub()
    const klass = await createClass(db, { clubId: club.id, classTypeId: classType.prebooked, weekdays: [] })
    const slot = { class_id: klass.id, club_id: club.id, class_date: testToday, capacity: 2 }
    await db
      .insertInto('class_availability')
      .values({ ...slot, start_time: '10:00', finish_time: '11:00' })
      .execute()
    for (const cancelled_at of [null, new Date()]) {
      const member = await createMember(db, { clubId: club.id })
      const { id: member_id } = member
      const booking = { class_id: klass.id, club_id: club.id, root_club_id: club.rootClubId, booking_date: testToday }
      await db
        .insertInto('booking')
        .values({ ...booking, member_id, cancelled_at })
        .execute()
    }
    const { body } = await call.get(`/api/club/GetPrebookedCapacity/${klass.id}?classDate=${testToday}`)
    expect(body).toMatchObject({ classId: klass.id, classDate: testToday, capacity: 2, booked: 1, available: 1 })

    const none = await call.get(`/api/club/GetPrebookedCapacity/${klass.id}?classDate=2026-05-13`)
    expect(none.status).toBe(400)
    expect(none.body.fields).toHaveProperty('classDate')
  })

  it('has no places for a class that is not booked, nor on a closure', async () => {
    const { club, call } = await aClub()
    const weekly = await createClass(db, { clubId: club.id, className: 'Juniors' })
    const { status, body } = await call.get(`/api/club/GetPrebookedCapacity/${weekly.id}?classDate=${testToday}`)
    expect(status).toBe(400)
    expect(body.message).toBe(`Juniors has no places to book on 12 May 2026.`)

    const prebooked = await createClass(db, { clubId: club.id, className: 'Trial', classTypeId: classType.prebooked })
    await db
      .insertInto('class_availability')
      .values({
        class_id: prebooked.id,
        club_id: club.id,
        class_date: testToday,
        capacity: 2,
        start_time: '10:00',
        finish_time: '11:00',
      })
      .execute()
    await db.insertInto('club_closure').values({ club_id: club.id, closed_on: testToday }).execute()
    const closed = await call.get(`/api/club/GetPrebookedCapacity/${prebooked.id}?classDate=${testToday}`)
    expect(closed.status).toBe(400)
    expect(closed.body.message).toBe('Trial does not run on 12 May 2026.')
  })
})

describe('getClassMembers', () => {
  const ask = (classId: number, rest: object = {}) =>
    [`/api/club/GetClassMembers/${classId}`, { classDate: testToday, ...rest }] as const

  it('shows why someone is on the register, and all flags', async () => {
    const { club, call } = await aClub()
    const discipline = await createDiscipline(db, { clubId: club.id })
    const klass = await createClass(db, { clubId: club.id, disciplineId: discipline.id })
    const member = await createMember(db, { clubId: club.id, firstName: 'Zoë', lastName: "O'Brien" })
    await enrol(db, { classId: klass.id, memberId: member.id, since: '2026-01-06' })
    const plan = await db
      .insertInto('training_plan')
      .values({ club_id: club.id, root_club_id: club.rootClubId, name: 'Once a week', classes_per_week: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('club_member')
      .set({ training_plan_id: plan.id, communication_flags: communication.photo | communication.sms })
      .where('member_id', '=', member.id)
      .execute()
    await createDocument(db, { clubId: club.id })
    await db
      .insertInto('member_discipline')
      .values({
        member_id: member.id,
        root_club_id: club.rootClubId,
        discipline_id: discipline.id,
        current_grade_id: discipline.gradeIds[0] ?? 0,
        last_grading: '2026-02-10',
        studied_since: '2025-09-01',
      })
      .execute()
    const charge = await db
      .insertInto('charge')
      .values({
        club_id: club.id,
        root_club_id: club.rootClubId,
        member_id: member.id,
        amount_pence: 3500,
        transaction_date: '2026-04-30',
        due_on: '2026-04-30',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(charge.id).toBeGreaterThan(0)
    // Twelve Tuesdays and a Monday, all after the grading; two of them this week.
    const second = await createClass(db, { clubId: club.id, weekdays: [1], disciplineId: discipline.id })
    for (let week = 0; week < 12; week++)
      await attend(db, { classId: klass.id, memberId: member.id, date: addDays(testToday, -7 * week) })
    await attend(db, { classId: second.id, memberId: member.id, date: '2026-05-11' })

    const { status, body } = await call.post(...ask(klass.id))
    expect(status).toBe(200)
    expect(body).toEqual({
      total: 1,
      data: [
        {
          memberId: member.id,
          firstName: 'Zoë',
          lastName: "O'Brien",
          code: member.code,
          photoUrl: null,
          memberStatusId: 21,
          expectedAs: 'enrolled',
          bookingId: null,
          isFrozen: false,
          pinnedNotes: 0,
          healthNotes: [],
          emergencyContacts: [],
          attended: true,
          hasAttended: true,
          dateAdded: '2026-01-06',
          lastAttendance: '2026-05-11',
          lastGrading: '2026-02-10',
          belt: {
            ...{ gradeName: 'White', colour: '#ffffff', colourTwo: null, pattern: 'halves', stripe: null },
            ...{ bars: 0, barColour: null },
          },
          gradePosition: 1,
          gradingRequirementFlags: 3,
          gradingProgress: '13 of 10 classes, 3 of 3 months',
          allowPhoto: true,
          requireTerms: true,
          hasTerms: false,
          outstandingFees: 35,
          debtInfo: '£35.00 overdue, 12 days',
          overPlan: true,
          overPlanDate: '2026-05-12',
        },
      ],
    })
  })

  it('sets visitors and bookings apart, and shows enquiries when asked', async () => {
    const { club, call } = await aClub()
    const klass = await createClass(db, { clubId: club.id })
    const visitor = await createMember(db, { clubId: club.id, firstName: 'Vic' })
    const booked = await createMember(db, { clubId: club.id, firstName: 'Bo', statusId: memberStatus.prospect })
    const enquiry = await createMember(db, { clubId: club.id, firstName: 'En', statusId: memberStatus.enquiry })
    await attend(db, { classId: klass.id, memberId: visitor.id })
    await enrol(db, { classId: klass.id, memberId: enquiry.id })
    await db
      .insertInto('booking')
      .values({
        class_id: klass.id,
        club_id: club.id,
        root_club_id: club.rootClubId,
        member_id: booked.id,
        booking_date: testToday,
      })
      .execute()

    const kinds = async (rest: object) => {
      const { body } = await call.post(...ask(klass.id, rest))
      return body.data.map((row: { firstName: string; expectedAs: string }) => `${row.firstName} ${row.expectedAs}`)
    }
    expect(await kinds({})).toEqual(['Bo booked', 'Vic visitor'])
    expect(await kinds({ includeEnquiries: true })).toEqual(['Bo booked', 'En enrolled', 'Vic visitor'])
  })

  it('pages, sorts and filters by its columns', async () => {
    const { club, call } = await aClub()
    const klass = await createClass(db, { clubId: club.id })
    for (const firstName of ['Ann', 'Ben', 'Cid']) {
      const member = await createMember(db, { clubId: club.id, firstName })
      await enrol(db, { classId: klass.id, memberId: member.id })
    }
    const { body } = await call.post(...ask(klass.id, { page: 2, pageSize: 2, sort: 'firstName-desc' }))
    expect(body.total).toBe(3)
    expect(body.data.map((row: { firstName: string }) => row.firstName)).toEqual(['Ann'])
    const filtered = await call.post(...ask(klass.id, { filter: "firstName~eq~'ben'" }))
    expect(filtered.body.total).toBe(1)
  })
})
