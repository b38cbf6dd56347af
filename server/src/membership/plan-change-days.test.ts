import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import { paymentMethod, role, subFrequency } from '@honbu/contract/ids.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount } from '../../test/factories/people.ts'
import { histories } from '../../test/histories.ts'
import { type Club, openCharging } from '../../test/open-charging.ts'
import { checkLedger } from '../ledger/index.ts'
import { passTime } from './by-night.ts'

const database = await freshDatabase()
const { db } = database
const { aClub, as, clock, paying, run } = await openCharging(database)

const { weekly, monthly, quarterly, yearly } = subFrequency

interface Who {
  readonly clubMemberId: number
  readonly memberId: number
}

async function aPlan(club: Club, name: string) {
  const plan = await db
    .insertInto('training_plan')
    .values({ club_id: club.clubId, root_club_id: club.rootClubId, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const planId of [plan.id, club.planId])
    await db
      .insertInto('training_plan_price')
      .values(
        [weekly, monthly, quarterly, yearly].map(sub_frequency_id => ({
          ...{ training_plan_id: planId, sub_frequency_id, price_pence: 6200 },
        })),
      )
      .execute()
  return plan.id
}

/** A club with a dearer plan, and a member who pays by card and is charged from a day on. */
async function charged(from: string, terms: { pence: number; frequencyId: number }) {
  const club = await aClub()
  const planId = await aPlan(club, 'All you can')
  const member = await paying(club, { nextPayment: from, pence: terms.pence, methodId: paymentMethod.card })
  await db
    .updateTable('club_member')
    .set({ sub_frequency_id: terms.frequencyId })
    .where('id', '=', member.clubMemberId)
    .execute()
  await run(club)
  return { club, member, planId }
}

const at = (day: string) => new Date(`${day}T10:00:00Z`)

const ask = async (club: Club, { memberId, clubMemberId }: Who, given: object) => {
  const wanted = { clubMemberId, paymentMethodId: paymentMethod.card, subFrequencyId: monthly, ...given }
  return {
    preview: await club.me.post(`/api/member/PreviewPlanChange/${memberId}`, wanted),
    change: async () => await club.me.post(`/api/member/ChangePlan/${memberId}`, wanted),
  }
}

/** The entries of a member's account from one on, as the preview lists them. */
async function entries(memberId: number, afterId: number, until: string) {
  const rows = await db
    .selectFrom('charge')
    .select(['due_on as on', 'description', 'amount_pence as pence'])
    .where('member_id', '=', memberId)
    .where('id', '>', afterId)
    .where('due_on', '<=', until)
    .orderBy('charge.id')
    .execute()
  return rows.map(({ on, description, pence }) => ({ on, description, amount: pence / 100 })).sort(byDay)
}

const byDay = (one: { on: string; description: string }, other: { on: string; description: string }) =>
  `${one.on} ${one.description}` < `${other.on} ${other.description}` ? -1 : 1

/** A waived term is a charge and its reversal, which a preview leaves out. */
const isNotWaived = ({ description }: { description: string }, _: number, all: readonly { description: string }[]) =>
  !all.some(entry => entry.description.startsWith('Waived:')) || !/^(Waived:|Minimum term)/.test(description)

const lastCharge = async () =>
  (await db.selectFrom('charge').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0

/** Lets nights go by: changes that wait apply, and the club charges. */
async function nights(club: Club, from: string, until: string, step: () => number) {
  for (let day = from; day <= until; day = addDays(day, step())) {
    clock.now = at(day)
    await passTime({
      ...{ db, now: () => clock.now, jobs: { enqueue: async () => undefined } },
      mail: { post: async () => undefined },
    })
    await run(club)
  }
}

describe('days that are charged already', () => {
  it('are credited by the day when a dearer plan starts today, and charged at its price', async () => {
    clock.now = testNow
    const { club, member, planId } = await charged('2026-05-01', { pence: 3100, frequencyId: monthly })
    const { preview, change } = await ask(club, member, {
      ...{ trainingPlanId: planId, subPrice: 62, nextPayment: '2026-06-01', paidDays: 'credit' },
    })
    // £1 a day for 12 to 31 May comes back, £2 a day takes its place.
    expect(preview.body).toMatchObject({
      ...{ from: '2026-05-12', paidUntil: '2026-05-31', problem: '', uncharged: [] },
      charges: [
        { on: '2026-05-12', description: 'Not used, plan changed, 12 May 2026 to 31 May 2026', amount: -20 },
        { on: '2026-06-01', description: 'All you can, 12 May 2026 to 31 May 2026 (20 of 31 days)', amount: 40 },
        { on: '2026-06-01', description: 'All you can, 1 Jun 2026 to 30 Jun 2026', amount: 62 },
        { on: '2026-07-01', amount: 62 },
        { on: '2026-08-01', amount: 62 },
      ],
    })
    const before = await lastCharge()
    expect((await change()).body).toMatchObject({ isApplied: true })
    await nights(club, '2026-05-12', '2026-08-12', () => 5)
    expect(await entries(member.memberId, before, '2026-08-12')).toEqual(preview.body.charges.sort(byDay))
    expect(await checkLedger(db)).toBeNull()
  })

  it('start a schedule of their own where the next payment says so', async () => {
    clock.now = testNow
    const { club, member, planId } = await charged('2026-05-01', { pence: 3100, frequencyId: monthly })
    const { preview, change } = await ask(club, member, {
      ...{ trainingPlanId: planId, subPrice: 62, nextPayment: '2026-05-12', paidDays: 'credit' },
    })
    const before = await lastCharge()
    await change()
    await nights(club, '2026-05-12', '2026-08-12', () => 5)
    const found = await entries(member.memberId, before, '2026-08-12')
    expect(found).toMatchObject([
      { on: '2026-05-12', amount: 62 },
      { on: '2026-05-12', amount: -20 },
      { on: '2026-06-12', amount: 62 },
      { on: '2026-07-12', amount: 62 },
      { on: '2026-08-12', amount: 62 },
    ])
    expect(found).toEqual(preview.body.charges.sort(byDay))
  })

  it('are used up first when the new plan starts after them', async () => {
    clock.now = testNow
    const { club, member, planId } = await charged('2026-05-01', { pence: 36_500, frequencyId: yearly })
    const wanted = { trainingPlanId: planId, subPrice: 38.5, nextPayment: '2026-06-01', from: '2026-06-01' }
    const { preview, change } = await ask(club, member, wanted)
    expect(preview.body).toMatchObject({ from: '2027-05-01', paidUntil: '2027-04-30', charges: [], problem: '' })
    expect((await change()).body).toMatchObject({ isApplied: false, from: '2027-05-01' })
  })

  it('are credited from the day of a change to come, at once', async () => {
    clock.now = testNow
    const { club, member, planId } = await charged('2026-05-01', { pence: 36_500, frequencyId: yearly })
    const { preview, change } = await ask(club, member, {
      ...{ trainingPlanId: planId, subPrice: 38.5, nextPayment: '2026-06-01', from: '2026-06-01', paidDays: 'credit' },
    })
    // 1 June to 30 April: 334 days of £1.
    expect(preview.body.charges).toMatchObject([
      { on: '2026-05-12', amount: -334 },
      { on: '2026-06-01', amount: 38.5 },
      { on: '2026-07-01', amount: 38.5 },
      { on: '2026-08-01', amount: 38.5 },
    ])
    const before = await lastCharge()
    const { body } = await change()
    await nights(club, '2026-05-13', '2026-08-12', () => 7)
    expect(await entries(member.memberId, before, '2026-08-12')).toEqual(preview.body.charges.sort(byDay))
    expect(body).toMatchObject({ isApplied: false, from: '2026-06-01' })
  })

  it('are charged again when the change is cancelled', async () => {
    clock.now = testNow
    const { club, member, planId } = await charged('2026-05-01', { pence: 3100, frequencyId: monthly })
    const { change } = await ask(club, member, {
      ...{ trainingPlanId: planId, subPrice: 62, nextPayment: '2026-06-01', from: '2026-05-22', paidDays: 'credit' },
    })
    const { body } = await change()
    const before = await lastCharge()
    expect((await club.me.post(`/api/member/CancelPlanChange/${body.planChangeId}`)).status).toBe(200)
    await nights(club, '2026-05-13', '2026-06-01', () => 3)
    // Ten days of £1, and June at the old price.
    expect(await entries(member.memberId, before, '2026-06-01')).toMatchObject([
      { on: '2026-05-22', amount: 10 },
      { on: '2026-06-01', amount: 31 },
    ])
  })

  it('stay as they are when only the way to pay changes', async () => {
    clock.now = testNow
    const { club, member } = await charged('2026-05-01', { pence: 3100, frequencyId: monthly })
    const { preview } = await ask(club, member, {
      ...{ trainingPlanId: club.planId, subPrice: 31, nextPayment: '2026-06-01', paymentMethodId: paymentMethod.cash },
    })
    expect(preview.body).toMatchObject({ from: '2026-05-12', paidUntil: null, charges: [] })
  })
})

/** Binds a member to the club's plan from January to December 2026. */
async function bind(club: Club, { clubMemberId }: Who) {
  await db.updateTable('club_member').set({ member_since: '2026-01-01' }).where('id', '=', clubMemberId).execute()
  await db.updateTable('training_plan').set({ minimum_months: 12 }).where('id', '=', club.planId).execute()
}

describe('a cheaper plan within the minimum term', () => {
  const cheaper = async () => {
    clock.now = testNow
    const { club, member, planId } = await charged('2026-05-01', { pence: 6200, frequencyId: monthly })
    await bind(club, member)
    const wanted = { trainingPlanId: planId, subPrice: 31, nextPayment: '2026-06-01', from: '2026-06-01' }
    return { club, member, wanted }
  }
  const gapsOf = async (clubMemberId: number) =>
    await db
      .selectFrom('membership_gap')
      .select(['charged_pence as charged', 'waived_pence as waived', 'reason'])
      .where('club_member_id', '=', clubMemberId)
      .execute()

  it('owes the difference to the end of the term, which is charged when the change applies', async () => {
    const { club, member, wanted } = await cheaper()
    const { preview, change } = await ask(club, member, { ...wanted, term: 'charge' })
    // June to December: 7 × (£62.00 − £31.00). Due five working days after 1 June.
    expect(preview.body).toMatchObject({ from: '2026-06-01', endsTerm: '2026-12-31', termAmount: 217 })
    expect(preview.body.charges).toContainEqual({
      ...{ on: '2026-06-08', description: 'Minimum term of Two a week to 31 Dec 2026', amount: 217 },
    })
    const before = await lastCharge()
    expect((await change()).body).toMatchObject({ isApplied: false })
    expect(await gapsOf(member.clubMemberId)).toEqual([])
    await nights(club, '2026-05-12', '2026-08-12', () => 1)
    expect(await entries(member.memberId, before, '2026-08-12')).toEqual(preview.body.charges.sort(byDay))
    expect(await gapsOf(member.clubMemberId)).toEqual([{ charged: 21_700, waived: 0, reason: 'Plan changed' }])
    expect(await checkLedger(db)).toBeNull()
  })

  it('is waived with a reason, which the account and the report keep', async () => {
    const { club, member, wanted } = await cheaper()
    const unsaid = await ask(club, member, { ...wanted, term: 'waive' })
    expect(await unsaid.change()).toMatchObject({
      status: 400,
      body: { fields: { termReason: ['Say why it’s waived'] } },
    })
    const { change } = await ask(club, member, {
      ...wanted,
      from: '2026-05-12',
      paidDays: 'credit',
      term: 'waive',
      termReason: 'Injured',
    })
    const before = await lastCharge()
    expect((await change()).body).toMatchObject({ isApplied: true })
    // 12 May to 31 May: 20 of 31 days of £31.00 less, and the seven months.
    expect(await gapsOf(member.clubMemberId)).toEqual([{ charged: 0, waived: 23_700, reason: 'Injured' }])
    const found = await entries(member.memberId, before, '2026-12-31')
    expect(found.filter(({ description }) => /^Minimum|^Waived/.test(description))).toEqual([
      { on: '2026-05-12', description: 'Waived: Injured', amount: -237 },
      { on: '2026-05-19', description: 'Minimum term of Two a week to 31 Dec 2026', amount: 237 },
    ])
    expect(await checkLedger(db)).toBeNull()
  })

  it('can be waived only by those who may give as much', async () => {
    const { club, member, wanted } = await cheaper()
    const coach = await createAccount(db, { clubId: club.clubId, roleIds: [role.reception] })
    await db
      .updateTable('training_plan_price')
      .set({ price_pence: 3100 })
      .where('training_plan_id', '=', wanted.trainingPlanId)
      .execute()
    const body = {
      clubMemberId: member.clubMemberId,
      paymentMethodId: paymentMethod.card,
      subFrequencyId: monthly,
      ...wanted,
    }
    const answer = await as(coach.sub).post(`/api/member/ChangePlan/${member.memberId}`, { ...body, term: 'waive' })
    expect(answer).toMatchObject({ status: 403, body: { fields: { term: [expect.stringContaining('£50.00')] } } })
    const dearer = await ask(club, member, { ...wanted, subPrice: 62, term: 'charge' })
    expect(dearer.preview.body).toMatchObject({ endsTerm: '2026-12-31', termAmount: 0 })
  })
})

describe('what a preview says', () => {
  it('is what is charged, whatever happened before', { timeout: 300_000 }, async () => {
    const frequency = fc.constantFrom(monthly, monthly, monthly, monthly, weekly, quarterly, yearly)
    const aChange = fc.record({
      wait: fc.integer({ min: 0, max: 45 }),
      frequencyId: frequency,
      pounds: fc.integer({ min: 1, max: 90 }),
      ahead: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
      payAfter: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 25 })),
      paidDays: fc.constantFrom('after', 'credit', 'credit'),
      term: fc.constantFrom('charge', 'waive'),
      isOther: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          from: fc.integer({ min: -20, max: 5 }).map(days => addDays('2026-05-12', days)),
          pence: fc.integer({ min: 100, max: 20_000 }),
          frequencyId: frequency,
          billingDay: fc.constantFrom(null, 1, 15, 28),
          isBound: fc.boolean(),
        }),
        fc.array(aChange, { minLength: 1, maxLength: 3 }),
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 5, maxLength: 5 }),
        async (start, changes, steps) => {
          clock.now = testNow
          const { club, member, planId } = await charged(start.from, start)
          if (start.isBound) await bind(club, member)
          await club.me.post(`/api/billing/SaveChargingSettings/${club.clubId}`, {
            ...{ version: 1, daysAhead: 5, billingDay: start.billingDay, isNightly: true },
          })
          let index = 0
          const step = () => {
            index += 1
            return steps[index % steps.length] ?? 1
          }
          let today = '2026-05-12'
          let expected: Parameters<typeof byDay>[0][] = []
          let afterId = 0
          let until = today
          for (const { wait, frequencyId, pounds, ahead, payAfter, paidDays, term, isOther } of changes) {
            const day = addDays(today, wait)
            await nights(club, today, day, step)
            clock.now = at(day)
            today = day
            const from = addDays(day, ahead)
            const { preview, change } = await ask(club, member, {
              ...{ trainingPlanId: isOther ? planId : club.planId, subFrequencyId: frequencyId, subPrice: pounds },
              ...{ from, nextPayment: addDays(from, payAfter), paidDays, term, termReason: 'Agreed' },
            })
            if (preview.body.problem !== '' || preview.body.differences.length === 0) continue
            const last = await lastCharge()
            const changed = await change()
            expect(changed.status, changed.body.message).toBe(200)
            expected = preview.body.charges
            until = preview.body.chargesUntil
            afterId = last
          }
          if (afterId === 0) return
          await nights(club, today, addMonths(until, 0), step)
          const found = (await entries(member.memberId, afterId, until)).filter(isNotWaived)
          expect(found).toEqual(expected.toSorted(byDay))
          expect(await checkLedger(db)).toBeNull()
        },
      ),
      { numRuns: histories(6, 60), endOnFailure: true },
    )
  })
})
