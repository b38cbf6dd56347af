import type { Endpoint, Input, Kind, Output } from '@honbu/contract/endpoint.ts'
import { plainWords } from '@honbu/contract/plain-words.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import * as z from 'zod/mini'
import { type Authenticate, allow, demandProof, type User, writerOf, zoneOf } from './access.ts'
import { type AuditEntry, type RecordAudit, writeAudit } from './audit.ts'
import { completerOf } from './complete-input.ts'
import type { Db } from './database.ts'
import { dayOfInstant } from './day-of-instant.ts'
import { refuseFarDates } from './far-dates.ts'
import { nameOf, readGiven } from './given-input.ts'
import type { Jobs } from './jobs.ts'
import type { Mail, Message } from './mail.ts'
import { type PrivateFiles, signerOf } from './private-files.ts'
import { Refused } from './refused.ts'
import type { RecordRefusal } from './refused-calls.ts'
import { answerBefore, keepAnswer, type WriteKey } from './repeated-write.ts'
import type { ReadOnReplica } from './replica.ts'
import type { Files } from './storage.ts'
import type { Tables } from './tables.ts'
import { asStep } from './tracing.ts'
import { TooManyWaiting } from './trouble.ts'

/** What the handler of a read gets. */
export interface Read {
  readonly db: Kysely<Tables>
  readonly user: User
  readonly now: Date
  readonly files: Files
}

/** What the handler of a write gets: a transaction, and no way to step outside it. */
export interface Write {
  readonly tx: Transaction<Tables>
  readonly user: User
  readonly now: Date
  /** Says what changed. A write that has said nothing by its end is a bug and is rolled back. */
  readonly audit: RecordAudit
  /** Sends a message if and only if the transaction commits. */
  readonly mail: (message: Message) => Promise<void>
  /** Puts a job into the queue if and only if the transaction commits. The data holds ids, not secrets. */
  readonly enqueue: (name: string, data: object) => Promise<void>
  /** Uploaded files: not part of the transaction, so put first and name the key in the row. */
  readonly files: Files
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
  /** For reads that say so; left out where there is no standby. */
  readonly readOnReplica?: ReadOnReplica | undefined
  readonly authenticate: Authenticate
  /** Whether there is more to do than what has begun; left out: never. */
  readonly isCrowded?: () => boolean
  readonly now: () => Date
  readonly mail: Pick<Mail, 'post'>
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly files: Files
  readonly privateFiles: PrivateFiles
  /** Left out: what a user may touch is read anew each time. */
  readonly rights?: { forget(sub?: string): void }
  /** Left out: no one reads it. */
  readonly recordRefusal?: RecordRefusal
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
  const { access, kind, method, mostBytes, needsProof, onReplica, output, whileClosed } = endpoint
  const guarded = guardedInput(endpoint)
  const complete = completerOf(endpoint)
  const signAll = signerOf(output)

  app.route({
    method,
    url: endpoint.path,
    config: { access },
    ...(mostBytes && { bodyLimit: mostBytes }),
    handler: async (request, reply) => {
      noStore(reply)
      if (platform.isCrowded?.()) throw new TooManyWaiting()
      const signedIn = await platform.authenticate(request)
      if (!signedIn) throw new Refused(401, 'Not authenticated!')
      const given = readGiven(endpoint, request)
      let hasInstant = false
      // The ids, by which the club is found whose day an instant is.
      const ids = complete(given, instant => {
        hasInstant = true
        return dayOfInstant(instant, 'UTC')
      })
      // Before all else is checked: what is wrong with a body is no business of those who may not send it.
      const as = (candidate: User) => (kind === 'write' ? writerOf(candidate, whileClosed) : candidate)
      const user = await letIn(platform, request, signedIn, candidate =>
        allow(platform.db, access, as(candidate), parse(guarded, ids)),
      ).then(as, async (error: unknown) => {
        if (error instanceof Refused && error.statusCode === 403)
          await platform.recordRefusal?.(signedIn, name, request)
        throw error
      })
      const zone = hasInstant ? await zoneOf(platform.db, access, user, parse(guarded, ids)) : null
      const input = parse(endpoint.input, zone ? complete(given, instant => dayOfInstant(instant, zone)) : ids)

      const now = platform.now()
      if (needsProof) demandProof(user, now)
      const signed = <Answer>(answer: Answer) =>
        signAll ? signAll(answer, address => platform.privateFiles.sign(address, now)) : answer
      const handled = (context: object) =>
        asStep(
          () => ({ name, kind: 'INTERNAL', attributes: {} }),
          () => handler(context, input),
        ).catch((error: unknown) => {
          throw refuseFarDates(error, input)
        })
      if (kind === 'read') {
        const read = (db: Db) => handled({ db, user, now, files: platform.files })
        const { readOnReplica } = platform
        return signed(output.parse(await (onReplica && readOnReplica ? readOnReplica(read) : read(platform.db))))
      }
      const key = idempotencyKey(request)
      const again = key === undefined ? null : { accountId: user.accountId, key, action: name, input }
      return await write({ platform, action: name, user, again }, async ({ tx, audit }) => {
        const { mail, jobs, files } = platform
        const value = await handled({
          tx,
          audit,
          user,
          now,
          files,
          mail: (message: Message) => mail.post(tx, message),
          enqueue: (job: string, data: object) => jobs.enqueue(tx, job, data),
        })
        return success(signed(output.parse(value)))
      })
    },
  })
}

