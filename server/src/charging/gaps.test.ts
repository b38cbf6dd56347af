import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { type Club, openCharging } from '../../test/open-charging.ts'
import { checkLedger } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const { aClub, charges, clock, paying, run } = await openCharging(database)

/** Today is Tuesday 12 May 2026. */
const missed = { nextPayment: '2026-01-13', lastName: 'Adams' }

const gapsOf = async (club: Club) =>
  (await club.me.post(`/api/billing/PreviewCharging/${club.clubId}`, { show: 'gaps' })).body.gapRows

const gapsOfMember = async (club: Club, memberId: number) => (await club.me.get(`/api/member/GetGaps/${memberId}`)).body

const settle = async (club: Club, gaps: readonly Chosen[], given: object = {}) =>
  await club.me.post(`/api/billing/SettleGaps/${club.clubId}`, {
    ...{ charge: null, rest: 'waived', reason: '', joiningFee: false },
    ...given,
    gaps: gaps.map(({ clubMemberId, from, until, amount }) => ({ clubMemberId, from, until, amount })),
  })

interface Chosen {
  readonly clubMemberId: number
  readonly from: string
  readonly until: string
  readonly amount: number
}

const openOf = async (memberId: number) =>
  (
    await sql<{ pence: number }>`
      select coalesce(sum(pence), 0)::integer as pence from open_charge where member_id = ${memberId}`.execute(db)
  ).rows[0]?.pence

const openTasks = async (club: Club) =>
  await db
    .selectFrom('task')
    .select(['subject', 'closed_because as because'])
    .where('club_id', '=', club.clubId)
    .where('kind', '=', 'gap')
    .orderBy('task.id')
    .execute()

