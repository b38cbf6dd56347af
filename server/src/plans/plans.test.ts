import { memberStatus, subFrequency } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, createClass, enrol } from '../../test/factories/classes.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createAccount, createClub, createMember, link } from '../../test/factories/people.ts'
import { createPlan, onPlan, planFields } from '../../test/right-input-plans.ts'
import { passTime } from '../membership/index.ts'
import { planTermsOf } from './plan-terms.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClub() {
  const club = await createClub(db)
  const franchise = await createClub(db, { parentClubId: club.id })
  const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const below = as((await createAccount(db, { clubId: franchise.id, isAdmin: true })).sub)
  const coach = as((await createAccount(db, { clubId: club.id })).sub)
  const save = (fields: object = {}, id = 0, by = admin) =>
    by.post(`/api/club/SaveTrainingPlan/${id}`, { clubId: club.id, version: 1, ...planFields, ...fields })
  const made = async (fields: object = {}) => (await save(fields)).body.planId as number
  const read = async (id: number, clubId = club.id) =>
    (await admin.get(`/api/club/GetTrainingPlan/${id}?clubId=${clubId}`)).body
  const list = async (clubId = club.id) => (await below.get(`/api/club/GetTrainingPlans/${clubId}`)).body
  return { club, franchise, admin, below, coach, save, made, read, list }
}

