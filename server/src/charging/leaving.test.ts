import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createCharge } from '../../test/factories/money.ts'
import { type Club, openCharging } from '../../test/open-charging.ts'
import { checkLedger } from '../ledger/index.ts'
import { passTime } from '../membership/index.ts'
import { unusedDays } from './leaving.ts'

const database = await freshDatabase()
const { db } = database
const { clock, aClub, charges, paying, run } = await openCharging(database)

const started = new Date(clock.now)

/** Charged for 13 May to 12 June (31 days), £30 unless told otherwise. */
async function charged(given: Parameters<typeof paying>[1] = {}) {
  clock.now = started
  const club = await aClub()
  const member = await paying(club, given)
  await run(club)
  const lapse = (fields: object = {}) =>
    club.me.post(`/api/member/lapseMembership/${member.memberId}`, {
      ...{ clubMemberId: member.clubMemberId, reason: 'Moved away' },
      ...fields,
    })
  const preview = async (memberUntil: string | null = null) =>
    (
      await club.me.post(`/api/member/PreviewLapse/${member.memberId}`, {
        clubMemberId: member.clubMemberId,
        memberUntil,
      })
    ).body
  return { ...member, club, lapse, preview }
}

const penceOf = async ({ clubId }: Club) => (await charges(clubId)).map(({ pence }) => pence)

async function atNight(now: string) {
  clock.now = new Date(now)
  await passTime({
    db,
    now: () => clock.now,
    jobs: { enqueue: async () => {} },
    mail: { post: async () => {} },
  })
}

