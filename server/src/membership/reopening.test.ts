import { memberStatus, subFrequency } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { openMemberships } from '../../test/open-memberships.ts'

const database = await freshDatabase()
const { db } = database
const { aMember, pass } = await openMemberships(database)

const { active, prospect, lapsed, issue, notInterested, enquiry, unconverted } = memberStatus
const { monthly } = subFrequency

describe('reopenMembership', () => {
  it.each([
    ['unconverted', unconverted],
    ['not interested', notInterested],
  ])('makes an enquiry of who was %s, without the trial that is over', async (_, statusId) => {
    const { me, member, clubMemberId, post, read, save } = await aMember(statusId)
    await db.updateTable('club_member').set({ trial_start: '2026-03-02' }).where('id', '=', clubMemberId).execute()
    expect(await read()).toMatchObject({ moves: ['activate', 'reopen', 'trial'] })
    const { body } = await post('ReopenMembership', { as: 'enquiry', reason: 'Rang again' })
    expect(body, body.message).toMatchObject({ isSuccess: true, memberStatusId: enquiry })
    expect(await read()).toMatchObject({ trialStart: null, moves: ['activate', 'notInterested'] })
    const { body: history } = await me.get(`/api/member/GetMembershipHistory/${member.id}`)
    expect(history[0]).toMatchObject({ fromStatusId: statusId, toStatusId: enquiry, reason: 'Rang again' })
    expect((await save({})).body).toMatchObject({ memberStatusId: enquiry })
  })

  it.each([
    ['unconverted', unconverted],
    ['not interested', notInterested],
    ['lapsed', lapsed],
  ])('begins a trial of who was %s, today or later, which ends as any other', async (_, statusId) => {
    const { post, read } = await aMember(statusId)
    expect(await post('ReopenMembership', { as: 'trial', trialStart: '2026-05-11' })).toMatchObject({
      status: 400,
      body: { fields: { trialStart: ['Choose today or a later day'] } },
    })
    expect((await post('ReopenMembership', { as: 'trial', trialStart: '2026-05-19' })).body).toMatchObject({
      memberStatusId: prospect,
    })
    expect(await read()).toMatchObject({ trialStart: '2026-05-19', moves: ['activate', 'notInterested'] })
    await pass('2026-06-16T12:00:00Z')
    expect(await read()).toMatchObject({ memberStatusId: prospect })
    await pass('2026-06-17T12:00:00Z')
    expect(await read()).toMatchObject({ memberStatusId: unconverted })
  })

  it('leaves behind the plan of who has left, so that it isn’t paid for by saving the trial', async () => {
    const { once, save, post, read } = await aMember(prospect)
    await save({ trainingPlanId: once, subFrequencyId: monthly, nextPayment: '2026-06-01' })
    await post('lapseMembership', { reason: 'Exams' })
    await post('ReopenMembership', { as: 'trial' })
    expect(await read()).toMatchObject({
      ...{ memberStatusId: prospect, trialStart: testToday, trainingPlanId: null, subPrice: null },
      ...{ nextPayment: null, memberSince: null, memberUntil: null },
    })
    await save({ trialStart: testToday })
    expect(await read()).toMatchObject({ memberStatusId: prospect })
    expect((await save({ trainingPlanId: once, subFrequencyId: monthly })).body).toMatchObject({
      memberStatusId: active,
    })
    expect(await read()).toMatchObject({ memberSince: testToday, memberUntil: null, subPrice: 29 })
  })

  it('charges a second trial of a plan that asks for it', async () => {
    const { me, member, once, post, read, save } = await aMember(enquiry)
    await db.updateTable('training_plan').set({ trial_price_pence: 1000 }).where('id', '=', once).execute()
    const balance = async () => (await me.get(`/api/member/GetCreditBalance/${member.id}`)).body.balance
    await save({ trialStart: testToday, trialPlanId: once })
    expect(await balance()).toBe(-10)
    await pass('2026-07-17T12:00:00Z')
    expect(await read()).toMatchObject({ memberStatusId: unconverted })
    expect((await post('ReopenMembership', { as: 'trial', trialPlanId: once })).status).toBe(200)
    expect(await balance()).toBe(-20)
  })

  it.each([
    ['an active one as an enquiry', active, 'enquiry', '“Active” to “Enquiry”'],
    ['a lapsed one as an enquiry', lapsed, 'enquiry', '“Lapsed” to “Enquiry”'],
    ['one with an issue for a trial', issue, 'trial', '“Issue” to “Prospect”'],
  ])('refuses %s, naming both', async (_, statusId, as, message) => {
    const { post } = await aMember(statusId)
    expect(await post('ReopenMembership', { as })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(message) },
    })
  })
})

describe('saveMembership', () => {
  it.each([
    ['unconverted', unconverted],
    ['not interested', notInterested],
  ])('makes a member of who was %s by a plan, and of nobody by the plan of earlier', async (_, statusId) => {
    const { once, twice, clubMemberId, save, read } = await aMember(statusId)
    await db
      .updateTable('club_member')
      .set({ training_plan_id: once, sub_frequency_id: monthly })
      .where('id', '=', clubMemberId)
      .execute()
    expect((await save({ trainingPlanId: once, subFrequencyId: monthly })).body).toMatchObject({
      memberStatusId: statusId,
    })
    expect((await save({ trainingPlanId: twice, subFrequencyId: monthly })).body).toMatchObject({
      memberStatusId: active,
    })
    expect(await read()).toMatchObject({ memberSince: testToday, subPrice: 39 })
  })
})
