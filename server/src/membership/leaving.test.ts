import { memberStatus, paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, createClass, enrol } from '../../test/factories/classes.ts'
import { createClub, createMembership } from '../../test/factories/people.ts'
import { openMemberships } from '../../test/open-memberships.ts'
import { workOnRun } from '../charging/index.ts'

const database = await freshDatabase()
const { db } = database
const { aMember, pass } = await openMemberships(database)

const { active, prospect, lapsed, issue, notInterested } = memberStatus
const { monthly } = subFrequency

describe('lapseMembership', () => {
  it('ends today with its reason, its enrolments and its bookings', async () => {
    const { club, me, member, read, post } = await aMember()
    const klass = await createClass(db, { clubId: club.id })
    await enrol(db, { classId: klass.id, memberId: member.id })
    await book(db, { classId: klass.id, memberId: member.id, date: '2026-05-19' })
    expect((await post('lapseMembership', { reason: ' ' })).status).toBe(400)
    const done = await post('lapseMembership', { reason: 'Moved away' })
    expect(done, done.body.message).toMatchObject({
      status: 200,
      body: { memberStatusId: lapsed, memberUntil: testToday, enrolmentsEnded: 1, bookingsCancelled: 1 },
    })
    expect(await read()).toMatchObject({ memberStatusId: lapsed, nextPayment: null, moves: ['renew', 'trial'] })
    expect((await me.get(`/api/member/GetClasses/${member.id}`)).body).toMatchObject([{ removedOn: '2026-05-13' }])
    expect((await me.get(`/api/member/GetMembershipHistory/${member.id}`)).body[0]).toMatchObject({
      reason: 'Moved away',
      fromStatusId: active,
      toStatusId: lapsed,
    })
    expect(await post('lapseMembership', { reason: 'Again' })).toMatchObject({
      status: 409,
      body: { message: 'A membership cannot go from “Lapsed” to “Lapsed”.' },
    })
  })

  it('cancels no booking at another club', async () => {
    const { club, member, post } = await aMember()
    const sister = await createClub(db, { parentClubId: club.id })
    await createMembership(db, { clubId: sister.id, memberId: member.id })
    const klass = await createClass(db, { clubId: sister.id })
    await book(db, { classId: klass.id, memberId: member.id, date: '2026-05-19' })
    const { body } = await post('lapseMembership', { reason: 'Moved away' })
    expect(body).toMatchObject({ memberStatusId: lapsed, bookingsCancelled: 0 })
  })

  it('waits for a last day to come, and for the night after it', async () => {
    const { member, read, post, me } = await aMember()
    await post('lapseMembership', { reason: 'Exams', memberUntil: '2026-05-31' })
    expect(await read()).toMatchObject({ memberStatusId: active, memberUntil: '2026-05-31' })
    await pass('2026-05-31T22:30:00Z')
    expect(await read()).toMatchObject({ memberStatusId: active })
    // In London it is June by then.
    await pass('2026-05-31T23:30:00Z')
    await pass('2026-05-31T23:30:00Z')
    expect(await read()).toMatchObject({ memberStatusId: lapsed, memberUntil: '2026-05-31' })
    const { body: history } = await me.get(`/api/member/GetMembershipHistory/${member.id}`)
    expect(history).toHaveLength(1)
    expect(history).toMatchObject([{ reason: 'Exams', by: '' }])
  })

  it('keeps a last day that is over, and enrolments end with it', async () => {
    const { club, me, member, clubMemberId, read, post } = await aMember()
    await db.updateTable('club_member').set({ member_since: '2026-01-05' }).where('id', '=', clubMemberId).execute()
    const klass = await createClass(db, { clubId: club.id })
    await enrol(db, { classId: klass.id, memberId: member.id })
    const past = { reason: 'Moved away', memberUntil: '2026-04-30' }
    expect((await post('PreviewLapse', { memberUntil: '2026-04-30' })).body).toMatchObject({
      memberUntil: '2026-04-30',
    })
    expect((await post('lapseMembership', past)).body).toMatchObject({
      ...{ memberStatusId: lapsed, memberUntil: '2026-04-30', enrolmentsEnded: 1 },
    })
    expect(await read()).toMatchObject({ memberUntil: '2026-04-30' })
    expect((await me.get(`/api/member/GetClasses/${member.id}`)).body).toMatchObject([{ removedOn: '2026-05-01' }])
  })

  it('refuses a last day before the first', async () => {
    const { clubMemberId, read, post } = await aMember()
    await db.updateTable('club_member').set({ member_since: '2026-05-04' }).where('id', '=', clubMemberId).execute()
    expect(await post('lapseMembership', { reason: 'Moved away', memberUntil: '2026-05-03' })).toMatchObject({
      status: 400,
      body: { fields: { memberUntil: ['Choose 4 May 2026, when they joined, or a later day'] } },
    })
    expect(await read()).toMatchObject({ memberStatusId: active, memberUntil: null })
  })

  it('settles an issue by leaving', async () => {
    const { post, read, me, member } = await aMember(issue)
    expect((await post('lapseMembership', { reason: 'Never paid' })).status).toBe(200)
    expect(await read()).toMatchObject({ memberStatusId: lapsed })
    expect((await me.get(`/api/member/GetMembershipHistory/${member.id}`)).body).toHaveLength(2)
  })

  it('happens once, of two at the same time', async () => {
    const { post, me, member } = await aMember()
    const both = await Promise.all([
      post('lapseMembership', { reason: 'One' }),
      post('lapseMembership', { reason: 'Two' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await me.get(`/api/member/GetMembershipHistory/${member.id}`)).body).toHaveLength(1)
  })
})

describe('renewMembership', () => {
  it('brings back who has left, with what was agreed', async () => {
    const { once, save, post, read } = await aMember(prospect)
    await save({ trainingPlanId: once, subFrequencyId: monthly, nextPayment: '2026-06-01' })
    await post('lapseMembership', { reason: 'Exams' })
    const renewed = await post('renewmembership', {
      nextRenewal: '2027-05-12',
      nextPayment: '2026-06-01',
      reason: 'Back',
    })
    expect(renewed, renewed.body.message).toMatchObject({ status: 200, body: { memberStatusId: active } })
    expect(await read()).toMatchObject({
      memberStatusId: active,
      memberUntil: null,
      planName: 'Once a week',
      subPrice: 29,
      nextPayment: '2026-06-01',
      nextRenewal: '2027-05-12',
    })
    expect((await post('renewmembership', { nextRenewal: '2026-05-11' })).status).toBe(400)
  })

  it('is nothing for who never joined', async () => {
    const { post } = await aMember(prospect)
    expect(await post('renewmembership')).toMatchObject({
      status: 409,
      body: { message: 'The membership is “Prospect”: only one that has been can be renewed.' },
    })
  })
})

describe('toggleIssueStatus', () => {
  it('goes to and fro, with a reason', async () => {
    const { me, member, read } = await aMember()
    const toggle = async (query = '') => await me.get(`/api/member/ToggleIssueStatus/${member.id}${query}`)
    expect((await toggle('?reason=Bounced')).body).toMatchObject({ memberStatusId: issue })
    expect(await read()).toMatchObject({ memberStatusId: issue })
    expect((await toggle()).body).toMatchObject({ memberStatusId: active })
    expect((await me.get(`/api/member/GetMembershipHistory/${member.id}`)).body).toMatchObject([
      {},
      { reason: 'Bounced' },
    ])
  })

  it('refuses any other status, naming both', async () => {
    const { me, member } = await aMember(lapsed)
    expect((await me.get(`/api/member/ToggleIssueStatus/${member.id}`)).body).toMatchObject({
      message: 'A membership cannot go from “Lapsed” to “Issue”.',
    })
  })
})

describe('notInterested', () => {
  it('is for a reason of the list', async () => {
    const { club, post, read } = await aMember(prospect)
    const reason = await db
      .selectFrom('not_interested_reason')
      .select('id')
      .where('club_id', '=', club.id)
      .executeTakeFirstOrThrow()
    expect((await post('NotInterested', { reasonId: reason.id })).body).toMatchObject({ memberStatusId: notInterested })
    expect(await read()).toMatchObject({ moves: ['activate', 'reopen', 'trial'] })
  })
})

describe('deleteMembership', () => {
  it('is for mistakes only', async () => {
    const { club, me, member, clubMemberId } = await aMember()
    const remove = async (id: number) => await me.post(`/api/member/DeleteMembership/${id}`)
    expect(await remove(clubMemberId)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('only') },
    })
    const branch = await createClub(db, { parentClubId: club.id })
    const second = await createMembership(db, { clubId: branch.id, memberId: member.id })
    const klass = await createClass(db, { clubId: branch.id })
    await attend(db, { classId: klass.id, memberId: member.id })
    expect(await remove(second.id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('marks') } })
    await db.deleteFrom('attendance').where('member_id', '=', member.id).execute()
    expect((await remove(second.id)).status).toBe(200)
    expect((await me.get(`/api/member/getMembership/${member.id}`)).body).toHaveLength(1)
  })
})

