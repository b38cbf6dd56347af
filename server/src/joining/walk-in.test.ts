import { memberStatus } from '@honbu/contract/ids.ts'
import { expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClass() {
  const club = await createClub(db)
  const coach = await createAccount(db, { clubId: club.id })
  const klass = await createClass(db, { clubId: club.id })
  return { club, klass, call: as(coach.sub) }
}

it('a walk-in is a prospect, present on the date, on its register and enrolled in nothing', async () => {
  const { klass, call } = await aClass()
  const name = { firstName: 'Ben', lastName: 'Carter' }
  const { status, body } = await call.post(`/api/member/AddWalkIn/${klass.id}`, { classDate: testToday, ...name })
  expect(status, JSON.stringify(body)).toBe(200)
  const { memberId } = body
  const register = await call.post(`/api/club/GetClassMembers/${klass.id}`, { classId: klass.id, classDate: testToday })
  expect(register.body.data).toMatchObject([
    { memberId, ...name, attended: true, memberStatusId: memberStatus.prospect, dateAdded: null },
  ])
  const enrolled = await db.selectFrom('class_member').select('id').where('member_id', '=', memberId).execute()
  expect(enrolled).toEqual([])

  const again = await call.post(`/api/member/AddWalkIn/${klass.id}`, {
    classDate: testToday,
    firstName: 'ben',
    lastName: 'CARTER',
  })
  expect(again.status).toBe(409)
  expect(again.body.fields.firstName[0]).toContain('is on this register already')
})

it.each([
  ['a day that has not been yet', { classDate: '2026-05-19', firstName: 'Ben' }, 400],
  ['no name', { classDate: testToday, firstName: ' ' }, 400],
])('refuses %s, and makes nobody', async (_, input, status) => {
  const { club, klass, call } = await aClass()
  expect((await call.post(`/api/member/AddWalkIn/${klass.id}`, input)).status).toBe(status)
  expect(await db.selectFrom('club_member').select('id').where('club_id', '=', club.id).execute()).toEqual([])
})
