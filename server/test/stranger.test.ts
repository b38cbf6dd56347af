import { contract } from '@honbu/contract/contract.ts'
import type { Endpoint, Guard } from '@honbu/contract/endpoint.ts'
import { notBuilt } from '@honbu/contract/not-built.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, testToday } from './app.ts'
import { freshDatabase } from './database.ts'
import { createAccount, createClass, createClub, createMember } from './factories.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** Rows of a club, and three who should not get at them: nobody, another club's owner, and someone who has left. */
const ours: Record<string, number> = {}
let stranger = ''
let former = ''
let coach = ''

beforeAll(async () => {
  const club = await createClub(db)
  const elsewhere = await createClub(db)
  ours.club = club.id
  ours.class = (await createClass(db, { clubId: club.id })).id
  ours.member = (await createMember(db, { clubId: club.id })).id
  const worker = await createAccount(db, { clubId: club.id })
  ours.account = worker.id
  coach = worker.sub
  stranger = (await createAccount(db, { clubId: elsewhere.id, isAdmin: true })).sub
  former = (await createAccount(db, { clubId: club.id, userSince: '2024-01-01', userUntil: '2026-05-11' })).sub
})

const endpoints = Object.entries(contract)

it('knows the whole contract', () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(16)
})

describe.each(endpoints)('%s', (_name, endpoint) => {
  it('answers 401 to nobody and to a forged token', async () => {
    for (const sub of [null, 'forged']) {
      const { status, body } = await call(endpoint, sub)
      expect(status).toBe(401)
      expect(body).toMatchObject({ isSuccess: false, message: 'Not authenticated!' })
    }
  })

  it("answers 403 to another club's owner and to someone who has left", async () => {
    if (guards(endpoint).length === 0) return expect(endpoint.access).toBe('signedIn')
    for (const sub of [stranger, former]) {
      const { status, body } = await call(endpoint, sub)
      expect(body).toMatchObject({ isSuccess: false, message: 'Not authorised!' })
      expect(status).toBe(403)
    }
  })

  it('is no stranger to a coach of the club, unless it asks for an admin', async () => {
    const { status } = await call(endpoint, coach)
    if (guards(endpoint).some(guard => guard.admin)) expect(status).toBe(403)
    else expect([401, 403]).not.toContain(status)
  })

  it('answers 404 to an id of no row', async () => {
    for (const { id } of guards(endpoint)) {
      const { status, body } = await call(endpoint, coach, { [id]: 987_654_321 })
      expect(status).toBe(404)
      expect(Object.keys(body.fields)).toEqual([id])
    }
  })

  it('guards every input that is an id', () => {
    const ids = Object.keys(endpoint.input.shape).filter(field => /id$|ids$/i.test(field))
    const guarded = guards(endpoint).map(guard => guard.id)
    expect(ids.filter(field => !guarded.includes(field) && !/(status|type|method|frequency)id$/i.test(field))).toEqual(
      [],
    )
  })
})

describe.each(notBuilt)('%s %s, not built yet', (method, path) => {
  it('answers 401 without a token and 501 with one', async () => {
    const url = path.replace(':id', '1')
    const without = method === 'GET' ? await as(null).get(url) : await as(null).post(url)
    const withOne = method === 'GET' ? await as(coach).get(url) : await as(coach).post(url)
    expect([without.status, withOne.status]).toEqual([401, 501])
  })
})

function guards({ access }: Endpoint): readonly Guard[] {
  if (typeof access === 'string') return []
  return 'subject' in access ? [access] : access
}

/** Sends what the contract asks for, with the ids of our rows wherever a guard looks. */
async function call(endpoint: Endpoint, sub: string | null, other: Record<string, number> = {}) {
  const input: Record<string, unknown> = {
    classDate: testToday,
    from: testToday,
    to: testToday,
    filter: 'an',
    attended: true,
  }
  const isGrid = 'pageSize' in endpoint.input.shape
  if (isGrid) delete input.filter
  for (const { id, subject } of guards(endpoint)) {
    const value = other[id] ?? ours[subject]
    input[id] = id.endsWith('Ids') ? [value] : value
  }
  const wanted = Object.keys(endpoint.input.shape)
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(input[name]))
  const rest = Object.entries(input).filter(([name]) => wanted.includes(name) && !endpoint.path.includes(`:${name}`))
  if (endpoint.method === 'POST') return await as(sub).post(path, Object.fromEntries(rest))
  const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)]))
  return await as(sub).get(`${path}?${query}`)
}
