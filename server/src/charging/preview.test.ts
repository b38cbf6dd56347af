import { memberStatus, paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { openCharging } from '../../test/open-charging.ts'
import { nextCharges } from './next-charges.ts'

const database = await freshDatabase()
const { db } = database
const { aClub, paying, run } = await openCharging(database)

describe('a dry run', () => {
  it('says what a run takes, and why anybody is left out', async () => {
    const club = await aClub()
    const ann = await paying(club, { lastName: 'Adams', methodId: paymentMethod.card })
    await paying(club, { lastName: 'Brown', nextPayment: '2026-05-18' })
    await paying(club, { pence: null })
    await paying(club, { methodId: null })
    await paying(club, { pence: 0 })
    await paying(club, { nextPayment: null })
    await paying(club, { nextPayment: '2026-02-01' })
    await paying(club, { memberUntil: '2026-05-12' })
    const frozen = await paying(club)
    await db
      .insertInto('membership_freeze')
      .values({ club_id: club.clubId, club_member_id: frozen.clubMemberId, frozen_from: '2026-05-01', reason: 'Knee' })
      .execute()
    const lapsed = await paying(club)
    await db
      .updateTable('club_member')
      .set({ member_status_id: memberStatus.lapsed })
      .where('id', '=', lapsed.clubMemberId)
      .execute()
    const address = `/api/billing/PreviewCharging/${club.clubId}`
    const { body } = await club.me.post(address)
    expect(body).toMatchObject({
      on: '2026-05-12',
      dueUntil: '2026-05-19',
      memberships: 3,
      charges: 3,
      amount: 90,
      // February, March and April of who was to pay on 1 February.
      gaps: 1,
      gapAmount: 90,
      byMethod: [
        { paymentMethod: 'Card', charges: 1, amount: 30 },
        { paymentMethod: 'Direct debit', charges: 2, amount: 60 },
      ],
      byDay: [
        { dueOn: '2026-05-01', charges: 1, amount: 30 },
        { dueOn: '2026-05-13', charges: 1, amount: 30 },
        { dueOn: '2026-05-18', charges: 1, amount: 30 },
      ],
      pages: 1,
    })
    expect(body.charged[1]).toMatchObject({ memberId: ann.memberId, dueOn: '2026-05-13', amount: 30 })
    const left = await club.me.post(address, { show: 'leftOut' })
    expect(left.body.leftOut.map(({ reason }: { reason: string }) => reason)).toEqual([
      'ended',
      'free',
      'frozen',
      'noMethod',
      'noNextPayment',
      'noPrice',
    ])
    const lastRunId = async () => (await club.me.get(`/api/billing/GetCharging/${club.clubId}`)).body.lastRunId
    expect(await lastRunId()).toBe(null)
    const done = await run(club)
    expect(done).toMatchObject({ charged: body.charges, amount: body.amount })
    expect(await lastRunId()).toBe(done.runId)
    expect((await club.me.post(address)).body).toMatchObject({ charges: 0, amount: 0 })
    expect((await club.me.post(address, { on: '2026-05-11' })).status).toBe(400)
    expect((await club.me.post(address, { on: '2026-06-14' })).body).toMatchObject({ charges: 3, amount: 90 })
  })

  it('tells the next nights', async () => {
    const club = await aClub()
    await paying(club, { nextPayment: '2026-05-27' })
    const { body } = await club.me.get(`/api/billing/GetCharging/${club.clubId}`)
    expect(body).toMatchObject({
      settings: { daysAhead: 5, billingDay: null, isNightly: false, version: 1 },
      dueUntil: '2026-05-19',
      openRun: null,
    })
    // Monday 25 May is a bank holiday.
    expect(body.nextRuns).toEqual([
      { on: '2026-05-19', dueUntil: '2026-05-27', charges: 1, amount: 30 },
      { on: '2026-06-22', dueUntil: '2026-06-29', charges: 1, amount: 30 },
    ])
    const saved = await club.me.post(`/api/billing/SaveChargingSettings/${club.clubId}`, {
      version: 1,
      daysAhead: 3,
      billingDay: 1,
      isNightly: false,
    })
    expect(saved.body).toMatchObject({ isSuccess: true, version: 2 })
    const again = await club.me.get(`/api/billing/GetCharging/${club.clubId}`)
    expect(again.body.nextRuns[0]).toEqual({ on: '2026-05-21', dueUntil: '2026-05-27', charges: 1, amount: 4.84 })
  })
})

describe('what comes next', () => {
  it('is the next period that is not charged', async () => {
    const club = await aClub()
    const { memberId, clubMemberId } = await paying(club)
    const next = () => nextCharges(db, { memberIds: [memberId] }, '2026-05-12')
    expect(await next()).toMatchObject([{ clubMemberId, dueOn: '2026-05-13', pence: 3000, reason: null }])
    await run(club)
    expect(await next()).toMatchObject([{ dueOn: '2026-06-13', description: 'Two a week, 13 Jun 2026 to 12 Jul 2026' }])
    const { body } = await club.me.get(`/api/member/GetNextCharges/${memberId}`)
    expect(body).toMatchObject([
      { clubId: club.clubId, dueOn: '2026-06-13', amount: 30, paymentMethod: 'Direct debit' },
    ])
    expect(await nextCharges(db, { clubId: club.clubId }, '2026-05-12')).toHaveLength(1)
  })

  it('says how much of it is paid from credit, which is what the ledger then settles', async () => {
    const club = await aClub()
    const { memberId } = await paying(club)
    const told = async () =>
      (await club.me.get(`/api/member/GetNextCharges/${memberId}`)).body.map(
        ({ amount, fromCredit }: { amount: number; fromCredit: number }) => [amount, fromCredit],
      )
    const prepay = (amount_pence: number) =>
      db
        .insertInto('payment')
        .values({
          ...{ club_id: club.clubId, root_club_id: club.rootClubId, member_id: memberId, amount_pence },
          ...{ payment_date: '2026-05-12', payment_method_id: paymentMethod.cash },
        })
        .execute()
    expect(await told()).toEqual([[30, 0]])
    await prepay(1250)
    expect(await told()).toEqual([[30, 12.5]])
    await run(club)
    expect(await told()).toEqual([[30, 0]])
    const { rows } = await sql<{ pence: number }>`
      select sum(pence)::integer as pence from open_charge where member_id = ${memberId}`.execute(db)
    expect(rows).toEqual([{ pence: 1750 }])
    // What is open is settled before it.
    await prepay(2750)
    expect(await told()).toEqual([[30, 10]])
    await prepay(10_000)
    expect(await told()).toEqual([[30, 30]])
  })
})
