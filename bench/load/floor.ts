import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hashPassword, isPassword } from '@honbu/server/identity/passwords.ts'
import { connectTo } from '@honbu/server/platform/database.ts'
import type { Connection } from '@honbu/server/platform/embedded-postgres.ts'
import type pg from 'pg'
import { used, work } from './process.ts'
import { floorHeader, type NotedQuery, type NotedRequest } from './wire.ts'

/**
 * The floor to compare with: a bare `node:http` server on `pg` that, for each request, runs the SQL that the product ran
 * for it, with the same parameters, on as many connections and prepared in the same way, and writes the same JSON. No
 * routing, no access, no checking of what comes and goes.
 */
export type FloorOrder =
  | { readonly serve: Connection }
  | { readonly learn: readonly NotedRequest[] }
  | { readonly used: true }

let pool: pg.Pool
let known: readonly Ready[] = []
const password = 'one that nobody has'
const hash = await hashPassword(password)

work(async (order: FloorOrder) => {
  if ('used' in order) return used()
  if ('learn' in order) {
    known = order.learn.map(ready)
    return {}
  }
  pool = connectTo(order.serve).pool
  const server = createServer((request, response) => {
    request.resume()
    const noted = known[Number(request.headers[floorHeader])]
    if (!noted) response.writeHead(404).end()
    else
      answer(noted).then(
        json => response.writeHead(noted.status, { 'content-type': 'application/json; charset=utf-8' }).end(json),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  // It listens on a port.
  return { port: (server.address() as AddressInfo).port }
})

interface Ready extends NotedRequest {
  readonly value: unknown
  /** Queries that were under way together. */
  readonly waves: readonly (readonly NotedQuery[])[]
}

function ready(noted: NotedRequest): Ready {
  const isJson = noted.answer.startsWith('{') || noted.answer.startsWith('[')
  return {
    ...noted,
    value: isJson ? JSON.parse(noted.answer) : noted.answer,
    waves: [...Map.groupBy(noted.queries, ({ wave }) => wave).values()],
  }
}

async function answer({ waves, fresh, value, checksPassword }: Ready): Promise<string> {
  const anew = new Map(fresh.map(token => [token, another(token)]))
  const valuesOf = ({ values }: NotedQuery) => (anew.size > 0 ? values.map(each => renewed(each, anew)) : [...values])
  const held = new Map<number, pg.PoolClient>()
  if (checksPassword) await isPassword(password, hash)
  async function run(query: NotedQuery) {
    const { text, connection } = query
    const kept = held.get(connection)
    // Not by the pool's own `query`: what that asks is not prepared.
    const client = kept ?? (await pool.connect())
    if (/^(begin|start transaction)/.test(text)) held.set(connection, client)
    try {
      await client.query(text, valuesOf(query))
    } finally {
      if (!held.has(connection)) client.release()
    }
    if (text !== 'commit' && text !== 'rollback') return
    held.delete(connection)
    client.release()
  }
  try {
    for (const wave of waves) await (wave.length === 1 && wave[0] ? run(wave[0]) : Promise.all(wave.map(run)))
  } catch (error) {
    for (const client of held.values()) client.release(true)
    throw error
  }
  return JSON.stringify(value)
}

const another = (token: string) =>
  token.length === 36 ? randomUUID() : randomBytes(token.length).toString('base64url').slice(0, token.length)

function renewed(value: unknown, anew: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map(each => renewed(each, anew))
  if (typeof value !== 'string') return value
  let text = value
  for (const [token, other] of anew) text = text.replaceAll(token, other)
  return text
}
