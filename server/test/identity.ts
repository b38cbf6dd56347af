import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { openMailSandbox } from '@honbu/sandbox/mail.ts'
import Fastify from 'fastify'
import { afterAll } from 'vitest'
import { createAccount, hashPassword, type IdentityConfig, openIdentity } from '../src/identity/index.ts'
import { clubSenderOf } from '../src/platform/club-sender.ts'
import { demandDeclaredAccess } from '../src/platform/declared-access.ts'
import { answerErrors } from '../src/platform/errors.ts'
import { openJobs } from '../src/platform/jobs.ts'
import { openMail } from '../src/platform/mail.ts'
import { serveSandboxMail } from '../src/platform/sandbox-pages.ts'
import { secretBox } from '../src/platform/secret-box.ts'
import { setHeaders } from '../src/platform/security-headers.ts'
import { trustedProxies } from '../src/platform/trusted-proxies.ts'
import { freshDatabase } from './database.ts'

interface Options {
  readonly basePath?: string
  readonly registration?: 'open' | 'invitation' | 'closed'
  /** Another provider instead of the embedded one. */
  readonly oidc?: IdentityConfig['oidc']
}

/** Identity on a port and a database of its own, with real mail into the sandbox, and a clock that can be moved. */
export async function openIdentityBed({
  basePath = '',
  oidc = { clientId: 'Honbu.Web' },
  registration = 'open',
}: Options = {}) {
  const { db, pool, connection } = await freshDatabase()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-mail-'))
  const inbox = await openMailSandbox({ folder })
  const logged: unknown[] = []
  const log = { error: (details: object, message: string) => void logged.push({ ...details, message }) }
  const jobs = await openJobs(connection, log)
  const mail = await openMail({
    smtpUrl: inbox.smtpUrl,
    from: 'Honbu <honbu@club.example>',
    jobs,
    clubSender: clubSenderOf(db),
  })

  // The port is part of every address, so it has to be known before anything is opened.
  const server = createServer()
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`

  // Stopped by tests of pauses that a slow machine would sit out.
  const clock = { ahead: 0, stoppedAt: null as number | null }
  const now = () => new Date((clock.stoppedAt ?? Date.now()) + clock.ahead)
  const config = { baseUrl, basePath, oidc, registration }
  const parts = { db, config, now, jobs, mail, log, box: secretBox(Buffer.alloc(32, 7)) }
  const identity = await openIdentity(parts)

  const app = Fastify({
    serverFactory: handler => server.on('request', handler),
    exposeHeadRoutes: false,
    // A browser says with X-Forwarded-For which client it is.
    trustProxy: trustedProxies(1),
    routerOptions: { ignoreTrailingSlash: true },
  })
  demandDeclaredAccess(app)
  answerErrors(app)
  setHeaders(app, { contentSecurityPolicy: { directives: { scriptSrc: ["'self'"] } } })
  await app.register(identity.register, { prefix: basePath })
  await app.register(serveSandboxMail({ mail: inbox }, basePath), { prefix: basePath })
  await app.ready()

  afterAll(async () => {
    await app.close()
    server.closeAllConnections()
    server.close()
    await jobs.stop()
    mail.close()
    await inbox.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const addAccount = async (email: string, password: string, confirmed = true) => {
    const passwordHash = await hashPassword(password)
    const names = { firstName: 'Siân', lastName: 'O’Brien' }
    return db.transaction().execute(tx => createAccount(tx, { ...names, email, passwordHash, confirmed }))
  }

  const query = (text: string, values: unknown[]) => pool.query(text, values)

  return {
    db,
    pool,
    parts,
    query,
    identity,
    jobs,
    inbox,
    clock,
    logged,
    config,
    root: baseUrl + basePath,
    baseUrl,
    addAccount,
  }
}

/** The message to an address, as soon as it is there. */
export const received = (bed: IdentityBed, to: string, subject: string) =>
  bed.inbox.expect(to, subject, AbortSignal.timeout(15_000))

export type IdentityBed = Awaited<ReturnType<typeof openIdentityBed>>
