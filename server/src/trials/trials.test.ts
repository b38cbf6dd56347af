import { actionType, memberStatus, paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, createClass, enrol } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

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
  const membership = () =>
    db.selectFrom('club_member').selectAll().where('member_id', '=', member.id).executeTakeFirstOrThrow()
  const changes = async () => {
    const rows = await db
      .selectFrom('member_status_change')
      .innerJoin('club_member', 'club_member.id', 'member_status_change.club_member_id')
      .select(['from_status_id as from', 'to_status_id as to', 'reason'])
      .where('member_id', '=', member.id)
      .orderBy('member_status_change.id')
      .execute()
    return rows.map(row => [row.from, row.to, row.reason])
  }
  const bookings = async () => {
    const rows = await db
      .selectFrom('booking')
      .select(['class_id', 'booking_date', 'cancelled_at'])
      .where('member_id', '=', member.id)
      .orderBy('booking_date')
      .execute()
    return rows.map(row => [row.class_id, row.booking_date, row.cancelled_at !== null])
  }
  const enrolments = async () => {
    const rows = await db.selectFrom('class_member').selectAll().where('member_id', '=', member.id).execute()
    return rows.map(row => [row.class_id, row.date_added, row.removed_on])
  }
  return { head, club, klass, member, plan, call, act, membership, changes, bookings, enrolments }
}

const { activated, notInterested, rebookNext, rebookFuture, rebookDifferent } = actionType

describe('saveTrialAction, activated', () => {
  const joins = { subFrequencyId: subFrequency.monthly, startDate: '2026-05-19', enrol: true }

  it('makes a member of a prospect, with the plan at its price, and enrols', async () => {
    const { act, plan, membership, changes, enrolments, klass } = await aTrial()
    const { status, body } = await act(activated, { ...joins, trainingPlanId: plan.id })
    expect(status).toBe(200)
    expect(body).toMatchObject({ memberStatusId: memberStatus.active, booking: null })
    expect(await membership()).toMatchObject({
      member_status_id: memberStatus.active,
      training_plan_id: plan.id,
      sub_frequency_id: subFrequency.monthly,
      sub_price_pence: 4500,
      member_since: '2026-05-19',
      next_payment: '2026-05-19',
      trial_start: testToday,
    })
    expect(await changes()).toEqual([[memberStatus.prospect, memberStatus.active, null]])
    expect(await enrolments()).toEqual([[klass.id, '2026-05-19', null]])
  })

  it('says beforehand what it costs, and stores nothing', async () => {
    const { member, klass, call, plan, membership, enrolments } = await aTrial()
    const { status, body } = await call.post(`/api/member/PreviewTrialAction/${member.id}`, {
      ...{ classId: klass.id, classDate: testToday, actionTypeId: activated, trainingPlanId: plan.id },
      ...{ ...joins, paymentMethodId: paymentMethod.cash },
    })
    expect(status, body.message).toBe(200)
    expect(body.lines).toMatchObject([{ on: '2026-05-19', amount: 45 }])
    expect((await membership()).member_status_id).toBe(memberStatus.prospect)
    expect(await enrolments()).toEqual([])
  })

  it('takes down how it is paid, where that is said, and no way that is none', async () => {
    const { act, plan, membership } = await aTrial()
    const wrong = await act(activated, { ...joins, trainingPlanId: plan.id, paymentMethodId: 21 })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { paymentMethodId: ['Choose one of the list'] } } })
    expect(await membership()).toMatchObject({ member_status_id: memberStatus.prospect, payment_method_id: null })
    await act(activated, { ...joins, trainingPlanId: plan.id, paymentMethodId: paymentMethod.directDebit })
    expect(await membership()).toMatchObject({ payment_method_id: paymentMethod.directDebit })
  })

  it('counts the trial of somebody who had only asked', async () => {
    const { act, plan, changes } = await aTrial(memberStatus.enquiry)
    await act(activated, { ...joins, trainingPlanId: plan.id })
    const { enquiry, prospect, active } = memberStatus
    expect((await changes()).map(([from, to]) => [from, to])).toEqual([
      [enquiry, prospect],
      [prospect, active],
    ])
  })

  it('leaves everything as it was when one part of it is refused', async () => {
    const { act, plan, club, klass, membership, changes, enrolments } = await aTrial()
    const other = await createMember(db, { clubId: club.id })
    await enrol(db, { classId: klass.id, memberId: other.id })
    await db.updateTable('class').set({ capacity: 1 }).where('id', '=', klass.id).execute()
    const { status, body } = await act(activated, { ...joins, trainingPlanId: plan.id })
    expect([status, Object.keys(body.fields)]).toEqual([409, ['evenIfFull']])
    expect((await membership()).member_status_id).toBe(memberStatus.prospect)
    expect([await changes(), await enrolments()]).toEqual([[], []])
  })

  it.each([
    ['no plan', { trainingPlanId: null }, 'trainingPlanId'],
    ['no frequency', { subFrequencyId: null }, 'subFrequencyId'],
    ['a frequency the plan has no price for', { subFrequencyId: subFrequency.yearly }, 'subFrequencyId'],
    ['no start', { startDate: null }, 'startDate'],
    ['a start next year', { startDate: '2027-05-12' }, 'startDate'],
  ])('refuses %s', async (_, input, field) => {
    const { act, plan, membership } = await aTrial()
    const { status, body } = await act(activated, { ...joins, trainingPlanId: plan.id, ...input })
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
    expect((await membership()).member_status_id).toBe(memberStatus.prospect)
  })

  it('refuses who has joined already, and a plan of a sister club', async () => {
    const { act, plan, head } = await aTrial(memberStatus.active)
    const again = await act(activated, { ...joins, trainingPlanId: plan.id })
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('“Active” to “Active”')])

    const sister = await createClub(db, { parentClubId: head.id })
    const theirs = await db
      .insertInto('training_plan')
      .values({ club_id: sister.id, root_club_id: head.id, name: 'Elsewhere' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { status, body } = await act(activated, { ...joins, trainingPlanId: theirs.id })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['trainingPlanId']])
  })
})

