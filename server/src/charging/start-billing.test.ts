import { paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createMember } from '../../test/factories/people.ts'
import { openCharging } from '../../test/open-charging.ts'
import { beginNights } from './charge-at-night.ts'

// Today is 12 May 2026.
const database = await freshDatabase()
const { db } = database
const { aClub, paying } = await openCharging(database)

async function aStart() {
  const club = await aClub()
  const address = (name: string) => `/api/billing/${name}/${club.clubId}`
  const firstRun = async () => (await club.me.get(address('GetFirstRun'))).body
  const start = (given: object) => club.me.post(address('StartBilling'), given)
  const set = (given: object) => club.me.post(address('SetBillingTerms'), given)
  const nights = async (at: string) => {
    await beginNights(db, new Date(at), { enqueue: async () => {} })
    const runs = db.selectFrom('charging_run').select('run_on').where('club_id', '=', club.clubId)
    return (await runs.execute()).map(({ run_on }) => run_on)
  }
  return { club, firstRun, start, set, nights }
}

describe('a new club', () => {
  it('is charged from the day that was chosen, once someone has seen the first run', async () => {
    const { club, firstRun, start, nights } = await aStart()
    await paying(club, { nextPayment: '2026-05-18' })
    await paying(club, { nextPayment: '2026-05-20' })
    expect(await nights('2026-05-13T03:00:00Z')).toEqual([])
    const run = await firstRun()
    expect(run).toMatchObject({
      ...{ today: '2026-05-12', isStarted: false, startsOn: null },
      ...{ firstOn: '2026-05-18', members: 2, amount: 60, leftOut: [] },
    })
    const settings = { version: 1, daysAhead: 5, billingDay: null, isNightly: true }
    const switched = await club.me.post(`/api/billing/SaveChargingSettings/${club.clubId}`, settings)
    expect(switched).toMatchObject({ status: 409, body: { fields: { isNightly: [expect.any(String)] } } })

    expect((await start({ startsOn: '2026-05-11', ...run })).body.fields).toHaveProperty('startsOn')
    const stale = await start({ startsOn: '2026-05-15', members: 1, amount: 30 })
    expect([stale.status, stale.body.fields.members]).toEqual([
      409,
      ['The first run has changed: it bills 2 members, £60.00. Look at it again.'],
    ])
    expect((await start({ startsOn: '2026-05-15', members: 2, amount: 60 })).status).toBe(200)
    expect(await nights('2026-05-14T03:00:00Z')).toEqual([])
    expect(await nights('2026-05-15T03:00:00Z')).toEqual(['2026-05-15'])
    expect(await firstRun()).toMatchObject({ isStarted: true, startsOn: '2026-05-15' })
  })

  it('names who pays by Direct Debit and has none', async () => {
    const { club, firstRun } = await aStart()
    const { memberId } = await paying(club, { nextPayment: '2026-06-01', methodId: paymentMethod.directDebit })
    expect((await firstRun()).withoutMandate).toMatchObject({
      ...{ members: 1, amount: 30, invited: 0 },
      some: [{ memberId }],
    })
  })
})

describe('setBillingTerms', () => {
  it('settles each reason for all, and is undone for those that nobody has changed since', async () => {
    const { club, firstRun, set } = await aStart()
    const [first, second] = [
      await paying(club, { methodId: null, nextPayment: '2026-06-01' }),
      await paying(club, { methodId: null, nextPayment: '2026-06-01' }),
    ]
    await paying(club, { nextPayment: null })
    await createMember(db, { clubId: club.clubId, firstName: 'Pia', lastName: 'Planless' })
    const priced = await paying(club, { nextPayment: null })
    await db.updateTable('club_member').set({ training_plan_id: null }).where('id', '=', priced.clubMemberId).execute()
    const reasons = (await firstRun()).leftOut.map((each: { reason: string; members: number }) => [
      each.reason,
      each.members,
    ])
    expect(reasons.sort()).toEqual([
      ['noMethod', 2],
      ['noNextPayment', 2],
      ['noPlan', 1],
    ])
    const cash = { reason: 'noMethod', paymentMethodId: paymentMethod.cash }
    const done = await set(cash)
    expect(done.body).toMatchObject({ clubMemberIds: [first.clubMemberId, second.clubMemberId], notSet: [] })
    await set({ reason: 'noNextPayment', nextPayment: '2026-06-15' })
    expect(await firstRun()).toMatchObject({ members: 4, amount: 120, leftOut: [{ reason: 'noPlan' }] })

    await db
      .updateTable('club_member')
      .set({ payment_method_id: paymentMethod.cheque })
      .where('id', '=', second.clubMemberId)
      .execute()
    const undone = await set({ ...cash, clubMemberIds: done.body.clubMemberIds, isUndo: true })
    expect(undone.body).toMatchObject({ clubMemberIds: [first.clubMemberId], notSet: [{ memberId: second.memberId }] })
  })

  it('gives a plan with its only price, to those whom it is for', async () => {
    const { club, firstRun, set } = await aStart()
    const adults = await db
      .insertInto('training_plan')
      .values({ club_id: club.clubId, root_club_id: club.clubId, name: 'Adults', min_age: 18 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('training_plan_price')
      .values({ training_plan_id: adults.id, sub_frequency_id: subFrequency.monthly, price_pence: 4000 })
      .execute()
    await createMember(db, { clubId: club.clubId, firstName: 'Ann', dob: '1990-01-01' })
    const child = await createMember(db, { clubId: club.clubId, firstName: 'Tim', dob: '2018-01-01' })
    const { body } = await set({ reason: 'noPlan', trainingPlanId: adults.id })
    expect(body.clubMemberIds).toHaveLength(1)
    expect(body.notSet).toMatchObject([{ memberId: child.id }])
    await set({ reason: 'noNextPayment', nextPayment: '2026-06-01' })
    await set({ reason: 'noMethod', paymentMethodId: paymentMethod.cash })
    expect(await firstRun()).toMatchObject({ members: 1, amount: 40 })
  })

  it('refuses what is not of the list, a day that is over, and another club’s members', async () => {
    const { set } = await aStart()
    const other = await aStart()
    const theirs = await paying(other.club, { methodId: null, nextPayment: '2026-06-01' })
    expect((await set({ reason: 'noMethod', paymentMethodId: 21 })).body.fields).toHaveProperty('paymentMethodId')
    expect((await set({ reason: 'noMethod' })).body.fields).toHaveProperty('paymentMethodId')
    expect((await set({ reason: 'noNextPayment', nextPayment: '2026-05-11' })).body.fields).toHaveProperty(
      'nextPayment',
    )
    const foreign = { reason: 'noMethod', paymentMethodId: paymentMethod.cash, clubMemberIds: [theirs.clubMemberId] }
    expect((await set(foreign)).status).toBe(403)
  })
})
