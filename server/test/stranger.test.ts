import { contract } from '@honbu/contract/contract.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { notFoundOrForeign } from '../src/platform/access.ts'
import { testApp } from './app.ts'
import { freshDatabase } from './database.ts'
import { guardsOf, inputOf } from './input-of.ts'
import { createOurRows, type OurRows } from './our-rows.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

let rows: OurRows

beforeAll(async () => {
  rows = await createOurRows(db)
})

const endpoints = Object.entries(contract)

it('knows the whole contract', () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(16)
})

describe.each(endpoints)('%s', (name, endpoint) => {
  const guards = guardsOf(endpoint)
  const call = (sub: string | null, other: Record<string, number> = {}) => send([name, endpoint], sub, other)

  /** In the same words for every id; one of a list is named by its input. */
  const expectRefused = ({ status, body: { fields, ...body } }: Awaited<ReturnType<typeof call>>) => {
    expect([status, body]).toEqual([403, { isSuccess: false, error: 'not_authorised', message: notFoundOrForeign }])
    const lists = guards.map(({ id }) => id).filter(id => id.includes('.'))
    for (const [input, words] of Object.entries(fields ?? {})) {
      expect(lists).toContain(input)
      expect(words).toEqual([notFoundOrForeign])
    }
  }

  it('answers 401 to nobody and to a forged token', async () => {
    for (const sub of [null, 'forged']) {
      const { status, body } = await call(sub)
      expect(status).toBe(401)
      expect(body).toMatchObject({ isSuccess: false, message: 'Not authenticated!' })
    }
  })

  it("answers 403 to another club's owner and to someone who has left, and the same for an id of no row", async () => {
    if (endpoint.access === 'operator') {
      for (const sub of [rows.stranger, rows.former, rows.coach, rows.admin]) expectRefused(await call(sub))
      return
    }
    if (guards.length === 0) return expect(endpoint.access).toBe('signedIn')
    for (const sub of [rows.stranger, rows.former]) {
      const { status, body } = await call(sub)
      expectRefused({ status, body })
      for (const { id } of guards) expectRefused(await call(sub, { [id]: 987_654_321 }))
    }
  })

  it('is no stranger to a coach of the club, unless it asks for an admin or a right', async () => {
    const { status } = await call(rows.coach)
    const mayNot = guards.some(({ admin, may }) => admin || (may !== null && may !== 'seeHealth'))
    if (mayNot || endpoint.access === 'operator') expect(status).toBe(403)
    // The right input has a price that the plan does not have, which takes a right.
    else if (name === 'changePlan') expect(status).toBe(403)
    else expect([401, 403]).not.toContain(status)
  })

  it('answers an id of no row to an admin as it answers one of another club', async () => {
    for (const { id } of guards) {
      expectRefused(await call(rows.admin, { [id]: 987_654_321 }))
    }
  })

  it('guards every input that is an id', () => {
    // They look after all that there is.
    if (endpoint.access === 'operator') return
    const guarded = guards.map(guard => guard.id)
    // Fixed ids of the specification, and the ids that a device makes for a mark and the server for a
    // request: none points at a row.
    const free = /(status|type|method|frequency|source|role|mark|notecategory|provider|vatcode|parameter|request)ids?$/i
    // What the path stands for is filled in where the guards look.
    if (endpoint.pathId) guarded.push('id')
    expect(idsOf(endpoint.input.shape).filter(id => !guarded.includes(id) && !free.test(id))).toEqual([])
  })

  it('lets 0 stand for a new row only where what it belongs to is named too', () => {
    // A club that is still to be made is in none.
    if (!guards.some(guard => guard.orNew && guard.subject !== 'club')) return
    const owners = guards.filter(guard => !guard.orNew && ['club', 'class', 'discipline'].includes(guard.subject))
    expect(owners).not.toEqual([])
  })
})

/** Every input that is an id by its name, in the elements of lists too; not those that are one of a fixed list. */
function idsOf(shape: Endpoint['input']['shape'], within = ''): string[] {
  return Object.entries(shape).flatMap(([field, schema]) => {
    const inside = shapeInside(schema)
    if (inside) return idsOf(inside, `${within}${field}.`)
    if (isFixed(schema)) return []
    return /id$|ids$/i.test(field) ? [within + field] : []
  })
}

// What zod keeps of a schema, as far as this looks.
interface Inside {
  _zod?: { def: { type?: string; innerType?: Inside; element?: Inside; shape?: Endpoint['input']['shape'] } }
}

function isFixed(schema: unknown): boolean {
  const def = (schema as Inside)._zod?.def
  return def?.type === 'literal' || (def?.innerType !== undefined && isFixed(def.innerType))
}

function shapeInside(schema: unknown): Endpoint['input']['shape'] | undefined {
  const def = (schema as Inside)._zod?.def
  return def?.shape ?? (def?.innerType || def?.element ? shapeInside(def.innerType ?? def.element) : undefined)
}

/** Sends what the contract asks for, with the ids of our rows wherever a guard looks. */
async function send([name, endpoint]: [string, Endpoint], sub: string | null, other: Record<string, number>) {
  const input = await inputOf([name, endpoint], { db, rows, other })
  const path = endpoint.path.replace(/:(\w+)/g, (_, field: string) => String(input[field]))
  const rest = Object.entries(input).filter(([field]) => !endpoint.path.includes(`:${field}`))
  if (endpoint.method === 'POST') return await as(sub).post(path, Object.fromEntries(rest))
  const query = new URLSearchParams(rest.map(([field, value]): [string, string] => [field, String(value)]))
  return await as(sub).get(`${path}?${query}`)
}
