import { addDays } from '@honbu/contract/calendar.ts'
import { expect, it } from 'vitest'
import { testNow, testToday } from '../../../test/app.ts'
import { freshDatabase } from '../../../test/database.ts'
import { attend, createClass } from '../../../test/factories/classes.ts'
import { createImport } from '../../../test/factories/imports.ts'
import { createClub, createMember } from '../../../test/factories/people.ts'
import { atRisk } from './at-risk.ts'

const { db } = await freshDatabase()

/** Somebody who pays since long ago, and came on some days, counted back from today; is he at risk after 14 days? */
async function isAtRisk(daysAgo: readonly number[], joined = '2025-01-01') {
  const club = await createClub(db)
  const klass = await createClass(db, { clubId: club.id, weekdays: [] })
  const { id: memberId } = await createMember(db, { clubId: club.id })
  await db
    .updateTable('club_member')
    .set({ sub_price_pence: 3000, date_added: `${joined}T12:00Z` })
    .where('member_id', '=', memberId)
    .execute()
  await db.deleteFrom('membership_terms').where('club_id', '=', club.id).execute()
  for (const ago of daysAgo) await attend(db, { classId: klass.id, memberId, date: addDays(testToday, -ago) })
  const buckets = [{ from: testToday, until: testToday }]
  const [row] = await atRisk.count(db, { clubIds: [club.id], buckets, now: testNow })
  return row?.atRisk === 1
}

const weeksBefore = (days: number) => Array.from({ length: days }, (_, index) => 14 + 6 * index)

it('is who has not come for as many days as the club has set', async () => {
  expect(await isAtRisk([13])).toBe(false)
  expect(await isAtRisk([14])).toBe(true)
})

it('is not who joined within these days', async () => {
  expect(await isAtRisk([], addDays(testToday, -13))).toBe(false)
  expect(await isAtRisk([], addDays(testToday, -14))).toBe(true)
})

it('is who comes at under half the rate of the eight weeks before', async () => {
  // Eight days in eight weeks are two in 14 days: one is half of that, and not under it.
  expect(await isAtRisk([3, ...weeksBefore(8)])).toBe(false)
  expect(await isAtRisk([3, ...weeksBefore(9)])).toBe(true)
  // What lies before the eight weeks does not count.
  expect(await isAtRisk([3, ...weeksBefore(8), 70])).toBe(false)
  expect(await isAtRisk([3, ...weeksBefore(8), 69])).toBe(true)
})

it('is not who was imported within these days, however long ago they joined', async () => {
  const imported = async (daysAgo: number) => {
    const club = await createClub(db)
    const { id: memberId } = await createMember(db, { clubId: club.id })
    await db
      .updateTable('club_member')
      .set({ sub_price_pence: 3000, date_added: '2025-01-01T12:00Z' })
      .where('member_id', '=', memberId)
      .execute()
    await db.deleteFrom('membership_terms').where('club_id', '=', club.id).execute()
    const at = new Date(`${addDays(testToday, -daysAgo)}T12:00Z`)
    const importId = await createImport(db, {
      clubId: club.id,
      ...{ state: 'imported', imported_at: at, undo_until: at },
    })
    await db
      .insertInto('import_line')
      .values({
        ...{
          import_batch_id: importId,
          root_club_id: club.id,
          line: 2,
          outcome: 'new',
          name: 'Ann',
          member_id: memberId,
        },
        ...{ problems: '[]', stored: '[]' },
      })
      .execute()
    const buckets = [{ from: testToday, until: testToday }]
    const [row] = await atRisk.count(db, { clubIds: [club.id], buckets, now: testNow })
    return row?.atRisk === 1
  }
  expect(await imported(13)).toBe(false)
  expect(await imported(14)).toBe(true)
})
