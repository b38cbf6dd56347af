import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClass, createClub } from '../../test/factories.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const club = await createClub(db)
const coach = await createAccount(db, { clubId: club.id })
await createClass(db, { clubId: club.id, weekdays: [1, 7], startDate: '0001-01-01' })

it.each([
  ['0001-01-01', 200, ['0001-01-01', '0001-01-07']],
  ['2024-02-29', 200, ['2024-02-26', '2024-03-03']],
  ['9999-12-26', 200, ['9999-12-20', '9999-12-26']],
  // Their week has days after the last one there is.
  ['9999-12-27', 400, undefined],
  ['9999-12-31', 400, undefined],
])('the week of %s is %i', async (day, expected, dates) => {
  const { status, body } = await as(coach.sub).get(`/api/club/GetClubSchedule/${club.id}?day=${day}`)
  expect(status).toBe(expected)
  expect(body.occurrences?.map((each: { classDate: string }) => each.classDate)).toEqual(dates)
  if (expected === 400) expect(body.fields).toHaveProperty('day')
})
