import { randomUUID } from 'node:crypto'
import { memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, createClass, enrol } from '../../test/factories/classes.ts'
import { createCollectionHold } from '../../test/factories/collections.ts'
import { createDiscipline, study } from '../../test/factories/disciplines.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { makeTasks } from './make-tasks.ts'
import { raiseTask } from './raise-task.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const morning = new Date('2026-05-12T05:10:00Z')
const mornings = (days: number) => new Date(morning.getTime() + days * 86_400_000)

async function aClub(timeZone = 'Europe/London') {
  const club = await createClub(db, { timeZone })
  const klass = await createClass(db, { clubId: club.id })
  // Somebody trains: a register is taken here.
  const regular = await createMember(db, { clubId: club.id })
  await attend(db, { classId: klass.id, memberId: regular.id, date: '2026-01-06' })
  await attend(db, { classId: klass.id, memberId: regular.id, date: '2026-05-05' })
  const coach = as((await createAccount(db, { clubId: club.id })).sub)
  const tasks = async () =>
    await db
      .selectFrom('task')
      .select(['kind', 'subject', 'member_id as memberId', 'due_on as dueOn', 'closed_because as because'])
      .select(({ eb }) => eb('completed_at', 'is', null).as('isOpen'))
      .where('club_id', '=', club.id)
      .orderBy('member_id')
      .orderBy('id')
      .execute()
  return { club, klass, coach, tasks }
}

const setMembership = (memberId: number, values: object) =>
  db.updateTable('club_member').set(values).where('member_id', '=', memberId).execute()

describe('absent', () => {
  it('is raised after two weeks, once, and closed when the member comes', async () => {
    const { club, klass, coach, tasks } = await aClub()
    const member = await createMember(db, { clubId: club.id })
    await attend(db, { classId: klass.id, memberId: member.id, date: '2026-04-07' })
    await attend(db, { classId: klass.id, memberId: member.id, date: '2026-04-28' })
    await makeTasks(db, morning)
    await makeTasks(db, morning)
    const task = { kind: 'absent', subject: 'Not seen since 28 April', memberId: member.id, dueOn: '2026-05-12' }
    expect(await tasks()).toEqual([{ ...task, because: '', isOpen: true }])
    const mark = (attended: boolean | null) =>
      coach.post(`/api/member/SaveAttendance/${member.id}`, { classId: klass.id, classDate: '2026-05-12', attended })
    expect((await mark(true)).status).toBe(200)
    expect(await tasks()).toMatchObject([{ isOpen: false, because: 'Came to a class, or is no member any more' }])
    // A mark by mistake: absent as before.
    await mark(null)
    await makeTasks(db, mornings(1))
    expect(await tasks()).toEqual([{ ...task, dueOn: '2026-05-13', because: '', isOpen: true }])
  })

  it('is raised after as many days as the club says', async () => {
    const { club, klass, tasks } = await aClub()
    const member = await createMember(db, { clubId: club.id })
    await attend(db, { classId: klass.id, memberId: member.id, date: '2026-04-07' })
    await attend(db, { classId: klass.id, memberId: member.id, date: '2026-04-28' })
    await db.updateTable('club').set({ at_risk_days: 21 }).where('id', '=', club.id).execute()
    await makeTasks(db, mornings(6))
    expect(await tasks()).toEqual([])
    await makeTasks(db, mornings(7))
    expect(await tasks()).toMatchObject([{ kind: 'absent', subject: 'Not seen since 28 April' }])
  })

  it('is not raised again once it has been done', async () => {
    const { club, klass, coach, tasks } = await aClub()
    const member = await createMember(db, { clubId: club.id })
    await attend(db, { classId: klass.id, memberId: member.id, date: '2026-04-14' })
    await makeTasks(db, morning)
    const { body } = await coach.post('/api/club/GetTasks/0')
    const { taskId } = body.data.find((task: { memberId: number }) => task.memberId === member.id)
    await coach.post(`/api/club/CompleteTask/${taskId}`)
    await makeTasks(db, mornings(1))
    expect(await tasks()).toMatchObject([{ isOpen: false, because: '' }])
  })

  it('does not count days on which the club was closed, nor look where no register is taken', async () => {
    const { club, klass, tasks } = await aClub()
    const member = await createMember(db, { clubId: club.id })
    await attend(db, { classId: klass.id, memberId: member.id, date: '2026-04-07' })
    await attend(db, { classId: klass.id, memberId: member.id, date: '2026-04-25' })
    const closed = ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04']
    await db
      .insertInto('club_closure')
      .values(closed.map(closed_on => ({ club_id: club.id, closed_on })))
      .execute()
    await makeTasks(db, morning)
    expect(await tasks()).toEqual([])
    await makeTasks(db, mornings(1))
    expect(await tasks()).toMatchObject([{ kind: 'absent' }])

    const idle = await createClub(db)
    const joined = await createMember(db, { clubId: idle.id })
    await setMembership(joined.id, { member_since: '2026-04-20' })
    await makeTasks(db, mornings(2))
    expect(
      await db.selectFrom('task').select('id').where('club_id', '=', idle.id).orderBy('task.id').execute(),
    ).toEqual([])
  })
})

