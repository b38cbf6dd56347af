import { memberStatus, transactionCategory } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createDiscount } from '../../test/factories/discounts.ts'
import {
  createAccount,
  createClub,
  createContact,
  createMember,
  createMembership,
  link,
} from '../../test/factories/people.ts'
import { lockAccounts, postCharges, reverseCharge } from '../ledger/index.ts'
import type { Write } from '../platform/route.ts'
import { familyPositions, type PriceQuestion, priceFor, pricesFor, pricesToCharge, recordUses } from './index.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)
const write = <Answer>(work: (tx: Write['tx']) => Promise<Answer>) => db.transaction().execute(work)

async function aClub() {
  const club = await createClub(db)
  const members = []
  for (let count = 0; count < 3; count += 1) members.push((await createMember(db, { clubId: club.id })).id)
  const [ann = 0, ben = 0, cem = 0] = members
  return { clubId: club.id, ann, ben, cem }
}

const question = (clubId: number, memberId: number, rest: Partial<PriceQuestion> = {}): PriceQuestion => ({
  ...{ clubId, memberId, kind: 'plan', id: 1, pence: 4000, today: testToday },
  ...rest,
})

/** Charges what the discounts leave, and writes them down. */
const charge = (asked: PriceQuestion) =>
  write(async tx => {
    const [price] = await pricesToCharge(tx, [asked])
    if (!price) throw new Error('no price')
    const { clubId, memberId } = asked
    const [chargeId = 0] = await postCharges(tx, [
      {
        ...{ clubId, memberId, pence: price.pence, fullPence: price.fullPence, description: 'A month' },
        ...{ categoryId: transactionCategory.membership, transactionDate: testToday, dueOn: testToday },
      },
    ])
    await recordUses(
      tx,
      price.discounts.map(({ discountId, pence }) => ({ discountId, memberId, clubId, chargeId, pence })),
    )
    return { chargeId, pence: price.pence }
  })

const takeBack = (chargeId: number) => write(tx => reverseCharge(tx, { chargeId, on: testToday, reason: 'Wrong' }))