it('is written down with before and after', async () => {
  const { post, member } = await aMember()
  await post('lapseMembership', { reason: 'Moved away' })
  const audit = await db
    .selectFrom('audit')
    .selectAll()
    .where('member_id', '=', member.id)
    .where('subject', '=', 'club_member')
    .orderBy('audit.id')
    .execute()
  expect(audit).toMatchObject([
    {
      action: 'lapseMembership',
      before: { memberStatusId: active },
      after: { memberStatusId: lapsed, memberUntil: testToday },
    },
  ])
  expect(testNow.toISOString().slice(0, 10)).toBe(testToday)
})

describe('the minimum term and the notice', () => {
  /** Since 15 January, six months at least, charged to 31 May: £30 a month. */
  async function bound(terms: { minimum_months?: number | null; notice_days?: number } = { minimum_months: 6 }) {
    const all = await aMember(active)
    const { club, once, member, clubMemberId, me } = all
    await db.updateTable('training_plan').set(terms).where('id', '=', once).execute()
    await db
      .updateTable('club_member')
      .set({ training_plan_id: once, sub_frequency_id: monthly, sub_price_pence: 3000, payment_method_id: 1401 })
      .set({ member_since: '2026-01-15', next_payment: '2026-05-01', date_added: '2026-01-15T10:00Z' })
      .where('id', '=', clubMemberId)
      .execute()
    const period = { club_member_id: clubMemberId, club_id: club.id, anchor_day: 1, sub_frequency_id: monthly }
    await db
      .insertInto('membership_period')
      .values({
        ...{ ...period, period_from: '2026-04-01', period_until: '2026-04-30', anchor_on: '2026-04-01' },
        ...{ full_pence: 3000, whole_days: 30, list_pence: 3000, pence: 3000 },
      })
      .execute()
    const run = await me.post(`/api/billing/StartChargingRun/${club.id}`)
    await workOnRun({ db, now: () => testNow }, run.body.runId)
    const entries = async () =>
      (
        await db
          .selectFrom('charge')
          .select(['amount_pence as pence', 'description'])
          .where('member_id', '=', member.id)
          .orderBy('id')
          .execute()
      ).slice(1)
    return { ...all, entries }
  }

  it('gives back the days after a last day that is over', async () => {
    const { post, entries } = await bound({ minimum_months: null })
    const past = { memberUntil: '2026-05-05' }
    expect((await post('PreviewLapse', past)).body).toMatchObject({ memberUntil: '2026-05-05', givesBack: 25.16 })
    await post('lapseMembership', { reason: 'Moved away', givesBack: true, ...past })
    expect(await entries()).toMatchObject([{ pence: -2516 }])
  })

  it('says what is owed to the end of the term, and charges it', async () => {
    const { post, entries } = await bound()
    const { body } = await post('PreviewLapse', { term: 'charge' })
    // To 14 July: June, and 14 of 31 days of July at £30, £13.55.
    expect(body).toMatchObject({
      givesBack: 0,
      uncharged: [],
      bound: { until: '2026-07-14', by: 'term', amount: 43.55 },
    })
    expect(body.bound.periods).toEqual([
      { periodFrom: '2026-06-01', periodUntil: '2026-06-30', amount: 30 },
      { periodFrom: '2026-07-01', periodUntil: '2026-07-14', amount: 13.55 },
    ])
    await post('lapseMembership', { reason: 'Moved away', term: 'charge', givesBack: true })
    expect(await entries()).toEqual([
      { pence: 3000, description: 'Once a week, 1 Jun 2026 to 30 Jun 2026' },
      { pence: 1355, description: 'Once a week, 1 Jul 2026 to 14 Jul 2026 (14 of 31 days)' },
    ])
  })

  it('waives it for a reason that the account shows, and gives unused days back', async () => {
    const { post, entries } = await bound()
    const { body } = await post('PreviewLapse', { term: 'waive' })
    // 19 of May's 31 days: £18.39.
    expect(body).toMatchObject({ givesBack: 18.39, bound: { amount: 43.55 } })
    await post('lapseMembership', { reason: 'Long illness', term: 'waive', givesBack: true })
    expect(await entries()).toEqual([
      { pence: 4355, description: 'Once a week, 1 Jun 2026 to 14 Jul 2026 (2 periods not charged)' },
      { pence: -4355, description: 'Waived: Long illness' },
      { pence: -1839, description: 'Not used, left, 13 May 2026 to 31 May 2026' },
    ])
  })

  it('holds what was agreed with a later last day until then', async () => {
    const { post, entries, read } = await bound({ minimum_months: null, notice_days: 30 })
    // Notice given on 12 May ends on 11 June: from 1 June there are 11 of 30 days, £11.
    const { body } = await post('PreviewLapse', { memberUntil: '2026-05-31', term: 'charge' })
    expect(body).toMatchObject({ bound: { until: '2026-06-11', by: 'notice', amount: 11 } })
    await post('lapseMembership', { reason: 'Exams', memberUntil: '2026-05-31', term: 'charge' })
    expect(await entries()).toEqual([])
    await pass('2026-06-01T10:00:00Z')
    expect(await read()).toMatchObject({ memberStatusId: lapsed, memberUntil: '2026-05-31' })
    expect(await entries()).toEqual([
      { pence: 1100, description: 'Once a week, 1 Jun 2026 to 11 Jun 2026 (11 of 30 days)' },
    ])
  })

  it('asks for nothing after the term, or with a last day after the notice', async () => {
    const free = await bound({ minimum_months: 3 })
    expect((await free.post('PreviewLapse', { term: 'charge' })).body).toMatchObject({ bound: null })
    const kept = await bound({ minimum_months: null, notice_days: 14 })
    const { body } = await kept.post('PreviewLapse', { memberUntil: '2026-05-26', term: 'charge' })
    expect(body).toMatchObject({ bound: null })
  })

  it('moves with a freeze, and ends with a change to another plan', async () => {
    const { post, twice } = await bound()
    const freeze = { freezeId: 0, from: '2026-06-01', until: '2026-06-30', price: 0 }
    expect((await post('PreviewFreeze', freeze)).body).toMatchObject({ problem: '', termUntil: '2026-08-13' })
    const change = { trainingPlanId: twice, subFrequencyId: monthly, subPrice: 39, paymentMethodId: 1401 }
    const { body } = await post('PreviewPlanChange', { ...change, nextPayment: '2026-06-01' })
    expect(body).toMatchObject({ problem: '', from: '2026-06-01', endsTerm: '2026-07-14' })
  })
})

describe('previewLapse', () => {
  it('compares the charges of three months with those that are left', async () => {
    const { once, save, post, read } = await aMember(prospect)
    await save({
      ...{ trainingPlanId: once, subFrequencyId: monthly, paymentMethodId: paymentMethod.cash },
      ...{ memberSince: testToday, nextPayment: testToday },
    })
    const charge = (on: string, before: number, after: number) => ({ on, before, after })
    const today = await post('PreviewLapse')
    expect(today.body, today.body.message).toMatchObject({
      ahead: {
        until: '2026-08-12',
        charges: [
          ...[charge('2026-05-12', 29, 0), charge('2026-06-12', 29, 0)],
          ...[charge('2026-07-12', 29, 0), charge('2026-08-12', 29, 0)],
        ],
      },
    })
    const later = await post('PreviewLapse', { memberUntil: '2026-06-30' })
    expect(later.body.ahead.charges).toMatchObject([
      charge('2026-05-12', 29, 29),
      charge('2026-06-12', 29, 18.37),
      charge('2026-07-12', 29, 0),
      charge('2026-08-12', 29, 0),
    ])
    expect(await read()).toMatchObject({ memberStatusId: active, memberUntil: null })
  })
})