describe('saveTrainingPlan', () => {
  it('makes a plan with all that it is, changes it, and shows it', async () => {
    const { club, franchise, save, read } = await aClub()
    const klass = await createClass(db, { clubId: franchise.id, className: 'Sparring' })
    const { id: disciplineId } = await createDiscipline(db, { clubId: club.id })
    const all = {
      ...planFields,
      description: 'For all who come twice.',
      weeklyPrice: 8.5,
      oneOffPrice: 0,
      classesPerMonth: 9,
      coversAll: false,
      classIds: [klass.id],
      disciplineIds: [disciplineId],
      joiningFee: 25,
      trialDays: 14,
      trialPrice: 10,
      minimumMonths: 6,
      secondPercent: 10,
      thirdOff: 7.5,
      minAge: 7,
      maxAge: 12,
    }
    const { status, body } = await save(all)
    expect([status, body]).toEqual([200, { isSuccess: true, planId: expect.any(Number), version: 1 }])
    const { classIds: _, disciplineIds: __, categoryIds: ___, ...same } = all
    expect(await read(body.planId)).toMatchObject({
      ...same,
      classes: [{ id: klass.id, name: `Sparring (${franchise.name})` }],
      disciplines: [{ id: disciplineId }],
      categories: [],
      isInherited: false,
      isArchived: false,
      memberCount: 0,
    })
    expect((await save({ ...all, coversAll: true, weeklyPrice: null }, body.planId)).body.version).toBe(2)
    expect(await read(body.planId)).toMatchObject({ version: 2, weeklyPrice: null, monthlyPrice: 29, classes: [] })
  })

  it.each([
    ['name', { name: ' ' }],
    ['monthlyPrice', { monthlyPrice: null, yearlyPrice: null }],
    ['monthlyPrice', { monthlyPrice: -1 }],
    ['monthlyPrice', { monthlyPrice: 1.005 }],
    ['classesPerWeek', { classesPerWeek: 0 }],
    ['trialDays', { trialDays: 1.5 }],
    ['classIds', { coversAll: false }],
    ['secondOff', { secondPercent: 10, secondOff: 5 }],
    ['maxAge', { minAge: 12, maxAge: 7 }],
  ])('refuses %s in %j', async (field, wrong) => {
    const { save } = await aClub()
    const { status, body } = await save(wrong)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('refuses an older version, a name that is taken, another club’s class, and who is no admin', async () => {
    const { save, made, read, coach } = await aClub()
    const id = await made()
    expect(Object.keys((await save()).body.fields)).toEqual(['name'])
    expect((await save({ monthlyPrice: 31 }, id)).status).toBe(200)
    const { status, body } = await save({ monthlyPrice: 33 }, id)
    expect([status, body.conflict.current]).toEqual([409, await read(id)])
    const elsewhere = await createClass(db, { clubId: (await createClub(db)).id })
    expect((await save({ coversAll: false, classIds: [elsewhere.id] }, id)).status).toBe(403)
    expect((await save({ name: 'Other' }, 0, coach)).status).toBe(403)
  })

  it('is inherited by the clubs below, where it is only read', async () => {
    const { club, franchise, made, read, list, below, save } = await aClub()
    const id = await made({ name: 'From above' })
    const member = await onPlan(db, { clubId: franchise.id, planId: id })
    await onPlan(db, { clubId: club.id, planId: id })
    expect(await list(franchise.id)).toMatchObject([
      { planId: id, name: 'From above', clubName: club.name, isInherited: true, memberCount: 1 },
    ])
    expect((await read(id)).memberCount).toBe(2)
    expect((await save({ clubId: franchise.id }, id, below)).status).toBe(403)
    expect((await below.post(`/api/club/ArchiveTrainingPlan/${id}`, { isArchived: true })).status).toBe(403)
    const { body } = await below.get(`/api/club/GetPlanMembers/${id}?clubId=${franchise.id}`)
    expect(body).toMatchObject({
      total: 1,
      data: [{ memberId: member.id, subPrice: 29, isOtherPrice: false, nextPayment: '2026-06-01' }],
    })
    const own = (await save({ clubId: franchise.id, name: 'Own' }, 0, below)).body.planId
    expect((await read(own)).message).toBe('This club has no such plan.')
  })
})

describe('a price that changes', () => {
  it('holds for those who begin, and not for those who have it', async () => {
    const { club, save, made, admin, read } = await aClub()
    const id = await made()
    const { id: memberId, clubMemberId } = await onPlan(db, { clubId: club.id, planId: id })
    await save({ monthlyPrice: 35 }, id)
    const paid = async (member: number) =>
      (await admin.get(`/api/member/getMembership/${member}?clubId=${club.id}`)).body[0].subPrice
    expect(await paid(memberId)).toBe(29)
    expect(await read(id)).toMatchObject({ memberCount: 1, otherPriceCount: 1 })
    const { body } = await admin.get(`/api/club/GetPlanMembers/${id}?clubId=${club.id}&filter=isOtherPrice~eq~true`)
    expect(body.data).toMatchObject([{ clubMemberId, subPrice: 29, isOtherPrice: true }])
    const enquiry = await createMember(db, { clubId: club.id, statusId: memberStatus.enquiry })
    await joins(admin, club.id, enquiry.id, { trainingPlanId: id })
    expect(await paid(enquiry.id)).toBe(35)
  })
})

const membership = {
  ...{ categoryId: null, trainingPlanId: null, subFrequencyId: subFrequency.monthly, paymentMethodId: null },
  ...{ nextPayment: null, marketingSourceId: null, memberSince: null, memberUntil: null, nextRenewal: null },
  trialStart: null,
}

async function joins(by: ReturnType<typeof as>, clubId: number, memberId: number, fields: object) {
  const { clubMemberId, version } = (await by.get(`/api/member/getMembership/${memberId}?clubId=${clubId}`)).body[0]
  return await by.post(`/api/member/saveMembership/${memberId}`, {
    ...{ clubMemberId, clubId, version },
    ...membership,
    ...fields,
  })
}

describe('archiveTrainingPlan', () => {
  it('takes a plan out of what is offered, and leaves it to who has it', async () => {
    const { club, made, admin } = await aClub()
    const list = async () => (await admin.get(`/api/club/GetTrainingPlans/${club.id}`)).body
    const id = await made({ name: 'Old' })
    const { id: memberId, clubMemberId } = await onPlan(db, { clubId: club.id, planId: id })
    const offered = async () =>
      (await admin.get(`/api/member/GetJoiningChoices/${club.id}`)).body.plans.map(
        (plan: { name: string }) => plan.name,
      )
    const tried = async () => (await admin.get(`/api/club/GetTrialPlans/${club.id}`)).body
    expect(await offered()).toEqual(['Old'])
    expect((await admin.post(`/api/club/ArchiveTrainingPlan/${id}`, { isArchived: true })).status).toBe(200)
    expect([await offered(), await tried()]).toEqual([[], []])
    const enquiry = await createMember(db, { clubId: club.id, statusId: memberStatus.enquiry })
    expect((await joins(admin, club.id, enquiry.id, { trainingPlanId: id })).status).toBe(400)
    // Who has it may still agree on another price or way to pay.
    const plan = { trainingPlanId: id, subFrequencyId: subFrequency.monthly, paymentMethodId: 946 }
    const change = { clubMemberId, ...plan, subPrice: 25, nextPayment: '2026-06-01' }
    expect((await admin.post(`/api/member/ChangePlan/${memberId}`, change)).status).toBe(200)
    expect(await list()).toMatchObject([{ planId: id, isArchived: true, memberCount: 1 }])
    expect((await made({ name: 'Old' })) > 0).toBe(true)
    const { status, body } = await admin.post(`/api/club/ArchiveTrainingPlan/${id}`, { isArchived: false })
    expect([status, body.message]).toEqual([409, 'This club has another plan called “Old” by now.'])
  })
})

describe('deleteTrainingPlan', () => {
  it('deletes what was a mistake, and nothing that members have', async () => {
    const { club, made, admin } = await aClub()
    const [unused, used] = [await made({ name: 'Unused' }), await made({ name: 'Used' })]
    await onPlan(db, { clubId: club.id, planId: used })
    expect((await admin.post(`/api/club/DeleteTrainingPlan/${unused}`)).status).toBe(200)
    const { status, body } = await admin.post(`/api/club/DeleteTrainingPlan/${used}`)
    expect([status, body.message]).toEqual([409, 'Members have, or have had, “Used”: archive it instead.'])
  })
})

const exceptionHint = 'An administrator of the club can give it all the same, with a reason.'

describe('who may buy', () => {
  it('is asked of whoever begins with a plan, and of nobody who has it', async () => {
    const { club, made, admin } = await aClub()
    const id = await made({ name: 'Tigers', minAge: 4, maxAge: 6 })
    const grown = await createMember(db, { clubId: club.id, statusId: memberStatus.enquiry, dob: '1990-01-01' })
    const { status, body } = await joins(admin, club.id, grown.id, { trainingPlanId: id })
    expect([status, body.fields]).toEqual([400, { trainingPlanId: [`Tigers is for ages 4 to 6. ${exceptionHint}`] }])
    const trial = { subFrequencyId: null, trialStart: '2026-05-20', trialPlanId: id }
    expect(Object.keys((await joins(admin, club.id, grown.id, trial)).body.fields)).toEqual(['trialPlanId'])
    const child = await createMember(db, { clubId: club.id, statusId: memberStatus.enquiry, dob: '2021-01-01' })
    expect((await joins(admin, club.id, child.id, { trainingPlanId: id })).status).toBe(200)
    const has = await onPlan(db, { clubId: club.id, planId: id, person: { dob: '2015-01-01' } })
    const plan = { trainingPlanId: id, subFrequencyId: subFrequency.yearly, paymentMethodId: null }
    const change = { clubMemberId: has.clubMemberId, ...plan, subPrice: 290, nextPayment: null }
    expect((await admin.post(`/api/member/ChangePlan/${has.id}`, change)).status).toBe(200)
    const other = await made({ name: 'Adults', minAge: 18 })
    const { body: refused } = await admin.post(`/api/member/ChangePlan/${has.id}`, { ...change, trainingPlanId: other })
    expect(refused.message).toBe(`Adults is for ages from 18. ${exceptionHint}`)
  })

  it('can be passed over by an admin with a reason, which stands in the history', async () => {
    const { club, made, admin } = await aClub()
    const staff = as((await createAccount(db, { clubId: club.id })).sub)
    const youth = await made({ name: 'Youth', maxAge: 15 })
    const adults = await made({ name: 'Adults', minAge: 18 })
    const anEnquiry = () =>
      createMember(db, { clubId: club.id, statusId: memberStatus.enquiry, dob: '2010-01-01' }).then(({ id }) => id)
    const exceptionReason = 'Trains with his sister'
    const history = async (id: number) => (await admin.get(`/api/member/GetMembershipHistory/${id}`)).body
    const entry = { planAfter: 'Youth, £29.00 monthly', reason: 'By exception: Trains with his sister' }

    const first = await anEnquiry()
    const terms = { trainingPlanId: youth, exceptionReason }
    expect((await joins(staff, club.id, first, terms)).body.message).toContain(exceptionHint)
    expect((await joins(admin, club.id, first, { trainingPlanId: youth })).status).toBe(400)
    expect((await joins(admin, club.id, first, terms)).status).toBe(200)
    expect(await history(first)).toContainEqual(expect.objectContaining({ ...entry, planBefore: null }))

    const [has] = (await admin.get(`/api/member/getMembership/${first}?clubId=${club.id}`)).body
    const change = {
      ...{ clubMemberId: has.clubMemberId, trainingPlanId: adults, subFrequencyId: subFrequency.monthly },
      ...{ subPrice: 29, paymentMethodId: null, nextPayment: null },
    }
    const preview = (reason: string) =>
      admin.post(`/api/member/PreviewPlanChange/${first}`, { ...change, exceptionReason: reason })
    expect((await preview('')).body).toMatchObject({
      whyNotForThem: 'Adults is for ages from 18.',
      problem: `Adults is for ages from 18. ${exceptionHint}`,
    })
    expect((await preview('Soon 18')).body).toMatchObject({ whyNotForThem: 'Adults is for ages from 18.', problem: '' })
    const asked = { ...change, exceptionReason: 'Soon 18' }
    expect((await staff.post(`/api/member/ChangePlan/${first}`, asked)).status).toBe(400)
    expect((await admin.post(`/api/member/ChangePlan/${first}`, asked)).status).toBe(200)
    expect(await history(first)).toContainEqual(expect.objectContaining({ reason: 'By exception: Soon 18' }))

    const person = {
      ...{ firstName: 'Abe', lastName: 'Fox', gender: '-', dob: '2000-01-01', email: null },
      ...{ phoneMob: null, phoneDay: null, phoneEve: null, address: { line: null, town: null, postcode: null } },
    }
    const membership = { clubId: club.id, subFrequencyId: subFrequency.monthly, ...terms }
    expect((await staff.post('/api/member/Create', { person, membership })).status).toBe(400)
    const joined = await admin.post('/api/member/Create', { person, membership })
    expect(joined.status).toBe(200)
    expect(await history(joined.body.memberId)).toContainEqual(expect.objectContaining(entry))
    // Nothing is kept of a reason that was not needed.
    const child = await createMember(db, { clubId: club.id, statusId: memberStatus.enquiry, dob: '2015-01-01' })
    expect((await joins(admin, club.id, child.id, terms)).status).toBe(200)
    expect((await history(child.id)).map(({ reason }: { reason: string }) => reason)).toEqual(['', ''])
  })
})

describe('what a plan covers', () => {
  it('counts for the limit; a class outside of it is over plan by itself, unless it is paid for each time', async () => {
    const { club, admin } = await aClub()
    const { id: judo } = await createDiscipline(db, { clubId: club.id })
    const covered = await createClass(db, { clubId: club.id, disciplineId: judo })
    const [outside, paid] = [await createClass(db, { clubId: club.id }), await createClass(db, { clubId: club.id })]
    await db.updateTable('class').set({ charge_on_attendance: true }).where('id', '=', paid.id).execute()
    const plan = await createPlan(db, { clubId: club.id, classes_per_week: 1, covers_all: false })
    const tree = { training_plan_id: plan.id, root_club_id: club.rootClubId }
    await db
      .insertInto('training_plan_discipline')
      .values({ ...tree, discipline_id: judo })
      .execute()
    const { id: memberId } = await onPlan(db, { clubId: club.id, planId: plan.id })
    await enrol(db, { classId: covered.id, memberId })
    const over = async () => {
      const { body } = await admin.post(`/api/club/GetClassMembers/${covered.id}`, {
        classDate: '2026-05-12',
        includeEnquiries: false,
      })
      return body.data[0].overPlanDate
    }
    await attend(db, { classId: covered.id, memberId, date: '2026-05-12' })
    await attend(db, { classId: paid.id, memberId, date: '2026-05-12' })
    expect(await over()).toBe(null)
    await attend(db, { classId: outside.id, memberId, date: '2026-05-05' })
    expect(await over()).toBe(null)
    await attend(db, { classId: outside.id, memberId, date: '2026-05-11' })
    expect(await over()).toBe('2026-05-11')
  })
})

describe('a trial of a plan', () => {
  it('is as long as the plan says', async () => {
    const { club, admin } = await aClub()
    const { id: trialPlanId } = await createPlan(db, { clubId: club.id, trial_days: 14 })
    const [short, usual] = [
      await createMember(db, { clubId: club.id, statusId: memberStatus.enquiry }),
      await createMember(db, { clubId: club.id, statusId: memberStatus.enquiry }),
    ]
    const trial = { subFrequencyId: null, trialStart: '2026-05-12' }
    expect((await joins(admin, club.id, short.id, { ...trial, trialPlanId })).status).toBe(200)
    await joins(admin, club.id, usual.id, trial)
    const elsewhere = await createPlan(db, { clubId: (await createClub(db)).id })
    expect((await joins(admin, club.id, usual.id, { ...trial, trialPlanId: elsewhere.id })).status).toBe(403)
    const statuses = async (day: string) => {
      await passTime({
        db,
        now: () => new Date(`${day}T12:00:00Z`),
        jobs: { enqueue: async () => undefined },
        mail: { post: async () => undefined },
      })
      const read = async ({ id }: { id: number }) =>
        (await admin.get(`/api/member/getMembership/${id}?clubId=${club.id}`)).body[0].memberStatusId
      return [await read(short), await read(usual)]
    }
    const { prospect, unconverted } = memberStatus
    expect(await statuses('2026-05-26')).toEqual([prospect, prospect])
    expect(await statuses('2026-05-27')).toEqual([unconverted, prospect])
    expect(await statuses('2026-06-10')).toEqual([unconverted, unconverted])
  })
})

describe('the price of a trial', () => {
  it('is charged once, due on its first day', async () => {
    const { club, made, admin } = await aClub()
    const trialPlanId = await made({ trialPrice: 10 })
    const member = await createMember(db, { clubId: club.id, statusId: memberStatus.enquiry })
    const trial = { subFrequencyId: null, trialStart: '2026-05-20', trialPlanId }
    for (const trialStart of ['2026-05-20', '2026-05-21'])
      expect((await joins(admin, club.id, member.id, { ...trial, trialStart })).status).toBe(200)
    const charges = () =>
      db
        .selectFrom('charge')
        .select(['amount_pence', 'due_on', 'description', 'category_id'])
        .where('club_id', '=', club.id)
        .orderBy('charge.id')
        .execute()
    const charge = { amount_pence: 1000, description: 'Trial: Two a week', category_id: 1423 }
    expect(await charges()).toEqual([{ ...charge, due_on: '2026-05-20' }])
    const { status } = await admin.post('/api/member/Create/', {
      membership: { clubId: club.id, trialStart: '2026-05-12', trialPlanId },
      person: { firstName: 'Tess', lastName: 'Moor', gender: '-', dob: null, email: null, ...noReach },
    })
    expect(status).toBe(200)
    expect(await charges()).toContainEqual({ ...charge, due_on: '2026-05-12' })
  })
})

const noReach = {
  ...{ phoneMob: null, phoneDay: null, phoneEve: null },
  address: { line: null, town: null, postcode: null },
}

describe('planTermsOf', () => {
  it('answers what is agreed, what the plan asks, how long it binds, and the place in the family', async () => {
    const { club } = await aClub()
    const plan = await createPlan(db, {
      clubId: club.id,
      minimum_months: 6,
      joining_fee_pence: 2500,
      second_percent: 10,
      third_off_pence: 700,
    })
    const on = { clubId: club.id, planId: plan.id }
    const second = await onPlan(db, { ...on, pence: 2700, memberSince: '2026-02-01' })
    const first = await onPlan(db, { ...on, memberSince: '2026-01-31' })
    const third = await onPlan(db, { ...on, memberSince: '2026-03-01' })
    const friend = await onPlan(db, { ...on, memberSince: '2025-03-01' })
    // Linked one to the next, a friend to the first.
    await link(db, { memberId: first.id, linkedMemberId: second.id })
    await link(db, { memberId: third.id, linkedMemberId: second.id })
    await db
      .insertInto('member_link')
      .values({
        member_id: friend.id,
        linked_member_id: first.id,
        root_club_id: club.rootClubId,
        relationship: 'Friend',
        linked_since: '2026-01-01',
      })
      .execute()
    const ids = [first, second, third, friend].map(each => each.clubMemberId)
    const terms = await planTermsOf(db, { clubMemberIds: ids, on: '2026-05-12' })
    const byId = new Map(terms.map(each => [each.clubMemberId, each]))
    expect(ids.map(id => byId.get(id)?.familyPosition)).toEqual([1, 2, 3, 1])
    expect(byId.get(second.clubMemberId)).toMatchObject({
      pence: 2700,
      listedPence: 2900,
      joiningFeePence: 2500,
      noticeDays: 0,
      second: { percent: 10, offPence: null },
      third: { percent: null, offPence: 700 },
    })
  })
})
