import { subFrequency } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember, link } from '../../test/factories/people.ts'
import { planFields } from '../../test/right-input-plans.ts'

// Today is Tuesday 12 May 2026.
const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const nothing = { secondPercent: null, secondOff: null, thirdPercent: null, thirdOff: null }
const tenTwenty = { ...nothing, secondPercent: 10, thirdPercent: 20 }

async function aClub() {
  const club = await createClub(db)
  const boss = await createAccount(db, { clubId: club.id, isAdmin: true })
  const call = as(boss.sub)
  const plan = async (given: object): Promise<number> => {
    const { body } = await call.post('/api/club/SaveTrainingPlan/0', {
      ...{ ...planFields, clubId: club.id, name: `Plan ${Math.random()}` },
      ...given,
    })
    return body.planId
  }
  const family = async () => (await call.get(`/api/club/GetFamilyPrices/${club.id}`)).body
  const read = async (id: number) => (await call.get(`/api/club/GetTrainingPlan/${id}?clubId=${club.id}`)).body
  const save = async (given: object) =>
    await call.post(`/api/club/SaveFamilyPrices/${club.id}`, { version: (await family()).version, ...given })
  const preview = async (given: object) => (await call.post(`/api/club/PreviewFamilyPrices/${club.id}`, given)).body
  /** Members of one family who pay £30 a month, the first joined first. */
  const members = async (planId: number, count: number) => {
    const all: { id: number; clubMemberId: number }[] = []
    for (let index = 0; index < count; index++) {
      const member = await createMember(db, { clubId: club.id })
      const row = await db
        .updateTable('club_member')
        .set({
          ...{ training_plan_id: planId, sub_price_pence: 3000, sub_frequency_id: subFrequency.monthly },
          ...{ payment_method_id: 186, next_payment: '2026-05-15', member_since: `2026-01-0${index + 1}` },
        })
        .where('member_id', '=', member.id)
        .returning('id')
        .executeTakeFirstOrThrow()
      const [first] = all
      if (first) await link(db, { memberId: first.id, linkedMemberId: member.id, relationship: 'sibling' })
      all.push({ id: member.id, clubMemberId: row.id })
    }
    return all
  }
  return { club, boss, call, plan, family, read, save, preview, members }
}

describe('family prices of a club', () => {
  it('are set once, and taken over by the plans that use them', async () => {
    const { plan, read, save, family } = await aClub()
    const [one, other] = [await plan({ usesFamilyPrices: true }), await plan({ secondPercent: 50 })]
    expect(await family()).toMatchObject({ ...nothing, isSet: false })
    expect((await save({ ...tenTwenty, planIds: [one] })).status).toBe(200)
    expect(await read(one)).toMatchObject({ ...tenTwenty, usesFamilyPrices: true })
    expect(await read(other)).toMatchObject({ secondPercent: 50, usesFamilyPrices: false })
    const later = await plan({ usesFamilyPrices: true, secondPercent: 99 })
    expect(await read(later)).toMatchObject(tenTwenty)
    await save({ ...nothing, secondOff: 5, planIds: [later] })
    expect(await read(later)).toMatchObject({ ...nothing, secondOff: 5 })
    // A plan that no longer uses them keeps what it had.
    expect(await read(one)).toMatchObject({ ...tenTwenty, usesFamilyPrices: false })
  })

  it('say whose payments change, and charge just that', async () => {
    const { club, call, plan, save, preview, members } = await aClub()
    const planId = await plan({ usesFamilyPrices: true })
    const [first, second, third] = await members(planId, 3)
    const amounts = async () => {
      const { charged } = (await call.post(`/api/billing/PreviewCharging/${club.id}`, {})).body
      return [first, second, third].map(
        member => charged.find((row: { clubMemberId: number }) => row.clubMemberId === member?.clubMemberId)?.amount,
      )
    }
    expect(await amounts()).toEqual([30, 30, 30])
    const expected = await preview({ ...tenTwenty, planIds: [planId] })
    expect(expected.members).toBe(2)
    expect(expected.some.map((row: Record<string, number>) => [row.memberId, row.before, row.after])).toEqual(
      expect.arrayContaining([
        [second?.id, 30, 27],
        [third?.id, 30, 24],
      ]),
    )
    await save({ ...tenTwenty, planIds: [planId] })
    expect(await amounts()).toEqual([30, 27, 24])
    expect((await preview({ ...tenTwenty, planIds: [planId] })).members).toBe(0)
  })

  it('are refused where they don’t fit, are older, or are of another club', async () => {
    const { club, boss, call, plan, save } = await aClub()
    const planId = await plan({})
    expect((await save({ ...tenTwenty, secondOff: 3, planIds: [planId] })).body.fields).toHaveProperty('secondOff')
    await save({ ...tenTwenty, planIds: [planId] })
    const older = { version: 1, ...nothing, planIds: [planId] }
    expect((await call.post(`/api/club/SaveFamilyPrices/${club.id}`, older)).status).toBe(409)
    const other = await aClub()
    const theirs = await other.plan({})
    expect((await save({ ...tenTwenty, planIds: [theirs] })).status).toBe(403)
    expect((await as(boss.sub).get(`/api/club/GetFamilyPrices/${other.club.id}`)).status).toBe(403)
  })
})
