import { contract } from '@honbu/contract/contract.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, testToday } from './app.ts'
import { freshDatabase } from './database.ts'
import { inputOf } from './input-of.ts'
import { createOurRows, type OurRows } from './our-rows.ts'

const database = await freshDatabase()
const { db } = database
const { app } = await testApp(database)

let ours: OurRows

beforeAll(async () => {
  await beginFarAway()
  ours = await createOurRows(db)
})

/** Our rows have ids that nobody comes upon by chance: a number that is right merges or forgets the member all others need. */
async function beginFarAway() {
  const { rows } = await sql<{ name: string }>`
    select pg_get_serial_sequence(format('%I', table_name), column_name) as name
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`.execute(db)
  for (const { name } of rows) await sql`select setval(${name}::regclass, 7654321)`.execute(db)
}

const send = (method: 'GET' | 'POST', url: string, body: object) => {
  const texts = Object.entries(body).map(([field, value]): [string, string] => [field, asText(value)])
  const query = method === 'GET' && texts.length > 0 ? `?${new URLSearchParams(texts)}` : ''
  return app.inject({
    method,
    url: url + query,
    headers: { authorization: `Bearer ${ours.admin}` },
    ...(method === 'POST' && { payload: body }),
  })
}

/** As it is written in an address. */
const asText = (value: unknown) => (typeof value === 'string' ? value : String(JSON.stringify(value)))

function address({ path }: Endpoint, given: Readonly<Record<string, unknown>>) {
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(given[name])))
  const rest = Object.fromEntries(Object.entries(given).filter(([field]) => !path.includes(`:${field}`)))
  return { url, rest }
}

/** Whatever comes in: an answer or a reason, never a failure, and nothing of the inside. */
async function survives(endpoint: Endpoint, given: Readonly<Record<string, unknown>>) {
  const { url, rest } = address(endpoint, given)
  const answer = await send(endpoint.method, url, rest)
  expect(answer.statusCode, answer.body).toBeLessThan(500)
  if (answer.statusCode >= 400) {
    expect(answer.json()).toMatchObject({ isSuccess: false, message: expect.stringMatching(/./) })
    expect(answer.body).not.toMatch(/\bat .+:\d+:\d+|node_modules|ZodError|syntax error at/)
  }
  return answer
}

/** Texts that have broken such servers before, beside arbitrary ones. */
const nastyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('\0', 'an\0n', '%', '％', '\\', "'", "''", '--', '_', '\u202E', '{}', '0001-01-01', '9999-12-31'),
  fc.constantFrom("firstName~eq~'\0'", "firstName~contains~'％\\'", 'memberId~eq~1e308', 'memberId-desc'),
)
const anything = fc.oneof(nastyText, fc.jsonValue(), fc.integer(), fc.double(), fc.constant(Number.MAX_SAFE_INTEGER))

describe.each(Object.entries(contract))('%s', (name, endpoint) => {
  const rightInput = () => inputOf([name, endpoint], { db, rows: ours })
  const fields = Object.keys(endpoint.input.shape)

  it('answers what it is made for', async () => {
    const { url, rest } = address(endpoint, await rightInput())
    const answer = await send(endpoint.method, url, rest)
    expect(answer.statusCode, answer.body).toBe(200)
  })

  it('takes anything in any field without a failure', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('unknown', ...fields), anything, async (field, value) => {
        // An address that ends before its id, or leads up to another folder, is no address of this call.
        fc.pre(!endpoint.path.includes(`:${field}`) || !['', '.', '..'].includes(asText(value)))
        await survives(endpoint, { ...(await rightInput()), [field]: value })
      }),
      { numRuns: 40 },
    )
  })

  it('takes fields that it does not know without a failure', async () => {
    const unknown = JSON.parse('{"constructor":{"prototype":{"isAdmin":true}},"isAdmin":true,"user":{"clubs":[1]}}')
    await survives(endpoint, { ...(await rightInput()), ...unknown })
  })
})

describe('what a reason names', () => {
  const named = async (method: 'GET' | 'POST', url: string, body: object = {}) => {
    const answer = await send(method, url, body)
    return [answer.statusCode, Object.keys(answer.json().fields ?? {})]
  }

  it.each([
    [[], 'clubIds'],
    ['1', 'clubIds'],
    [null, 'clubIds'],
    [[1.5], 'clubIds'],
    [['1'], 'clubIds'],
    [Array(501).fill(1), 'clubIds'],
  ])('in a list of ids %j', async (clubIds, field) => {
    expect(await named('POST', '/api/club/GetClassList', { clubIds, classDate: testToday })).toEqual([400, [field]])
  })

  it.each([
    ['filter', '/api/member/basicSearch'],
    ['filter', '/api/member/basicSearch?filter=ann&filter=bob'],
    ['filter', '/api/member/basicSearch?filter=an%00n'],
    ['filter', `/api/member/basicSearch?filter=${'x'.repeat(201)}`],
    ['clubId', '/api/member/basicSearch?filter=ann&clubId='],
    ['clubId', '/api/member/basicSearch?filter=ann&clubId=1&clubId=2'],
    ['classId', '/api/member/classSearch?filter=ann&classDate=2026-05-12'],
    ['day', '/api/club/GetClubSchedule/CLUB?day=2026-02-30'],
    ['to', '/api/club/GetClassDates/CLASS?from=2026-05-01'],
    ['classDate', '/api/club/GetPrebookedCapacity/CLASS?classDate=2026-02-30'],
  ])('%s in %s', async (field, path) => {
    const url = path.replace('CLUB', String(ours.club)).replace('CLASS', String(ours.class))
    expect(await named('GET', url)).toEqual([400, [field]])
  })

  it('is the body itself where it tries to reach the prototype', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/club/GetClassList',
      headers: { authorization: `Bearer ${ours.admin}`, 'content-type': 'application/json' },
      payload: '{"__proto__":{"isAdmin":true}}',
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toBe('The body is not valid JSON.')
  })
})
