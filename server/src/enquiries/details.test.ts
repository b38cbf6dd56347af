import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'
import { secretBox } from '../platform/secret-box.ts'
import { serveDetailsPages } from './details-pages.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

let now = testNow
const origin = 'https://club.example'
const pages = Fastify()
await pages.register(
  scope =>
    serveDetailsPages(scope, {
      db,
      now: () => now,
      jobs: { enqueue: async () => undefined },
      mail: { post: async () => undefined },
      config: { baseUrl: origin, basePath: '/honbu' },
      box: secretBox(Buffer.alloc(32, 7)),
    }),
  { prefix: '/honbu' },
)
afterAll(() => pages.close())

async function aWalkIn() {
  now = testNow
  const club = await createClub(db)
  const coach = as((await createAccount(db, { clubId: club.id })).sub)
  const klass = await createClass(db, { clubId: club.id })
  const name = { classDate: testToday, firstName: 'Ben', lastName: '' }
  const { memberId } = (await coach.post(`/api/member/AddWalkIn/${klass.id}`, name)).body
  const link = async () => (await coach.get(`/api/member/GetDetailsLink/${memberId}`)).body
  const token = new URLSearchParams((await link()).address.split('?')[1]).get('token') ?? ''
  const open = (given = token) => pages.inject({ url: `/honbu/details?token=${encodeURIComponent(given)}` })
  const send = (fields: Record<string, string>) =>
    pages.inject({
      method: 'POST',
      url: '/honbu/details',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
      payload: new URLSearchParams({ token, ...fields }).toString(),
    })
  const details = async () => (await coach.get(`/api/member/GetDetails/${memberId}`)).body
  return { coach, memberId, link, open, send, details, token }
}

const parent = {
  who: 'child',
  firstName: 'Ann',
  lastName: 'Carter',
  childFirstName: 'Ben',
  childLastName: 'Carter',
  childDob: '2016-01-01',
  email: 'ann@mail.example',
  phone: '07700 900123',
  consentEmail: 'on',
  message: 'Asthma, has an inhaler.',
}

it('a parent adds the details of a walk-in, once', async () => {
  const { coach, memberId, link, open, send, details } = await aWalkIn()
  const page = await open()
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('value="Ben"')
  expect((await send({ ...parent, childDob: '' })).body).toContain('Give the date of birth')
  expect((await link()).isGiven).toBe(false)

  expect((await send(parent)).statusCode).toBe(303)
  expect(await details()).toMatchObject({
    ...{ firstName: 'Ben', lastName: 'Carter', dob: '2016-01-01', email: null },
    contacts: [{ name: 'Ann Carter', isGuardian: true, phone: '07700 900123', email: 'ann@mail.example' }],
  })
  const notes = await coach.get(`/api/member/GetNotes/${memberId}?page=1&pageSize=10`)
  expect(JSON.stringify(notes.body)).toContain('Asthma, has an inhaler.')
  const consents = await db
    .selectFrom('consent')
    .innerJoin('member', 'member.person_id', 'consent.person_id')
    .select(['flag', 'how', 'is_given'])
    .where('member.id', '=', memberId)
    .execute()
  expect(consents).toEqual([{ flag: 2, how: 'screen', is_given: true }])

  expect((await open()).body).toContain('Thank you')
  expect((await send({ ...parent, childFirstName: 'Eve' })).body).toContain('Thank you')
  expect(await details()).toMatchObject({ firstName: 'Ben' })
  expect((await link()).isGiven).toBe(true)
})

it('a grown-up gives their own', async () => {
  const { send, details } = await aWalkIn()
  const own = { who: 'self', firstName: 'Ben', lastName: 'Hill', dob: '1990-02-03', email: 'b@mail.example' }
  expect((await send(own)).body).toContain('Give a phone number')
  expect((await send({ ...own, phone: '07700 900124' })).statusCode).toBe(303)
  expect(await details()).toMatchObject({ lastName: 'Hill', phoneMob: '07700 900124', contacts: [] })
})

it('refuses what we did not sign, and what has expired', async () => {
  const { memberId, open, token } = await aWalkIn()
  const other = await aWalkIn()
  expect((await open(token.replace(String(memberId), String(other.memberId)))).statusCode).toBe(404)
  expect((await open('nonsense')).statusCode).toBe(404)
  now = new Date(testNow.getTime() + 31 * 86_400_000)
  const late = await open()
  expect(late.body).toContain('has expired')
  expect(late.body).not.toContain('Ben')
})