describe('uncharged days', () => {
  it('is a line of the dry run, and the run charges what is due beside it', async () => {
    const club = await aClub()
    const { memberId, clubMemberId } = await paying(club, missed)
    const { body } = await club.me.post(`/api/billing/PreviewCharging/${club.clubId}`, { show: 'gaps' })
    // 13 January to 12 April: three periods of £30 that were due over a month ago. The fourth is due since 13 April.
    const line = {
      ...{ clubMemberId, memberId, from: '2026-01-13', until: '2026-04-12', amount: 90, joiningFee: 0 },
      ...{ isBeforeEntry: false, maySettle: true, planName: 'Two a week' },
    }
    expect(body).toMatchObject({ charges: 2, amount: 60, gaps: 1, gapAmount: 90, leftOut: [], gapRows: [line] })
    expect(body.gapRows[0].periods).toEqual([
      { from: '2026-01-13', until: '2026-02-12', amount: 30 },
      { from: '2026-02-13', until: '2026-03-12', amount: 30 },
      { from: '2026-03-13', until: '2026-04-12', amount: 30 },
    ])
    expect(await run(club)).toMatchObject({ charged: 2, amount: 60 })
    expect(await gapsOf(club)).toMatchObject([line])
    expect(await run(club)).toMatchObject({ charged: 0 })
    expect(await gapsOf(club)).toMatchObject([line])
    expect(await openTasks(club)).toEqual([{ subject: '1 membership has days that were never charged', because: '' }])
  })

  it('is charged in whole, as was shown', async () => {
    const club = await aClub()
    const { memberId } = await paying(club, missed)
    await run(club)
    const settled = await settle(club, await gapsOf(club))
    expect(settled.body).toMatchObject({ gaps: 1, charged: 90, waived: 0, elsewhere: 0 })
    expect((await charges(club.clubId)).slice(2)).toEqual([
      { memberId, pence: 3000, dueOn: '2026-05-19', description: 'Two a week, 13 Jan 2026 to 12 Feb 2026' },
      { memberId, pence: 3000, dueOn: '2026-05-19', description: 'Two a week, 13 Feb 2026 to 12 Mar 2026' },
      { memberId, pence: 3000, dueOn: '2026-05-19', description: 'Two a week, 13 Mar 2026 to 12 Apr 2026' },
    ])
    expect(await openOf(memberId)).toBe(15_000)
    expect(await gapsOf(club)).toEqual([])
    expect(await openTasks(club)).toMatchObject([{ because: 'All of them are decided' }])
    expect(await run(club)).toMatchObject({ charged: 0 })
    expect(await checkLedger(db)).toBeNull()
  })

  it('is charged for the last periods, and what is waived is in the account with its reason', async () => {
    const club = await aClub()
    const { memberId } = await paying(club, missed)
    const gaps = await gapsOf(club)
    const without = await settle(club, gaps, { charge: 1 })
    expect(without).toMatchObject({ status: 400, body: { fields: { reason: ['Say why'] } } })
    const settled = await settle(club, gaps, { charge: 1, reason: 'We forgot to ask' })
    expect(settled.body).toMatchObject({ gaps: 1, charged: 30, waived: 60, elsewhere: 0 })
    expect(await charges(club.clubId)).toMatchObject([
      { pence: 3000, description: 'Two a week, 13 Mar 2026 to 12 Apr 2026' },
      { pence: 6000, description: 'Two a week, 13 Jan 2026 to 12 Mar 2026 (2 periods not charged)' },
      { pence: -6000, description: 'Waived: We forgot to ask' },
    ])
    expect(await openOf(memberId)).toBe(3000)
    const report = await club.me.post('/api/reporting/GetReport', { tab: 'finance', clubIds: [club.clubId] })
    const section = report.body.sections.find(({ key }: { key: string }) => key === 'uncharged')
    expect(section.rows.map(({ cells }: { cells: unknown[] }) => cells)).toEqual([
      ['Charged later', 1, 30],
      ['Waived', 1, 60],
      ['Paid elsewhere', 0, 0],
    ])
    // It was settled before any run came to it: the run goes on behind it.
    expect(await run(club)).toMatchObject({ charged: 2, amount: 60 })
    expect(await gapsOf(club)).toEqual([])
    expect(await openOf(memberId)).toBe(9000)
    expect(await checkLedger(db)).toBeNull()
  })

  it('is settled for many at once, each by its own days', async () => {
    const club = await aClub()
    const one = await paying(club, missed)
    const other = await paying(club, { nextPayment: '2026-03-01', pence: 2000, lastName: 'Brown' })
    await run(club)
    const gaps = await gapsOf(club)
    expect(gaps).toMatchObject([{ amount: 90 }, { clubMemberId: other.clubMemberId, amount: 40, until: '2026-04-30' }])
    const settled = await settle(club, gaps, { charge: 2, reason: 'Agreed by phone' })
    // Of the first two periods of £30 are charged and one waived; the other has but two, of £20.
    expect(settled.body).toMatchObject({ gaps: 2, charged: 100, waived: 30 })
    expect(await openOf(one.memberId)).toBe(12_000)
    expect(await openOf(other.memberId)).toBe(2000 + 4000)
  })

  it('is not settled twice, and not by what it was', async () => {
    const club = await aClub()
    const { memberId, clubMemberId } = await paying(club, missed)
    await run(club)
    const gaps = await gapsOf(club)
    await db
      .insertInto('membership_freeze')
      .values({
        ...{ club_id: club.clubId, club_member_id: clubMemberId, frozen_from: '2026-02-13' },
        ...{ frozen_until: '2026-03-12', reason: 'Knee' },
      })
      .execute()
    const late = await settle(club, gaps)
    expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining('Adams') } })
    expect(await openOf(memberId)).toBe(6000)
    const now = await gapsOf(club)
    expect(now).toMatchObject([{ amount: 60 }])
    const both = await Promise.all([settle(club, now), settle(club, now)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await openOf(memberId)).toBe(12_000)
    expect(await checkLedger(db)).toBeNull()
  })

  it('is what lies between the last charged day and a next payment that somebody has set', async () => {
    const club = await aClub()
    const { memberId, clubMemberId } = await paying(club, { memberSince: '2026-05-10' })
    await run(club)
    // Charged to 12 June; nobody gives a next payment until November.
    await db.updateTable('club_member').set({ next_payment: '2026-11-20' }).where('id', '=', clubMemberId).execute()
    clock.now = new Date('2026-11-16T10:00Z')
    await run(club)
    // Seven days of June's period (31 days), and five whole ones: £30 × 7 / 31 = £6.77.
    expect(await gapsOfMember(club, memberId)).toMatchObject([
      { from: '2026-06-13', until: '2026-11-19', amount: 156.77, periods: { length: 6 } },
    ])
    clock.now = testNow
  })

  it('does not follow who leaves further than the last day', async () => {
    const club = await aClub()
    const { clubMemberId } = await paying(club, missed)
    await run(club)
    await db
      .updateTable('club_member')
      .set({ member_until: '2026-02-26', member_status_id: 23 })
      .where('id', '=', clubMemberId)
      .execute()
    // 14 of the 28 days of the second period.
    const gaps = await gapsOf(club)
    expect(gaps).toMatchObject([{ from: '2026-01-13', until: '2026-02-26', amount: 45 }])
    expect((await settle(club, gaps)).body).toMatchObject({ charged: 45 })
  })

  it('changes nothing when a freeze of its days does', async () => {
    const club = await aClub()
    const { memberId, clubMemberId } = await paying(club, missed)
    await run(club)
    const frozen = await club.me.post(`/api/member/SaveFreeze/${memberId}`, {
      ...{ freezeId: 0, clubMemberId, from: '2026-02-01', until: '2026-02-28', price: 5, reason: 'Exams' },
    })
    expect(frozen.body).toMatchObject({ isSuccess: true, effects: [] })
    expect(await openOf(memberId)).toBe(6000)
  })
})

