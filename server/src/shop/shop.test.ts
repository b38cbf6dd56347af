import { classType } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, createSlot } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { createProduct, createProductCategory, createVariant, receive } from '../../test/factories/shop.ts'
import { putBack, takeFromShelf } from './shelf.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const gi = {
  productName: 'Cotton gi',
  productCode: 'GI-1',
  availableFrom: null,
  availableTo: null,
  currentPrice: 29.99,
  currentCost: 14.5,
  vatCodeId: 1601,
  allowDiscount: true,
  url: 'https://example.org/gi',
  description: 'Lightweight',
  keepsStock: true,
  lowStockAt: 2,
  allowPreOrder: false,
}

/** A head office and a branch, with an admin of each and a user of the branch. */
async function aTree() {
  const head = await createClub(db)
  const branch = await createClub(db, { parentClubId: head.id })
  const boss = as((await createAccount(db, { clubId: head.id, isAdmin: true })).sub)
  const local = as((await createAccount(db, { clubId: branch.id, isAdmin: true })).sub)
  const coach = as((await createAccount(db, { clubId: branch.id })).sub)
  const { id: categoryId } = await createProductCategory(db, { clubId: head.id, name: 'Uniforms' })
  const save = (who: typeof boss, clubId: number, fields: object = {}, id = 0) =>
    who.post(`/api/club/SaveProduct/${id}`, { clubId, version: 1, categoryId, ...gi, ...fields })
  return { head, branch, boss, local, coach, categoryId, save }
}

describe('saveProduct', () => {
  it('makes and changes a product; each new price is kept with who gave it', async () => {
    const { head, boss, save } = await aTree()
    const { status, body } = await save(boss, head.id)
    expect([status, body.version]).toEqual([200, 1])
    const read = async () => (await boss.get(`/api/club/GetProduct/${body.productId}?clubId=${head.id}`)).body
    expect(await read()).toMatchObject({
      ...gi,
      productId: body.productId,
      clubId: head.id,
      categoryName: 'Uniforms',
      vatCode: 'Standard rate, 20%',
      isOffered: true,
      onHand: 0,
      isLow: true,
      prices: [{ price: 29.99, by: expect.stringContaining('Staff') }],
    })
    await save(boss, head.id, { description: 'Heavy' }, body.productId)
    await save(boss, head.id, { currentPrice: 32, version: 2 }, body.productId)
    expect((await read()).prices).toMatchObject([{ price: 32 }, { price: 29.99 }])
    const stale = await save(boss, head.id, { currentPrice: 1, version: 1 }, body.productId)
    expect(stale).toMatchObject({ status: 409, body: { conflict: { current: { version: 3, currentPrice: 32 } } } })
  })

  it.each([
    ['productName', { productName: ' ' }],
    ['currentPrice', { currentPrice: -1 }],
    ['currentPrice', { currentPrice: 1.005 }],
    ['url', { url: 'javascript:alert(1)' }],
    ['vatCodeId', { vatCodeId: 21 }],
    ['vatCodeId', { vatCodeId: 9_007_199_254_740_991 }],
    ['availableTo', { availableFrom: '2026-05-02', availableTo: '2026-05-01' }],
  ])('refuses %s in %j', async (field, wrong) => {
    const { head, boss, save } = await aTree()
    const { status, body } = await save(boss, head.id, wrong)
    expect([status < 500, Object.keys(body.fields)]).toEqual([true, [field]])
  })

  it('is for admins; what a club above has made is offered below, marked and not to be changed there', async () => {
    const { head, branch, boss, local, coach, save } = await aTree()
    expect((await save(coach, branch.id)).status).toBe(403)
    const { productId } = (await save(boss, head.id)).body
    const { body } = await coach.get(`/api/club/GetProducts/${branch.id}`)
    expect(body).toMatchObject({ total: 1, data: [{ productId, isInherited: true, clubName: head.name }] })
    expect((await save(local, branch.id, {}, productId)).status).toBe(403)
    // Under a category of the head office a branch may have products of its own, which the head office does not sell.
    expect((await save(local, branch.id)).status).toBe(200)
    expect((await boss.get(`/api/club/GetProducts/${head.id}`)).body.total).toBe(1)
    const elsewhere = await createProductCategory(db, { clubId: branch.id })
    expect((await save(boss, head.id, { categoryId: elsewhere.id, productCode: 'X' })).body.fields).toHaveProperty(
      'categoryId',
    )
    expect((await save(boss, head.id)).body.fields).toHaveProperty('productCode')
  })
})

