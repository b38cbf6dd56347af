import { paymentMethod } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
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
  const nights = async (at: string) => {
    await beginNights(db, new Date(at), { enqueue: async () => {} })
    const runs = db.selectFrom('charging_run').select('run_on').where('club_id', '=', club.clubId)
    return (await runs.execute()).map(({ run_on }) => run_on)
  }
  return { club, firstRun, start, nights }
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
