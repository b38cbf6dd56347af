import { mostClasses } from '@honbu/contract/dashboard.ts'
import { classType, memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, createClass, enrol } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClub({ parentClubId = null as number | null } = {}) {
  const club = await createClub(db, { parentClubId })
  const coach = await createAccount(db, { clubId: club.id })
  const read = async (query = '') => (await as(coach.sub).get(`/api/club/GetDashboard${query}`)).body
  return { club, coach, read }
}

/** A member whose membership has had this status since a day. */
async function since(clubId: number, statusId: number, changed_on: string, firstName: string) {
  const member = await createMember(db, { clubId, firstName, statusId })
  const [membership] = await db
    .updateTable('club_member')
    .set({ date_added: `${changed_on}T10:00:00Z` })
    .where('member_id', '=', member.id)
    .returning('id')
    .execute()
  await db
    .insertInto('member_status_change')
    .values({ club_member_id: membership?.id ?? 0, club_id: clubId, to_status_id: statusId, changed_on })
    .execute()
  return member
}

describe('getDashboard', () => {
  it('shows today, who is new since Monday, and 29 days of attendance', async () => {
    const { club, read } = await aClub()
    const klass = await createClass(db, { clubId: club.id })
    const changes = [
      ['Old', memberStatus.active, '2026-05-10'],
      ['Monday', memberStatus.active, '2026-05-11'],
      ['Trial', memberStatus.prospect, testToday],
      ['Asked', memberStatus.enquiry, '2026-05-11'],
    ] as const
    for (const [firstName, statusId, day] of changes) {
      const member = await since(club.id, statusId, day, firstName)
      if (firstName === 'Asked') continue
      await enrol(db, { classId: klass.id, memberId: member.id })
      await attend(db, { classId: klass.id, memberId: member.id, attended: firstName !== 'Trial' })
    }
    const body = await read()
    expect(body.today).toBe(testToday)
    expect(body.classes).toEqual([expect.objectContaining({ classId: klass.id, expected: 3, attended: 2, absent: 1 })])
    expect(body.newMembers).toMatchObject({ total: 1, people: [{ firstName: 'Monday', since: '2026-05-11' }] })
    // Whoever came this week, member or not by now, came by asking.
    const [latest, ...others] = names(body.newEnquiries)
    expect([latest, others.toSorted()]).toEqual(['Trial', ['Asked', 'Monday']])
    expect(body.attendanceByDay).toHaveLength(29)
    expect(body.attendanceByDay.at(0)).toEqual({ date: '2026-04-14', attended: 0 })
    expect(body.attendanceByDay.at(-1)).toEqual({ date: testToday, attended: 2 })
  })

  it('shows who comes for a trial today and in the six days after, and when', async () => {
    const { club, read } = await aClub()
    const klass = await createClass(db, { clubId: club.id })
    const classId = klass.id
    const booked = async (firstName: string, statusId: number, date: string, cancelled = false) => {
      const member = await createMember(db, { clubId: club.id, firstName, statusId })
      await book(db, { classId, memberId: member.id, date, cancelled })
    }
    await booked('Later', memberStatus.prospect, '2026-05-18')
    await booked('Today', memberStatus.enquiry, testToday)
    await booked('Next week', memberStatus.prospect, '2026-05-19')
    await booked('Yesterday', memberStatus.prospect, '2026-05-11')
    await booked('Member', memberStatus.active, testToday)
    await booked('Cancelled', memberStatus.prospect, testToday, true)
    const { trials } = await read()
    expect(trials.total).toBe(2)
    expect(names(trials)).toEqual(['Today', 'Later'])
    expect(trials.people[0]).toMatchObject({ classId, on: testToday, startTime: expect.stringMatching(/^\d\d:\d\d$/) })
  })

  it('shows each birthday of the week once, with the age', async () => {
    const { club, read } = await aClub()
    const born = (firstName: string, dob: string, statusId: number = memberStatus.active) =>
      createMember(db, { clubId: club.id, firstName, dob, statusId })
    await born('Seven days on', '2010-05-19')
    await born('Six days on', '2010-05-18')
    const twice = await born('Today', '1996-05-12')
    await born('Lapsed', '1996-05-12', memberStatus.lapsed)
    const sister = await createClub(db, { parentClubId: club.id })
    await db
      .insertInto('club_member')
      .values({
        member_id: twice.id,
        club_id: sister.id,
        root_club_id: club.rootClubId,
        member_status_id: memberStatus.active,
      })
      .execute()
    const { birthdays } = await read()
    expect(birthdays.total).toBe(2)
    expect(birthdays.people).toMatchObject([
      { firstName: 'Today', on: testToday, years: 30 },
      { firstName: 'Six days on', on: '2026-05-18', years: 16 },
    ])
  })

  it('shows gradings of the next 30 days with who is entered', async () => {
    const { club, read } = await aClub()
    const grading = await createClass(db, { clubId: club.id, classTypeId: classType.grading, weekdays: [4] })
    const member = await createMember(db, { clubId: club.id })
    await enrol(db, { classId: grading.id, memberId: member.id })
    await createClass(db, { clubId: club.id, weekdays: [4] })
    const { gradings } = await read()
    expect(gradings.classes.map(({ selectedDate }: { selectedDate: string }) => selectedDate)).toEqual([
      '2026-05-14',
      '2026-05-21',
      '2026-05-28',
      '2026-06-04',
      '2026-06-11',
    ])
    expect(gradings.total).toBe(5)
    expect(gradings.classes[0]).toMatchObject({ classId: grading.id, expected: 1 })
  })

  it('counts the tasks that My Task List shows as due', async () => {
    const { club, coach, read } = await aClub()
    const other = await createClub(db, { parentClubId: club.id })
    const task = { root_club_id: club.rootClubId, kind: 'todo', subject: 'Call' }
    const due = (clubId: number, due_on: string, more: object = {}) =>
      db
        .insertInto('task')
        .values({ ...task, club_id: clubId, due_on, account_id: coach.id, ...more })
        .execute()
    await due(club.id, '2026-05-01')
    await due(club.id, testToday)
    await due(club.id, '2026-05-13')
    await due(club.id, '2026-05-01', { completed_at: new Date() })
    await due(other.id, testToday)
    // Of nobody in particular, in a club where others work.
    await due(other.id, testToday, { account_id: null })
    for (const query of ['', `?clubId=${club.id}`, `?clubId=${other.id}`]) {
      const { tasks } = await read(query)
      const inClub = query ? `~and~clubId~eq~${query.slice(8)}` : ''
      const listed = async (filter: string) =>
        (await as(coach.sub).post('/api/club/GetTasks/0', { filter: `${filter}${inClub}` })).body.total
      expect(tasks).toEqual({
        due: await listed("dueOn~lte~datetime'2026-05-12T00-00-00'"),
        overdue: await listed("dueOn~lt~datetime'2026-05-12T00-00-00'"),
      })
    }
    expect((await read()).tasks).toEqual({ due: 3, overdue: 1 })
  })

  it('says how each club stands where they have too many classes to look through', async () => {
    const { club, read } = await aClub()
    // 18:30 in London is 20:30 there.
    const below = await createClub(db, { parentClubId: club.id, timeZone: 'Europe/Athens' })
    // Without a class it has no line.
    await createClub(db, { parentClubId: club.id })
    const make = async (clubId: number, count: number, times: object) => {
      const made: number[] = []
      for (let index = 0; index < count; index += 1) made.push((await createClass(db, { clubId, ...times })).id)
      return made
    }
    const morning = await make(club.id, 3, { startTime: '09:00', finishTime: '10:00' })
    const [visited] = await make(below.id, 1, { startTime: '20:00', finishTime: '21:00' })
    await make(below.id, mostClasses - 4, { startTime: '20:45', finishTime: '21:15' })
    const [first = 0, second = 0] = morning
    // Of an enquiry who is only enrolled nothing is expected; a visitor counts as soon as he is marked.
    const enquiry = await createMember(db, { clubId: club.id, statusId: memberStatus.enquiry })
    const booked = await createMember(db, { clubId: club.id, statusId: memberStatus.enquiry })
    const [marked, missing] = [await createMember(db, { clubId: club.id }), await createMember(db, { clubId: club.id })]
    for (const { id } of [enquiry, booked, marked, missing]) await enrol(db, { classId: first, memberId: id })
    await book(db, { classId: first, memberId: booked.id, date: testToday })
    await attend(db, { classId: first, memberId: marked.id, attended: true })
    await enrol(db, { classId: second, memberId: marked.id })
    await attend(db, { classId: second, memberId: marked.id, attended: false })
    await attend(db, { classId: visited ?? 0, memberId: marked.id, attended: true })

    const few = await read()
    expect([few.classes.length, few.clubs]).toEqual([mostClasses, null])
    await make(below.id, 1, { startTime: '20:45', finishTime: '21:15' })
    const many = await read()
    expect(many.classes).toEqual([])
    expect(many.clubs.map(({ clubId }: Row) => clubId)).toEqual([club.id, below.id])
    expect(many.clubs).toMatchObject([
      { classes: 3, onNow: 0, nextAt: null, expected: 4, attended: 1, absent: 1, openRegisters: 1 },
      { classes: mostClasses - 2, onNow: 1, nextAt: '20:45', expected: 1, attended: 1, openRegisters: 0 },
    ])
    // One by one they come to the same, at once and after whatever is written.
    const expectSame = async (what = 'at first') => {
      const told = (await read()).clubs
      for (const { clubId, classes: count, expected, attended, absent } of told) {
        const { classes, clubs } = await read(`?clubId=${clubId}`)
        const sum = (name: 'expected' | 'attended' | 'absent') =>
          classes.reduce((total: number, each: Record<typeof name, number>) => total + each[name], 0)
        const one = [classes.length, sum('expected'), sum('attended'), sum('absent'), clubs]
        expect(one, what).toEqual([count, expected, attended, absent, null])
      }
      return told
    }
    let before = await expectSame()
    const enrolled = db.updateTable('class_member').where('member_id', '=', missing.id).where('class_id', '=', second)
    const writes: [what: string, write: () => Promise<unknown>][] = [
      ['a booking', () => book(db, { classId: second, memberId: enquiry.id })],
      [
        'one cancelled',
        () => db.updateTable('booking').set({ cancelled_at: testNow }).where('member_id', '=', enquiry.id).execute(),
      ],
      ['an enrolment', () => enrol(db, { classId: second, memberId: missing.id })],
      ['one that ends', () => enrolled.set({ removed_on: testToday }).execute()],
      ['a mark', () => attend(db, { classId: first, memberId: missing.id })],
      [
        'another mark',
        () => db.updateTable('attendance').set({ attended: false }).where('member_id', '=', missing.id).execute(),
      ],
      ['a mark taken back', () => db.deleteFrom('attendance').where('member_id', '=', missing.id).execute()],
      [
        'a membership',
        () =>
          db
            .updateTable('club_member')
            .set({ member_status_id: memberStatus.active })
            .where('member_id', '=', enquiry.id)
            .execute(),
      ],
      ['a new class', () => make(below.id, 1, { startTime: '20:45', finishTime: '21:15' })],
      [
        'a class that has ended',
        () => db.updateTable('class').set({ end_date: '2026-05-11' }).where('id', '=', first).execute(),
      ],
      [
        'another time',
        () => db.updateTable('class_timetable').set({ start_time: '07:00' }).where('class_id', '=', second).execute(),
      ],
    ]
    for (const [what, write] of writes) {
      await write()
      const after = await expectSame(what)
      if (what !== 'another time') expect(after, what).not.toEqual(before)
      before = after
    }
  })

  it('is about one club where one is named, and never about one of others', async () => {
    const { club, read, coach } = await aClub()
    const below = await createClub(db, { parentClubId: club.id })
    const stranger = await aClub()
    for (const each of [club, below, stranger.club]) {
      await createClass(db, { clubId: each.id })
      await since(each.id, memberStatus.enquiry, testToday, each.name)
    }
    expect(clubsIn(await read())).toEqual([club.id, below.id])
    expect(clubsIn(await read(`?clubId=${below.id}`))).toEqual([below.id])
    expect((await as(coach.sub).get(`/api/club/GetDashboard?clubId=${stranger.club.id}`)).status).toBe(403)
  })
})