describe('welcome', () => {
  it('comes with the first class, and goes with a mark that is taken back', async () => {
    const { club, klass, coach, tasks } = await aClub()
    const member = await createMember(db, { clubId: club.id, statusId: memberStatus.prospect })
    const mark = (classDate: string, attended: boolean | null) =>
      coach.post(`/api/member/SaveAttendance/${member.id}`, { classId: klass.id, classDate, attended })
    await mark('2026-05-12', true)
    const task = { kind: 'welcome', subject: 'Came to the first class on 12 May', memberId: member.id }
    expect(await tasks()).toMatchObject([{ ...task, isOpen: true, dueOn: '2026-05-12' }])
    await mark('2026-05-12', null)
    expect(await tasks()).toMatchObject([{ isOpen: false, because: 'Was not there after all' }])
    await mark('2026-05-12', true)
    expect(await tasks()).toMatchObject([{ ...task, isOpen: true }])
  })

  it('is for nobody who has come before', async () => {
    const { klass, club, coach, tasks } = await aClub()
    const member = await createMember(db, { clubId: club.id })
    await attend(db, { classId: klass.id, memberId: member.id, date: '2026-05-05' })
    await coach.post(`/api/member/SaveAttendance/${member.id}`, {
      classId: klass.id,
      classDate: '2026-05-12',
      attended: true,
    })
    expect(await tasks()).toEqual([])
  })
})

describe('many from one cause', () => {
  async function aFirstEvening(count: number) {
    const { club, coach, tasks } = await aClub()
    const klass = await createClass(db, { clubId: club.id, className: 'Juniors' })
    const members = []
    for (let index = 0; index < count; index++)
      members.push(await createMember(db, { clubId: club.id, firstName: `Child ${index}`, lastName: 'Lee' }))
    for (const { id } of members)
      await coach.post(`/api/member/SaveAttendance/${id}`, {
        ...{ classId: klass.id, classDate: '2026-05-12', attended: true },
      })
    const list = async (query: object = {}, isFolded = true) =>
      (await coach.post('/api/club/GetTasks/0', { ...query, isFolded })).body
    const badge = async () => (await coach.get('/api/club/GetSidebarConfig')).body.taskListCount as number
    const mark = (memberId: number, attended: boolean | null) =>
      coach.post(`/api/member/SaveAttendance/${memberId}`, { classId: klass.id, classDate: '2026-05-12', attended })
    return { club, coach, members, list, badge, mark, tasks, klass }
  }

  it('are one line, which opens to each, and one in the menu', async () => {
    const { list, badge, members } = await aFirstEvening(5)
    const { data, total } = await list()
    expect([total, data.length, await badge()]).toEqual([1, 1, 1])
    const subject = 'Welcome 5 people who came for the first time: Juniors, Tuesday 12 May'
    expect(data[0].fold.subject).toBe(subject)
    expect(data[0].fold.tasks.map((task: { memberId: number }) => task.memberId)).toEqual(members.map(({ id }) => id))
    expect((await list({}, false)).total).toBe(5)
    expect((await list({ filter: "kind~eq~'welcome'", pageSize: 1 })).total).toBe(1)
    expect((await list({ filter: `memberId~eq~${members[0]?.id}` })).data).toMatchObject([
      { fold: null, memberId: members[0]?.id },
    ])
    expect((await list({ filter: 'nothing~eq~1' })).message).toContain('nothing')
  })

  it('close one by one, all at once, and with their reasons', async () => {
    const { list, badge, coach, mark, members } = await aFirstEvening(6)
    const ids = async () =>
      (await list()).data.flatMap((line: { fold: { tasks: { taskId: number }[] } | null; taskId: number }) =>
        line.fold ? line.fold.tasks.map(({ taskId }) => taskId) : [line.taskId],
      )
    const [one] = await ids()
    await coach.post(`/api/club/CompleteTask/${one}`)
    expect((await list()).data[0].fold.subject).toMatch(/^Welcome 5 people/)
    await mark(members[5]?.id ?? 0, false)
    expect((await list()).data[0].fold.subject).toMatch(/^Welcome 4 people/)
    expect(await badge()).toBe(1)
    await coach.post('/api/club/CompleteTasks', { taskIds: await ids() })
    expect([(await list()).total, await badge()]).toEqual([0, 0])
    const done = (await list({ isDone: true })).data
    expect(done).toHaveLength(1)
    const because = done[0].fold.tasks.map((task: { closedBecause: string }) => task.closedBecause)
    expect(because.filter((text: string) => text === 'Was not there after all')).toHaveLength(1)
  })

  it('are taken apart by another day or another person', async () => {
    const { club, list, badge, coach } = await aFirstEvening(6)
    const colleague = await createAccount(db, { clubId: club.id })
    const taskIds = (await list()).data[0].fold.tasks.map(({ taskId }: { taskId: number }) => taskId)
    await coach.post('/api/club/PostponeTasks', { taskIds: taskIds.slice(0, 3), dueOn: '2026-05-20' })
    expect([(await list()).total, await badge()]).toEqual([2, 2])
    await coach.post('/api/club/ReassignTasks', { taskIds: taskIds.slice(0, 3), accountId: colleague.id })
    expect([(await list()).total, await badge()]).toEqual([1, 1])
    const dashboard = (await coach.get('/api/club/GetDashboard')).body
    expect(dashboard.tasks).toEqual({ due: 1, overdue: 0 })
  })
})