describe('deleteProduct, archiveProduct', () => {
  it('refuses what was counted, which is archived instead', async () => {
    const { head, branch, boss, save } = await aTree()
    const { productId } = (await save(boss, head.id)).body
    await receive(db, { clubId: branch.id, productId, quantity: 3 })
    const refused = await boss.post(`/api/club/DeleteProduct/${productId}`)
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('Archive it instead') } })
    await boss.post(`/api/club/ArchiveProduct/${productId}`, { isArchived: true })
    expect((await boss.get(`/api/club/GetProducts/${head.id}`)).body.total).toBe(0)
    const all = await boss.get(`/api/club/GetProducts/${head.id}?includeArchived=true`)
    expect(all.body.data).toMatchObject([{ productId, isArchived: true, isOffered: false }])
    const fresh = (await save(boss, head.id, { productCode: 'B' })).body.productId
    expect((await boss.post(`/api/club/DeleteProduct/${fresh}`)).status).toBe(200)
  })
})

describe('categories and variants', () => {
  it('are refused while used, and read only below', async () => {
    const { head, branch, boss, local, coach, categoryId, save } = await aTree()
    await save(boss, head.id)
    const inUse = await boss.post(`/api/club/DeleteProductCategory/${categoryId}`)
    expect(inUse.body.message).toContain('holds 1 product')
    const variant = (name: string, who = boss, clubId = head.id) =>
      who.post('/api/club/SaveProductVariant/0', { clubId, productCategoryId: categoryId, variantName: name })
    expect((await variant('140 cm')).status).toBe(200)
    expect((await variant('120 cm')).status).toBe(200)
    expect((await variant('140 CM')).body.fields).toHaveProperty('variantName')
    expect((await variant('Own size', local, branch.id)).status).toBe(200)
    const { body } = await coach.get(`/api/club/GetProductVariants/${branch.id}`)
    expect(body.data.map((row: { variantName: string }) => row.variantName)).toEqual(['140 cm', '120 cm', 'Own size'])
    expect(body.data[0]).toMatchObject({ isInherited: true, productCategoryName: 'Uniforms', onHand: 0 })
    expect((await boss.get(`/api/club/GetProductVariants/${head.id}`)).body.total).toBe(2)
    const { id } = body.data[0]
    expect((await local.post(`/api/club/DeleteProductVariant/${id}`)).status).toBe(403)
    const { productId } = (await boss.get(`/api/club/GetProducts/${head.id}`)).body.data[0]
    await receive(db, { clubId: branch.id, productId, variantId: id, quantity: 1 })
    expect((await boss.post(`/api/club/DeleteProductVariant/${id}`)).status).toBe(409)
    await boss.post(`/api/club/ArchiveProductVariant/${id}`, { isArchived: true })
    expect((await boss.get(`/api/club/GetProductVariants/${head.id}`)).body.total).toBe(1)
  })
})