describe('who leaves', () => {
  const lapse = async (club: Club, who: { memberId: number; clubMemberId: number }) => {
    const given = { clubMemberId: who.clubMemberId, memberUntil: null }
    const preview = await club.me.post(`/api/member/PreviewLapse/${who.memberId}`, given)
    const done = await club.me.post(`/api/member/lapseMembership/${who.memberId}`, { ...given, reason: 'Moved' })
    expect(done.status, done.body.message).toBe(200)
    return preview.body.uncharged
  }

  it('takes no day along that was never charged', async () => {
    const club = await aClub()
    const member = await paying(club, { methodId: null, nextPayment: '2026-03-13' })
    await paying(club)
    await run(club)
    // Two periods of £30. 13 April is the last to begin, of which there are 30 of 30 days up to today, 12 May.
    const uncharged = await lapse(club, member)
    expect(uncharged).toEqual([
      { periodFrom: '2026-03-13', periodUntil: '2026-04-12', amount: 30 },
      { periodFrom: '2026-04-13', periodUntil: '2026-05-12', amount: 30 },
    ])
    const gaps = await gapsOf(club)
    expect(gaps).toMatchObject([{ from: '2026-03-13', until: '2026-05-12', amount: 60 }])
    expect(await openTasks(club)).toHaveLength(1)
    expect((await settle(club, gaps)).body).toMatchObject({ charged: 60 })
  })

  it('leaves none where all is charged, or the club collects in another way', async () => {
    const charged = await aClub()
    const member = await paying(charged)
    await run(charged)
    // Charged from tomorrow on.
    expect(await lapse(charged, member)).toEqual([])
    const elsewhere = await aClub()
    expect(await lapse(elsewhere, await paying(elsewhere, { nextPayment: '2026-01-13' }))).toEqual([])
    expect([await gapsOf(charged), await gapsOf(elsewhere)]).toEqual([[], []])
  })
})

describe('days before somebody was typed in', () => {
  it('are asked about, with the joining fee, however late that was', async () => {
    const club = await aClub()
    // Joined the 2nd, typed in on the 10th: new, and charged from the day of joining.
    const early = await paying(club, { memberSince: '2026-05-02' })
    // Joined 1 April, typed in on 10 May: nobody knows.
    const late = await paying(club, { memberSince: '2026-04-20', lastName: 'Adams' })
    await run(club)
    // 11 of 30 days of £30, the fee and a month.
    expect(await openOf(early.memberId)).toBe(1100 + 2500 + 3000)
    expect(await openOf(late.memberId)).toBe(3000)
    const gaps = await gapsOf(club)
    // 20 April to 12 May: 23 of 30 days.
    expect(gaps).toMatchObject([
      { from: '2026-04-20', until: '2026-05-12', amount: 23, joiningFee: 25, isBeforeEntry: true },
    ])
    const settled = await settle(club, gaps, { joiningFee: true })
    expect(settled.body).toMatchObject({ charged: 48 })
    expect(await openOf(late.memberId)).toBe(3000 + 2300 + 2500)
  })

  it('are no debt and no gift where they were paid elsewhere', async () => {
    const club = await aClub()
    const { memberId } = await paying(club, { memberSince: '2019-03-01' })
    await run(club)
    const gaps = await gapsOf(club)
    // No more than a year before the day of typing, 10 May 2026.
    expect(gaps).toMatchObject([{ from: '2025-05-10', until: '2026-05-12', isBeforeEntry: true }])
    const settled = await settle(club, gaps, { charge: 0, rest: 'elsewhere' })
    // Three of 30 days, and twelve months of £30.
    expect(settled.body).toMatchObject({ charged: 0, waived: 0, elsewhere: 363 })
    expect(await openOf(memberId)).toBe(3000)
    expect(await charges(club.clubId)).toHaveLength(1)
  })

  it('are charged on from once the run goes on', async () => {
    const club = await aClub()
    const { memberId } = await paying(club, { memberSince: '2026-04-20', methodId: paymentMethod.card })
    const gaps = await gapsOfMember(club, memberId)
    await settle(club, gaps, { charge: 0, reason: 'A trial' })
    await run(club)
    expect(await openOf(memberId)).toBe(3000)
    expect(await gapsOfMember(club, memberId)).toEqual([])
  })
})
