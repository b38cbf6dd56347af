import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { type AppParts, buildApp } from '../src/app.ts'
import type { OperatorParts } from '../src/operator/index.ts'
import { countAttempts } from '../src/platform/attempts.ts'
import { authenticator } from '../src/platform/authenticate.ts'
import { type Database, isCrowded } from '../src/platform/database.ts'
import type { FailedJob } from '../src/platform/failed-jobs.ts'
import type { Message } from '../src/platform/mail.ts'
import { privateFiles } from '../src/platform/private-files.ts'
import { recordRefusals } from '../src/platform/refused-calls.ts'
import { openRights, type RightsReader } from '../src/platform/rights.ts'
import type { Platform } from '../src/platform/route.ts'
import { secretBox } from '../src/platform/secret-box.ts'
import type { Files } from '../src/platform/storage.ts'
import { openProviders, type ProviderAddresses, type ProviderParts } from '../src/providers/index.ts'
import { plainConfig } from './plain-config.ts'

/** Everything in these tests happens on a Tuesday evening in spring, whatever the machine's clock says. */
export const testNow = new Date('2026-05-12T17:30:00Z')
export const testToday = '2026-05-12'

export interface TestApp {
  readonly app: FastifyInstance
  /** What the writes have posted, and put into the queue, in order. */
  readonly mails: Message[]
  readonly jobs: { name: string; data: object }[]
  readonly files: Files
  /** Calls as the account with this `sub`, or as nobody. */
  readonly as: (sub: string | null) => {
    get: (path: string) => Promise<Answer>
    post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  }
}

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects; what it does not find fails it
  readonly body: any
}

/** The same, closed at the end of the test file. */
export async function testApp(...parts: Parameters<typeof openTestApp>): Promise<TestApp> {
  const { close, ...opened } = await openTestApp(...parts)
  afterAll(close)
  return opened
}

/**
 * The real application on a test's database. A token is the account's `sub` itself, or `sub~session`; all else is as in
 * production.
 */
export async function openTestApp(
  { db, pool, readOnReplica }: Pick<Database, 'db' | 'pool'> & Pick<Platform, 'readOnReplica'>,
  now: () => Date = () => testNow,
  payments: ProviderParts = testPayments(db),
  support: Partial<NonNullable<AppParts['config']['support']>> = {},
  operator: Partial<OperatorParts> = {},
): Promise<TestApp & { close: () => Promise<void>; rights: RightsReader }> {
  const verifyToken = async (token: string) => {
    const [sub = '', session] = token.split('~')
    if (sub === 'forged') return null
    return {
      sub,
      issuedAt: 4_000_000_000,
      expiresAt: 5_000_000_000,
      ...(session ? { session } : { isTwoFactor: true }),
    }
  }
  const rights = await openRights(db, pool, now)
  const mails: Message[] = []
  const jobs: TestApp['jobs'] = []
  const files = filesInMemory()
  const app = await buildApp({
    config: { ...plainConfig, support: { email: 'support@honbu.example', chat: null, ...support } },
    platform: {
      db,
      readOnReplica,
      isCrowded: () => isCrowded(pool),
      authenticate: authenticator(verifyToken, rights, now),
      now,
      mail: { post: async (_tx, message) => void mails.push(message) },
      jobs: { enqueue: async (_tx, name, data) => void jobs.push({ name, data }) },
      privateFiles: privateFiles(secretBox(Buffer.alloc(32, 7))),
      files,
      rights,
      recordRefusal: recordRefusals(db, now),
    },
    payments,
    operator: { ...testInstallation, ...operator },
    pages: [],
    attempts: countAttempts(db, secretBox(Buffer.alloc(32, 7)), now),
  })
  await app.ready()

  const send = async (
    method: 'GET' | 'POST',
    url: string,
    sub: string | null,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await app.inject({
      method,
      url,
      headers: { ...headers, ...(sub && { authorization: `Bearer ${sub}` }) },
      ...(body !== undefined && { payload: body as object }),
    })
    return { status: answer.statusCode, body: withReadableDates(answer.json()) }
  }
  return {
    app,
    mails,
    jobs,
    files,
    rights,
    close: async () => {
      await app.close()
      await rights.close()
    },
    as: sub => ({
      get: path => send('GET', path, sub),
      post: (path, body = {}, headers = {}) => send('POST', path, sub, body, headers),
    }),
  }
}

/** A job that has failed in every test, for each club. */
export const testJob = 'a3bb189e-8bf9-4c1e-9b1e-2b7f3a5d9c01'

/** An installation in which all is well but one email, without the queues of a real one. */
const testInstallation: OperatorParts = {
  hasOwnLogins: true,
  version: '2.4.4',
  settings: [['LOG_LEVEL', 'warn']],
  sendTestEmail: async ({ email }) => ({ isTaken: true, text: `mail.example took it: 250 for ${email}` }),
  checkInstallation: async () => [{ name: 'clock', isGood: true, text: 'right' }],
  queues: {
    now: async () => [{ queue: 'send-mail', waiting: 0, running: 0, failed: 1 }],
    failed: db =>
      db.selectFrom(
        sql<FailedJob>`(select ${testJob}::uuid as job, 'send-mail' as queue, 1 as tries, ${testNow}::timestamptz as "failedAt",
          'The server said no (550).' as reason, 'Your class' as heading, 'ann@mail.example' as "to",
          jsonb_build_object('clubId', club.id) as data from club)`.as('failed'),
      ),
    drop: async () => 1,
    retry: async () => 1,
  },
}

/** A file that is there in every test, for rows that name one. */
export const testFile = 'imports/test-list.csv'

function filesInMemory(): Files {
  const list = { bytes: Buffer.from('First name,Surname,Status\nAnn,Reed,Active\n'), contentType: 'text/csv' }
  const stored = new Map<string, { bytes: Buffer; contentType: string }>([[testFile, list]])
  return {
    put: async (key, bytes, contentType) => void stored.set(key, { bytes, contentType }),
    get: async key => stored.get(key) ?? null,
    delete: async key => void stored.delete(key),
  }
}

/** Every refusal that a test gets is for a person: dates are written as people write them, but for one that is quoted. */
function withReadableDates<Body extends { isSuccess?: boolean; message?: unknown; fields?: unknown }>(
  body: Body,
): Body {
  const words = body.isSuccess === false ? JSON.stringify([body.message, body.fields ?? null]) : ''
  if (/\b\d{4}-\d{2}-\d{2}\b(?! is not a day of the calendar)/.test(words))
    throw new Error(`A refusal has a date that nobody writes so: ${words}`)
  return body
}

const nobody = { url: 'http://127.0.0.1:9' }

/** Providers that a test brings; nobody answers where it brings none. One that is slow is given up after `patience`. */
export function testPayments(
  db: Database['db'],
  addresses: ProviderAddresses = { gocardless: nobody, stripe: nobody },
  patience?: () => number,
): ProviderParts {
  const box = secretBox(Buffer.alloc(32, 7))
  return { addresses, box, providers: openProviders({ db, box, addresses, ...(patience && { patience }) }) }
}
