import { transactionCategory, vatCode } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createClub, createMember } from '../../test/factories/people.ts'
import { createProduct } from '../../test/factories/shop.ts'
import { type Club, openCharging } from '../../test/open-charging.ts'
import { creditPart, postCharges, reverseCharge } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const { clock, aClub, paying, run } = await openCharging(database)

const defaults = {
  ...{ registeredFrom: '2026-01-01' as string | null, registeredUntil: null as string | null },
  ...{ number: 'GB 123 4567 82', hasNetPrices: false },
  codes: Object.fromEntries(
    ['membership', 'joiningFee', 'trial', 'class', 'event', 'other'].map(name => [name, vatCode.standard as number]),
  ),
  rates: [] as { vatCodeId: number; from: string; percent: number }[],
}

const started = clock.now

/** A club that is registered for VAT since January 2026. Today is 12 May 2026. */
async function registered(given: Partial<typeof defaults> = {}) {
  clock.now = started
  const club = await aClub()
  const save = async (more: Partial<typeof defaults>, version = 1) =>
    await club.me.post(`/api/billing/SaveVat/${club.clubId}`, { version, ...defaults, ...more })
  const read = async () => (await club.me.get(`/api/billing/GetVat/${club.clubId}`)).body
  expect((await save(given)).body).toMatchObject({ isSuccess: true })
  return { club, save, read }
}

const vatOf = async ({ clubId }: Pick<Club, 'clubId'>) =>
  await db
    .selectFrom('charge_vat as vat')
    .innerJoin('charge', 'charge.id', 'vat.charge_id')
    .select(['charge.amount_pence as amount', 'vat.vat_code_id as code', 'vat.rate', 'vat.pence'])
    .where('vat.club_id', '=', clubId)
    .orderBy('charge.id')
    .execute()

const entry = (club: Club, memberId: number, pence: number, given: object = {}) => ({
  ...{ clubId: club.clubId, memberId, pence, transactionDate: '2026-05-12', dueOn: '2026-05-12' },
  ...{ description: 'Badge', categoryId: transactionCategory.other, ...given },
})