describe('trial', () => {
  it('is raised for a prospect with no booking to come, for each booking that has passed', async () => {
    const { club, klass, tasks } = await aClub()
    const prospect = await createMember(db, { clubId: club.id, statusId: memberStatus.prospect })
    await setMembership(prospect.id, { date_added: '2026-05-11T12:00Z' })
    await makeTasks(db, morning)
    expect(await tasks()).toMatchObject([{ kind: 'trial', subject: 'Has not booked a trial yet', isOpen: true }])
    await book(db, { classId: klass.id, memberId: prospect.id, date: '2026-05-19' })
    await makeTasks(db, mornings(1))
    expect(await tasks()).toMatchObject([{ isOpen: false }])
    await makeTasks(db, mornings(8))
    expect((await tasks()).map(({ subject, isOpen }) => [subject, isOpen])).toEqual([
      ['Has not booked a trial yet', false],
      ['Was booked for 19 May, and for nothing since', true],
    ])
  })

  it('is closed in the same moment by a booking, and by a decision', async () => {
    const { club, klass, coach, tasks } = await aClub()
    const one = await createMember(db, { clubId: club.id, statusId: memberStatus.prospect })
    const two = await createMember(db, { clubId: club.id, statusId: memberStatus.prospect })
    await setMembership(one.id, { date_added: '2026-05-11T12:00Z' })
    await setMembership(two.id, { date_added: '2026-05-11T12:00Z' })
    await makeTasks(db, morning)
    expect((await tasks()).map(({ isOpen }) => isOpen)).toEqual([true, true])
    const booked = { classId: klass.id, bookingDate: '2026-05-19' }
    expect((await coach.post(`/api/member/SaveBooking/${one.id}`, booked)).status).toBe(200)
    expect((await tasks()).map(({ isOpen }) => isOpen)).toEqual([false, true])
    const [reason] = (await coach.get(`/api/club/GetNotInterestedReasons/${club.id}`)).body
    const action = { classId: klass.id, classDate: '2026-05-12', actionTypeId: 900, reasonId: reason.id }
    expect((await coach.post(`/api/member/SaveTrialAction/${two.id}`, action)).status).toBe(200)
    expect((await tasks()).map(({ isOpen }) => isOpen)).toEqual([false, false])
  })

  it('leaves alone who is enrolled, and who asked long ago', async () => {
    const { club, klass, tasks } = await aClub()
    const enrolled = await createMember(db, { clubId: club.id, statusId: memberStatus.prospect })
    await setMembership(enrolled.id, { date_added: '2026-05-11T12:00Z' })
    await enrol(db, { classId: klass.id, memberId: enrolled.id })
    const old = await createMember(db, { clubId: club.id, statusId: memberStatus.prospect })
    await setMembership(old.id, { date_added: '2026-01-11T12:00Z' })
    await makeTasks(db, morning)
    expect(await tasks()).toEqual([])
  })
})