describe('pricesFor', () => {
  it('answers in the order of the questions, each in its own club', async () => {
    const [one, other] = [await aClub(), await aClub()]
    const { id, name } = await createDiscount(db, { clubId: one.clubId, pence: 500 })
    const prices = await pricesFor(db, [
      question(other.clubId, other.ann),
      question(one.clubId, one.ann),
      question(one.clubId, one.ben, { allowDiscount: false }),
      question(one.clubId, one.ben, { pence: 300 }),
    ])
    expect(prices).toEqual([
      { pence: 4000, fullPence: 4000, discounts: [] },
      { pence: 3500, fullPence: 4000, discounts: [{ discountId: id, name, pence: 500 }] },
      { pence: 4000, fullPence: 4000, discounts: [] },
      { pence: 0, fullPence: 300, discounts: [{ discountId: id, name, pence: 300 }] },
    ])
    expect(await pricesFor(db, [])).toEqual([])
  })

  it('sees what a discount looks at: category, tags, age, chosen plans', async () => {
    const { clubId, ann, ben } = await aClub()
    const tree = { club_id: clubId, root_club_id: clubId }
    const { id } = await createDiscount(db, { clubId })
    const { id: category } = await db
      .insertInto('member_category')
      .values({ ...tree, name: 'Juniors' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: tag } = await db
      .insertInto('tag')
      .values({ ...tree, name: 'Squad' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: plan } = await db
      .insertInto('training_plan')
      .values({ ...tree, name: 'Once a week' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const choice = { discount_id: id, root_club_id: clubId }
    await db
      .insertInto('discount_choice')
      .values([
        { ...choice, category_id: category },
        { ...choice, tag_id: tag },
        { ...choice, training_plan_id: plan },
      ])
      .execute()
    await db.updateTable('discount').set({ for_plans: 'chosen' }).where('id', '=', id).execute()
    await db.updateTable('club_member').set({ category_id: category }).where('member_id', '=', ann).execute()
    await db
      .insertInto('member_tag')
      .values({ ...tree, tag_id: tag, member_id: ann })
      .execute()
    const price = async (memberId: number, planId: number) =>
      (await priceFor(db, question(clubId, memberId, { id: planId }))).pence
    expect([await price(ann, plan), await price(ben, plan), await price(ann, plan + 1)]).toEqual([3600, 4000, 4000])
  })

  it('gives what a club above offers, unless the club has switched it off', async () => {
    const head = await createClub(db)
    const branch = await createClub(db, { parentClubId: head.id })
    const { id: memberId } = await createMember(db, { clubId: branch.id })
    const { id } = await createDiscount(db, { clubId: head.id, reach: 'below' })
    await createDiscount(db, { clubId: head.id, percent: 50 })
    await createDiscount(db, { clubId: head.id, percent: 60, reach: 'chosen' })
    const price = async () => (await priceFor(db, question(branch.id, memberId))).pence
    expect(await price()).toBe(3600)
    await db.insertInto('discount_off').values({ discount_id: id, club_id: branch.id }).execute()
    expect(await price()).toBe(4000)
  })

  it('shares out what is left of a limited discount among the questions', async () => {
    const { clubId, ann, ben, cem } = await aClub()
    await createDiscount(db, { clubId, maxUses: 2, maxUsesPerMember: 1 })
    const prices = await pricesFor(
      db,
      [ann, ann, ben, cem].map(memberId => question(clubId, memberId)),
    )
    expect(prices.map(({ pence }) => pence)).toEqual([3600, 4000, 3600, 4000])
  })
})

describe('recordUses', () => {
  it('counts uses that stand: what is taken back is free again', async () => {
    const { clubId, ann, ben } = await aClub()
    await createDiscount(db, { clubId, maxUses: 1 })
    const first = await charge(question(clubId, ann))
    expect(first.pence).toBe(3600)
    expect((await charge(question(clubId, ben))).pence).toBe(4000)
    await takeBack(first.chargeId)
    expect((await charge(question(clubId, ben))).pence).toBe(3600)
  })

  it('counts for each member', async () => {
    const { clubId, ann, ben } = await aClub()
    await createDiscount(db, { clubId, maxUsesPerMember: 1 })
    const paid = []
    for (const memberId of [ann, ann, ben]) paid.push((await charge(question(clubId, memberId))).pence)
    expect(paid).toEqual([3600, 4000, 3600])
  })

  it('has one winner of a race for the last use', async () => {
    const { clubId, ann, ben, cem } = await aClub()
    const { id } = await createDiscount(db, { clubId, maxUses: 1 })
    const race = await Promise.all([ann, ben, cem, ann, ben].map(memberId => charge(question(clubId, memberId))))
    expect(race.map(({ pence }) => pence).sort()).toEqual([3600, 4000, 4000, 4000, 4000])
    const uses = await db.selectFrom('standing_discount_use').select('id').where('discount_id', '=', id).execute()
    expect(uses).toHaveLength(1)
  })

  it('keeps nobody waiting for ever, whether the members are locked before or not', async () => {
    const { clubId, ann, ben } = await aClub()
    await createDiscount(db, { clubId, maxUsesPerMember: 3 })
    await createDiscount(db, { clubId, maxUses: 5, canCombine: true })
    const asRuns = (memberId: number) =>
      write(async tx => {
        await lockAccounts(tx, [memberId])
        return await pricesToCharge(tx, [question(clubId, memberId), question(clubId, ann)])
      })
    const all = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? charge(question(clubId, ann)) : asRuns(ben)))
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(all.map(() => 'fulfilled'))
  })

  it('is held by the database, whoever has not asked first', async () => {
    const { clubId, ann, ben, cem } = await aClub()
    const { id } = await createDiscount(db, { clubId, maxUses: 1 })
    const use = (memberId: number) =>
      write(tx => recordUses(tx, [{ discountId: id, memberId, clubId, chargeId: null, pence: 400 }]))
    const race = await Promise.allSettled([ann, ben, cem].map(use))
    expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const refusal = race.find(each => each.status === 'rejected')?.reason
    expect(refusal).toMatchObject({ statusCode: 409, message: expect.stringMatching(/used up/) })
  })

  it('writes the same discount on the same charge once', async () => {
    const { clubId, ann } = await aClub()
    const { id } = await createDiscount(db, { clubId, maxUses: 1 })
    const { chargeId } = await charge(question(clubId, ann))
    await write(tx => recordUses(tx, [{ discountId: id, memberId: ann, clubId, chargeId, pence: 400 }]))
    const uses = await db.selectFrom('discount_use').select('id').where('discount_id', '=', id).execute()
    expect(uses).toHaveLength(1)
  })

  it('is told: who used it, how much was given, what was taken back', async () => {
    const { clubId, ann, ben } = await aClub()
    const boss = as((await createAccount(db, { clubId, isAdmin: true })).sub)
    const { id } = await createDiscount(db, { clubId, maxUses: 2 })
    await charge(question(clubId, ann))
    await takeBack((await charge(question(clubId, ben))).chargeId)
    const { body } = await boss.get(`/api/club/GetDiscountUses/${id}?sort=isTakenBack-asc`)
    expect(body).toMatchObject({
      total: 2,
      data: [
        { memberId: ann, description: 'A month', fullPrice: 40, amount: 4, isTakenBack: false, usedOn: testToday },
        { memberId: ben, isTakenBack: true },
      ],
    })
    expect((await boss.get(`/api/club/GetDiscount/${id}`)).body).toMatchObject({ uses: 1, usesInAll: 1, given: 4 })
    await charge(question(clubId, ben))
    expect((await boss.get(`/api/club/GetDiscounts?clubId=${clubId}`)).body.data).toMatchObject([
      { state: 'usedUp', uses: 2, given: 8, maxUses: 2 },
    ])
  })
})

describe('familyPositions', () => {
  const joined = (memberId: number, on: string) =>
    db.updateTable('club_member').set({ member_since: on }).where('member_id', '=', memberId).execute()
  const positions = async (clubId: number, ids: number[]) => {
    const found = await familyPositions(
      db,
      ids.map(memberId => ({ clubId, memberId })),
    )
    return ids.map(memberId => found.get(`${clubId} ${memberId}`))
  }

  it('counts by the day of joining, over links and guardians', async () => {
    const { clubId, ann, ben, cem } = await aClub()
    const { id: dad } = await createMember(db, { clubId })
    const { id: friend } = await createMember(db, { clubId })
    for (const [index, id] of [cem, ben, dad, ann, friend].entries()) await joined(id, `2025-0${index + 1}-01`)
    await link(db, { memberId: ann, linkedMemberId: ben })
    await link(db, { memberId: ben, linkedMemberId: friend, relationship: 'Friend' })
    const { person_id: personId } = await db
      .selectFrom('member')
      .select('person_id')
      .where('id', '=', dad)
      .executeTakeFirstOrThrow()
    for (const memberId of [ben, cem]) await createContact(db, { memberId, personId })
    expect(await positions(clubId, [cem, ben, dad, ann, friend])).toEqual([1, 2, 3, 4, 1])
  })

  it('counts active members of the same club; who is none yet comes last', async () => {
    const { clubId, ann, ben, cem } = await aClub()
    const sister = await createClub(db, { parentClubId: clubId })
    const { id: elsewhere } = await createMember(db, { clubId: sister.id })
    for (const linkedMemberId of [ben, cem, elsewhere]) await link(db, { memberId: ann, linkedMemberId })
    await joined(ann, '2024-01-01')
    await joined(ben, '2025-01-01')
    await joined(elsewhere, '2020-01-01')
    await db
      .updateTable('club_member')
      .set({ member_status_id: memberStatus.lapsed })
      .where('member_id', '=', ann)
      .execute()
    expect(await positions(clubId, [ann, ben, cem])).toEqual([3, 1, 2])
    await createMembership(db, { clubId: sister.id, memberId: ben })
    expect(await positions(sister.id, [elsewhere, ben])).toEqual([1, 2])
  })

  it('decides who gets a discount', async () => {
    const { clubId, ann, ben } = await aClub()
    await link(db, { memberId: ann, linkedMemberId: ben })
    await createDiscount(db, { clubId, family: 'secondAndFurther' })
    const prices = await pricesFor(db, [question(clubId, ann), question(clubId, ben)])
    expect(prices.map(({ pence }) => pence)).toEqual([4000, 3600])
  })
})
