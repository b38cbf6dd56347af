import { addDays, addMonths, ageOn } from '@honbu/contract/calendar.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { matchingMembers } from './matching-members.ts'

const database = await freshDatabase()
const { db } = database
await testApp(database)

it('an age filter is what the ages of the people say, whatever the day and the number', async () => {
  const { id: clubId } = await createClub(db)
  const { id: accountId } = await createAccount(db, { clubId })
  const dobs = ['2008-02-29', '2008-02-28', '2008-03-01', '2018-05-12', '2018-05-13', '1966-12-31', '2026-02-28']
  for (const dob of dobs) await createMember(db, { clubId, dob })
  await createMember(db, { clubId })
  const user = { accountId, personId: 0, sub: '', name: '', email: '', clubs: new Map([[clubId, { isAdmin: false }]]) }
  const compare = {
    eq: (age: number | null, n: number) => age === n,
    neq: (age: number | null, n: number) => age !== n,
    lt: (age: number | null, n: number) => age !== null && age < n,
    lte: (age: number | null, n: number) => age !== null && age <= n,
    gt: (age: number | null, n: number) => age !== null && age > n,
    gte: (age: number | null, n: number) => age !== null && age >= n,
  }
  const days = fc.oneof(
    fc.constantFrom('2026-02-28', '2026-03-01', '2028-02-29', '2026-05-12'),
    fc.integer({ min: 0, max: 4000 }).map(days => addDays('2026-02-28', days)),
  )
  const numbers = fc.oneof(fc.integer({ min: -2, max: 70 }), fc.constantFrom(17.5, -0.5, 1e9, -1e9, 1e308))
  const operators = fc.constantFrom('eq', 'neq', 'lt', 'lte', 'gt', 'gte')
  await fc.assert(
    fc.asyncProperty(days, operators, numbers, async (today, operator, n) => {
      const found = await matchingMembers(db, user, { filter: `age~${operator}~${n}`, today })
        .select(sql<number>`count(*)`.as('count'))
        .executeTakeFirstOrThrow()
      const ages = [...dobs.map(dob => ageOn(dob, today)), null]
      expect(found.count).toBe(ages.filter(age => compare[operator as 'eq'](age, n)).length)
    }),
    { numRuns: 150 },
  )
  expect(addMonths('2028-02-29', -12)).toBe('2027-02-28')
})
