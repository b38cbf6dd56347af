import type { Endpoint, Input, Kind, Output } from '@honbu/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import * as z from 'zod/mini'
import { type Authenticate, allow, type User } from './access.ts'
import { type AuditEntry, type RecordAudit, writeAudit } from './audit.ts'
import { Refused } from './refused.ts'
import type { Tables } from './tables.ts'

/** What the handler of a read gets. */
export interface Read {
  readonly db: Kysely<Tables>
  readonly user: User
  readonly now: Date
}

/** What the handler of a write gets: a transaction, and no way to step outside it. */
export interface Write {
  readonly tx: Transaction<Tables>
  readonly user: User
  readonly now: Date
  /** Says what changed. A write that has said nothing by its end is a bug and is rolled back. */
  readonly audit: RecordAudit
}

type Handler<E> =
  E extends Endpoint<infer K, infer _I, infer O>
    ? K extends 'read'
      ? (context: Read, input: Input<E>) => Promise<Output<E>>
      : (context: Write, input: Input<E>) => Promise<O>
    : never

/** What serving needs from the rest of the process. */
export interface Platform {
  readonly db: Kysely<Tables>
  readonly authenticate: Authenticate
  readonly now: () => Date
}

/** Serves every endpoint of an area: one handler each, no more and no fewer (the compiler counts). */
export const serve =
  <C extends object>(
    contract: C,
    handlers: { [Name in keyof C as C[Name] extends Endpoint ? Name : never]: Handler<C[Name]> },
  ) =>
  (app: FastifyInstance, platform: Platform): void => {
    // The mapped type above has paired the two; the compiler cannot carry that pairing through a loop.
    for (const [name, handler] of Object.entries(handlers))
      serveOne(app, platform, name, contract[name as keyof C] as Endpoint, handler as AnyHandler)
  }

// biome-ignore lint/suspicious/noExplicitAny: the loop in `serve` serves handlers of every shape
type AnyHandler = (context: any, input: any) => Promise<unknown>

function serveOne(app: FastifyInstance, platform: Platform, name: string, endpoint: Endpoint, handler: AnyHandler) {
  const { access, kind, method, output } = endpoint
  const answer = kind === 'write' ? success : (value: unknown) => value

  app.route({
    method,
    url: endpoint.path,
    config: { access },
    handler: async (request, reply) => {
      noStore(reply)
      const user = await platform.authenticate(request)
      if (!user) throw new Refused(401, 'Not authenticated!')
      const input = readInput(endpoint, request)
      await allow(platform.db, access, user, input)

      const now = platform.now()
      const value =
        kind === 'read'
          ? await handler({ db: platform.db, user, now }, input)
          : await write(platform.db, name, user, tx => handler({ ...tx, user, now }, input))
      return answer(output.parse(value))
    },
  })
}

const success = (value: unknown) => ({ isSuccess: true, ...(value as object) })

const noStore = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

async function write(
  db: Kysely<Tables>,
  action: string,
  user: User,
  handle: (context: Pick<Write, 'tx' | 'audit'>) => Promise<unknown>,
) {
  return await db.transaction().execute(async tx => {
    const entries: AuditEntry[] = []
    const value = await handle({ tx, audit: entry => void entries.push(entry) })
    await writeAudit(tx, { action, accountId: user.accountId }, entries)
    return value
  })
}

/** Path parameters win over nothing: an id that stands in path and body must be the same in both. */
function readInput({ input, method }: Endpoint<Kind>, request: FastifyRequest): Record<string, unknown> {
  const params = request.params as Record<string, string>
  const rest = (method === 'GET' ? request.query : request.body) ?? {}
  if (typeof rest !== 'object' || Array.isArray(rest)) throw new Refused(400, 'The body should be a JSON object.')

  const given = rest as Record<string, unknown>
  const differing = Object.keys(params).find(name => isOther(given[name], params[name]))
  if (differing) {
    const message = `${differing} differs between the address and the ${method === 'GET' ? 'query' : 'body'}.`
    throw new Refused(400, message, { [differing]: [message] })
  }

  const parsed = input.safeParse({ ...given, ...params })
  if (parsed.success) return parsed.data
  const fields = fieldErrors(parsed.error)
  throw new Refused(400, firstMessage(fields), fields)
}

const isOther = (given: unknown, inPath: string | undefined) =>
  given !== undefined && given !== inPath && given !== Number(inPath)

/** Messages by the input's name; for a list or an object inside, by the name of the outermost input. */
function fieldErrors(error: z.core.$ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? 'body')
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  return fields
}

function firstMessage(fields: Record<string, string[]>): string {
  const [name, messages] = Object.entries(fields)[0] ?? ['', []]
  return `${name}: ${messages[0] ?? 'is not right.'}`
}

z.config(z.locales.en())