describe('saveTrialAction, not interested', () => {
  it('keeps the reason, and gives back the places', async () => {
    const { act, call, club, klass, member, membership, changes, bookings, enrolments } = await aTrial()
    await enrol(db, { classId: klass.id, memberId: member.id, since: '2026-05-05' })
    await act(rebookNext)
    const { body: reasons } = await call.get(`/api/club/GetNotInterestedReasons/${club.id}`)
    expect(reasons.map((reason: { name: string }) => reason.name)).toContain('Too far')
    const reason = reasons.find((each: { name: string }) => each.name === 'Too far')
    const { body } = await act(notInterested, { reasonId: reason.id })
    expect(body).toMatchObject({ isSuccess: true, memberStatusId: memberStatus.notInterested })
    expect((await membership()).member_status_id).toBe(memberStatus.notInterested)
    expect(await changes()).toEqual([[memberStatus.prospect, memberStatus.notInterested, 'Too far']])
    expect(await bookings()).toEqual([[klass.id, '2026-05-19', true]])
    expect(await enrolments()).toEqual([[klass.id, '2026-05-05', testToday]])
  })

  it('asks for a reason of this club', async () => {
    const { act } = await aTrial()
    expect((await act(notInterested)).body.fields).toEqual({ reasonId: ['Choose a reason.'] })
    const other = await aTrial()
    const { body: theirs } = await other.call.get(`/api/club/GetNotInterestedReasons/${other.club.id}`)
    expect((await act(notInterested, { reasonId: theirs[0].id })).status).toBe(403)
  })

  it('refuses a member', async () => {
    const { act, call, club } = await aTrial(memberStatus.active)
    const { body: reasons } = await call.get(`/api/club/GetNotInterestedReasons/${club.id}`)
    expect((await act(notInterested, { reasonId: reasons[0].id })).status).toBe(409)
  })
})

describe('saveTrialAction, rebooked', () => {
  it('for the next session, and then for the one after it', async () => {
    const { act, klass, bookings } = await aTrial()
    const { body } = await act(rebookNext)
    expect(body.booking).toEqual({
      bookingId: expect.any(Number),
      classId: klass.id,
      className: klass.className,
      bookingDate: '2026-05-19',
    })
    expect((await act(rebookNext)).body.booking.bookingDate).toBe('2026-05-26')
    expect(await bookings()).toHaveLength(2)
  })

  it('for a later date, and not for one on which the class does not run', async () => {
    const { act, bookings, klass } = await aTrial()
    expect((await act(rebookFuture, { bookingDate: '2026-06-09' })).status).toBe(200)
    expect((await act(rebookFuture)).body.fields).toEqual({ bookingDate: ['Choose a date.'] })
    const { status, body } = await act(rebookFuture, { bookingDate: '2026-06-10' })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['bookingDate']])
    expect(await bookings()).toEqual([[klass.id, '2026-06-09', false]])
  })

  it('for another class', async () => {
    const { act, club, bookings } = await aTrial()
    const other = await createClass(db, { clubId: club.id, weekdays: [4] })
    const { body } = await act(rebookDifferent, { bookingClassId: other.id, bookingDate: '2026-05-14' })
    expect(body.booking).toMatchObject({ classId: other.id, className: other.className })
    expect(await bookings()).toEqual([[other.id, '2026-05-14', false]])
    expect((await act(rebookDifferent, { bookingDate: '2026-05-14' })).body.fields).toHaveProperty('bookingClassId')
  })

  it('makes a prospect of who had only asked', async () => {
    const { act } = await aTrial(memberStatus.enquiry)
    expect((await act(rebookNext)).body.memberStatusId).toBe(memberStatus.prospect)
  })

  it('refuses where nothing follows', async () => {
    const { act, klass } = await aTrial()
    await db.updateTable('class').set({ end_date: '2026-05-15' }).where('id', '=', klass.id).execute()
    expect((await act(rebookNext)).body.message).toMatch(/no further session/)
  })
})

it('tells the plans of the clubs above with their prices', async () => {
  const { call, club, plan } = await aTrial()
  expect((await call.get(`/api/club/GetTrialPlans/${club.id}`)).body).toEqual([
    {
      trainingPlanId: plan.id,
      name: 'Two a week',
      prices: [{ subFrequencyId: subFrequency.monthly, subFrequency: 'Monthly', subPrice: 45 }],
    },
  ])
})
