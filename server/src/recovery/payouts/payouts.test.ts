import { addDays } from '@honbu/contract/calendar.ts'
import { describe, expect, it } from 'vitest'
import { openCollecting } from '../../../test/collecting.ts'
import { freshDatabase } from '../../../test/database.ts'
import { createAccount, createClub, createMember } from '../../../test/factories/people.ts'
import { postCharges } from '../../ledger/index.ts'
import { fetchAllPayouts } from './fetch-payouts.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openCollecting(database)

const moveOn = async (days: number) => {
  for (let day = 0; day < days; day += 1) await honbu.moveTo(addDays(honbu.today(), 1))
}

async function aClub(parentClubId?: number) {
  const club = await createClub(db, parentClubId === undefined ? {} : { parentClubId })
  const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  return {
    ...{ club, admin },
    payouts: async (query = {}) => (await admin.post(`/api/billing/GetPayouts/${club.id}`, query)).body,
    payout: async (id: number) => (await admin.get(`/api/billing/GetPayout/${club.id}?payoutId=${id}`)).body,
    async collect(pence: number) {
      const member = await createMember(db, { clubId: club.id, firstName: 'Ann', lastName: 'Reed' })
      const { body } = await admin.get(`/GoCardless/NewCustomer/${member.id}`)
      await honbu.giveMandate(body.redirectUrl)
      await moveOn(6)
      const due = { transactionDate: honbu.today(), dueOn: honbu.today(), description: 'May', categoryId: 1421 }
      await db.transaction().execute(tx => postCharges(tx, [{ clubId: club.id, memberId: member.id, pence, ...due }]))
      await honbu.collect()
      return member.id
    },
  }
}

describe('payouts', () => {
  it('are fetched once each, with their fees, and match what was collected', async () => {
    const { payouts, payout, collect, admin, club } = await aClub()
    const memberId = await collect(3500)
    await moveOn(12)
    await fetchAllPayouts(honbu.parts)
    await Promise.all([fetchAllPayouts(honbu.parts), fetchAllPayouts(honbu.parts)])
    const { data, total } = await payouts()
    expect(total).toBe(1)
    expect(data).toMatchObject([
      { provider: 'gocardless', collected: 35, fees: 0.55, net: 34.45, mismatches: 0, state: 'paid', isShare: false },
    ])
    expect(await payout(data[0].payoutId)).toMatchObject({
      lines: [
        { kind: 'payment_paid_out', amount: 35, memberId, memberName: 'Ann Reed', mismatch: '' },
        { kind: 'gocardless_fee', amount: -0.55, mismatch: '' },
      ],
    })
    const span = { from: addDays(honbu.today(), -30), until: honbu.today() }
    const file = await admin.post(`/api/billing/GetPayoutFile/${club.id}`, span)
    expect(file.body.lines).toBe(2)
    expect(Buffer.from(file.body.base64, 'base64').toString()).toContain(',payment paid out,35.00,PM')
    expect((await admin.post(`/api/billing/GetPayoutFile/${club.id}`, { ...span, from: '2020-01-01' })).status).toBe(
      400,
    )
    expect((await admin.get(`/api/billing/GetPayoutState/${club.id}`)).body).toMatchObject({
      ...{ isUnderWay: false, problem: '', doneAt: expect.any(String) },
    })
  })

  it('say what does not match, and why', async () => {
    const { payouts, payout, collect } = await aClub()
    const memberId = await collect(2000)
    await moveOn(12)
    await fetchAllPayouts(honbu.parts)
    const [{ payoutId }] = (await payouts()).data
    const mismatches = async () =>
      (await payout(payoutId)).lines.flatMap((line: { mismatch: string }) => (line.mismatch ? [line.mismatch] : []))
    expect(await mismatches()).toEqual([])
    const ours = db.updateTable('external_payment').where('member_id', '=', memberId)
    await ours.set({ amount_pence: 1900 }).execute()
    expect(await mismatches()).toEqual(['Here the payment is of £19.00.'])
    await ours.set({ amount_pence: 2000, reference: 'PM-other' }).execute()
    expect(await mismatches()).toEqual([expect.stringContaining('No such payment is known here')])
    await db.updateTable('payout').set({ amount_pence: 5 }).where('id', '=', payoutId).execute()
    expect((await payouts()).data).toMatchObject([{ mismatches: 2 }])
    expect(await mismatches()).toEqual(['The lines do not add up to what was paid out.', expect.any(String)])
    expect((await payouts({ filter: 'mismatches~gt~0' })).total).toBe(1)
  })

  it('of an account of a club above show a club its own lines alone', async () => {
    const head = await aClub()
    const one = await aClub(head.club.id)
    const other = await aClub(head.club.id)
    await one.collect(1000)
    await other.collect(4000)
    await moveOn(14)
    await fetchAllPayouts(honbu.parts)
    expect((await one.payouts()).data).toMatchObject([{ collected: 10, fees: 0.3, net: 9.7, isShare: true }])
    const seen = (await head.payouts()).data.reduce((sum: number, { net }: { net: number }) => sum + net, 0)
    expect(seen).toBeCloseTo(9.7 + 40 - 0.6)
    const [{ payoutId }] = (await one.payouts()).data
    expect((await one.payout(payoutId)).lines).toHaveLength(2)
    const stranger = await aClub()
    expect(await stranger.payouts()).toMatchObject({ total: 0 })
    expect(await stranger.payout(payoutId)).toMatchObject({ isSuccess: false })
  })

  it('says what stands in the way, and goes on afterwards', async () => {
    const { payouts, collect, admin, club } = await aClub()
    await collect(1500)
    await moveOn(12)
    const account = db.updateTable('provider_account').where('club_id', '=', club.id)
    const { access_token } = await db
      .selectFrom('provider_account')
      .select('access_token')
      .where('club_id', '=', club.id)
      .executeTakeFirstOrThrow()
    await account.set({ access_token: Buffer.from('not a key') }).execute()
    await fetchAllPayouts(honbu.parts)
    expect((await admin.get(`/api/billing/GetPayoutState/${club.id}`)).body.problem).not.toBe('')
    await account.set({ access_token }).execute()
    expect((await admin.post(`/api/billing/FetchPayouts/${club.id}`, {})).body).toMatchObject({ accounts: 1 })
    expect((await admin.get(`/api/billing/GetPayoutState/${club.id}`)).body.isUnderWay).toBe(true)
    await fetchAllPayouts(honbu.parts)
    expect(await payouts()).toMatchObject({ total: 1 })
    expect((await admin.get(`/api/billing/GetPayoutState/${club.id}`)).body).toMatchObject({
      ...{ isUnderWay: false, problem: '' },
    })
  })
})
