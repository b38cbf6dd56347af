import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { AddressInfo } from 'node:net'
import { contract } from '@honbu/contract/contract.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../src/platform/database.ts'
import { openTestApp } from './app.ts'
import { createAccount, createClub } from './factories/people.ts'
import { type Case, changed, type Who } from './fuzz-case.ts'
import { inputOf } from './input-of.ts'
import { createOurRows, type OurRows } from './our-rows.ts'
import { openTakenBack } from './taken-back.ts'

/** Ids by which it can be seen whose a row is, wherever one is told. */
const idsFrom = { theirs: 1_900_000_000, ours: 700_000_000, later: 500_000_000 }
const theirIds = /\b19000\d{5}\b/g
const ourIds = /\b7000\d{5}\b/g
/** Stands in all texts of the other tree. */
const theirMark = 'Zq7Theirs'

export interface Fuzz {
  /** The right input of a call, whose rows are made once. */
  readonly rightInput: (name: string) => Promise<Readonly<Record<string, unknown>>>
  /** Sends one; what it changed is taken back. Throws when the answer is wrong. */
  readonly run: (name: string, given: Case) => Promise<number>
  readonly rows: OurRows
  readonly close: () => Promise<void>
}

/**
 * Two trees of clubs with a row of everything, the application, and what has to be true of its every answer: 2xx or 4xx;
 * nothing changed where it is 4xx; nothing in it that belongs to the other tree.
 */
export async function openFuzz({ db, pool }: Pick<Database, 'db' | 'pool'>): Promise<Fuzz> {
  await beginAt(db, idsFrom.theirs)
  const theirs = await createOurRows(db)
  await markAsTheirs(db)
  await beginAt(db, idsFrom.ours)
  const top = await createClub(db)
  const above = await createAccount(db, { clubId: top.id, isAdmin: true })
  const ours = await createOurRows(db, top.id)
  await beginAt(db, idsFrom.later)
  const rowsOfTheirs = await fingerprint(db)

  const back = await openTakenBack({ pool })
  let didForget = false
  const { app, mails, jobs, rights, close } = await openTestApp({ db: back.db, pool })
  const forget = rights.forget
  rights.forget = () => {
    didForget = true
    forget()
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo

  let failure: unknown = null
  const hear = (message: unknown) => {
    failure = (message as { error: unknown }).error
  }
  subscribe('tracing:fastify.request.handler:error', hear)

  const users: Record<Who, string | null> = {
    admin: ours.admin,
    coach: ours.coach,
    former: ours.former,
    above: above.sub,
    theirs: theirs.admin,
    nobody: null,
  }
  const inputs = new Map<string, Promise<Record<string, unknown>>>()
  const untouched = await back.look<{ all: string }>(rowsOfTheirs)
  let writes = 0

  async function rightInput(name: string) {
    const known = inputs.get(name) ?? inputOf([name, endpointOf(name)], { db, rows: ours })
    inputs.set(name, known)
    return await known
  }

  async function run(name: string, given: Case) {
    const endpoint = endpointOf(name)
    const input = changed(
      await rightInput(name),
      given.changes,
      (of, subject) => (of === 'ours' ? ours : theirs)[subject],
    )
    // They look after the clubs of all trees.
    const isOperators = endpoint.access === 'operator' && given.as === 'admin'
    const request = requestOf(endpoint, input, given, isOperators ? ours.operator : users[given.as])
    failure = null
    const answer = given.overHttp ? await overHttp(request, port) : await app.inject(request)
    const { statusCode: status, body } = answer
    // Every so often, for it reads all that is there.
    const looks = given.as !== 'theirs' && status < 300 && endpoint.kind === 'write' && writes++ % 50 === 0
    const touched = looks ? await back.look<{ all: string }>(rowsOfTheirs) : untouched
    const hasChanged = await back.takeBack()
    mails.length = 0
    jobs.length = 0
    if (didForget) forget()
    didForget = false

    if (status < 200 || status >= 500 || (status >= 300 && status < 400))
      throw new Error(`${status} ${failure instanceof Error ? failure.stack : body.slice(0, 500)}`)
    if (status >= 400) checkRefusal(status, body, hasChanged)
    else if (given.as === 'nobody') throw new Error('nobody was let in')
    if (touched[0]?.all !== untouched[0]?.all) throw new Error('a row of the other tree has changed')
    const mayNotSee = given.as === 'theirs' ? ourIds : theirIds
    const sent = request.url + (request.payload ?? '')
    if (isOperators) return status
    const told = (body.match(mayNotSee) ?? []).filter(id => !sent.includes(id))
    if (told.length > 0) throw new Error(`the answer has ids of the other tree: ${told.slice(0, 5)}`)
    if (given.as !== 'theirs' && body.includes(theirMark)) throw new Error('the answer has a text of the other tree')
    return status
  }

  return {
    rightInput,
    run,
    rows: ours,
    async close() {
      unsubscribe('tracing:fastify.request.handler:error', hear)
      back.close()
      await close()
    },
  }
}

function endpointOf(name: string): Endpoint {
  const endpoint = contract[name]
  if (!endpoint) throw new Error(`there is no call ${name}`)
  return endpoint
}

function checkRefusal(status: number, body: string, hasChanged: boolean) {
  if (hasChanged) throw new Error(`${status}, and something was changed`)
  // What is wrong before there is a request has no form of ours.
  if (status === 431) return
  const { isSuccess, message } = JSON.parse(body)
  if (isSuccess !== false || typeof message !== 'string' || message === '') throw new Error(`no reason: ${body}`)
  if (/\bat .+:\d+:\d+|node_modules|ZodError|syntax error at/.test(message)) throw new Error(`of the inside: ${body}`)
}

interface Request {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string
}

function requestOf({ method, path }: Endpoint, input: Record<string, unknown>, { body }: Case, sub: string | null) {
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(input[name]).toWellFormed()))
  const rest = Object.entries(input).filter(([field]) => !path.includes(`:${field}`))
  const headers: Record<string, string> = { ...(sub && { authorization: `Bearer ${sub}` }) }
  if (body.is === 'keyed') headers['idempotency-key'] = body.key
  if (method === 'GET') {
    const query = new URLSearchParams(rest.map(([field, value]): [string, string] => [field, asText(value)])).toString()
    const padding = body.is === 'padded' ? `&padding=${'x'.repeat(body.bytes / 100)}` : ''
    return { method, url: query || padding ? `${url}?${query}${padding}` : url, headers } satisfies Request
  }
  headers['content-type'] = body.is === 'typed' ? body.type : 'application/json'
  const right = JSON.stringify(
    Object.fromEntries([...rest, ...(body.is === 'padded' ? [['padding', 'x'.repeat(body.bytes)]] : [])]),
  )
  const payload = body.is === 'instead' ? body.text : right.slice(0, body.is === 'cut' ? body.after : undefined)
  return { method, url, headers, payload } satisfies Request
}

