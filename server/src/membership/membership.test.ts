import { memberStatus, paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import {
  attend,
  book,
  createAccount,
  createClass,
  createClub,
  createDiscipline,
  createMember,
  createMembership,
  enrol,
  study,
} from '../../test/factories.ts'
import { passTime } from './by-night.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const { active, prospect, lapsed, issue, enquiry, unconverted, notInterested } = memberStatus
const { monthly, weekly } = subFrequency

async function aMember(statusId: number = active) {
  const club = await createClub(db)
  const account = await createAccount(db, { clubId: club.id, isAdmin: true })
  const member = await createMember(db, { clubId: club.id, statusId })
  const own = { club_id: club.id, root_club_id: club.rootClubId }
  const plan = async (name: string, prices: Record<number, number>) => {
    const { id } = await db
      .insertInto('training_plan')
      .values({ ...own, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('training_plan_price')
      .values(
        Object.entries(prices).map(([frequency, pence]) => ({
          training_plan_id: id,
          sub_frequency_id: Number(frequency),
          price_pence: pence,
        })),
      )
      .execute()
    return id
  }
  const once = await plan('Once a week', { [monthly]: 2900 })
  const twice = await plan('Twice a week', { [monthly]: 3900, [weekly]: 1000 })
  const me = as(account.sub)
  const read = async () => (await me.get(`/api/member/getMembership/${member.id}`)).body[0]
  const { clubMemberId } = await read()
  const post = async (call: string, body: object = {}) =>
    await me.post(`/api/member/${call}/${member.id}`, { clubMemberId, ...body })
  const fields = {
    categoryId: null,
    trainingPlanId: null,
    subFrequencyId: null,
    paymentMethodId: null,
    nextPayment: null,
    marketingSourceId: null,
    memberSince: null,
    memberUntil: null,
    nextRenewal: null,
    trialStart: null,
  }
  const save = async (body: object = {}) =>
    await post('saveMembership', { clubId: club.id, version: (await read()).version, ...fields, ...body })
  return { club, me, member, clubMemberId, once, twice, read, post, save, fields, own }
}

const pass = async (now: string) =>
  await passTime({
    db,
    now: () => new Date(now),
    jobs: { enqueue: async () => undefined },
    mail: { post: async () => undefined },
  })

describe('saveMembership', () => {
  it('makes a member of an enquiry by a plan, at its price, from today', async () => {
    const { once, read, save, me, member } = await aMember(enquiry)
    const saved = await save({
      trainingPlanId: once,
      subFrequencyId: monthly,
      paymentMethodId: paymentMethod.directDebit,
    })
    expect(saved, saved.body.message).toMatchObject({ status: 200, body: { memberStatusId: active } })
    expect(await read()).toMatchObject({
      memberStatusId: active,
      planName: 'Once a week',
      subFrequency: 'Monthly',
      subPrice: 29,
      memberSince: testToday,
      nextPayment: testToday,
      moves: ['renew', 'lapse', 'toggleIssue'],
    })
    const { body: history } = await me.get(`/api/member/GetMembershipHistory/${member.id}`)
    expect(history).toMatchObject([
      { fromStatusId: prospect, toStatusId: active },
      { fromStatusId: enquiry, toStatusId: prospect },
    ])
  })

  it('makes a prospect of an enquiry by a trial, and moves nobody else', async () => {
    const { read, save } = await aMember(enquiry)
    expect((await save({ trialStart: '2026-05-13' })).body).toMatchObject({ memberStatusId: prospect })
    expect((await save({ trialStart: '2026-05-14' })).body).toMatchObject({ memberStatusId: prospect })
    expect(await read()).toMatchObject({ trialStart: '2026-05-14', moves: ['activate', 'notInterested'] })
  })

  it('refuses an older version, with who saved it and what is there', async () => {
    const { save, read } = await aMember()
    expect((await save({ memberSince: '2026-01-01' })).status).toBe(200)
    const old = await save({ memberSince: '2026-02-01', version: 1 })
    expect(old).toMatchObject({ status: 409, body: { conflict: { current: { memberSince: '2026-01-01' } } } })
    expect(await read()).toMatchObject({ memberSince: '2026-01-01' })
  })

  it('leaves the plan of one that goes on to ChangePlan, and keeps an agreed price', async () => {
    const { once, twice, save, read } = await aMember(prospect)
    await save({ trainingPlanId: once, subFrequencyId: monthly })
    await db
      .updateTable('training_plan_price')
      .set({ price_pence: 9900 })
      .where('training_plan_id', '=', once)
      .execute()
    const same = { trainingPlanId: once, subFrequencyId: monthly, memberSince: testToday }
    expect((await save(same)).status).toBe(200)
    expect(await read()).toMatchObject({ subPrice: 29 })
    expect(await save({ ...same, trainingPlanId: twice })).toMatchObject({
      status: 409,
      body: { fields: { trainingPlanId: expect.anything() } },
    })
  })

  it.each([
    [{ memberSince: '2026-05-01', memberUntil: '2026-04-30' }, 'memberUntil'],
    [{ subFrequencyId: monthly }, 'trainingPlanId'],
    [{ memberSince: 'yesterday' }, 'memberSince'],
  ])('refuses %j', async (fields, field) => {
    const { save } = await aMember()
    expect(await save(fields)).toMatchObject({ status: 400, body: { fields: { [field]: expect.anything() } } })
  })

  it('refuses a plan of other clubs, and one that is not paid so', async () => {
    const { save, once } = await aMember(prospect)
    const other = await aMember()
    expect((await save({ trainingPlanId: other.once, subFrequencyId: monthly })).status).toBe(403)
    expect(await save({ trainingPlanId: once, subFrequencyId: weekly })).toMatchObject({
      status: 400,
      body: { fields: { subFrequencyId: ['Once a week is not paid that way.'] } },
    })
  })

  it('begins in a second and a third club of the tree, once each', async () => {
    const head = await createClub(db)
    const clubs = await Promise.all([1, 2].map(() => createClub(db, { parentClubId: head.id })))
    const boss = as((await createAccount(db, { clubId: head.id })).sub)
    const member = await createMember(db, { clubId: head.id })
    const { fields } = await aMember()
    for (const { id: clubId } of clubs) {
      const input = { clubMemberId: null, clubId, ...fields }
      expect((await boss.post(`/api/member/saveMembership/${member.id}`, input)).body).toMatchObject({
        memberStatusId: enquiry,
      })
      expect((await boss.post(`/api/member/saveMembership/${member.id}`, input)).status).toBe(409)
    }
    expect((await boss.get(`/api/member/getMembership/${member.id}`)).body).toHaveLength(3)
  })
})

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
    expect(await read()).toMatchObject({ memberStatusId: lapsed, nextPayment: null, moves: ['renew'] })
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
    expect(await read()).toMatchObject({ moves: [] })
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

describe('changePlan', () => {
  async function onAPlan() {
    const all = await aMember(prospect)
    await all.save({ trainingPlanId: all.once, subFrequencyId: monthly, nextPayment: '2026-06-01' })
    const wanted = {
      memberId: all.member.id,
      trainingPlanId: all.twice,
      subFrequencyId: monthly,
      subPrice: 35,
      paymentMethodId: paymentMethod.card,
      nextPayment: '2026-06-01',
    }
    return { ...all, wanted }
  }

  it('says what changes when, and does just that', async () => {
    const { wanted, post, read, me, member } = await onAPlan()
    const preview = await post('PreviewPlanChange', wanted)
    expect(preview.body).toEqual({
      from: testToday,
      isToday: true,
      differences: [
        { what: 'plan', before: 'Once a week', after: 'Twice a week', on: testToday },
        { what: 'subPrice', before: '£29.00', after: '£35.00', on: '2026-06-01' },
        { what: 'paymentMethod', before: '', after: 'Card', on: '2026-06-01' },
      ],
      yearlyBefore: 348,
      yearlyAfter: 420,
      earliestPayment: null,
      whyNotForThem: '',
      problem: '',
    })
    expect((await post('ChangePlan', wanted)).body).toMatchObject({ isApplied: true, from: testToday })
    expect(await read()).toMatchObject({
      planName: 'Twice a week',
      subPrice: 35,
      paymentMethod: 'Card',
      plannedChange: null,
    })
    const { body: history } = await me.get(`/api/member/GetMembershipHistory/${member.id}`)
    expect(history.find(({ planAfter }: { planAfter: string | null }) => planAfter)).toMatchObject({
      planBefore: 'Once a week, £29.00 monthly',
      planAfter: 'Twice a week, £35.00 monthly',
    })
    expect((await post('ChangePlan', wanted)).status).toBe(409)
  })

  it('waits for its day, one at a time, and can be taken back', async () => {
    const { wanted, post, read, me } = await onAPlan()
    const later = { ...wanted, from: '2026-06-01' }
    const first = await post('ChangePlan', later)
    expect(first.body).toMatchObject({ isApplied: false, from: '2026-06-01' })
    const second = await post('ChangePlan', { ...later, subPrice: 36 })
    expect(await read()).toMatchObject({ planName: 'Once a week', plannedChange: { from: '2026-06-01', subPrice: 36 } })
    await pass('2026-05-31T22:30:00Z')
    expect(await read()).toMatchObject({ planName: 'Once a week' })
    await pass('2026-05-31T23:30:00Z')
    await pass('2026-06-02T03:00:00Z')
    expect(await read()).toMatchObject({ planName: 'Twice a week', subPrice: 36, plannedChange: null })
    expect((await me.post(`/api/member/CancelPlanChange/${second.body.planChangeId}`)).status).toBe(409)
    const third = await post('ChangePlan', { ...later, subPrice: 40, from: '2026-07-01', nextPayment: '2026-07-01' })
    expect((await me.post(`/api/member/CancelPlanChange/${third.body.planChangeId}`)).status).toBe(200)
    await pass('2026-07-02T03:00:00Z')
    expect(await read()).toMatchObject({ subPrice: 36 })
  })

  it('gives who pays by direct debit notice', async () => {
    const { wanted, post } = await onAPlan()
    const debit = { ...wanted, paymentMethodId: paymentMethod.directDebit, nextPayment: '2026-05-14' }
    expect((await post('PreviewPlanChange', debit)).body).toMatchObject({
      earliestPayment: '2026-05-18',
      problem: expect.stringContaining('three working days'),
    })
    expect(await post('ChangePlan', debit)).toMatchObject({
      status: 400,
      body: { fields: { nextPayment: expect.anything() } },
    })
    expect((await post('ChangePlan', { ...debit, nextPayment: '2026-05-18' })).status).toBe(200)
  })

  it('is for memberships that go on, and plans of the club', async () => {
    const { wanted, post } = await onAPlan()
    expect((await post('ChangePlan', { ...wanted, subFrequencyId: subFrequency.yearly })).status).toBe(400)
    expect((await post('ChangePlan', { ...wanted, nextPayment: '2026-05-11' })).status).toBe(400)
    await post('lapseMembership', { reason: 'Gone' })
    expect(await post('ChangePlan', wanted)).toMatchObject({
      status: 409,
      body: { fields: { memberStatusId: expect.anything() } },
    })
  })

  it('goes with a membership that lapses', async () => {
    const { wanted, post, read } = await onAPlan()
    await post('ChangePlan', { ...wanted, from: '2026-06-01' })
    await post('lapseMembership', { reason: 'Gone' })
    expect(await read()).toMatchObject({ plannedChange: null })
  })
})

describe('a trial', () => {
  it('ends four weeks after its last sign, on the club’s own day', async () => {
    const { club, member, read, save } = await aMember(enquiry)
    await save({ trialStart: '2026-05-12' })
    const klass = await createClass(db, { clubId: club.id })
    await attend(db, { classId: klass.id, memberId: member.id, date: '2026-05-19' })
    await pass('2026-06-16T12:00:00Z')
    expect(await read()).toMatchObject({ memberStatusId: prospect })
    await pass('2026-06-17T12:00:00Z')
    expect(await read()).toMatchObject({ memberStatusId: unconverted })
  })

  it('does not end while something is booked', async () => {
    const { club, member, read, save } = await aMember(enquiry)
    await save({ trialStart: '2026-05-12' })
    const klass = await createClass(db, { clubId: club.id })
    await book(db, { classId: klass.id, memberId: member.id, date: '2026-08-04' })
    await pass('2026-07-17T12:00:00Z')
    expect(await read()).toMatchObject({ memberStatusId: prospect })
  })
})

describe('disciplines of a member', () => {
  it('say how far the next grade is', async () => {
    const { club, me, member } = await aMember()
    const discipline = await createDiscipline(db, { clubId: club.id })
    const klass = await createClass(db, { clubId: club.id, disciplineId: discipline.id })
    await study(db, {
      memberId: member.id,
      disciplineId: discipline.id,
      gradeId: discipline.gradeIds[0] ?? 0,
      since: '2026-01-12',
    })
    for (const date of ['2026-04-28', '2026-05-05']) await attend(db, { classId: klass.id, memberId: member.id, date })
    const { body } = await me.get(`/api/member/GetDisciplines/${member.id}`)
    expect(body).toMatchObject([
      { disciplineName: expect.any(String), belt: { gradeName: 'White' }, nextGrade: { gradeName: 'Yellow' } },
    ])
    expect(body[0].gradingProgress).toMatch(/^2 of \d+ classes, 4 of \d+ months$/)
  })

  it('are saved with their version, and removed', async () => {
    const { club, me, member } = await aMember()
    const discipline = await createDiscipline(db, { clubId: club.id })
    const other = await createDiscipline(db, { clubId: club.id })
    const save = async (body: object = {}) =>
      await me.post(`/api/member/SaveDiscipline/${member.id}`, {
        disciplineId: discipline.id,
        currentGradeId: discipline.gradeIds[1],
        lastGrading: '2026-03-01',
        studiedSince: '2025-01-01',
        ...body,
      })
    const first = await save()
    expect(first.body).toMatchObject({ version: 1 })
    expect((await save()).status).toBe(409)
    expect((await save({ version: 1, currentGradeId: null })).body).toMatchObject({ version: 2 })
    expect(await save({ version: 2, currentGradeId: other.gradeIds[0] })).toMatchObject({
      status: 400,
      body: { fields: { currentGradeId: expect.anything() } },
    })
    expect(await save({ version: 2, lastGrading: '2024-01-01' })).toMatchObject({
      status: 400,
      body: { fields: { lastGrading: expect.anything() } },
    })
    const { memberDisciplineId } = first.body
    expect((await me.post(`/api/member/RemoveDiscipline/${member.id}`, { memberDisciplineId })).status).toBe(200)
    expect((await me.get(`/api/member/GetDisciplines/${member.id}`)).body).toEqual([])
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
