import { memberStatus, paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { firstDue } from '@honbu/contract/plan-price.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createContact, link } from '../../test/factories/people.ts'
import { createPlan, onPlan, planFields } from '../../test/right-input-plans.ts'
import { passTime } from '../membership/index.ts'
import type { Message } from '../platform/mail.ts'
import { planTermsOf } from './plan-terms.ts'
import { tellPriceChange } from './tell-price-change.ts'

const database = await freshDatabase()
const { db } = database
const { as, jobs } = await testApp(database)

const { monthly } = subFrequency
const wanted = { subFrequencyId: monthly, subPrice: 32, from: '2026-05-20' }

async function aPlan(columns: object = {}) {
  const club = await createClub(db)
  await db
    .updateTable('club')
    .set({ email: 'dojo@mail.example', phone: '0113 496 0100' })
    .where('id', '=', club.id)
    .execute()
  const by = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const plan = await createPlan(db, { clubId: club.id, name: 'Two a week', ...columns })
  const has = (fields: object = {}) => onPlan(db, { clubId: club.id, planId: plan.id, ...fields })
  const preview = async (fields: object = {}) =>
    (await by.post(`/api/club/GetPriceChangePreview/${plan.id}`, { clubId: club.id, ...wanted, ...fields })).body
  const save = (fields: object = {}) =>
    by.post(`/api/club/SavePriceChange/${plan.id}`, { clubId: club.id, ...wanted, clubMemberIds: null, ...fields })
  const changes = async () => (await by.get(`/api/club/GetPriceChanges/${plan.id}?clubId=${club.id}`)).body
  const price = async ({ id }: { id: number }) =>
    (await by.get(`/api/member/getMembership/${id}?clubId=${club.id}`)).body[0]
  return { club, plan, by, has, preview, save, changes, price }
}

/** What the job writes. */
async function told(priceChangeId: number, now = testNow) {
  const letters: Message[] = []
  const mail = { post: async (_: unknown, message: Message) => void letters.push(message) }
  await tellPriceChange({ db, mail, now: () => now }, priceChangeId)
  return letters
}

const pass = (now: string) =>
  passTime({
    db,
    now: () => new Date(now),
    jobs: { enqueue: async () => undefined },
    mail: { post: async () => undefined },
  })

describe('getPriceChangePreview', () => {
  it('says of everybody what is paid now and then, from when, or why it stays', async () => {
    const { has, preview } = await aPlan()
    const person = (firstName: string) => ({ firstName, email: `${firstName}@mail.example`.toLowerCase() })
    await has({ person: person('Cash'), nextPayment: '2026-05-15' })
    await has({ person: person('Debit'), paymentMethodId: paymentMethod.directDebit, nextPayment: '2026-05-27' })
    await has({ person: person('Later'), paymentMethodId: paymentMethod.directDebit, nextPayment: '2026-05-28' })
    await has({ person: person('Never'), nextPayment: null })
    await has({ person: person('Already'), pence: 3200 })
    await has({ person: person('Leaves'), memberUntil: '2026-05-31' })
    const { data, ...totals } = await preview({ sort: 'name-asc' })
    const rows = Object.fromEntries(
      data.map(({ name, priceBefore, priceAfter, appliesOn, problem }: Record<string, string>) => [
        name?.split(' ')[0],
        [priceBefore, priceAfter, appliesOn, problem],
      ]),
    )
    expect(rows).toEqual({
      // In hand: the first payment from the day on.
      Cash: [29, 32, '2026-06-15', ''],
      // Ten working days after the evening of 12 May, over a bank holiday, is 28 May.
      Debit: [29, 32, '2026-06-27', ''],
      Later: [29, 32, '2026-05-28', ''],
      Never: [29, 32, '2026-05-20', ''],
      Already: [32, 32, null, 'Pays this already'],
      Leaves: [29, 29, null, 'Ends on 31/05/2026'],
    })
    expect(totals).toEqual({
      total: 6,
      changing: 4,
      ownPriced: 0,
      staying: 2,
      notTold: 0,
      yearlyMore: 144,
      earliestDebit: '2026-05-28',
    })
  })

  it('is a grid: filtered, sorted, by pages', async () => {
    const { has, preview } = await aPlan()
    for (const pence of [2500, 2700, 2900]) await has({ pence })
    const { data, total } = await preview({ filter: 'priceBefore~lt~29', sort: 'priceBefore-desc', pageSize: 1 })
    expect([total, data]).toMatchObject([2, [{ priceBefore: 27 }]])
  })

  it('refuses a day that has been, one years away, and a price below zero', async () => {
    const { preview } = await aPlan()
    for (const [field, wrong] of [
      ['from', '2026-05-11'],
      ['from', '2029-01-01'],
      ['subPrice', -1],
    ] as const)
      expect(Object.keys((await preview({ [field]: wrong })).fields)).toEqual([field])
  })
})

describe('savePriceChange', () => {
  it('concerns active members and those with an issue, and no one who has left', async () => {
    const { has, preview } = await aPlan()
    const ids: number[] = []
    for (const member_status_id of [memberStatus.active, memberStatus.issue, memberStatus.lapsed]) {
      const { id } = await has({ person: { firstName: String(member_status_id) } })
      await db.updateTable('club_member').set({ member_status_id }).where('member_id', '=', id).execute()
      ids.push(id)
    }
    const { data, changing } = await preview({ sort: 'name-asc' })
    expect(data.map(({ memberId }: { memberId: number }) => memberId).toSorted()).toEqual(ids.slice(0, 2).toSorted())
    expect(changing).toBe(2)
  })

  it('is done once however often it is pressed, at once or again', async () => {
    const { has, save, changes, preview } = await aPlan()
    for (let count = 0; count < 3; count++) await has()
    const answers = await Promise.all([save(), save(), save()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await save()).body.message).toBe('Nobody is left whose price would change.')
    expect(await changes()).toMatchObject([{ waiting: 3, applied: 0, isCancelled: false, canCancel: true }])
    expect((await preview()).data[0].problem).toMatch(/^Has a change waiting for /)
  })

  it('comes by the night of each one’s day, changes nothing but the price, and is foreseen by what is charged', async () => {
    const { has, save, price, changes } = await aPlan()
    const member = await has({ nextPayment: '2026-05-25' })
    await save()
    expect((await price(member)).plannedChange).toMatchObject({ from: '2026-05-25', subPrice: 32 })
    const penceOn = async (on: string) =>
      (await planTermsOf(db, { clubMemberIds: [member.clubMemberId], on }))[0]?.pence
    expect([await penceOn('2026-05-24'), await penceOn('2026-05-25')]).toEqual([2900, 3200])
    await pass('2026-05-24T12:00:00Z')
    expect((await price(member)).subPrice).toBe(29)
    // What happens meanwhile is not undone: he pays by card from now on, and another day.
    await db
      .updateTable('club_member')
      .set({ payment_method_id: paymentMethod.card, next_payment: '2026-06-03' })
      .where('id', '=', member.clubMemberId)
      .execute()
    await pass('2026-05-25T12:00:00Z')
    expect(await price(member)).toMatchObject({
      subPrice: 32,
      paymentMethodId: paymentMethod.card,
      nextPayment: '2026-06-03',
      plannedChange: null,
    })
    expect(await changes()).toMatchObject([{ waiting: 0, applied: 1, canCancel: false }])
  })

  it('is for those chosen alone, and leaves the members of sister clubs be', async () => {
    const { club, plan, has, save, by, changes } = await aPlan()
    const franchise = await createClub(db, { parentClubId: club.id })
    const [chosen] = [await has(), await has()]
    const theirs = await onPlan(db, { clubId: franchise.id, planId: plan.id })
    const below = as((await createAccount(db, { clubId: franchise.id, isAdmin: true })).sub)
    const { body } = await save({ clubMemberIds: [chosen.clubMemberId] })
    expect(body).toMatchObject({ members: 1, notTold: 1 })
    const other = { ...wanted, clubId: franchise.id, clubMemberIds: null }
    expect((await below.post(`/api/club/SavePriceChange/${plan.id}`, other)).body.members).toBe(1)
    expect((await by.get(`/api/member/getMembership/${theirs.id}`)).body[0].plannedChange).not.toBe(null)
    expect((await below.post(`/api/club/SavePriceChange/${plan.id}`, { ...other, clubId: club.id })).status).toBe(403)
    // The head office sees both, and the club below what concerns its members, and these alone.
    expect(await changes()).toHaveLength(2)
    const more = await has({ pence: 1000 })
    const another = await onPlan(db, { clubId: franchise.id, planId: plan.id, pence: 1000 })
    const ids = [more.clubMemberId, another.clubMemberId]
    expect((await save({ clubMemberIds: ids, withOwnPriced: true })).body.members).toBe(2)
    const { body: seen } = await below.get(`/api/club/GetPriceChanges/${plan.id}?clubId=${franchise.id}`)
    expect(seen).toMatchObject([
      { clubName: club.name, waiting: 1, canCancel: false },
      { clubName: franchise.name, waiting: 1, canCancel: true },
    ])
  })

  it('is for those who match the filter of the preview', async () => {
    const { has, save, preview, price } = await aPlan()
    const [cheap, dear] = [await has({ pence: 2500 }), await has({ pence: 2900 })]
    const filter = 'priceBefore~lt~29'
    const all = { withOwnPriced: true }
    expect(await preview({ filter, ...all })).toMatchObject({ changing: 1, total: 1, yearlyMore: 84 })
    expect((await save({ filter: 'nonsense~eq~1' })).body.fields).toMatchObject({ filter: [expect.any(String)] })
    expect((await save({ filter, ...all })).body.members).toBe(1)
    expect((await price(cheap)).plannedChange).toMatchObject({ subPrice: 32 })
    expect((await price(dear)).plannedChange).toBe(null)
  })

  it('leaves out whose price was agreed with them alone, unless they are asked for', async () => {
    const { has, save, preview, price } = await aPlan()
    const [usual, own, free] = [await has({ pence: 2900 }), await has({ pence: 2000 }), await has({ pence: 0 })]
    // Who stays anyway is not counted with them.
    await has({ pence: 2100, memberUntil: '2026-05-31' })
    expect(await preview({ sort: 'priceBefore-asc' })).toMatchObject({
      ...{ changing: 1, staying: 3, ownPriced: 2, yearlyMore: 36 },
      data: [
        { priceBefore: 0, priceAfter: 0, appliesOn: null, problem: 'Has a price of their own' },
        { priceBefore: 20, priceAfter: 20, problem: 'Has a price of their own' },
        { priceBefore: 21, problem: 'Ends on 31/05/2026' },
        { priceBefore: 29, priceAfter: 32, problem: '' },
      ],
    })
    expect(await preview({ withOwnPriced: true })).toMatchObject({ changing: 3, staying: 1, ownPriced: 2 })
    // Not by naming them either.
    expect((await save({ clubMemberIds: [own.clubMemberId] })).status).toBe(409)
    expect((await save()).body.members).toBe(1)
    expect((await price(usual)).plannedChange).toMatchObject({ subPrice: 32 })
    expect([(await price(own)).plannedChange, (await price(free)).plannedChange]).toEqual([null, null])
    expect((await save({ clubMemberIds: [own.clubMemberId], withOwnPriced: true })).body.members).toBe(1)
    expect((await price(own)).plannedChange).toMatchObject({ subPrice: 32 })
  })

  it('takes no one for such who pays what the plan has asked, or a price change has made of it', async () => {
    const { club, plan, by, has, preview } = await aPlan()
    for (const [index, monthlyPrice] of [30.5, 32].entries()) {
      const fields = { ...planFields, clubId: club.id, name: 'Two a week', monthlyPrice, version: index + 1 }
      const saved = await by.post(`/api/club/SaveTrainingPlan/${plan.id}`, fields)
      expect(saved.status, saved.body.message).toBe(200)
    }
    for (const pence of [2900, 3050, 2800]) await has({ pence })
    expect(await preview()).toMatchObject({ changing: 2, ownPriced: 1 })
    const { id: club_id, rootClubId: root_club_id } = club
    const of = { club_id, root_club_id, training_plan_id: plan.id, sub_frequency_id: monthly }
    const made = { price_pence: 2800, from_date: '2025-01-01', created_at: '2024-12-01T12:00:00Z' }
    await db
      .insertInto('price_change')
      .values({ ...of, ...made })
      .execute()
    expect(await preview()).toMatchObject({ changing: 3, ownPriced: 0 })
  })

  it('gives way to a plan that is agreed with one of them', async () => {
    const { has, save, by, price, plan, changes } = await aPlan()
    const member = await has()
    await save()
    const agreed = { trainingPlanId: plan.id, subFrequencyId: monthly, paymentMethodId: null, subPrice: 30 }
    const change = { clubMemberId: member.clubMemberId, ...agreed, nextPayment: '2026-06-01' }
    expect((await by.post(`/api/member/ChangePlan/${member.id}`, change)).status).toBe(200)
    await pass('2026-06-02T12:00:00Z')
    expect((await price(member)).subPrice).toBe(30)
    expect(await changes()).toMatchObject([{ waiting: 0, cancelled: 1 }])
  })
})

describe('the letters', () => {
  it('name amount, date, frequency, reference, club and contact, once, to the guardian of a minor', async () => {
    const { has, save, changes } = await aPlan({ second_percent: 10 })
    const adult = await has({
      person: { firstName: 'Ann', lastName: 'Reed', email: 'ann@mail.example', dob: '1990-01-01' },
      paymentMethodId: paymentMethod.directDebit,
      memberSince: '2025-01-01',
    })
    const child = await has({
      person: { firstName: 'Tom', lastName: 'Reed', email: 'tom@mail.example', dob: '2017-01-01' },
    })
    await createContact(db, { memberId: child.id, firstName: 'Eve', email: 'eve@mail.example', isGuardian: true })
    await link(db, { memberId: adult.id, linkedMemberId: child.id })
    const silent = await has({ person: { firstName: 'Zed' } })
    const { body } = await save()
    expect(body).toMatchObject({ members: 3, notTold: 1 })
    expect(jobs.at(-1)).toEqual({ name: 'tell-price-change', data: { priceChangeId: body.priceChangeId } })
    const both = await Promise.all([told(body.priceChangeId), told(body.priceChangeId)])
    const letters = both.flat().toSorted((a, b) => (a.to < b.to ? -1 : 1))
    expect(letters.map(({ to }) => to)).toEqual(['ann@mail.example', 'eve@mail.example'])
    const [toAnn, toEve] = letters.map(({ text }) => text)
    for (const part of ['£29.00 to £32.00', '1 June 2026', 'every month', 'direct debit', `Reference: ${adult.code}`])
      expect(toAnn).toContain(part)
    expect(toAnn).toContain('dojo@mail.example, 0113 496 0100')
    // The second of the family pays ten percent less.
    expect(toEve).toContain('“Two a week” for Tom Reed changes from £26.10 to £28.80')
    expect(await told(body.priceChangeId)).toEqual([])
    expect(await changes()).toMatchObject([{ told: 2, notTold: [{ memberId: silent.id }] }])
  })

  it('are one to an address, with each child’s old and new price and date, whoever runs at once', async () => {
    const { has, save, by, changes } = await aPlan({ second_percent: 10, third_percent: 50 })
    const children = []
    for (const firstName of ['Ada', 'Ben', 'Cleo']) {
      const child = await has({ person: { firstName, lastName: 'Hill', dob: '2016-01-01' } })
      await createContact(db, { memberId: child.id, firstName: 'Eve', email: 'Eve@mail.example', isGuardian: true })
      for (const sibling of children) await link(db, { memberId: child.id, linkedMemberId: sibling.id })
      children.push(child)
    }
    await has({ person: { firstName: 'Zoe', email: 'zoe@mail.example', dob: '1990-01-01' } })
    const { priceChangeId } = (await save()).body
    const letters = (await Promise.all([told(priceChangeId), told(priceChangeId)])).flat()
    expect(letters.map(({ to }) => to).toSorted()).toEqual(['Eve@mail.example', 'zoe@mail.example'])
    const toEve = letters.find(({ to }) => to === 'Eve@mail.example')?.text ?? ''
    for (const part of [
      'Hello Eve,',
      'Ada Hill: from £29.00 to £32.00',
      'Ben Hill: from £26.10 to £28.80',
      'Cleo Hill: from £14.50 to £16.00',
      'First payment: 1 June 2026',
      ...children.map(({ code }) => `Reference: ${code}`),
    ])
      expect(toEve).toContain(part)
    expect(await changes()).toMatchObject([{ told: 4, notTold: [] }])
    await by.post(`/api/club/CancelPriceChange/${priceChangeId}`)
    const taken = await told(priceChangeId)
    expect(taken).toHaveLength(2)
    const back = taken.find(({ to }) => to === 'Eve@mail.example')?.text
    for (const name of ['Ada', 'Ben', 'Cleo']) expect(back).toContain(`for ${name} Hill would change`)
  })

  it('are taken back with the change, once, and no price changes', async () => {
    const { has, save, by, changes, price } = await aPlan()
    const member = await has({ person: { email: 'ann@mail.example' } })
    const { priceChangeId } = (await save()).body
    await told(priceChangeId)
    const cancel = () => by.post(`/api/club/CancelPriceChange/${priceChangeId}`)
    const answers = await Promise.all([cancel(), cancel()])
    expect(answers.map(({ body }) => body.members).sort()).toEqual([0, 1])
    const letters = await told(priceChangeId)
    expect(letters).toMatchObject([{ to: 'ann@mail.example', subject: expect.stringContaining('stays as it is') }])
    expect(await told(priceChangeId)).toEqual([])
    await pass('2026-07-01T12:00:00Z')
    expect((await price(member)).subPrice).toBe(29)
    expect(await changes()).toMatchObject([{ isCancelled: true, cancelled: 1, canCancel: false }])
    // And it can be decided anew.
    expect((await save({ from: '2026-06-01' })).status).toBe(200)
  })

  it('are not written at all for what was taken back before', async () => {
    const { has, save, by } = await aPlan()
    await has({ person: { email: 'ann@mail.example' } })
    const { priceChangeId } = (await save()).body
    await by.post(`/api/club/CancelPriceChange/${priceChangeId}`)
    expect(await told(priceChangeId)).toEqual([])
  })
})

it('the database finds the same first payment as the contract', async () => {
  const day = fc.date({ min: new Date('2024-01-01'), max: new Date('2031-12-31'), noInvalidDate: true })
  const iso = day.map(date => date.toISOString().slice(0, 10))
  const agreed = fc.option(fc.integer({ min: 1, max: 31 }))
  const cases = fc.sample(fc.tuple(iso, iso, fc.constantFrom(...Object.values(subFrequency)), agreed), 1000)
  const given = JSON.stringify(
    cases.map(([next, onOrAfter, frequency, day], at) => ({ at, next, on_or_after: onOrAfter, frequency, day })),
  )
  const { rows } = await sql<{ due: string | null }>`
    select first_due(next, frequency, on_or_after, day) as due
    from json_to_recordset(${given}::json)
      as given (at integer, next date, on_or_after date, frequency integer, day integer) order by at`.execute(db)
  expect(rows.map(({ due }) => due)).toEqual(
    cases.map(([next, onOrAfter, frequency, day]) => firstDue(next, frequency, onOrAfter, day)),
  )
})