describe('saveStockMovement', () => {
  it('adds what came, sets what was counted, and says who and when', async () => {
    const { head, branch, boss, coach, save } = await aTree()
    const { productId } = (await save(boss, head.id)).body
    const move = (kind: string, quantity: number, variantId: number | null = null) =>
      coach.post(`/api/club/SaveStockMovement/${branch.id}`, { productId, variantId, kind, quantity, note: 'Box 1' })
    expect((await move('received', 10)).body.onHand).toBe(10)
    expect((await move('counted', 8)).body.onHand).toBe(8)
    expect((await move('received', 0)).status).toBe(400)
    expect((await move('sold', 1)).status).toBe(400)
    const { body } = await coach.get(`/api/club/GetStockMovements/${branch.id}?productId=${productId}`)
    expect(body.data).toMatchObject([
      { kind: 'counted', quantity: -2, counted: 8, note: 'Box 1', by: expect.stringContaining('Staff') },
      { kind: 'received', quantity: 10 },
    ])
    // The shelf of the head office is another one.
    expect((await boss.get(`/api/club/GetProduct/${productId}?clubId=${head.id}`)).body.onHand).toBe(0)
    await expect(db.deleteFrom('stock_movement').execute()).rejects.toThrow(/append-only/)
  })

  it('asks for the variant where there are any', async () => {
    const { head, boss, categoryId, save } = await aTree()
    const { productId } = (await save(boss, head.id)).body
    const { id: variantId } = await createVariant(db, { clubId: head.id, categoryId, name: '140 cm' })
    const other = await createVariant(db, {
      clubId: head.id,
      categoryId: (await createProductCategory(db, { clubId: head.id })).id,
    })
    const receiveIt = (id: number | null) =>
      boss.post(`/api/club/SaveStockMovement/${head.id}`, { productId, variantId: id, kind: 'received', quantity: 3 })
    expect((await receiveIt(null)).body.fields).toHaveProperty('variantId')
    expect((await receiveIt(other.id)).body.fields).toHaveProperty('variantId')
    expect((await receiveIt(variantId)).status).toBe(200)
    expect((await boss.get(`/api/club/GetProduct/${productId}?clubId=${head.id}`)).body).toMatchObject({
      onHand: 3,
      isLow: false,
      stock: [{ variantId, variantName: '140 cm', onHand: 3, free: 3 }],
    })
  })
})

describe('takeFromShelf', () => {
  const by = { accountId: null, now: new Date('2026-05-12T17:30:00Z'), note: '' }

  it('sells the last one once, whoever asks at the same time', async () => {
    const club = await createClub(db)
    const { id: productId } = await createProduct(db, { clubId: club.id, stock: 1 })
    const shelf = { clubId: club.id, productId, variantId: null }
    const take = () =>
      db
        .transaction()
        .execute(tx =>
          takeFromShelf(tx, shelf, { ...by, quantity: 1, label: 'Gi', field: 'productId', allowPreOrder: false }),
        )
    const answers = await Promise.allSettled(Array.from({ length: 12 }, take))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const level = await db.selectFrom('stock_level').selectAll().where('product_id', '=', productId).execute()
    expect(level).toMatchObject([{ on_hand: 0, promised: 0 }])
  })

  it('promises what is to come, keeps it from others, and puts all of it back', async () => {
    const club = await createClub(db)
    const { id: productId } = await createProduct(db, { clubId: club.id, stock: 2, allowPreOrder: true })
    const shelf = { clubId: club.id, productId, variantId: null }
    const take = (quantity: number, allowPreOrder: boolean) =>
      db
        .transaction()
        .execute(tx => takeFromShelf(tx, shelf, { ...by, quantity, label: 'Gi', field: 'productId', allowPreOrder }))
    expect(await take(5, true)).toEqual({ taken: 2, preOrdered: 3 })
    await receive(db, { clubId: club.id, productId, quantity: 4 })
    expect(await take(1, false)).toEqual({ taken: 1, preOrdered: 0 })
    await expect(take(1, false)).rejects.toThrow('Gi: none is left.')
    await db.transaction().execute(tx => putBack(tx, shelf, { ...by, taken: 2, preOrdered: 3 }))
    const level = await db.selectFrom('stock_level').selectAll().where('product_id', '=', productId).execute()
    expect(level).toMatchObject([{ on_hand: 5, promised: 0 }])
    const { rows } = await sql<{ sum: number }>`
      select sum(quantity)::integer as sum from stock_movement where product_id = ${productId}`.execute(db)
    expect(rows[0]?.sum).toBe(5)
  })
})

