import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { createProduct } from '../../test/factories/shop.ts'
import { aDiscount } from '../../test/right-input-discounts.ts'
import { recordUses } from './index.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** A head office with two branches: an admin in each, a coach in the first branch, and a plan of the head office. */
async function aFranchise() {
  const head = await createClub(db)
  const branch = await createClub(db, { parentClubId: head.id })
  const sister = await createClub(db, { parentClubId: head.id })
  const boss = as((await createAccount(db, { clubId: head.id, isAdmin: true })).sub)
  const local = as((await createAccount(db, { clubId: branch.id, isAdmin: true })).sub)
  const coach = as((await createAccount(db, { clubId: branch.id })).sub)
  const { id: planId } = await db
    .insertInto('training_plan')
    .values({ club_id: head.id, root_club_id: head.id, name: 'Two a week' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const save = (who: typeof boss, clubId: number, fields: object = {}, id = 0) =>
    who.post(`/api/club/SaveDiscount/${id}`, { ...aDiscount(), clubId, version: 1, ...fields })
  const created = async (fields: object = {}) => (await save(boss, head.id, fields)).body.discountId as number
  const read = async (who: typeof boss, id: number) => (await who.get(`/api/club/GetDiscount/${id}`)).body
  const names = async (who: typeof boss, query = '') =>
    (await who.get(`/api/club/GetDiscounts?${query}`)).body.data.map(({ name }: { name: string }) => name)
  return { head, branch, sister, boss, local, coach, planId, save, created, read, names }
}

describe('saveDiscount', () => {
  it('keeps what was entered, and of the lists only what is chosen', async () => {
    const { head, branch, boss, planId, save, read } = await aFranchise()
    const klass = await createClass(db, { clubId: branch.id, className: 'Seminar' })
    const product = await createProduct(db, { clubId: head.id, name: 'Gi' })
    const entered = {
      name: ' Summer ',
      code: 'SUN26',
      percent: 12.5,
      forPlans: 'chosen',
      trainingPlanIds: [planId],
      forProducts: 'all',
      productIds: [product.id],
      forEvents: 'chosen',
      classIds: [klass.id],
      family: 'secondAndFurther',
      minAge: 5,
      maxAge: 11,
      fromDate: '2026-06-01',
      untilDate: '2026-08-31',
      maxUses: 50,
      maxUsesPerMember: 1,
      canCombine: true,
      reach: 'chosen',
      clubIds: [branch.id],
    }
    const { status, body } = await save(boss, head.id, entered)
    expect(status).toBe(200)
    expect(await read(boss, body.discountId)).toMatchObject({
      ...{ name: 'Summer', code: 'SUN26', percent: 12.5, amount: null, state: 'upcoming', canEdit: true, uses: 0 },
      ...{ trainingPlans: [{ id: planId, name: 'Two a week' }], products: [], productCategories: [] },
      classes: [{ id: klass.id, name: `Seminar [${branch.code}]` }],
      ...{ family: 'secondAndFurther', minAge: 5, maxAge: 11, maxUses: 50, maxUsesPerMember: 1, canCombine: true },
      chosenClubs: [{ id: branch.id, name: branch.name }],
      clubs: [{ clubId: branch.id, isOff: false, canSwitch: true }],
    })
    const changed = await save(boss, head.id, { amount: 4.5, percent: null, reach: 'below' }, body.discountId)
    expect(changed.body).toMatchObject({ version: 2 })
    expect(await read(boss, body.discountId)).toMatchObject({
      ...{ percent: null, amount: 4.5, code: null, trainingPlans: [], classes: [], chosenClubs: [], state: 'active' },
    })
    const audit = await db.selectFrom('audit').selectAll().where('subject', '=', 'discount').execute()
    expect(audit.find(({ subject_id, before }) => subject_id === body.discountId && before)).toMatchObject({
      before: { name: 'Summer', percent: 12.5 },
      after: { amount: 4.5 },
    })
  })

  it.each([
    ['name', { name: ' ' }],
    ['amount', { percent: null }],
    ['amount', { amount: 5 }],
    ['percent', { percent: 100.5 }],
    ['percent', { percent: 0.005 }],
    ['amount', { percent: null, amount: 0 }],
    ['forPlans', { forPlans: 'none' }],
    ['trainingPlanIds', { forPlans: 'chosen' }],
    ['productIds', { forProducts: 'chosen' }],
    ['classIds', { forEvents: 'chosen' }],
    ['clubIds', { reach: 'chosen' }],
    ['maxAge', { minAge: 12, maxAge: 11 }],
    ['untilDate', { fromDate: '2026-06-01', untilDate: '2026-05-31' }],
    ['maxUses', { maxUses: 0 }],
    ['code', { code: 'x'.repeat(41) }],
  ])('refuses %s in %j', async (field, wrong) => {
    const { head, boss, save } = await aFranchise()
    const { status, body } = await save(boss, head.id, wrong)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('has a name once a club and a code once a tree, whatever the case', async () => {
    const { head, branch, boss, local, save, created } = await aFranchise()
    await created({ name: 'Summer', code: 'Sun' })
    expect((await save(boss, head.id, { name: 'SUMMER' })).body.fields).toHaveProperty('name')
    expect((await save(local, branch.id, { name: 'Summer' })).status).toBe(200)
    expect((await save(local, branch.id, { name: 'Other', code: 'SUN' })).body.fields).toHaveProperty('code')
    const elsewhere = await createClub(db)
    const other = as((await createAccount(db, { clubId: elsewhere.id, isAdmin: true })).sub)
    expect((await save(other, elsewhere.id, { code: 'SUN' })).status).toBe(200)
  })

  it('is for admins of the club that has made it, and for clubs below it', async () => {
    const { head, branch, sister, boss, local, coach, save, created } = await aFranchise()
    const id = await created({ reach: 'below' })
    expect((await save(local, branch.id, {}, id)).status).toBe(403)
    expect((await save(coach, branch.id)).status).toBe(403)
    expect((await save(local, branch.id, { reach: 'chosen', clubIds: [sister.id] })).status).toBe(403)
    expect((await save(boss, branch.id, { reach: 'chosen', clubIds: [sister.id] })).body.fields).toHaveProperty(
      'clubIds',
    )
    expect((await save(boss, branch.id, {}, id)).body.fields).toHaveProperty('clubId')
    const elsewhere = await createProduct(db, { clubId: (await createClub(db)).id })
    expect((await save(boss, head.id, { forProducts: 'chosen', productIds: [elsewhere.id] })).status).toBe(403)
  })

  it('offers both when someone else has saved meanwhile', async () => {
    const { head, boss, save, created } = await aFranchise()
    const id = await created()
    await save(boss, head.id, { name: 'Theirs' }, id)
    const { status, body } = await save(boss, head.id, { name: 'Mine' }, id)
    expect([status, body.conflict.current.name]).toEqual([409, 'Theirs'])
  })
})

describe('getDiscounts', () => {
  it('lists own ones and what is given from above, to each what is meant for his clubs', async () => {
    const { head, branch, sister, boss, local, save, names } = await aFranchise()
    await save(boss, head.id, { name: 'A head' })
    await save(boss, head.id, { name: 'B below', reach: 'below' })
    await save(boss, head.id, { name: 'C sister', reach: 'chosen', clubIds: [sister.id] })
    await save(local, branch.id, { name: 'D branch' })
    expect(await names(boss)).toEqual(['A head', 'B below', 'C sister', 'D branch'])
    expect(await names(local)).toEqual(['B below', 'D branch'])
    expect(await names(boss, `clubId=${sister.id}`)).toEqual(['B below', 'C sister'])
    expect(await names(boss, `clubId=${head.id}&sort=name-desc`)).toEqual(['C sister', 'B below', 'A head'])
    expect((await local.get(`/api/club/GetDiscounts?clubId=${sister.id}`)).status).toBe(403)
  })

  it.each([
    ['active', {}],
    ['upcoming', { fromDate: '2026-05-13' }],
    ['ended', { untilDate: '2026-05-11' }],
    ['off', { isActive: false }],
  ])('finds those that are %s', async (state, fields) => {
    const { boss, created, names } = await aFranchise()
    await created({ name: 'The one', ...fields })
    expect(await names(boss, `filter=state~eq~'${state}'`)).toEqual(['The one'])
    expect(await names(boss, `filter=state~neq~'${state}'`)).toEqual([])
  })
})

describe('getDiscount', () => {
  it('is for the clubs that it is meant for, and to be read only there', async () => {
    const { sister, coach, local, created, read } = await aFranchise()
    const below = await created({ reach: 'below' })
    const forSister = await created({ reach: 'chosen', clubIds: [sister.id] })
    expect(await read(coach, below)).toMatchObject({ canEdit: false, clubs: [{ canSwitch: false }] })
    expect(await read(local, below)).toMatchObject({ canEdit: false, clubs: [{ canSwitch: true }] })
    expect((await coach.get(`/api/club/GetDiscount/${forSister}`)).status).toBe(403)
  })
})

describe('switchDiscount', () => {
  it('switches it off in one club, and on again', async () => {
    const { head, branch, sister, boss, local, coach, created, read, names } = await aFranchise()
    const id = await created({ name: 'Below', reach: 'below' })
    const set = (who: typeof boss, clubId: number, isOn: boolean) =>
      who.post(`/api/club/SwitchDiscount/${id}`, { clubId, isOn })
    expect((await set(coach, branch.id, false)).status).toBe(403)
    expect((await set(local, sister.id, false)).status).toBe(403)
    expect((await set(boss, head.id, false)).status).toBe(400)
    for (const isOn of [false, false]) expect((await set(local, branch.id, isOn)).status).toBe(200)
    expect((await read(boss, id)).clubs).toMatchObject([
      { clubId: branch.id, isOff: true },
      { clubId: sister.id, isOff: false },
    ])
    expect(await names(local, `clubId=${branch.id}&filter=state~eq~'off'`)).toEqual(['Below'])
    expect(await names(boss, `clubId=${sister.id}&filter=state~eq~'active'`)).toEqual(['Below'])
    expect((await set(local, branch.id, true)).body).toMatchObject({ isOn: true })
    expect((await read(local, id)).clubs).toMatchObject([{ isOff: false }])
  })

  it('is not for a club that it is not meant for', async () => {
    const { branch, boss, created } = await aFranchise()
    const id = await created()
    const { status, body } = await boss.post(`/api/club/SwitchDiscount/${id}`, { clubId: branch.id, isOn: false })
    expect([status, body.message]).toEqual([400, 'This discount is not meant for that club.'])
  })
})

describe('deleteDiscount', () => {
  it('is for one that was never used', async () => {
    const { head, boss, created } = await aFranchise()
    const [unused, used] = [await created(), await created()]
    const { id: memberId } = await createMember(db, { clubId: head.id })
    const use = { discountId: used, memberId, clubId: head.id, chargeId: null, pence: 500 }
    await db.transaction().execute(tx => recordUses(tx, [use]))
    expect((await boss.post(`/api/club/DeleteDiscount/${unused}`)).status).toBe(200)
    expect((await boss.get(`/api/club/GetDiscount/${unused}`)).status).toBe(403)
    const { status, body } = await boss.post(`/api/club/DeleteDiscount/${used}`)
    expect([status, body.message]).toEqual([409, 'It has been used, and stays for the record: switch it off.'])
  })
})

describe('getDiscountChoices', () => {
  it('offers what is above and below, with what it costs, and the clubs below', async () => {
    const { head, branch, sister, boss, local, planId } = await aFranchise()
    await db
      .insertInto('training_plan_price')
      .values([
        { training_plan_id: planId, sub_frequency_id: 1101, price_pence: 1000 },
        { training_plan_id: planId, sub_frequency_id: 1102, price_pence: 3950 },
      ])
      .execute()
    const seminar = await createClass(db, { clubId: branch.id, className: 'Seminar' })
    await db.updateTable('class').set({ cost_pence: 2500 }).where('id', '=', seminar.id).execute()
    await createClass(db, { clubId: branch.id, className: 'Free' })
    const { body } = await boss.get(`/api/club/GetDiscountChoices/${head.id}`)
    expect(body).toMatchObject({
      trainingPlans: [{ id: planId, name: 'Two a week', price: 39.5 }],
      classes: [{ id: seminar.id, name: `Seminar [${branch.code}]`, price: 25, allowDiscount: false }],
      clubs: [{ id: head.id }, { id: branch.id }, { id: sister.id }],
    })
    const below = (await local.get(`/api/club/GetDiscountChoices/${branch.id}`)).body
    expect(below.trainingPlans).toMatchObject([{ name: `Two a week [${head.code}]` }])
    expect(below.clubs).toMatchObject([{ id: branch.id }])
  })
})

describe('checkDiscounts', () => {
  it('says what a member would pay, and why not less', async () => {
    const { branch, boss, local, planId, save, created } = await aFranchise()
    const { id: memberId } = await createMember(db, { clubId: branch.id, dob: '2015-01-01' })
    await created({ name: 'Everybody', reach: 'below', canCombine: true })
    await created({ name: 'Grown-ups', reach: 'below', minAge: 16 })
    await created({ name: 'Head only' })
    await save(local, branch.id, { name: 'Said', code: 'please', percent: null, amount: 5, canCombine: true })
    await save(boss, branch.id, { name: 'Off', isActive: false })
    const check = async (input: object) =>
      (await local.post(`/api/club/CheckDiscounts/${branch.id}`, { memberId, price: 39.95, ...input })).body
    expect(await check({ trainingPlanId: planId })).toEqual({
      fullPrice: 39.95,
      price: 35.95,
      discounts: [{ discountId: expect.any(Number), name: 'Everybody', amount: 4 }],
      others: [
        { discountId: expect.any(Number), name: 'Grown-ups', reason: 'It is for ages from 16; this is 11.' },
        { discountId: expect.any(Number), name: 'Said', reason: 'It needs its code.' },
        { discountId: expect.any(Number), name: 'Off', reason: 'It is switched off.' },
      ],
    })
    expect(await check({ trainingPlanId: planId, code: 'PLEASE' })).toMatchObject({
      price: 30.95,
      discounts: [{ name: 'Everybody' }, { name: 'Said', amount: 5 }],
    })
    expect((await check({})).message).toBe('Choose a plan, a product or an event.')
  })

  it('leaves alone what allows no discount', async () => {
    const { branch, local, save } = await aFranchise()
    await save(local, branch.id, { name: 'All', forProducts: 'all', forEvents: 'all' })
    const { id: memberId } = await createMember(db, { clubId: branch.id })
    const { id: classId } = await createClass(db, { clubId: branch.id })
    const product = await createProduct(db, { clubId: branch.id })
    const check = async (input: object) =>
      (await local.post(`/api/club/CheckDiscounts/${branch.id}`, { memberId, price: 20, ...input })).body
    expect(await check({ classId })).toMatchObject({
      price: 20,
      others: [{ name: 'All', reason: 'Nothing is taken off this event.' }],
    })
    expect(await check({ productId: product.id })).toMatchObject({ price: 18 })
  })
})