describe('a charge', () => {
  it('has the VAT of its plan, class or product, or that of its kind', async () => {
    const { club } = await registered({ codes: { ...defaults.codes, joiningFee: vatCode.exempt } })
    const me = await paying(club, { memberSince: '2026-05-13' })
    await run(club)
    expect(await vatOf(club)).toEqual([
      { amount: 2500, code: vatCode.exempt, rate: 0, pence: 0 },
      // £30.00 ÷ 6
      { amount: 3000, code: vatCode.standard, rate: 2000, pence: 500 },
    ])

    const other = await registered()
    await db
      .updateTable('training_plan')
      .set({ vat_code_id: vatCode.reduced })
      .where('id', '=', other.club.planId)
      .execute()
    const seminar = await createClass(db, { clubId: other.club.clubId })
    await db.updateTable('class').set({ vat_code_id: vatCode.outside }).where('id', '=', seminar.id).execute()
    const product = await createProduct(db, { clubId: other.club.clubId })
    await db.updateTable('product').set({ vat_code_id: vatCode.zero }).where('id', '=', product.id).execute()
    const { memberId } = await paying(other.club)
    await run(other.club)
    await db
      .transaction()
      .execute(tx =>
        postCharges(tx, [
          entry(other.club, memberId, 1000, { eventId: seminar.id, eventDate: '2026-05-12' }),
          entry(other.club, memberId, 1250, { productId: product.id }),
          entry(other.club, memberId, 999),
        ]),
      )
    expect(await vatOf(other.club)).toEqual([
      // £30.00 × 5 ÷ 105 = £1.428…
      { amount: 3000, code: vatCode.reduced, rate: 500, pence: 143 },
      { amount: 1000, code: vatCode.outside, rate: 0, pence: 0 },
      { amount: 1250, code: vatCode.zero, rate: 0, pence: 0 },
      // £9.99 ÷ 6 = £1.665
      { amount: 999, code: vatCode.standard, rate: 2000, pence: 167 },
    ])
    const { body } = await club.me.get(`/api/member/GetTransactions/${me.memberId}`)
    expect(body.data).toMatchObject([
      { amount: 30, tax: 0, vat: 5, vatPercent: 20 },
      { amount: 25, tax: 0, vat: 0, vatPercent: 0 },
    ])
  })

  it('has the rate of its day, and keeps it', async () => {
    const { club, save } = await registered()
    const { memberId } = await paying(club)
    const charge = (transactionDate: string) =>
      db.transaction().execute(tx => postCharges(tx, [entry(club, memberId, 3000, { transactionDate })]))
    await charge('2026-05-12')
    expect(
      (await save({ rates: [{ vatCodeId: vatCode.standard, from: '2026-05-12', percent: 17.5 }] }, 2)).status,
    ).toBe(200)
    await charge('2026-05-11')
    await charge('2026-05-12')
    // £30.00 × 17.5 ÷ 117.5 = £4.468…
    expect((await vatOf(club)).map(({ rate, pence }) => [rate, pence])).toEqual([
      [2000, 500],
      [2000, 500],
      [1750, 447],
    ])
  })

  it('that is taken back, whole or in parts, gives its VAT back to the penny', async () => {
    const { club, save } = await registered()
    const { memberId } = await paying(club)
    const [whole = 0, parts = 0] = await db
      .transaction()
      .execute(tx => postCharges(tx, [entry(club, memberId, 3000), entry(club, memberId, 3000)]))
    expect((await save({ rates: [{ vatCodeId: vatCode.standard, from: '2026-05-12', percent: 10 }] }, 2)).status).toBe(
      200,
    )
    const given = { on: '2026-05-12', reason: 'Cancelled' }
    await db.transaction().execute(tx => reverseCharge(tx, { ...given, chargeId: whole }))
    for (let part = 1; part <= 3; part++)
      await db.transaction().execute(tx => creditPart(tx, { ...given, chargeId: parts, pence: 1000 }))
    // What is left after each £10.00: £20.00 with £3.33, £10.00 with £1.67, nothing.
    expect((await vatOf(club)).map(({ amount, rate, pence }) => [amount, rate, pence])).toEqual([
      [3000, 2000, 500],
      [3000, 2000, 500],
      [-3000, 2000, -500],
      [-1000, 2000, -167],
      [-1000, 2000, -166],
      [-1000, 2000, -167],
    ])
  })

  it('that corrects another one has the rate of that day; a credit of its own has none', async () => {
    const { club, save } = await registered()
    const { memberId, clubMemberId } = await paying(club)
    await run(club)
    expect((await save({ rates: [{ vatCodeId: vatCode.standard, from: '2026-05-12', percent: 10 }] }, 2)).status).toBe(
      200,
    )
    // Frozen for 10 of the 31 days from 13 May: £30.00 × 10 ÷ 31 = £9.68 less, with a sixth of it VAT.
    const frozen = await club.me.post(`/api/member/SaveFreeze/${memberId}`, {
      ...{ freezeId: 0, clubMemberId, from: '2026-05-20', until: '2026-05-29', reason: 'Away', price: 0 },
    })
    expect(frozen.status, frozen.body.message).toBe(200)
    await db.transaction().execute(tx => postCharges(tx, [entry(club, memberId, -500)]))
    expect((await vatOf(club)).slice(1)).toEqual([
      { amount: -968, code: vatCode.standard, rate: 2000, pence: -161 },
      { amount: -500, code: vatCode.outside, rate: 0, pence: 0 },
    ])
  })

  it('has no VAT before the club is registered, or after', async () => {
    const { club } = await registered({ registeredFrom: '2026-05-11', registeredUntil: '2026-05-12' })
    const { memberId } = await paying(club)
    for (const transactionDate of ['2026-05-10', '2026-05-11', '2026-05-12', '2026-05-13'])
      await db.transaction().execute(tx => postCharges(tx, [entry(club, memberId, 3000, { transactionDate })]))
    expect(await vatOf(club)).toHaveLength(2)
    const { body } = await club.me.get(`/api/member/GetTransactions/${memberId}`)
    expect(body.data.map(({ vat }: { vat: number | null }) => vat)).toEqual([null, 5, 5, null])
  })
})

describe('registering late', () => {
  it('says how many charges get VAT, works it out for them, and leaves closed books alone', async () => {
    const { club, save } = await registered({ registeredFrom: null, number: '' })
    const { memberId } = await paying(club)
    await createCharge(db, { clubId: club.clubId, memberId, pence: 600, due: '2026-02-10' })
    await createCharge(db, { clubId: club.clubId, memberId, pence: 1200, due: '2026-03-10' })
    const sold = await createCharge(db, { clubId: club.clubId, memberId, pence: 2400, due: '2026-04-10' })
    await db.transaction().execute(async tx => {
      await creditPart(tx, { chargeId: sold, pence: 1200, on: '2026-04-11', reason: 'Half', accountId: null })
    })
    await club.me.post(`/api/billing/CloseBooks/${club.clubId}`, { closedUntil: '2026-02-28' })
    const ask = async (query: string) => (await club.me.get(`/api/billing/GetUntaxed/${club.clubId}?${query}`)).body
    expect(await ask('registeredFrom=2026-01-01')).toMatchObject({ untaxed: 3, kept: 0 })
    expect(await vatOf(club)).toEqual([])
    expect((await save({}, 2)).body).toMatchObject({ isSuccess: true, taxed: 3 })
    expect((await vatOf(club)).map(({ amount, pence }) => [amount, pence])).toEqual([
      [1200, 200],
      [2400, 400],
      [-1200, -200],
    ])
    expect(await ask('registeredFrom=2026-01-01&registeredUntil=2026-04-10')).toMatchObject({ untaxed: 0, kept: 1 })
  })
})