describe('getAvailableProducts, getProductPrice', () => {
  it('offers what a club of the member sells today', async () => {
    const { head, branch, boss, coach, categoryId, save } = await aTree()
    const { productId } = (await save(boss, head.id)).body
    await save(boss, head.id, { productCode: 'old', productName: 'Old gi', availableTo: '2026-05-11' })
    const large = await createVariant(db, { clubId: head.id, categoryId, name: '180 cm' })
    await receive(db, { clubId: branch.id, productId, variantId: large.id, quantity: 4 })
    const { id: memberId } = await createMember(db, { clubId: branch.id })
    const { body } = await coach.get(`/api/member/GetAvailableProducts/${memberId}?searchterm=gi`)
    expect(body).toMatchObject([
      { productId, currentPrice: 29.99, free: 4, variants: [{ variantId: large.id, variantName: '180 cm', free: 4 }] },
    ])
    expect((await coach.get(`/api/member/GetAvailableProducts/${memberId}?searchterm=100%25`)).body).toEqual([])
    const price = await coach.get(`/api/member/GetProductPrice/${memberId}?productId=${productId}`)
    expect(price.body).toEqual({
      productId,
      variantId: null,
      clubId: branch.id,
      currentPrice: 29.99,
      price: 29.99,
      discounts: [],
      free: 4,
      allowPreOrder: false,
    })
  })
})

describe('getProductPrice', () => {
  it('takes off what the member has as a discount, and says why', async () => {
    const club = await createClub(db)
    const desk = as((await createAccount(db, { clubId: club.id })).sub)
    const { id: memberId } = await createMember(db, { clubId: club.id })
    const { id: productId } = await createProduct(db, { clubId: club.id, pence: 3333, stock: 1 })
    const fixed = await createProduct(db, { clubId: club.id, pence: 3333, allowDiscount: false })
    await db
      .insertInto('discount')
      .values({
        club_id: club.id,
        root_club_id: club.rootClubId,
        name: 'Opening week',
        percent_hundredths: 1500,
        for_products: 'all',
      })
      .execute()
    const price = async (id: number) =>
      (await desk.get(`/api/member/GetProductPrice/${memberId}?productId=${id}&clubId=${club.id}`)).body
    expect(await price(productId)).toMatchObject({
      currentPrice: 33.33,
      price: 28.33,
      discounts: [{ name: 'Opening week', amount: 5 }],
      free: 1,
    })
    expect(await price(fixed.id)).toMatchObject({ price: 33.33, discounts: [] })
  })
})

describe('getAvailableEvents', () => {
  it('lists what costs something, by the day or as a whole, with the places left', async () => {
    const club = await createClub(db)
    const coach = as((await createAccount(db, { clubId: club.id })).sub)
    const { id: memberId } = await createMember(db, { clubId: club.id })
    const slots = await createClass(db, { clubId: club.id, classTypeId: classType.prebooked, weekdays: [] })
    await createSlot(db, { classId: slots.id, date: '2026-05-20', capacity: 10 })
    const course = await createClass(db, {
      clubId: club.id,
      classTypeId: classType.course,
      className: 'Self-defence course',
      startDate: '2026-05-05',
      endDate: '2026-06-09',
    })
    await createClass(db, { clubId: club.id })
    await db.updateTable('class').set({ cost_pence: 1250 }).where('id', 'in', [slots.id, course.id]).execute()
    const { body } = await coach.get(`/api/member/GetAvailableEvents/${memberId}`)
    expect(body).toMatchObject([
      { eventId: course.id, eventDate: '2026-05-05', cost: 12.5, isWhole: true, isPrebooked: false, isCharged: false },
      { eventId: slots.id, eventDate: '2026-05-20', placesLeft: 10, isWhole: false, isPrebooked: true },
    ])
    const found = await coach.get(`/api/member/GetAvailableEvents/${memberId}?type=${classType.course}&searchterm=self`)
    expect(found.body).toHaveLength(1)
  })
})