/** As it is written in an address. */
const asText = (value: unknown) => (typeof value === 'string' ? value : String(JSON.stringify(value)))

async function overHttp({ method, url, headers, payload }: Request, port: number) {
  const send = () =>
    fetch(`http://127.0.0.1:${port}${url}`, { method, headers: sendable(headers), body: payload ?? null })
  // A connection that was kept may be closed just when it is used again.
  const answer = await send().catch(send)
  return { statusCode: answer.status, body: await answer.text() }
}

/** What a client refuses to send cannot be sent. */
const sendable = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => /^[\x20-\x7e]*$/.test(value)))

async function beginAt(db: Db, id: number) {
  const { rows } = await sql<{ name: string }>`
    select pg_get_serial_sequence(format('%I', table_name), column_name) as name
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`.execute(db)
  for (const { name } of rows) await sql`select setval(${name}::regclass, ${id})`.execute(db)
}

/** Every text that may be any text gets the mark. All rows that are there yet are of the other tree, or of nobody. */
async function markAsTheirs(db: Db) {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and udt_name in ('text', 'varchar', 'citext')
      and table_name not in ('migration', 'lookup', 'signing_key')
      and column_name !~ '(^|_)(sub|kind|state|status|type|token|hash|key|zone|uid|tab)$'`.execute(db)
  let marked = 0
  for (const { table, column } of rows) {
    try {
      marked += await db.transaction().execute(async tx => {
        // Neither what watches over rows, nor what only adds to them, stands in the way.
        await sql`set local session_replication_role = replica`.execute(tx)
        const into = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${`${theirMark} `} || ${sql.ref(column)}`
        return Number((await sql`${into} where ${sql.ref(column)} is not null`.execute(tx)).numAffectedRows)
      })
    } catch {
      // One of a list of words, or of a form: a constraint says so.
    }
  }
  if (marked < 100) throw new Error(`only ${marked} texts could be marked`)
}

/**
 * A query that says, in a word, what all rows of the other tree are. Sums that reports keep are those of everybody, and brought
 * up to date by whoever is the first to ask.
 */
async function fingerprint(db: Db): Promise<string> {
  const { rows } = await sql<{ table: string; column: string }>`
    select distinct on (table_name) table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and udt_name = 'int8' and column_name ~ '(^|_)id$'
      and table_name not in ('money_mark', 'money_day', 'report_mark', 'report_count', 'report_clearing')
    order by table_name, column_name <> 'id', column_name <> 'club_id', column_name`.execute(db)
  const each = rows.map(
    ({ table, column }) =>
      `select md5(string_agg(t::text, '' order by t::text)) as one from "${table}" t
       where "${column}" between ${idsFrom.theirs} and ${idsFrom.theirs + 99_999}`,
  )
  // A parallel plan answers the tables in any order.
  return `select string_agg(one, '' order by one) as all from (${each.join(' union all ')}) every`
}
