import { transactionCategory } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createExternalPayment } from '../../test/factories/collections.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { addParts } from '../collections/index.ts'
import { creditPart, postCharges, postPayment } from '../ledger/index.ts'
import type { Write } from '../platform/route.ts'

// Today is 12 May 2026.
const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)
// What was owed on an evening depends on when each entry was written.
for (const table of ['charge', 'allocation'])
  await sql`alter table ${sql.table(table)} alter column created_at
    set default coalesce(nullif(current_setting('test.now', true), '')::timestamptz, now())`.execute(db)

const onDay = async <T>(day: string, write: (tx: Write['tx']) => Promise<T>): Promise<T> =>
  await db.transaction().execute(async tx => {
    await sql`select set_config('test.now', ${`${day}T12:00:00Z`}, true)`.execute(tx)
    return await write(tx)
  })

async function aClub() {
  const { id: clubId } = await createClub(db)
  const { sub } = await createAccount(db, { clubId, isAdmin: true })
  const { id: memberId } = await createMember(db, { clubId })
  return {
    clubId,
    memberId,
    charge: async (pence: number, dueOn: string, period?: { from: string; until: string; written?: string }) => {
      const [id = 0] = await onDay(dueOn, tx =>
        postCharges(tx, [
          {
            ...{
              clubId,
              memberId,
              pence,
              dueOn,
              description: 'Membership',
              categoryId: transactionCategory.membership,
            },
            ...{ transactionDate: period?.written ?? dueOn },
            ...(period && { periodFrom: period.from, periodUntil: period.until }),
          },
        ]),
      )
      return id
    },
    /** The figures of a month, with those of the month before. */
    figures: async (month: string, ...names: string[]) => {
      const days = { from: `${month}-01`, until: month === '2026-05' ? '2026-05-31' : `${month}-28` }
      const { body } = await as(sub).post('/api/reporting/GetReport', { tab: 'finance', ...days })
      const of = (kpi: string) => body.figures.find((each: { kpi: string }) => each.kpi === kpi)
      return names.map(name => [of(name).value, of(name).before])
    },
    earned: async (...months: string[]) => {
      const values: number[] = []
      for (const month of months) {
        const days = { from: `${month}-01`, until: `${month}-28` }
        const { body } = await as(sub).post('/api/reporting/GetReport', { tab: 'finance', ...days })
        values.push(body.figures.find(({ kpi }: { kpi: string }) => kpi === 'revenue').value)
      }
      return values
    },
  }
}

describe('what a membership earns', () => {
  it('is a twelfth of a yearly fee a month, to the penny', async () => {
    const { charge, earned } = await aClub()
    await charge(40_000, '2025-11-01', { from: '2025-11-01', until: '2026-10-31', written: '2025-10-20' })
    // £400 ÷ 12 is £33.33, and each third month has the penny that is left.
    expect(await earned('2025-10', '2025-11', '2025-12', '2026-01', '2026-04', '2026-05')).toEqual([
      ...[0, 33.33, 33.33, 33.34, 33.34, 33.33],
    ])
  })

  it('counts in the month that the fee is for, not in that in which it was written down', async () => {
    const { charge, earned } = await aClub()
    await charge(3850, '2026-01-01', { from: '2026-01-01', until: '2026-01-31', written: '2025-12-15' })
    await charge(3850, '2026-06-01', { from: '2026-06-01', until: '2026-06-30', written: '2026-05-05' })
    expect(await earned('2025-12', '2026-01', '2026-05')).toEqual([0, 38.5, 0])
  })

  it('keeps what was used when the unused months of a year are credited', async () => {
    const { charge, earned } = await aClub()
    const year = await charge(24_000, '2025-11-01', { from: '2025-11-01', until: '2026-10-31' })
    await db
      .transaction()
      .execute(tx => creditPart(tx, { chargeId: year, pence: 14_000, on: '2026-04-03', reason: 'Changed plan' }))
    // £100 of £240 are left: five months at £20.
    expect(await earned('2025-11', '2026-03', '2026-04', '2026-05')).toEqual([20, 20, 0, 0])
  })

  it('leaves closed books as they are', async () => {
    const { clubId, charge, earned } = await aClub()
    await db.updateTable('club').set({ books_closed_until: '2026-04-30' }).where('id', '=', clubId).execute()
    await charge(9000, '2026-05-12', { from: '2026-03-01', until: '2026-05-31' })
    expect(await earned('2026-03', '2026-04', '2026-05')).toEqual([0, 0, 90])
  })
})

describe('due, collected and on its way', () => {
  it('are three figures, and what a bank is collecting now is no failure to collect', async () => {
    const { clubId, memberId, charge, figures } = await aClub()
    const [paid, sent] = [await charge(3000, '2026-05-10'), await charge(2000, '2026-05-10')]
    await charge(1000, '2026-05-10')
    const cash = { clubId, memberId, pence: 3000, paymentDate: '2026-05-10', paymentMethodId: null }
    await db.transaction().execute(tx => postPayment(tx, { ...cash, chargeIds: [paid] }))
    const names = ['due', 'collected', 'pending', 'collectionRate']
    expect((await figures('2026-05', ...names)).map(([value]) => value)).toEqual([60, 30, 0, 50])
    const paymentId = await createExternalPayment(db, { clubId, memberId, pence: 2000 })
    await db.transaction().execute(tx => addParts(tx, [{ paymentId, chargeId: sent, pence: 2000 }]))
    expect((await figures('2026-05', ...names)).map(([value]) => value)).toEqual([60, 30, 20, 75])
    await db.updateTable('external_payment').set({ state: 'cancelled' }).where('id', '=', paymentId).execute()
    expect((await figures('2026-05', ...names)).map(([value]) => value)).toEqual([60, 30, 0, 50])
  })

  it('compares what was collected by the same evening of the month before, not since', async () => {
    const { clubId, memberId, charge, figures } = await aClub()
    const [early, late] = [await charge(3000, '2026-04-05'), await charge(1000, '2026-04-06')]
    const pay = async (chargeId: number, pence: number, on: string) =>
      await onDay(on, tx => {
        const cash = { clubId, memberId, pence, paymentDate: on, paymentMethodId: null }
        return postPayment(tx, { ...cash, chargeIds: [chargeId] })
      })
    await pay(early, 3000, '2026-04-08')
    await pay(late, 1000, '2026-04-29')
    expect(await figures('2026-05', 'collected', 'collectionRate')).toEqual([
      [0, 30],
      [null, 75],
    ])
  })

  it('compares a month that is running with the same days of the month before', async () => {
    const { charge, figures } = await aClub()
    await charge(3000, '2026-04-05')
    await charge(5000, '2026-04-20')
    await charge(4000, '2026-05-06')
    await charge(4500, '2026-05-25')
    expect(await figures('2026-05', 'due', 'revenue')).toEqual([
      [40, 30],
      [40, 30],
    ])
  })
})