describe('enquiry', () => {
  /** As the form of the website takes it in. */
  async function anEnquiry(club: { id: number }, { memberId = null, wasKnown = false, bookingId = null }: Asked = {}) {
    const { id } = await db
      .insertInto('enquiry')
      .values({
        ...{
          club_id: club.id,
          root_club_id: club.id,
          token: randomUUID(),
          created_at: morning,
          source: '',
          campaign: '',
        },
        ...{ referral: '', member_id: memberId, was_known: wasKnown, booking_id: bookingId },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const task = { kind: 'enquiry', cause: `enquiry:${id}`, subject: 'Zoe asked', dueOn: '2026-05-12' } as const
    await db.transaction().execute(tx => raiseTask(tx, { clubId: club.id, memberId, ...task }))
  }
  interface Asked {
    memberId?: number | null
    wasKnown?: boolean
    bookingId?: number | null
  }
  const enquiries = async (tasks: () => Promise<{ kind: string; isOpen: unknown; subject: string }[]>) =>
    (await tasks()).flatMap(({ kind, isOpen, subject }) => (kind === 'enquiry' ? [{ isOpen, subject }] : []))
  const open = [{ isOpen: true, subject: 'Zoe asked' }]
  const closed = [{ isOpen: false, subject: 'Zoe asked' }]

  it('is closed by a booking in the same moment, and waits again the next morning when that is cancelled', async () => {
    const { club, klass, coach, tasks } = await aClub()
    const { id: memberId } = await createMember(db, { clubId: club.id, statusId: memberStatus.enquiry })
    await anEnquiry(club, { memberId })
    await makeTasks(db, morning)
    expect(await enquiries(tasks)).toEqual(open)
    const booked = { classId: klass.id, bookingDate: '2026-05-19' }
    const { bookingId } = (await coach.post(`/api/member/SaveBooking/${memberId}`, booked)).body
    expect(await enquiries(tasks)).toEqual(closed)
    await db.updateTable('booking').set({ cancelled_at: morning }).where('id', '=', bookingId).execute()
    await makeTasks(db, mornings(1))
    expect(await enquiries(tasks)).toEqual(open)
  })

  it('with a trial waits until the visitor has come, or is no prospect any more', async () => {
    const { club, klass, tasks } = await aClub()
    const one = await createMember(db, { clubId: club.id, statusId: memberStatus.prospect })
    await book(db, { classId: klass.id, memberId: one.id, date: '2026-05-12' })
    const ofMember = db.selectFrom('booking').select('id').where('member_id', '=', one.id)
    await anEnquiry(club, { memberId: one.id, bookingId: (await ofMember.executeTakeFirstOrThrow()).id })
    await makeTasks(db, morning)
    expect(await enquiries(tasks)).toEqual(open)
    await attend(db, { classId: klass.id, memberId: one.id, date: '2026-05-12' })
    await makeTasks(db, mornings(1))
    expect(await enquiries(tasks)).toEqual(closed)

    const other = await aClub()
    const two = await createMember(db, { clubId: other.club.id, statusId: memberStatus.prospect })
    await anEnquiry(other.club, { memberId: two.id })
    const [reason] = (await other.coach.get(`/api/club/GetNotInterestedReasons/${other.club.id}`)).body
    const action = { classId: other.klass.id, classDate: '2026-05-12', actionTypeId: 900, reasonId: reason.id }
    expect((await other.coach.post(`/api/member/SaveTrialAction/${two.id}`, action)).status).toBe(200)
    expect(await enquiries(other.tasks)).toEqual(closed)
  })

  it('of somebody who is known, or is a member of another club, waits for a person', async () => {
    const { club, klass, tasks } = await aClub()
    const known = await createMember(db, { clubId: club.id })
    await attend(db, { classId: klass.id, memberId: known.id, date: '2026-05-11' })
    await anEnquiry(club, { memberId: known.id, wasKnown: true })
    await anEnquiry(club, { wasKnown: true })
    await makeTasks(db, morning)
    expect(await enquiries(tasks)).toEqual([...open, ...open])
  })
})

describe('payment', () => {
  it('is not raised for what the payer disputes, and closed when they do', async () => {
    const { club, tasks } = await aClub()
    const { id: memberId } = await createMember(db, { clubId: club.id })
    await createCharge(db, { clubId: club.id, memberId, pence: 3000, due: '2026-05-05' })
    await makeTasks(db, morning)
    expect(await tasks()).toMatchObject([{ kind: 'payment', isOpen: true }])
    await createCollectionHold(db, { clubId: club.id, memberId })
    await makeTasks(db, mornings(1))
    expect(await tasks()).toMatchObject([{ kind: 'payment', isOpen: false }])
    const other = await createMember(db, { clubId: club.id })
    await createCharge(db, { clubId: club.id, memberId: other.id, pence: 3000, due: '2026-05-05' })
    await createCollectionHold(db, { clubId: club.id, memberId: other.id })
    await makeTasks(db, mornings(1))
    expect(await tasks()).toHaveLength(1)
  })

  it('is raised a week after the day, and closed when nothing is overdue', async () => {
    const { club, tasks } = await aClub()
    const [late, early] = [await createMember(db, { clubId: club.id }), await createMember(db, { clubId: club.id })]
    await createCharge(db, { clubId: club.id, memberId: late.id, pence: 3000, due: '2026-05-05', paid: 1000 })
    await createCharge(db, { clubId: club.id, memberId: early.id, pence: 3000, due: '2026-05-06' })
    await makeTasks(db, morning)
    expect(await tasks()).toMatchObject([
      { kind: 'payment', memberId: late.id, subject: 'Payment overdue since 5 May', isOpen: true },
    ])
    const charge = await db.selectFrom('charge').selectAll().where('member_id', '=', late.id).executeTakeFirstOrThrow()
    const owner = { club_id: club.id, member_id: late.id }
    const payment = await db
      .insertInto('payment')
      .values({ ...owner, root_club_id: club.rootClubId, amount_pence: 2000, payment_date: '2026-05-12' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('allocation')
      .values({ ...owner, charge_id: charge.id, payment_id: payment.id, amount_pence: 2000 })
      .execute()
    await makeTasks(db, mornings(1))
    expect((await tasks()).map(({ memberId, isOpen }) => [memberId, isOpen])).toEqual([
      [late.id, false],
      [early.id, true],
    ])
  })
})

describe('grading', () => {
  it('is raised for who is ready by classes and by months, and closed for a candidate', async () => {
    const { club, tasks } = await aClub()
    const { id: disciplineId, gradeIds } = await createDiscipline(db, { clubId: club.id })
    const klass = await createClass(db, { clubId: club.id, disciplineId })
    const [ready, few, fresh] = await Promise.all([1, 2, 3].map(() => createMember(db, { clubId: club.id })))
    if (!ready || !few || !fresh) throw new Error('three were made')
    const days = Array.from({ length: 10 }, (_, week) => new Date(Date.UTC(2026, 2, 3 + week * 7)))
    for (const [index, day] of days.entries())
      for (const { id } of [ready, fresh, ...(index > 0 ? [few] : [])])
        await attend(db, { classId: klass.id, memberId: id, date: day.toISOString().slice(0, 10) })
    const studied = { disciplineId, gradeId: gradeIds[0] }
    await study(db, { memberId: ready.id, ...studied, lastGrading: '2026-02-12' })
    await study(db, { memberId: few.id, ...studied, lastGrading: '2026-02-12' })
    await study(db, { memberId: fresh.id, ...studied, lastGrading: '2026-02-13' })
    await makeTasks(db, morning)
    const found = (await tasks()).filter(({ kind }) => kind === 'grading')
    expect(found).toMatchObject([{ memberId: ready.id, subject: expect.stringMatching(/^Ready for Yellow in Karate/) }])
    await setMembership(ready.id, { is_grading_candidate: true })
    await makeTasks(db, mornings(1))
    expect((await tasks()).find(({ memberId }) => memberId === ready.id)).toMatchObject({
      isOpen: false,
      because: 'Is a candidate, or has been graded',
    })
    // A day later he has the months too.
    expect((await tasks()).filter(({ isOpen }) => isOpen)).toMatchObject([{ kind: 'grading', memberId: fresh.id }])
  })
})

describe('birthday', () => {
  it.each([
    ['2016-05-19', '2026-05-12', 'Turns 10 on 19 May', '2026-05-19'],
    ['2016-05-12', '2026-05-12', 'Turns 10 on 12 May', '2026-05-12'],
    ['2020-02-29', '2026-02-25', 'Turns 6 on 1 March', '2026-03-01'],
    ['2020-02-29', '2028-02-25', 'Turns 8 on 29 February', '2028-02-29'],
    ['2019-01-02', '2026-12-29', 'Turns 8 on 2 January', '2027-01-02'],
  ])('of somebody born on %s is seen on %s', async (dob, day, subject, dueOn) => {
    const club = await createClub(db)
    await createMember(db, { clubId: club.id, dob })
    await makeTasks(db, new Date(`${day}T07:00Z`))
    const found = await db
      .selectFrom('task')
      .select(['subject', 'due_on'])
      .where('club_id', '=', club.id)
      .orderBy('task.id')
      .execute()
    expect(found).toEqual([{ subject, due_on: dueOn }])
  })

  it.each(['2016-05-20', '2016-05-11', '2026-05-12', '2027-05-12'])('is none for %s', async dob => {
    const club = await createClub(db)
    await createMember(db, { clubId: club.id, dob })
    await db.deleteFrom('task_day').execute()
    await makeTasks(db, morning)
    expect(
      await db.selectFrom('task').select('id').where('club_id', '=', club.id).orderBy('task.id').execute(),
    ).toEqual([])
  })
})

describe('membership', () => {
  it('is raised a month before the end, and closed when it is renewed', async () => {
    const { club, tasks } = await aClub()
    const [soon, later] = [await createMember(db, { clubId: club.id }), await createMember(db, { clubId: club.id })]
    await setMembership(soon.id, { member_since: '2026-05-01', member_until: '2026-06-11' })
    await setMembership(later.id, { member_since: '2026-05-01', member_until: '2026-06-12' })
    await makeTasks(db, morning)
    const task = { kind: 'membership', memberId: soon.id, subject: 'Membership ends on 11 June', dueOn: '2026-05-28' }
    expect(await tasks()).toMatchObject([task])
    await setMembership(soon.id, { member_until: '2027-06-11' })
    await makeTasks(db, mornings(1))
    expect(await tasks()).toMatchObject([
      { memberId: soon.id, isOpen: false, because: 'Was renewed, or is over' },
      { memberId: later.id, isOpen: true },
    ])
  })
})

describe('makeTasks', () => {
  it('works in the early morning of each club', async () => {
    const [london, auckland] = [await createClub(db), await createClub(db, { timeZone: 'Pacific/Auckland' })]
    for (const { id } of [london, auckland]) await createMember(db, { clubId: id, dob: '2016-08-12' })
    const count = async () => {
      const rows = await db
        .selectFrom('task')
        .select('club_id')
        .where('club_id', 'in', [london.id, auckland.id])
        .orderBy('task.id')
        .execute()
      return rows.map(row => row.club_id)
    }
    // 04:59 in London, 15:59 in Auckland.
    await makeTasks(db, new Date('2026-08-10T03:59:00Z'))
    expect(await count()).toEqual([auckland.id])
    await makeTasks(db, new Date('2026-08-10T04:10:00Z'))
    expect((await count()).sort()).toEqual([london.id, auckland.id].sort())
  })

  it('gives back to everybody what somebody had to do who has left', async () => {
    const head = await createClub(db)
    const club = await createClub(db, { parentClubId: head.id })
    const boss = await createAccount(db, { clubId: head.id })
    const left = await createAccount(db, { clubId: club.id, userUntil: '2026-08-31' })
    const task = { club_id: club.id, root_club_id: head.id, kind: 'todo', subject: 'Call', due_on: '2026-09-01' }
    await db
      .insertInto('task')
      .values([
        { ...task, account_id: boss.id },
        { ...task, account_id: left.id },
      ])
      .execute()
    await makeTasks(db, new Date('2026-09-01T06:00:00Z'))
    const rows = await db.selectFrom('task').select('account_id').where('club_id', '=', club.id).orderBy('id').execute()
    expect(rows).toEqual([{ account_id: boss.id }, { account_id: null }])
  })
})
