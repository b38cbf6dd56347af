import { subFrequency } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { openCharging } from '../../test/open-charging.ts'
import { passTime } from '../membership/index.ts'

const { db, ...database } = await freshDatabase()
const honbu = await openCharging({ db, ...database })
const noon = (day: string) => new Date(`${day}T11:00:00Z`)

/** Two members who pay £30 by direct debit on the first and the 20th, and are to pay £33 from June on. */
async function announced() {
  honbu.clock.now = noon('2026-05-12')
  const club = await honbu.aClub()
  const asked = { training_plan_id: club.planId, sub_frequency_id: subFrequency.monthly, price_pence: 3000 }
  await db.insertInto('training_plan_price').values(asked).execute()
  const early = await honbu.paying(club, { lastName: 'Early', nextPayment: '2026-06-01', memberSince: '2024-06-01' })
  const late = await honbu.paying(club, { lastName: 'Late', nextPayment: '2026-06-20', memberSince: '2024-06-20' })
  const wanted = { clubId: club.clubId, subFrequencyId: subFrequency.monthly, subPrice: 33, from: '2026-06-01' }
  const saved = await club.me.post(`/api/club/SavePriceChange/${club.planId}`, { ...wanted, clubMemberIds: null })
  expect(saved.body).toMatchObject({ members: 2 })
  return {
    ...{ club, early, late },
    changes: async () => (await club.me.get(`/api/club/GetPriceChanges/${club.planId}?clubId=${club.clubId}`)).body[0],
    takeBack: () => club.me.post(`/api/club/CancelPriceChange/${saved.body.priceChangeId}`),
    takeBackOf: async ({ memberId }: { memberId: number }) => {
      const [{ plannedChange }] = (await club.me.get(`/api/member/getMembership/${memberId}`)).body
      return await club.me.post(`/api/member/CancelPlanChange/${plannedChange.planChangeId}`)
    },
    charged: async () => (await honbu.charges(club.clubId)).map(({ dueOn, pence }) => [dueOn, pence]),
  }
}

describe('a price that is announced', () => {
  it('is charged from the first payment after the notice on', async () => {
    const { club, charged, changes } = await announced()
    honbu.clock.now = noon('2026-05-26')
    await honbu.run(club)
    expect(await charged()).toEqual([['2026-06-01', 3300]])
    expect(await changes()).toMatchObject({ waiting: 2, charged: 1, applied: 0, canCancel: true })
    honbu.clock.now = noon('2026-06-15')
    await passTime({ ...honbu.parts, jobs: { enqueue: async () => {} }, mail: { post: async () => {} } })
    await honbu.run(club)
    expect(await charged()).toEqual([
      ['2026-06-01', 3300],
      ['2026-06-20', 3300],
    ])
    expect(await changes()).toMatchObject({ waiting: 1, charged: 1, applied: 1, canCancel: false })
  })

  it('is not taken back from who has been charged by it ahead of the day', async () => {
    const { club, early, late, charged, changes, takeBack, takeBackOf } = await announced()
    honbu.clock.now = noon('2026-05-26')
    await honbu.run(club)
    expect(await takeBackOf(early)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has been charged already') },
    })
    expect((await takeBack()).body).toMatchObject({ members: 1 })
    expect(await changes()).toMatchObject({ waiting: 1, charged: 1, cancelled: 1, canCancel: false })
    expect((await takeBackOf(early)).status).toBe(409)
    honbu.clock.now = noon('2026-06-15')
    await passTime({ ...honbu.parts, jobs: { enqueue: async () => {} }, mail: { post: async () => {} } })
    await honbu.run(club)
    honbu.clock.now = noon('2026-06-25')
    await honbu.run(club)
    expect(await charged()).toEqual([
      ['2026-06-01', 3300],
      ['2026-06-20', 3000],
      ['2026-07-01', 3300],
    ])
    const [{ plannedChange }] = (await club.me.get(`/api/member/getMembership/${late.memberId}`)).body
    expect(plannedChange).toBeNull()
  })
})
