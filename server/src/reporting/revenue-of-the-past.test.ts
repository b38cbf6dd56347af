import { memberStatus, subFrequency } from '@honbu/contract/ids.ts'
import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { passTime } from '../membership/index.ts'
import { members } from './counts/members.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const { monthly, weekly, quarterly } = subFrequency

async function joiner() {
  const club = await createClub(db)
  const { sub } = await createAccount(db, { clubId: club.id, isAdmin: true })
  const { id: memberId } = await createMember(db, { clubId: club.id, statusId: memberStatus.prospect })
  const plan = await db
    .insertInto('training_plan')
    .values({ club_id: club.id, root_club_id: club.rootClubId, name: 'Adults' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [frequency, pence] of [
    [monthly, 3000],
    [weekly, 1200],
    [quarterly, 7500],
  ] as const)
    await db
      .insertInto('training_plan_price')
      .values({ training_plan_id: plan.id, sub_frequency_id: frequency, price_pence: pence })
      .execute()
  const { id: clubMemberId } = await db
    .updateTable('club_member')
    .set({ date_added: '2026-04-01T12:00Z' })
    .where('member_id', '=', memberId)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('member_status_change')
    .values({
      ...{ club_member_id: clubMemberId, club_id: club.id, to_status_id: memberStatus.prospect },
      changed_on: '2026-04-01',
    })
    .execute()
  const post = (call: string, body: object) =>
    as(sub).post(`/api/member/${call}/${memberId}`, { clubMemberId, clubId: club.id, ...body })
  const version = async () => (await as(sub).get(`/api/member/getMembership/${memberId}`)).body[0].version
  const join = async () =>
    await post('saveMembership', {
      ...{ version: await version(), categoryId: null, trainingPlanId: plan.id, subFrequencyId: monthly },
      ...{ paymentMethodId: null, nextPayment: null, marketingSourceId: null, memberSince: null, memberUntil: null },
      ...{ nextRenewal: null, trialStart: null },
    })
  const change = async (from: string | undefined, subFrequencyId: number, subPrice: number) =>
    await post('ChangePlan', {
      ...{ version: await version(), from, trainingPlanId: plan.id, subFrequencyId, subPrice },
      ...{ paymentMethodId: null, nextPayment: from ?? '2026-05-12' },
    })
  return { clubId: club.id, clubMemberId, join, change, post }
}

/** On some evenings, as they are seen a month later. */
async function seen(clubId: number, evenings: readonly string[]) {
  const buckets = evenings.map(day => ({ from: day, until: day }))
  const rows = await members.count(db, { clubIds: [clubId], buckets, now: new Date('2026-06-12T12:00:00Z') })
  return rows.map(({ mrr, activeAtEnd }) => [activeAtEnd, Math.round(mrr)])
}

it('is what was paid then, whatever has become of it since', async () => {
  const { clubId, join, change } = await joiner()
  expect((await join()).status).toBe(200)
  expect(await seen(clubId, ['2026-05-11', '2026-05-12'])).toEqual([
    [0, 0],
    [1, 3000],
  ])
  // At once, and for a later day.
  expect((await change(undefined, weekly, 12)).body).toMatchObject({ isApplied: true })
  expect((await change('2026-05-20', quarterly, 75)).body).toMatchObject({ isApplied: false })
  expect(await seen(clubId, ['2026-05-12', '2026-05-25'])).toEqual([
    [1, 5200],
    [1, 5200],
  ])
  // Its night is missed, and made up for a week later.
  await passTime({
    db,
    now: () => new Date('2026-05-27T12:00:00Z'),
    jobs: { enqueue: async () => undefined },
    mail: { post: async () => undefined },
  })
  expect(await seen(clubId, ['2026-05-11', '2026-05-12', '2026-05-19', '2026-05-20', '2026-06-01'])).toEqual([
    [0, 0],
    [1, 5200],
    [1, 5200],
    [1, 2500],
    [1, 2500],
  ])
})

it('is that of the freeze while it is frozen, when it is not among the active', async () => {
  const { clubId, join, clubMemberId } = await joiner()
  await join()
  await db
    .insertInto('membership_freeze')
    .values({
      ...{ club_member_id: clubMemberId, club_id: clubId, price_pence: 500, reason: 'Injury' },
      ...{ frozen_from: '2026-05-15', frozen_until: '2026-05-31' },
    })
    .execute()
  expect(await seen(clubId, ['2026-05-14', '2026-05-15', '2026-05-31', '2026-06-01'])).toEqual([
    [1, 3000],
    [0, 500],
    [0, 500],
    [1, 3000],
  ])
})

it('keeps what somebody paid before he left', async () => {
  const { clubId, join, post } = await joiner()
  await join()
  const left = await post('lapseMembership', {
    ...{ reason: 'Moved', memberUntil: null, keepBookings: false, givesBack: false },
  })
  expect(left.status, JSON.stringify(left.body)).toBe(200)
  expect(await seen(clubId, ['2026-05-12'])).toEqual([[0, 0]])
  const [row] = await members.count(db, {
    ...{ clubIds: [clubId], now: new Date('2026-06-12T12:00:00Z') },
    buckets: [{ from: '2026-05-01', until: '2026-05-31' }],
  })
  expect(row).toMatchObject({ joins: 1, lapses: 1, leaverMonths: 0, activeAtEnd: 0 })
})
