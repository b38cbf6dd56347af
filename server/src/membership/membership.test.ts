import { memberStatus, paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { openMemberships } from '../../test/open-memberships.ts'

const database = await freshDatabase()
const { db } = database
const { as, aMember, pass } = await openMemberships(database)

const { active, prospect, enquiry, unconverted } = memberStatus
const { monthly, weekly } = subFrequency

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
      const { body } = await boss.post(`/api/member/saveMembership/${member.id}`, input)
      expect(body).toMatchObject({ memberStatusId: enquiry })
      const again = await boss.post(`/api/member/saveMembership/${member.id}`, input)
      expect(again.body).toMatchObject({ clubMemberId: body.clubMemberId, version: body.version + 1 })
    }
    expect((await boss.get(`/api/member/getMembership/${member.id}`)).body).toHaveLength(3)
  })
})

describe('previewMembership', () => {
  it('says what joining costs, as it is charged, and stores nothing', async () => {
    const { once, post, read, club, fields } = await aMember(prospect)
    const joins = { ...fields, clubId: club.id, trainingPlanId: once, subFrequencyId: monthly }
    const { status, body } = await post('PreviewMembership', { ...joins, paymentMethodId: paymentMethod.cash })
    expect(status, body.message).toBe(200)
    expect(body).toMatchObject({
      lines: [{ on: testToday, amount: 29, paymentMethod: 'Cash' }],
      regular: [{ from: '2026-06-12', amount: 29, frequency: 'Monthly' }],
    })
    expect(await read()).toMatchObject({ memberStatusId: prospect, trainingPlanId: null, version: 1 })
    expect(await post('PreviewMembership', { ...joins, subFrequencyId: weekly })).toMatchObject({ status: 400 })
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
