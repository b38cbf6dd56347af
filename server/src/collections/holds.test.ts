import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import { describe, expect, it } from 'vitest'
import { openCollecting } from '../../test/collecting.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { postCharges } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openCollecting(database)

async function aPayer() {
  const club = await createClub(db)
  const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const coach = honbu.as((await createAccount(db, { clubId: club.id })).sub)
  const member = await createMember(db, {
    ...{ clubId: club.id, firstName: 'Ann', lastName: 'Reed', email: 'ann@mail.example' },
  })
  const { body } = await admin.get(`/GoCardless/NewCustomer/${member.id}`)
  await honbu.giveMandate(body.redirectUrl)
  await honbu.moveTo(addDays(honbu.today(), 10))
  const payments = async (): Promise<{ state: string; amount: number }[]> =>
    (await admin.get(`/api/member/GetExternalPayments/${member.id}`)).body
  return {
    ...{ club, admin, coach, member, payments },
    charge: async (pence: number, dueOn = honbu.today()) => {
      const due = { transactionDate: dueOn, dueOn, description: 'Membership', categoryId: 1421 }
      const [id = 0] = await db
        .transaction()
        .execute(tx => postCharges(tx, [{ clubId: club.id, memberId: member.id, pence, ...due }]))
      return id
    },
    /** The amounts by state, the first first. */
    became: async () => (await payments()).map(({ state, amount }) => `${amount} ${state}`).toReversed(),
    holds: async () => (await admin.get(`/api/member/GetCollectionHolds/${member.id}`)).body,
    tasks: async () =>
      (
        await db
          .selectFrom('task')
          .select('subject')
          .where('member_id', '=', member.id)
          .where('cause', 'like', 'hold:%')
          .where('completed_at', 'is', null)
          .orderBy('task.id')
          .execute()
      ).map(({ subject }) => subject),
  }
}
type Payer = Awaited<ReturnType<typeof aPayer>>

/** A payer whose bank takes £66 back. */
async function disputed(payer: Payer) {
  honbu.bank.byDefault({ payment: 'charged_back' })
  await payer.charge(6600)
  await honbu.collect()
  await honbu.moveTo(addDays(honbu.today(), 40))
  honbu.bank.byDefault({ payment: 'paid' })
}

describe('a payer who disputes a debit', () => {
  it('is not debited again, month after month, until an admin releases it with a reason', async () => {
    const payer = await aPayer()
    await disputed(payer)
    expect(await payer.became()).toEqual(['66 charged_back'])
    for (let month = 0; month < 3; month += 1) {
      if (month > 0) await honbu.moveTo(addMonths(honbu.today(), 1))
      await payer.charge(6600)
      await honbu.collect()
    }
    expect(await payer.became()).toEqual(['66 charged_back'])
    // What was disputed and three months: 4 × £66.
    expect(await payer.tasks()).toEqual([expect.stringContaining('£264.00 is on hold')])
    const [hold] = await payer.holds()
    expect(hold).toMatchObject({ by: 'directDebit', disputed: 66, onHold: 264, willCollect: 198, canRelease: true })
    const release = (user: Payer['admin'], reason: string) =>
      user.post(`/api/member/ReleaseHold/${hold.holdId}`, { reason })
    expect((await release(payer.coach, 'Agreed')).status).toBe(403)
    expect(await release(payer.admin, ' ')).toMatchObject({
      status: 400,
      body: { fields: { reason: expect.anything() } },
    })
    expect(await release(payer.admin, 'They did not know our name on the statement')).toMatchObject({
      status: 200,
      body: { willCollect: 198 },
    })
    expect((await release(payer.admin, 'Again')).status).toBe(409)
    expect(await payer.tasks()).toEqual([])
    await honbu.collect()
    const after = (await payer.payments()).filter(({ state }) => state !== 'charged_back')
    expect(after.reduce((sum, { amount }) => sum + amount, 0)).toBe(198)
  })

  it('gets back what the bank has not got yet, and is debited for it after the release', async () => {
    const payer = await aPayer()
    honbu.bank.byDefault({ payment: 'charged_back' })
    await payer.charge(6600)
    await honbu.collect()
    // Handed over before the bank tells of the dispute, and due after it.
    let isNextHandedOver = false
    for (let day = 0; ; day += 1) {
      if (day > 60) throw new Error('the bank has never taken it back')
      await honbu.moveTo(addDays(honbu.today(), 1))
      // Before the hour looks: it is taken back with the news itself.
      if ((await payer.holds()).length > 0) break
      if (!isNextHandedOver && (await payer.became())[0] === '66 submitted') {
        isNextHandedOver = true
        await payer.charge(2000, addDays(honbu.today(), 11))
      }
      await honbu.collect()
    }
    expect((await payer.became())[1]).toMatch(/^20 /)
    honbu.bank.byDefault({ payment: 'paid' })
    await honbu.work()
    const states = await payer.became()
    expect(states[0]).toBe('66 charged_back')
    expect(states.filter(state => /waiting|pending|submitted/.test(state))).toEqual([])
    await honbu.moveTo(addDays(honbu.today(), 30))
    const [{ holdId }] = await payer.holds()
    await payer.admin.post(`/api/member/ReleaseHold/${holdId}`, { reason: 'Agreed' })
    await honbu.collect()
    await honbu.moveTo(addDays(honbu.today(), 14))
    expect((await payer.became()).at(-1)).toMatch(/^20 (confirmed|paid_out)$/)
  })

  it('is not debited by hand either, and can pay in another way', async () => {
    const payer = await aPayer()
    await disputed(payer)
    const chargeId = await payer.charge(1000)
    const taken = await payer.admin.post(`/api/member/TakePayment/${chargeId}`, {})
    expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining('disputes a payment')])
    const list = await payer.admin.post(`/api/billing/GetDebtors/${payer.club.id}`, {})
    expect(list.body.data).toMatchObject([{ memberId: payer.member.id, owed: 76, isDisputed: true }])
  })

  it('is not debited by what the provider collects by itself, until the release', async () => {
    const payer = await aPayer()
    const { reference } = await db
      .selectFrom('mandate')
      .select('reference')
      .where('member_id', '=', payer.member.id)
      .executeTakeFirstOrThrow()
    const given = { amount: 500, currency: 'GBP', interval_unit: 'monthly', links: { mandate: reference } }
    interface Answer {
      readonly subscriptions: { readonly id: string; readonly status: string }
    }
    const headers = {
      authorization: `Bearer sandbox_club_${payer.club.id}`,
      'content-type': 'application/json',
      'gocardless-version': '2015-07-06',
    }
    const ask = async (path: string, body?: object) => {
      const asked = body ? { method: 'POST', body: JSON.stringify(body) } : {}
      return (await (await fetch(`${honbu.bank.url}${path}`, { ...asked, headers })).json()) as Answer
    }
    const { subscriptions } = await ask('/subscriptions', { subscriptions: given })
    await honbu.hear()
    await disputed(payer)
    await honbu.work()
    const status = async () => (await ask(`/subscriptions/${subscriptions.id}`)).subscriptions.status
    expect(await status()).toBe('paused')
    const [{ holdId }] = await payer.holds()
    await payer.admin.post(`/api/member/ReleaseHold/${holdId}`, { reason: 'Agreed' })
    await honbu.work()
    expect(await status()).toBe('active')
  })
})
