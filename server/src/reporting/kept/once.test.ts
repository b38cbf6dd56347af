import { transactionCategory } from '@honbu/contract/ids.ts'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { attend, createClass } from '../../../test/factories/classes.ts'
import { createClub, createMember } from '../../../test/factories/people.ts'
import { postCharges } from '../../ledger/index.ts'
import type { Bucket } from '../buckets.ts'
import { paying } from '../counts/billing.ts'
import { revenueByPlan } from '../counts/plan-rows.ts'
import { visitors } from '../counts/visitors.ts'

const { db } = await freshDatabase()
const now = new Date('2026-05-12T12:00:00Z')
const within: Bucket = { from: '2026-01-10', until: '2026-03-20' }

/** Somebody who came, and was charged for his membership, on these days: how often is he counted in the period? */
async function counted(days: readonly string[], period: Bucket = within) {
  const { id: clubId } = await createClub(db)
  const { id: classId } = await createClass(db, { clubId, weekdays: [] })
  const { id: memberId } = await createMember(db, { clubId })
  const charge = { clubId, memberId, pence: 3000, description: 'Adults', categoryId: transactionCategory.membership }
  for (const date of days) {
    await attend(db, { classId, memberId, date })
    await db.transaction().execute(async tx => {
      await postCharges(tx, [{ ...charge, transactionDate: date, dueOn: date }])
    })
  }
  const of = { clubIds: [clubId], buckets: [period] as const, now }
  const [came] = await visitors.count(db, of)
  const [paid] = await paying.count(db, of)
  const plans = await revenueByPlan(db, of)
  return [came?.visitors, paid?.paying, plans.reduce((sum, { members }) => sum + members, 0)]
}

it.each([
  ['before it begins, and in the month after', ['2026-01-05', '2026-02-05'], 1],
  ['before it begins, and two months after', ['2026-01-05', '2026-03-05'], 1],
  ['before it begins, and after it has ended', ['2026-01-05', '2026-03-25'], 0],
  ['before it begins, and later months than it has', ['2026-01-05', '2026-04-05'], 0],
  ['before it begins only', ['2026-01-05'], 0],
  ['in its first month before it and in it, and again', ['2026-01-05', '2026-01-20', '2026-02-05'], 1],
  ['in its first month, and again', ['2026-01-20', '2026-02-05', '2026-03-05'], 1],
  ['in a later month only', ['2026-02-05'], 1],
  ['long before it, and in a later month', ['2025-11-05', '2026-02-05'], 1],
  ['long before it, in its first month before it, and in its last one', ['2025-12-05', '2026-01-05', '2026-03-20'], 1],
])('counts once who was there %s', async (_, days, times) => {
  expect(await counted(days)).toEqual([times, times, times])
})

const january = { from: '2026-01-01', until: '2026-01-31' }

it.each<[string, readonly string[], Bucket, number]>([
  ['on its last day', ['2026-01-20'], { from: '2026-01-01', until: '2026-01-20' }, 1],
  ['only after it', ['2026-01-21'], { from: '2026-01-01', until: '2026-01-20' }, 0],
  ['on its first day', ['2026-01-10'], { from: '2026-01-10', until: '2026-01-31' }, 1],
  ['only before it', ['2026-01-09'], { from: '2026-01-10', until: '2026-01-31' }, 0],
  ['before it and after it', ['2026-01-09', '2026-01-21'], { from: '2026-01-10', until: '2026-01-20' }, 0],
  ['in it and around it', ['2026-01-09', '2026-01-15', '2026-01-21'], { from: '2026-01-10', until: '2026-01-20' }, 1],
  ['on the first and the last day of a month', ['2026-01-01', '2026-01-31'], january, 1],
  [
    'in neither month of it, before and after',
    ['2026-01-09', '2026-02-11'],
    { from: '2026-01-10', until: '2026-02-10' },
    0,
  ],
  ['in the second month of it only', ['2026-02-10'], { from: '2026-01-10', until: '2026-02-10' }, 1],
])('a part of a month: who was there %s', async (_, days, period, times) => {
  expect(await counted(days, period)).toEqual([times, times, times])
})