describe('who leaves within days that were charged', () => {
  it('gets nothing back unless told otherwise', async () => {
    const { club, lapse } = await charged()
    expect((await lapse()).status).toBe(200)
    expect(await penceOf(club)).toEqual([3000])
  })

  it('gets the unused days back by the day, which makes what is owed less; the preview says how much', async () => {
    const { club, lapse, preview, memberId } = await charged()
    // 8 of 31 days used: £7.74 of £30, not yet paid.
    expect(await preview('2026-05-20')).toMatchObject({
      givesBack: 22.26,
      owed: 30,
      periods: [{ periodFrom: '2026-05-13', periodUntil: '2026-06-12', before: 30, after: 7.74 }],
    })
    await lapse({ memberUntil: '2026-05-20', givesBack: true })
    // As soon as it is agreed, so that no more than the rest is collected.
    expect(await penceOf(club)).toEqual([3000, -2226])
    await atNight('2026-05-21T12:00Z')
    await atNight('2026-05-21T13:00Z')
    expect(await charges(club.clubId)).toMatchObject([
      { pence: 3000 },
      { pence: -2226, description: 'Not used, left, 21 May 2026 to 12 Jun 2026' },
    ])
    const { rows } = await sql<{ pence: number }>`select pence from open_charge where member_id = ${memberId}`.execute(
      db,
    )
    expect(rows).toEqual([{ pence: 774 }])
    expect(await checkLedger(db)).toBeNull()
  })

  it('gets all of days back that had not begun, once, however often it is sent', async () => {
    const { club, lapse, preview } = await charged()
    expect(await preview()).toMatchObject({ memberUntil: '2026-05-12', givesBack: 30 })
    const answers = await Promise.all([lapse({ givesBack: true }), lapse({ givesBack: true })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await penceOf(club)).toEqual([3000, -3000])
    expect(await checkLedger(db)).toBeNull()
  })

  it('has credit of what was paid', async () => {
    const { club, lapse, memberId } = await charged()
    await club.me.post(`/api/member/SavePayment/${memberId}`, {
      ...{ clubId: club.clubId, amount: 30, paymentMethodId: 1401, paymentDate: '2026-05-12' },
    })
    await lapse({ givesBack: true })
    const { rows } = await sql<{ pence: number }>`
      select sum(pence)::int as pence from open_credit where member_id = ${memberId}`.execute(db)
    expect(rows).toEqual([{ pence: 3000 }])
  })

  it.each([
    // 28 days, to 27 February: one is used, or all are.
    ['2026-01-31', '2026-01-31', [3000, -2893]],
    ['2026-01-31', '2026-02-27', [3000]],
    // 27 of 28 days are used.
    ['2026-02-28', '2026-03-26', [3000, -107]],
  ])('counts the days of months as they are: charged from %s, left on %s', async (nextPayment, lastDay, pence) => {
    const club = await aClub()
    clock.now = new Date(`${nextPayment}T12:00Z`)
    const { memberId, clubMemberId } = await paying(club, { nextPayment, memberSince: '2022-01-31' })
    await run(club)
    clock.now = new Date(`${lastDay}T12:00Z`)
    const left = { clubMemberId, reason: 'Moved', givesBack: true }
    expect((await club.me.post(`/api/member/lapseMembership/${memberId}`, left)).status).toBe(200)
    expect(await penceOf(club)).toEqual(pence)
    clock.now = started
  })

  it('gets back a frozen day at its price, and of a discounted charge its part', async () => {
    const { club, clubMemberId, memberId } = await charged()
    await club.me.post(`/api/member/SaveFreeze/${memberId}`, {
      ...{ freezeId: 0, clubMemberId, from: '2026-05-20', until: null, price: 15, reason: 'Knee' },
    })
    // 7 days at £30 and 24 at £15 were charged; with 25 May as the last day, 7 and 6 of them.
    const frozen = await unusedDays(db, clubMemberId, '2026-05-25')
    expect(frozen).toMatchObject([{ before: 1839, after: 968 }])

    const other = await charged()
    await sql`
      update membership_period set discount_pence = 600, pence = 2400 where club_member_id = ${other.clubMemberId}`.execute(
      db,
    )
    expect(await unusedDays(db, other.clubMemberId, '2026-05-20')).toMatchObject([{ before: 2400, after: 619 }])
  })

  it('has days that were taken back already left alone, and old debts made less first', async () => {
    const { club, lapse, memberId } = await charged()
    await createCharge(db, { clubId: club.clubId, memberId, pence: 1000, due: '2026-04-01' })
    await lapse({ givesBack: true })
    expect((await penceOf(club)).reduce((sum, pence) => sum + pence, 0)).toBe(1000)
    expect(await checkLedger(db)).toBeNull()
  })

  it('is charged for these days again who stays after all, and only once', async () => {
    const { club, lapse, memberId, clubMemberId } = await charged()
    await lapse({ memberUntil: '2026-05-20', givesBack: true })
    const stays = { clubMemberId, memberUntil: null }
    expect((await club.me.post(`/api/member/renewmembership/${memberId}`, stays)).status).toBe(200)
    clock.now = new Date('2026-06-13T12:00Z')
    await run(club)
    // 21 May to 12 June: 23 of 31 days of £30, as was given back; then the next month.
    expect(await penceOf(club)).toEqual([3000, -2226, 2226, 3000])
    expect(await checkLedger(db)).toBeNull()
    clock.now = started
  })

  it('is charged for the days up to a later last day, when that is agreed instead', async () => {
    const { club, lapse } = await charged()
    await lapse({ memberUntil: '2026-05-20', givesBack: true })
    await lapse({ memberUntil: '2026-05-31', givesBack: false })
    clock.now = new Date('2026-05-21T12:00Z')
    await run(club)
    // 21 to 31 May: 11 of 31 days of £30.
    expect(await penceOf(club)).toEqual([3000, -2226, 1065])
    await atNight('2026-06-01T12:00Z')
    clock.now = new Date('2026-06-13T12:00Z')
    await run(club)
    expect(await penceOf(club)).toEqual([3000, -2226, 1065])
    clock.now = started
  })

  it('pays from the day on which he comes back, and nothing for the days between', async () => {
    const { club, lapse, memberId, clubMemberId } = await charged()
    clock.now = new Date('2026-05-20T12:00Z')
    await lapse({ givesBack: true })
    clock.now = new Date('2026-05-26T12:00Z')
    const back = { clubMemberId, nextPayment: '2026-05-26' }
    expect((await club.me.post(`/api/member/renewmembership/${memberId}`, back)).status).toBe(200)
    await run(club)
    const pence = await penceOf(club)
    // 8 days used of the first period, then whole ones.
    expect(pence).toEqual([3000, -2226, 3000])
    expect(await checkLedger(db)).toBeNull()
    clock.now = started
  })
})
