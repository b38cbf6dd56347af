import { contract } from '@honbu/contract/contract.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { completerOf } from '../src/platform/complete-input.ts'
import { testApp } from './app.ts'
import { freshDatabase } from './database.ts'
import { createAccount, createClub, createMember, createMembership } from './factories/people.ts'
import { openFuzz } from './fuzz.ts'
import { guardsOf } from './input-of.ts'

// What a client of the specification may send to any call (decision 89).
const database = await freshDatabase()
const { db } = database
const fuzz = await openFuzz(database)
afterAll(fuzz.close)
const { as } = await testApp(database)

type Call = [string, Endpoint]
const calls: readonly Call[] = Object.entries(contract)
const rightInputs = new Map<string, Readonly<Record<string, unknown>>>()
for (const [name] of calls) rightInputs.set(name, await fuzz.rightInput(name))
const inPath = ({ path }: Endpoint, field: string) => new RegExp(`:${field}\\b`).test(path)
const fieldsOf = (keeps: (field: string, call: Call) => boolean) =>
  calls.flatMap(call =>
    Object.keys(call[1].input.shape)
      .filter(field => !inPath(call[1], field) && keeps(field, call))
      .map((field): [string, string] => [call[0], field]),
  )
const takes = (schema: Endpoint['input']['shape'][string] | undefined, value: unknown) =>
  schema?.safeParse(value).success === true

/** The status of a call with one input changed; undefined leaves it out. What the call does is taken back. */
const send = (name: string, field: string, value: unknown) =>
  fuzz.run(name, {
    as: 'admin',
    changes: [{ at: [field], put: value === undefined ? { gone: true } : { value } }],
    body: { is: 'right' },
    overHttp: false,
  })

describe('a nullable that is left out is null', () => {
  const nullables = fieldsOf((field, [, { input }]) => takes(input.shape[field], null))

  it('in every call', () => {
    expect(nullables.length).toBeGreaterThan(150)
    const missing = nullables.filter(([name, field]) => {
      const endpoint = contract[name] as Endpoint
      const issues = endpoint.input.safeParse(completerOf(endpoint)({}, day => day)).error?.issues ?? []
      return issues.some(({ path }) => path[0] === field)
    })
    expect(missing).toEqual([])
  })
})

describe('an instant is a day', () => {
  const days = fieldsOf((field, [name]) => /^\d{4}-\d{2}-\d{2}$/.test(String(rightInputs.get(name)?.[field])))

  it('in many calls', () => expect(days.length).toBeGreaterThan(70))

  it.each(days)('%s: %s', async (name, field) => {
    const day = String(rightInputs.get(name)?.[field])
    expect(await send(name, field, `${day}T00:00:00.000Z`)).toBe(200)
  })
})

describe('0, null and nothing are the same of an id that may be left out', () => {
  const ids = fieldsOf(
    (field, [, { input }]) =>
      /(^i|I)d$/.test(field) && (takes(input.shape[field], null) || takes(input.shape[field], undefined)),
  )

  it('in many calls', () => expect(ids.length).toBeGreaterThan(60))

  it.each(ids)('%s: %s', async (name, field) => {
    const isQuery = contract[name]?.method === 'GET'
    const statuses = [await send(name, field, undefined), await send(name, field, 0)]
    if (!isQuery) statuses.push(await send(name, field, null))
    expect(new Set(statuses).size).toBe(1)
  })
})

describe('an id in the body that differs from the path', () => {
  const named = calls.flatMap(([name, endpoint]) =>
    guardsOf(endpoint)
      .filter(({ id, subject }) => inPath(endpoint, id) && /^(register)?(member|class|club)$/i.test(subject))
      .map(({ subject }): [string, string] => [name, `${subject.replace('registerM', 'm')}Id`])
      .filter(([, field]) => !inPath(endpoint, field)),
  )

  it.each(named)('%s: %s', async (name, field) => {
    expect(await send(name, field, 987_654_321)).toBe(400)
  })
})

describe('the day of an instant is that of the club', () => {
  it.each([
    ['Europe/London', '2026-05-31T23:00:00.000Z', '2026-06-01'],
    ['America/New_York', '2026-12-01T00:00:00.000Z', '2026-12-01'],
    ['America/New_York', '2026-12-01T05:00:00.000Z', '2026-12-01'],
    ['America/New_York', '2026-12-01T02:30:00.000Z', '2026-11-30'],
  ])('%s: %s is %s', async (timeZone, reminder, day) => {
    const { id: clubId } = await createClub(db, { timeZone })
    const { sub } = await createAccount(db, { clubId })
    const { id } = await createMember(db, { clubId })
    const { body } = await as(sub).post(`/api/member/SaveNote/${id}`, { subject: 'Call', reminder })
    expect(body.note.reminder).toBe(day)
  })

  it('that is named, where a member has several', async () => {
    const london = await createClub(db)
    const { id: clubId } = await createClub(db, { timeZone: 'America/New_York', parentClubId: london.id })
    const { sub } = await createAccount(db, { clubId: london.id, isAdmin: true })
    const { id } = await createMember(db, { clubId: london.id })
    await createMembership(db, { clubId, memberId: id })
    const note = { subject: 'Call', reminder: '2026-12-01T02:30:00.000Z' }
    const reminderOf = async (body: object) =>
      (await as(sub).post(`/api/member/SaveNote/${id}`, { ...note, ...body })).body.note.reminder
    expect(await reminderOf({ clubId })).toBe('2026-11-30')
    expect(await reminderOf({ clubId: london.id })).toBe('2026-12-01')
  })
})

it('takes an empty query value as left out', async () => {
  const admin = as(fuzz.rows.admin)
  expect((await admin.get(`/api/member/basicSearch?filter=&clubId=`)).body).toEqual([])
  expect((await admin.get(`/api/member/getMembership/${fuzz.rows.member}?clubId=`)).status).toBe(200)
  const { status, body } = await admin.get(`/api/club/GetPrebookedCapacity/${fuzz.rows.class}?classDate=`)
  expect([status, body.fields]).toEqual([400, { classDate: ['Give a date as YYYY-MM-DD'] }])
})

it('takes an id of the body that the path says too', async () => {
  const { member, admin } = fuzz.rows
  const save = async (memberId: unknown) =>
    (await as(admin).post(`/api/member/SaveNote/${member}`, { memberId, subject: 'Call' })).status
  expect([await save(member), await save(String(member)), await save(null), await save(member + 1)]).toEqual([
    200, 200, 200, 400,
  ])
})