describe('the settings', () => {
  it('are those of the club above until the club has its own, but each club is registered itself', async () => {
    const above = await registered({
      codes: { ...defaults.codes, membership: vatCode.exempt },
      rates: [{ vatCodeId: vatCode.reduced, from: '2026-04-01', percent: 8 }],
    })
    const below = await createClub(db, { parentClubId: above.club.clubId })
    const { rows } = await sql`
      select vat_code_of(${below.id}, ${transactionCategory.membership}) as membership,
        vat_rate_on(${below.id}, ${vatCode.reduced}, '2026-03-31') as before,
        vat_rate_on(${below.id}, ${vatCode.reduced}, '2026-04-01') as after`.execute(db)
    expect(rows).toEqual([{ membership: vatCode.exempt, before: 500, after: 800 }])
    const member = await createMember(db, { clubId: below.id })
    await createCharge(db, { clubId: below.id, memberId: member.id, pence: 600, due: '2026-05-12' })
    expect(await vatOf({ clubId: below.id })).toEqual([])
  })

  it('are refused beside the field, and read back as they were saved', async () => {
    const { save, read } = await registered()
    const wrong = async (given: object, field: string, message: string) =>
      expect(await save(given, 2)).toMatchObject({ status: 400, body: { fields: { [field]: [message] } } })
    await wrong({ number: 'GB 123 4567 83' }, 'number', 'Check the number: 9 or 12 digits, like GB 123 4567 82')
    await wrong({ number: '' }, 'number', 'Give the VAT number')
    await wrong({ registeredUntil: '2025-12-31' }, 'registeredUntil', 'Should not be before the first day')
    const twice = { vatCodeId: vatCode.standard, from: '2027-01-01', percent: 19 }
    await wrong({ rates: [twice, twice] }, 'rates.1.from', 'This rate changes twice on that day')
    expect((await save({}, 1)).status).toBe(409)
    expect((await save({ number: '123456782', hasNetPrices: true, rates: [twice] }, 2)).status).toBe(200)
    expect(await read()).toMatchObject({
      ...{ ...defaults, number: 'GB 123 4567 82', hasNetPrices: true, rates: [twice] },
      ...{ version: 3, today: '2026-05-12' },
      rateChoices: [
        { vatCodeId: vatCode.standard, name: 'Standard rate', percent: 20 },
        { vatCodeId: vatCode.reduced, name: 'Reduced rate', percent: 5 },
        { vatCodeId: vatCode.zero, percent: 0 },
        { vatCodeId: vatCode.exempt, percent: 0 },
        { vatCodeId: vatCode.outside, percent: 0 },
      ],
    })
  })
})

describe('the report', () => {
  it('has VAT by rate, and of each charge', async () => {
    const { club } = await registered()
    const { memberId } = await paying(club)
    const [first = 0] = await db
      .transaction()
      .execute(tx =>
        postCharges(tx, [
          entry(club, memberId, 1200),
          entry(club, memberId, 600),
          entry(club, memberId, 2100, { categoryId: transactionCategory.membership, planId: club.planId }),
          entry(club, memberId, 1200, { transactionDate: '2026-04-30' }),
        ]),
      )
    await db
      .transaction()
      .execute(tx => creditPart(tx, { chargeId: first, pence: 300, on: '2026-05-12', reason: 'Part' }))
    const asked = { clubIds: [club.clubId], from: '2026-05-01', until: '2026-05-12' }
    const { body } = await club.me.post('/api/reporting/GetReport', { tab: 'finance', ...asked })
    const section = body.sections.find(({ key }: { key: string }) => key === 'vat')
    // £12.00 + £6.00 + £21.00 − £3.00 = £36.00, a sixth of it VAT.
    expect(section.rows).toMatchObject([{ cells: ['Standard rate, 20%', 4, 30, 6, 36] }])
    expect(section.total).toEqual(['All', 4, 30, 6, 36])
    const { body: list } = await club.me.post('/api/reporting/GetReportList', { list: 'vat', ...asked })
    expect(list.data.map(({ amount, vat, vatPercent }: Record<string, number>) => [amount, vat, vatPercent])).toEqual([
      [12, 2, 20],
      [6, 1, 20],
      [21, 3.5, 20],
      [-3, -0.5, 20],
    ])
  })
})
