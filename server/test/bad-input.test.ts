import { describe, expect, it } from 'vitest'
import { testApp, testToday } from './app.ts'
import { freshDatabase } from './database.ts'
import { createClass } from './factories/classes.ts'
import { createAccount, createClub, createMember } from './factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { app, as } = await testApp(database)

const club = await createClub(db)
const coach = await createAccount(db, { clubId: club.id })
const klass = await createClass(db, { clubId: club.id })
const member = await createMember(db, { clubId: club.id })
const roster = `/api/club/GetClassMembers/${klass.id}`
const mark = `/api/member/SaveAttendance/${member.id}`

async function raw(url: string, payload: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Bearer ${coach.sub}`, 'content-type': 'application/json', ...headers },
  })
  return { status: answer.statusCode, text: answer.body, body: answer.json() }
}

const rows = async () => {
  const { count } = await db
    .selectFrom('attendance')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

describe('a body that is not right', () => {
  it.each([
    ['malformed JSON', '{"classId":', 400, 'not valid JSON'],
    ['nothing', '', 400, 'empty'],
    ['a list', '[]', 400, 'JSON object'],
    ['a text', '"x"', 400, 'JSON object'],
    ['null', 'null', 400, ''],
    ['10 MB', `{"x":"${'x'.repeat(10 * 1024 * 1024)}"}`, 413, 'too large'],
  ])('%s is refused in words', async (_, payload, expected, says) => {
    const { status, body, text } = await raw(mark, payload)
    expect(status).toBe(expected)
    expect(body.message).toContain(says)
    expect(text).not.toMatch(/\bat .*:\d+:\d+|node_modules|Error:/)
    expect(await rows()).toBe(0)
  })

  it('is refused when it is no JSON at all', async () => {
    const { status, body } = await raw(mark, '<x/>', { 'content-type': 'application/xml' })
    expect(status).toBe(415)
    expect(body.message).toContain('should be JSON')
  })

  it.each([
    ['classId', { classId: 'one' }],
    ['classId', { classId: 1.5 }],
    ['classId', { classId: -1 }],
    ['classId', { classId: 1e300 }],
    ['classDate', { classDate: 20_260_512 }],
    ['classDate', { classDate: '2026-02-30' }],
    ['classDate', { classDate: '12/05/2026' }],
    ['attended', { attended: 'yes' }],
  ])('names %s in %j', async (field, wrong) => {
    const body = { classId: klass.id, classDate: testToday, attended: true, ...wrong }
    const answer = await as(coach.sub).post(mark, body)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual([field])
    expect(await rows()).toBe(0)
  })

  it.each([
    ['note', '{"note":"a\\udc00b"}'],
    ['note', '{"note":"a\\u0000b"}'],
    ['address.town', '{"address":{"town":["\\ud800"]}}'],
    ['results.1.reason', '{"results":[{"reason":""},{"reason":"\\u0000"}]}'],
    ['columns', '{"columns":{"\\udfff":1}}'],
    ['body', '{"\\u0000":1}'],
  ])('is refused with what no database takes in %s', async (field, payload) => {
    const { status, body } = await raw(mark, payload)
    expect(status).toBe(400)
    expect(body.fields).toEqual({ [field]: ['Should be text that can be typed'] })
  })

  it('is refused with U+0000 in the address', async () => {
    const answer = await as(coach.sub).get(`/api/member/basicSearch?filter=a%00b&clubId=${club.id}`)
    expect(answer).toMatchObject({ status: 400, body: { fields: { filter: ['Should be text that can be typed'] } } })
  })

  it('says in time what no database takes, however deep it lies', async () => {
    const payload = `{"deep":${'['.repeat(200_000)}"\\u0000"${']'.repeat(200_000)}}`
    const { status, body } = await raw(mark, payload)
    expect([status, Object.keys(body.fields)]).toEqual([400, ['deep']])
  })

  it('may be nested more deeply than calls can be', async () => {
    const { status, body } = await raw(mark, `{"deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('classId')
  })

  it('must not name another row than the address', async () => {
    const body = { id: member.id + 1, classId: klass.id, classDate: testToday, attended: true }
    const answer = await as(coach.sub).post(mark, body)
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toHaveProperty('id')
    const strange = await raw(mark, `{"id":{"toString":null},"classId":${klass.id},"attended":true}`)
    expect(strange.status).toBe(400)
  })
})

describe('a grid query that is not right', () => {
  it.each([
    ['password', { filter: "password~eq~'x'" }],
    ['password', { sort: 'password-asc' }],
    ['memberStatusId', { filter: "memberStatusId~eq~'x'" }],
    ['lastGrading', { filter: "lastGrading~gt~datetime'2026-02-30T00-00-00'" }],
    ['filter', { filter: '((((' }],
    ['pageSize', { pageSize: 501 }],
    ['pageSize', { pageSize: 0 }],
    ['page', { page: 0 }],
  ])('names %s in %j', async (field, wrong) => {
    const answer = await as(coach.sub).post(roster, { classDate: testToday, ...wrong })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual([field])
  })

  it('is refused in full length, and without any harm', async () => {
    const injection = "x'; drop table attendance; --"
    const { status } = await as(coach.sub).post(roster, {
      classDate: testToday,
      filter: `firstName~eq~'${injection.replaceAll("'", "''")}'`,
    })
    expect(status).toBe(200)
    expect(await rows()).toBe(0)
    const deep = await as(coach.sub).post(roster, {
      classDate: testToday,
      filter: `${'('.repeat(21)}firstName~eq~'x'${')'.repeat(21)}`,
    })
    expect(deep.status).toBe(400)
  })
})

describe('an address that is not right', () => {
  it.each([
    '/api/club/GetClub/x',
    '/api/club/GetClub/1.5',
    '/api/club/GetClub/-1',
    '/api/club/GetClub/9999999999999999',
  ])('%s is refused', async path => {
    const { status, body } = await as(coach.sub).get(path)
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('id')
  })

  it('of no call is 404 in the same form', async () => {
    const { status, body } = await as(coach.sub).get('/api/club/GetNothing/1?filter=secret')
    expect(status).toBe(404)
    expect(body).toEqual({
      isSuccess: false,
      error: 'not_found',
      message: 'There is nothing at /api/club/GetNothing/1.',
    })
  })

  it.each(['TRACE', 'PUT', 'OPTIONS', 'HEAD'] as const)('is one for %s, which nothing answers', async method => {
    for (const url of [roster, '/', '/dashboard'])
      expect((await app.inject({ method, url, headers: { 'x-secret': 'told' } })).statusCode).toBe(404)
  })

  it('of a day on which the class does not run names the class and the day', async () => {
    const { status, body } = await as(coach.sub).post(roster, { classDate: '2026-05-13' })
    expect(status).toBe(400)
    expect(body.fields.classDate).toEqual([`${klass.className} does not run on 13 May 2026.`])
  })
})

describe('something that goes wrong inside', () => {
  it('is a 500 without any detail', async () => {
    await db.schema.alterTable('club').renameTo('club_gone').execute()
    try {
      const { status, body } = await as(coach.sub).get('/api/club/GetClubList')
      expect(status).toBe(500)
      expect(body).toEqual({
        isSuccess: false,
        error: 'internal',
        message: 'Something went wrong on our side. Nothing was saved.',
        requestId: expect.any(String),
      })
    } finally {
      await db.schema.alterTable('club_gone').renameTo('club').execute()
    }
  })
})