describe('the lists of all of those of whom the dashboard shows the first', () => {
  it('have as many rows as it says', async () => {
    const { club, coach, read } = await aClub()
    const klass = await createClass(db, { clubId: club.id })
    for (const [statusId, day] of [
      [memberStatus.active, '2026-05-10'],
      [memberStatus.active, testToday],
      [memberStatus.prospect, '2026-05-11'],
      [memberStatus.enquiry, testToday],
    ] as const) {
      const member = await since(club.id, statusId, day, day)
      await book(db, { classId: klass.id, memberId: member.id, date: '2026-05-14' })
      await book(db, { classId: klass.id, memberId: member.id, date: '2026-05-21' })
    }
    for (const dob of ['2010-05-12', '2012-05-18', '2012-05-19', '2026-05-12'])
      await createMember(db, { clubId: club.id, dob })
    const body = await read()
    const week = { from: '2026-05-11', until: testToday }
    const ahead = { from: testToday, until: '2026-05-18' }
    const totalOf = async (list: string, days: object) =>
      (await as(coach.sub).post('/api/reporting/GetReportList', { list, ...days })).body.total
    expect([await totalOf('newMembers', week), await totalOf('enquiries', week)]).toEqual([1, 3])
    expect([await totalOf('trialBookings', ahead), await totalOf('birthdays', ahead)]).toEqual([2, 2])
    expect([body.newMembers.total, body.newEnquiries.total]).toEqual([1, 3])
    expect([body.trials.total, body.birthdays.total]).toEqual([2, 2])
  })
})

const names = ({ people }: { people: { firstName: string }[] }) => people.map(({ firstName }) => firstName)

function clubsIn({ classes, newEnquiries }: { classes: Row[]; newEnquiries: { people: Row[] } }) {
  const ids = [...classes, ...newEnquiries.people].map(({ clubId }) => clubId)
  return [...new Set(ids)].sort((a, b) => a - b)
}

interface Row {
  clubId: number
}