/**
 * The user, if he may. Before he is refused, his rights are read anew: another process may have given them a moment ago,
 * to him who now comes here, and the news of it may be on its way.
 */
async function letIn(
  { authenticate, rights }: Platform,
  request: FastifyRequest,
  user: User,
  check: (user: User) => Promise<void>,
): Promise<User> {
  try {
    await check(user)
    return user
  } catch (error) {
    if (!rights || !(error instanceof Refused) || error.statusCode !== 403) throw error
    rights.forget(user.sub)
    const asOfNow = await authenticate(request)
    if (!asOfNow) throw error
    await check(asOfNow)
    return asOfNow
  }
}

const success = (value: unknown) => ({ isSuccess: true, ...(value as object) })

const noStore = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

interface WriteOptions {
  readonly platform: Platform
  readonly action: string
  readonly user: User
  /** Given when the caller may send the same write again. */
  readonly again: WriteKey | null
}

async function write(
  { platform, action, user, again }: WriteOptions,
  handle: (context: Pick<Write, 'tx' | 'audit'>) => Promise<unknown>,
) {
  const entries: AuditEntry[] = []
  const done = await platform.db.transaction().execute(async tx => {
    const before = again && (await answerBefore(tx, again))
    if (before) return before.answer
    const answer = await handle({ tx, audit: entry => void entries.push(entry) })
    await writeAudit(tx, { action, accountId: user.accountId }, entries)
    if (again) await keepAnswer(tx, again, answer)
    return answer
  })
  if (entries.some(({ subject }) => changesRights.has(subject))) platform.rights?.forget()
  return done
}

/** What an account may touch depends on these. */
const changesRights: ReadonlySet<string> = new Set(['account', 'club', 'club_user', 'club_invitation', 'role_rights'])

/** A UUID made by the client for one write, sent again with each repetition. */
function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)) return key.toLowerCase()
  throw new Refused(400, 'The header Idempotency-Key should be a UUID.')
}

/** The inputs that the guards look at; each must be right by itself. */
function guardedInput({ access, input }: Endpoint<Kind>) {
  const guards = typeof access === 'string' ? [] : 'subject' in access ? [access] : access
  const fields = guards.map(guard => guard.id.split('.')[0] ?? guard.id)
  return z.object(Object.fromEntries(Object.entries(input.shape).filter(([name]) => fields.includes(name))))
}

function parse(schema: z.ZodMiniObject<Record<string, z.ZodMiniType>>, given: Readonly<Record<string, unknown>>) {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const fields = fieldErrors(parsed.error)
  throw new Refused(400, firstMessage(fields), fields)
}

/** Messages by the input's name; of something inside it by the way there, as `address.postcode` or `results.3.reason`. */
function fieldErrors(error: z.core.$ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const name = nameOf(issue.path)
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  return fields
}

function firstMessage(fields: Record<string, string[]>): string {
  const [name, messages] = Object.entries(fields)[0] ?? ['', []]
  return `${name}: ${messages[0] ?? 'is not right.'}`
}

z.config({ localeError: plainWords })
