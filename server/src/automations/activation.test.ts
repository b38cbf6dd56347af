import { actionType, memberStatus, subFrequency } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { openSending } from '../../test/sending.ts'
import { postMessages } from './post-messages.ts'
import { runAutomations } from './work.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)
const { inbox, work, at, queue, parts } = await openSending(database)

/** A prospect who has tried the class of today. */
async function aTrial(statusId: number = memberStatus.prospect, contact: { email?: string } = {}) {
  const head = await createClub(db)
  const club = await createClub(db, { parentClubId: head.id })
  const coach = await createAccount(db, { clubId: club.id })
  const klass = await createClass(db, { clubId: club.id })
  const member = await createMember(db, { clubId: club.id, statusId, firstName: 'Kim', ...contact })
  await attend(db, { classId: klass.id, memberId: member.id })
  const plan = await db
    .insertInto('training_plan')
    .values({ club_id: head.id, root_club_id: head.id, name: 'Two a week', classes_per_week: 2 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('training_plan_price')
    .values({ training_plan_id: plan.id, sub_frequency_id: subFrequency.monthly, price_pence: 4500 })
    .execute()
  const call = as(coach.sub)
  const act = (actionTypeId: number, input: object = {}) =>
    call.post(`/api/member/SaveTrialAction/${member.id}`, {
      classId: klass.id,
      classDate: testToday,
      actionTypeId,
      ...input,
    })
  return { club, klass, member, plan, call, act }
}

const { activated, rebookNext, rebookDifferent } = actionType

describe('activation', () => {
  /** A trial that is booked for next week, with its messages; and a post that keeps what it is given. */
  async function aBookedTrial(contact: { email?: string } = { email: 'kim@mail.example' }) {
    const trial = await aTrial(memberStatus.prospect, contact)
    const { bookingId } = (await trial.act(rebookNext)).body.booking
    const schedule = () =>
      trial.call.post('/api/notification/scheduler/activation', { memberId: trial.member.id, bookingId })
    const received = async () => (await inbox.list()).filter(({ to }) => to.includes(contact.email ?? ''))
    const sendAt = async (instant: string) => {
      const before = await received()
      at(instant)
      // The clock goes back between two tests.
      await db.deleteFrom('send_pace').execute()
      await runAutomations({ db, deliver: postMessages(queue.jobs, parts.letters) }, new Date(instant))
      await work()
      return (await received()).filter(({ id }) => !before.some(mail => mail.id === id))
    }
    return { ...trial, bookingId, schedule, sendAt }
  }
  let made = 0
  const unique = () => ({ email: `kim${++made}@mail.example` })

  it('reminds the day before and invites on the day after, each once', async () => {
    const { schedule, sendAt, klass, club } = await aBookedTrial(unique())
    const answer = { reminderAt: '2026-05-18T18:00:00.000Z', invitationAt: '2026-05-20T09:00:00.000Z' }
    expect((await schedule()).body).toMatchObject(answer)
    expect((await schedule()).body).toMatchObject(answer)
    expect(await sendAt('2026-05-18T17:59:00Z')).toEqual([])
    const [reminder, ...others] = await sendAt('2026-05-18T18:00:00Z')
    expect(others).toEqual([])
    expect(reminder?.subject).toBe(`Your trial at ${club.name}: ${klass.className}, Tuesday 19 May`)
    expect(reminder?.text).toContain('Hello Kim')
    expect(reminder?.text).toContain(`Hello Kim,\n\nwe look forward to seeing you at ${klass.className} on`)
    expect(await sendAt('2026-05-18T18:01:00Z')).toEqual([])
    expect((await sendAt('2026-05-20T09:00:00Z')).map(({ subject }) => subject)).toEqual([
      `How was ${klass.className} at ${club.name}?`,
    ])
    // Asked for again, what was sent stays sent.
    await schedule()
    expect(await sendAt('2026-05-20T09:01:00Z')).toEqual([])
  })

  it('says nothing when the booking has been cancelled', async () => {
    const { schedule, sendAt, call, bookingId } = await aBookedTrial(unique())
    await schedule()
    await call.post(`/api/member/CancelBooking/${bookingId}`)
    expect(await sendAt('2026-05-30T00:00:00Z')).toEqual([])
    const left = await db
      .selectFrom('automation_run')
      .select(['state', 'because'])
      .where('booking_id', '=', bookingId)
      .execute()
    expect(left).toEqual(Array(2).fill({ state: 'stopped', because: 'The booking was cancelled' }))
  })

  it('says nothing to who has joined, nor to who did not come', async () => {
    const joined = await aBookedTrial(unique())
    await joined.schedule()
    const joins = { subFrequencyId: subFrequency.monthly, startDate: testToday, trainingPlanId: joined.plan.id }
    expect((await joined.act(activated, joins)).status).toBe(200)
    expect((await joined.schedule()).body).toMatchObject({ reminderAt: null, invitationAt: null })
    expect(await joined.sendAt('2026-05-30T00:00:00Z')).toEqual([])

    const absent = await aBookedTrial(unique())
    await absent.schedule()
    await absent.sendAt('2026-05-18T18:00:00Z')
    await attend(db, { classId: absent.klass.id, memberId: absent.member.id, date: '2026-05-19', attended: false })
    expect(await absent.sendAt('2026-05-20T09:00:00Z')).toEqual([])
  })

  it('writes to the guardian of a child, and schedules nothing where there is nobody to write to', async () => {
    const nobody = await aBookedTrial({})
    expect((await nobody.schedule()).body).toMatchObject({ reminderAt: null, invitationAt: null })
    const parent = await db
      .insertInto('person')
      .values({ first_name: 'Pat', last_name: 'Guardian', email: 'pat@mail.example' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('member_contact')
      .values({ member_id: nobody.member.id, person_id: parent.id, is_guardian: true })
      .execute()
    expect((await nobody.schedule()).body.reminderAt).toBe('2026-05-18T18:00:00.000Z')
  })

  it('reminds at once of a trial tomorrow, and not of one that begins within two hours', async () => {
    const { call, club, member, act } = await aTrial(memberStatus.prospect, unique())
    const remindedAt = async (weekday: number, bookingDate: string) => {
      const other = await createClass(db, { clubId: club.id, weekdays: [weekday] })
      const { booking } = (await act(rebookDifferent, { bookingClassId: other.id, bookingDate })).body
      const input = { memberId: member.id, bookingId: booking.bookingId }
      return (await call.post('/api/notification/scheduler/activation', input)).body.reminderAt
    }
    expect(await remindedAt(3, '2026-05-13')).toBe('2026-05-12T18:00:00.000Z')
    // Today at 19:00 in London, which is half an hour away.
    expect(await remindedAt(2, testToday)).toBe(null)
    expect(testNow.toISOString()).toBe('2026-05-12T17:30:00.000Z')
  })

  it('refuses the booking of somebody else', async () => {
    const { call, club, bookingId } = await aBookedTrial(unique())
    const other = await createMember(db, { clubId: club.id })
    const input = { memberId: other.id, bookingId }
    const { status, body } = await call.post('/api/notification/scheduler/activation', input)
    expect([status, Object.keys(body.fields)]).toEqual([400, ['bookingId']])
  })
})
