import { memberStatus, paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { openMemberships } from '../../test/open-memberships.ts'

const database = await freshDatabase()
const { aMember, pass } = await openMemberships(database)

const { prospect } = memberStatus
const { monthly } = subFrequency

describe('changePlan', () => {
  async function onAPlan() {
    const all = await aMember(prospect)
    await all.save({ trainingPlanId: all.once, subFrequencyId: monthly, nextPayment: '2026-06-01' })
    const wanted = {
      memberId: all.member.id,
      trainingPlanId: all.twice,
      subFrequencyId: monthly,
      subPrice: 35,
      paymentMethodId: paymentMethod.card,
      nextPayment: '2026-06-01',
    }
    return { ...all, wanted }
  }

  it('says what changes when, and does just that', async () => {
    const { wanted, post, read, me, member } = await onAPlan()
    const preview = await post('PreviewPlanChange', wanted)
    expect(preview.body).toEqual({
      from: testToday,
      isToday: true,
      differences: [
        { what: 'plan', before: 'Once a week', after: 'Twice a week', on: testToday },
        { what: 'subPrice', before: '£29.00', after: '£35.00', on: testToday },
        { what: 'paymentMethod', before: '', after: 'Card', on: '2026-06-01' },
      ],
      // Nothing is charged yet, so there is nothing to choose. They join today: 20 of 31 days of £35.
      paidUntil: null,
      charges: [
        { on: '2026-06-01', description: 'Twice a week, 12 May 2026 to 31 May 2026 (20 of 31 days)', amount: 22.58 },
        { on: '2026-06-01', description: 'Twice a week, 1 Jun 2026 to 30 Jun 2026', amount: 35 },
        { on: '2026-07-01', description: 'Twice a week, 1 Jul 2026 to 31 Jul 2026', amount: 35 },
        { on: '2026-08-01', description: 'Twice a week, 1 Aug 2026 to 31 Aug 2026', amount: 35 },
      ],
      chargesUntil: '2026-08-12',
      // As it is nothing is charged, since no way of paying is set.
      ahead: {
        until: '2026-08-12',
        charges: [
          { on: '2026-06-01', before: 0, after: 57.58 },
          { on: '2026-07-01', before: 0, after: 35 },
          { on: '2026-08-01', before: 0, after: 35 },
        ],
      },
      uncharged: [],
      endsTerm: null,
      termAmount: 0,
      yearlyBefore: 348,
      yearlyAfter: 420,
      earliestPayment: null,
      whyNotForThem: '',
      problem: '',
    })
    const because = { ...wanted, reason: 'Trains more often' }
    expect((await post('ChangePlan', because)).body).toMatchObject({ isApplied: true, from: testToday })
    expect(await read()).toMatchObject({
      planName: 'Twice a week',
      subPrice: 35,
      paymentMethod: 'Card',
      plannedChange: null,
    })
    const { body: history } = await me.get(`/api/member/GetMembershipHistory/${member.id}`)
    expect(history.find(({ planAfter }: { planAfter: string | null }) => planAfter)).toMatchObject({
      planBefore: 'Once a week, £29.00 monthly',
      planAfter: 'Twice a week, £35.00 monthly',
      reason: 'Trains more often',
    })
    expect((await post('ChangePlan', wanted)).status).toBe(409)
  })

  it('waits for its day, one at a time, and can be taken back', async () => {
    const { wanted, post, read, me } = await onAPlan()
    const later = { ...wanted, from: '2026-06-01' }
    const first = await post('ChangePlan', later)
    expect(first.body).toMatchObject({ isApplied: false, from: '2026-06-01' })
    const second = await post('ChangePlan', { ...later, subPrice: 36 })
    expect(await read()).toMatchObject({ planName: 'Once a week', plannedChange: { from: '2026-06-01', subPrice: 36 } })
    await pass('2026-05-31T22:30:00Z')
    expect(await read()).toMatchObject({ planName: 'Once a week' })
    await pass('2026-05-31T23:30:00Z')
    await pass('2026-06-02T03:00:00Z')
    expect(await read()).toMatchObject({ planName: 'Twice a week', subPrice: 36, plannedChange: null })
    expect((await me.post(`/api/member/CancelPlanChange/${second.body.planChangeId}`)).status).toBe(409)
    const third = await post('ChangePlan', { ...later, subPrice: 40, from: '2026-07-01', nextPayment: '2026-07-01' })
    expect((await me.post(`/api/member/CancelPlanChange/${third.body.planChangeId}`)).status).toBe(200)
    await pass('2026-07-02T03:00:00Z')
    expect(await read()).toMatchObject({ subPrice: 36 })
  })

  it('gives who pays by direct debit notice', async () => {
    const { wanted, post } = await onAPlan()
    const debit = { ...wanted, paymentMethodId: paymentMethod.directDebit, nextPayment: '2026-05-14' }
    expect((await post('PreviewPlanChange', debit)).body).toMatchObject({
      earliestPayment: '2026-05-18',
      problem: expect.stringContaining('three working days'),
    })
    expect(await post('ChangePlan', debit)).toMatchObject({
      status: 400,
      body: { fields: { nextPayment: expect.anything() } },
    })
    expect((await post('ChangePlan', { ...debit, nextPayment: '2026-05-18' })).status).toBe(200)
  })

  it('is for memberships that go on, and plans of the club', async () => {
    const { wanted, post } = await onAPlan()
    expect((await post('ChangePlan', { ...wanted, subFrequencyId: subFrequency.yearly })).status).toBe(400)
    expect((await post('ChangePlan', { ...wanted, nextPayment: '2026-05-11' })).status).toBe(400)
    await post('lapseMembership', { reason: 'Gone' })
    expect(await post('ChangePlan', wanted)).toMatchObject({
      status: 409,
      body: { fields: { memberStatusId: expect.anything() } },
    })
  })

  it('goes with a membership that lapses', async () => {
    const { wanted, post, read } = await onAPlan()
    await post('ChangePlan', { ...wanted, from: '2026-06-01' })
    await post('lapseMembership', { reason: 'Gone' })
    expect(await read()).toMatchObject({ plannedChange: null })
  })
})
