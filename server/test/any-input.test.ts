import { readFileSync } from 'node:fs'
import path from 'node:path'
import { contract } from '@honbu/contract/contract.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { testApp, testToday } from './app.ts'
import { freshDatabase } from './database.ts'
import { openFuzz } from './fuzz.ts'
import type { Case } from './fuzz-case.ts'
import { onlyInDemo } from './input-of.ts'

const database = await freshDatabase()
const fuzz = await openFuzz(database)
afterAll(fuzz.close)
const ours = fuzz.rows
const { app, as } = await testApp(database)
const admin = as(ours.admin)

/** What `npm run fuzz` has found: the smallest case of each fault. */
const kept: readonly { call: string; why: string; given: Case }[] = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'fuzz-kept.json'), 'utf8'),
)
describe.each(Object.keys(contract))('%s', name => {
  it('answers what it is made for', async () => {
    const right: Case = { as: 'admin', changes: [], body: { is: 'right' }, overHttp: false }
    expect(await fuzz.run(name, right)).toBe(onlyInDemo.includes(name) ? 404 : 200)
  })

  it.each(kept.filter(({ call }) => call === name))('does no longer answer as it once did: $why', async ({ given }) => {
    await fuzz.run(name, given)
  })
})

describe('what a reason names', () => {
  const named = async (method: 'GET' | 'POST', url: string, body: object = {}) => {
    const { status, body: answer } = await (method === 'GET' ? admin.get(url) : admin.post(url, body))
    return [status, Object.keys(answer.fields ?? {})]
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
    ['filter', '/api/member/basicSearch?filter=ann&filter=bob'],
    ['filter', '/api/member/basicSearch?filter=an%00n'],
    ['filter', `/api/member/basicSearch?filter=${'x'.repeat(201)}`],
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
