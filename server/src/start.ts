import { existsSync } from 'node:fs'
import path from 'node:path'
import { openBankSandbox } from '@honbu/sandbox/gocardless/open.ts'
import { openMailSandbox } from '@honbu/sandbox/mail.ts'
import { openSmsSandbox } from '@honbu/sandbox/sms.ts'
import { openCardSandbox } from '@honbu/sandbox/stripe/open.ts'
import type { FastifyInstance } from 'fastify'
import project from '../../package.json' with { type: 'json' }
import { buildApp, buildWorkerApp } from './app.ts'
import { areaMetrics } from './area-metrics.ts'
import { workOnAutomations } from './automations/index.ts'
import { backUpBySchedule } from './backup/index.ts'
import { openWaitingLists } from './bookings/index.ts'
import { workOnBulkEdits } from './bulk/index.ts'
import { openCarriers } from './carriers/index.ts'
import { workOnCharging } from './charging/index.ts'
import { closeClubs } from './closing/index.ts'
import { openCollections } from './collections/index.ts'
import { checkInstallation, sendTestEmail } from './commands/index.ts'
import { addDemoCollections, addDemoMandates, fillDemo, isEmpty, passwordOfDemo, sandboxToken } from './demo/index.ts'
import { keepDirectoryDays } from './directory/index.ts'
import { enquiryLinks, openEnquiries } from './enquiries/index.ts'
import { workOnExports } from './exports/index.ts'
import { tellOfFailedWork } from './failed-work/index.ts'
import { discardDemoInJobs } from './first-hour/index.ts'
import { forgetFormDrafts } from './form-drafts/index.ts'
import { openIdentity, resealIdentity } from './identity/index.ts'
import { workOnImports } from './imports/index.ts'
import { forgetDrafts } from './joining/index.ts'
import { checkLedgerNightly } from './ledger/index.ts'
import { forgetMarks } from './members/index.ts'
import { watchMemberships } from './membership/index.ts'
import { messageListener, openLetters, workOnMessages } from './messages/index.ts'
import { sendNoteSmsJobs } from './notes/index.ts'
import { openTestEmail } from './operator/index.ts'
import { sendReceipts } from './orders/index.ts'
import { openPapers } from './papers/index.ts'
import { openPaying } from './paying/index.ts'
import { tellPriceChanges } from './plans/index.ts'
import { recordActivity } from './platform/activity.ts'
import { serveApiDocs } from './platform/api-docs.ts'
import { countAttempts, forgetOldAttempts } from './platform/attempts.ts'
import { authenticator } from './platform/authenticate.ts'
import { CannotStart, codeOf } from './platform/cannot-start.ts'
import { clubSenderOf } from './platform/club-sender.ts'
import { type Config, configOnPort, type GivenConfig } from './platform/config.ts'
import { writableFolder } from './platform/data-folder.ts'
import { type Db, isCrowded, openDatabase } from './platform/database.ts'
import { dkimKey } from './platform/dkim.ts'
import { openQueues } from './platform/failed-jobs.ts'
import { deleteFiles } from './platform/files.ts'
import { serveHealth } from './platform/health.ts'
import { holdJobs } from './platform/held-jobs.ts'
import { type OpenJobs, openJobs } from './platform/jobs.ts'
import { demandKey } from './platform/key-canary.ts'
import { openMail } from './platform/mail.ts'
import { openMetrics } from './platform/metrics.ts'
import { migrate } from './platform/migrate.ts'
import { firstFreePort, portsToTry, portTaken } from './platform/port.ts'
import { privateFiles } from './platform/private-files.ts'
import { recordRefusals } from './platform/refused-calls.ts'
import { forgetAnswers } from './platform/repeated-write.ts'
import { openReplica } from './platform/replica.ts'
import { isQuietCopy } from './platform/restored-copy.ts'
import { openRights } from './platform/rights.ts'
import { hasSandboxPages, serveSandboxMail, serveSandboxProvider } from './platform/sandbox-pages.ts'
import { openSecretBox, type SecretBox } from './platform/secret-box.ts'
import { shownSettings } from './platform/shown-settings.ts'
import { openSms } from './platform/sms.ts'
import { type ShowStep, showNothing } from './platform/steps.ts'
import { finishWork } from './platform/stop.ts'
import { openStorage } from './platform/storage.ts'
import { openTracing } from './platform/tracing.ts'
import { serveWellKnown } from './platform/well-known.ts'
import { connectionTo } from './platform/writable-host.ts'
import { writeDownErased } from './privacy/index.ts'
import { openProviders, type ProviderAddresses, resealProviders } from './providers/index.ts'
import { openReach } from './reach/index.ts'
import { openRecovery } from './recovery/index.ts'
import { openRefunds } from './refunds/index.ts'
import { countReportsAhead, sendReportsByClock } from './reporting/index.ts'
import { makeTasksDaily, tellOfTasks } from './tasks/index.ts'
import { sendTestSmsJobs } from './templates/index.ts'
import { tellChangedSessions } from './timetable/index.ts'

export interface Started {
  readonly config: Config
  readonly db: Db
  readonly jobs: OpenJobs
  /** Of the demo's logins; null without a demo, or where someone has chosen others. */
  readonly demoPassword: string | null
  /** With which the first account is created; null where there's one, or everyone can register. */
  readonly firstOwnerLink: string | null
  /** A restored copy, which sends and collects nothing. */
  readonly isQuiet: boolean
  /** Whether the sandboxes' pages are served. */
  readonly sandboxPages: boolean
  /** Whether mail stays in the sandbox's inbox. */
  readonly inbox: boolean
  /** Whether text messages do. */
  readonly smsInbox: boolean
  /** The sandboxes of payment providers that are used, by the names of their pages. */
  readonly paymentSandboxes: readonly ('bank' | 'cards')[]
}

/** What has been opened so far, as what closes it again. */
export type Closers = (() => Promise<unknown>)[]

/**
 * What was opened last is closed first; what fails to close does not keep the rest open.
 * @returns whether all closed
 */
export async function closeAll(closers: Closers): Promise<boolean> {
  let allClosed = true
  for (let close = closers.pop(); close; close = closers.pop()) {
    try {
      await close()
    } catch (error) {
      console.error(error)
      allClosed = false
    }
  }
  return allClosed
}

/** What a start by the launcher, or by `npm run dev`, brings. */
export interface Launch {
  /** Shows what takes long. */
  readonly show?: ShowStep
  /** Settles when the web has been built, where that is under way. */
  readonly webBuilt?: Promise<void> | undefined
  /** The folder of the web's page and files: `npm run dev` brings its own. */
  readonly webDist?: string
  /** Whether jobs run by the hour too, see `JobsOptions`. */
  readonly hourly?: boolean
  /** Aborted when the start isn’t wanted any more: it fails soon, and leaves no Postgres of its own running. */
  readonly signal?: AbortSignal
}

function demandWeb(isWorker: boolean, webDist: string): void {
  if (!isWorker && !existsSync(webDist))
    throw new CannotStart('The web has not been built: start with npm start, which builds it.')
}

const builtWeb = path.resolve(import.meta.dirname, '../../web/dist')

/**
 * Opens everything in the order in which one thing needs another, and listens. What fails half-way has put into
 * `closers` what it had opened.
 * @param now the clock; the browser tests bring one that stands still
 * @param leastSeconds that filling in a public form takes: none where the clock stands still
 */
export async function start(
  given: GivenConfig,
  closers: Closers,
  now = () => new Date(),
  leastSeconds?: number,
  { show = showNothing, webBuilt, webDist = builtWeb, hourly = true, signal }: Launch = {},
): Promise<Started> {
  const isWorker = given.role === 'worker'
  if (!webBuilt) demandWeb(isWorker, webDist)
  closers.push(await openTracing(given.tracing))
  const prepare = async () => {
    const opened = await openDatabase(given, 'server')
    closers.push(opened.close)
    signal?.throwIfAborted()
    signal?.addEventListener('abort', () => void opened.abandon?.().catch(console.error))
    await migrate(opened.direct.db)
    return opened
  }
  const isFirstStart = !given.databaseUrl && !existsSync(path.join(given.dataDir, 'postgres'))
  const opened = isFirstStart ? await show('Making the database', prepare) : await prepare()
  const { db, pool, direct, connection } = opened
  const isQuiet = await isQuietCopy(db)
  const isNewDemo =
    given.demo &&
    (await isEmpty(db)) &&
    (await show('Filling the demo with members and classes', () => fillDemo(db, now())))

  const demoPassword = isWorker ? null : await passwordOfDemo(db, given, now())

  const inbox = given.smtpUrl ? undefined : await openMailSandbox({ folder: inboxFolder(given, 'mail') })
  if (inbox) closers.push(inbox.close)
  const smsInbox = given.smsUrl ? undefined : await openSmsSandbox({ folder: inboxFolder(given, 'sms') })
  if (smsInbox) closers.push(smsInbox.close)
  const jobs = await openJobs(connection, errorLog, {
    ...{ works: given.role !== 'web' && !isQuiet, hourly },
    holds: holdJobs(db, now),
  })
  closers.push(jobs.stop)
  await forgetAnswers(jobs, db, now)
  const smtpUrl = given.smtpUrl ?? inbox?.smtpUrl ?? ''
  const mail = await openMail({
    ...{ smtpUrl, from: given.mailFrom, jobs, dkim: dkimKey(given.dkim) },
    clubSender: clubSenderOf(db),
  })
  closers.push(async () => mail.close())
  await forgetMarks(jobs, db, now)
  await countReportsAhead(jobs, { db, now })
  await keepDirectoryDays(jobs, db, now)
  await checkLedgerNightly(jobs, { db, log: errorLog })
  await forgetDrafts(jobs, db, now)
  await forgetFormDrafts(jobs, db, now)
  await discardDemoInJobs(jobs, db, now)
  const smsUrl = given.smsUrl ?? smsInbox?.url ?? ''
  // Known once the port is.
  let textReports: string | null = null
  const sms = openSms({ url: smsUrl, from: given.smsFrom, reportsTo: () => textReports })
  await sendNoteSmsJobs(jobs, { db, sms, now })
  await sendTestSmsJobs(jobs, { db, sms })
  await sendReceipts(jobs, { db, mail })
  await makeTasksDaily(jobs, db, now)
  await tellOfFailedWork(jobs, { db, now, queues: openQueues(jobs) })
  const files = openStorage(given)
  await deleteFiles(jobs, files)
  await backUpBySchedule(jobs, { database: opened, config: given, files, version: project.version, now, log: errorLog })
  await writeDownErased(jobs, files)
  await workOnImports(jobs, { db, files, now })
  await tellPriceChanges(jobs, { db, mail, now })
  await watchMemberships({ db, now, jobs, mail })
  await closeClubs({ db, now, jobs, mail })
  await workOnCharging(jobs, { db, now, log: errorLog })
  await workOnExports(jobs, { db, files, now })
  const bank = given.goCardlessUrl
    ? undefined
    : await openBankSandbox({ folder: inboxFolder(given, 'bank'), clock: now })
  if (bank) closers.push(bank.close)
  const cards = given.stripeUrl ? undefined : await openCardSandbox({ folder: inboxFolder(given, 'cards'), clock: now })
  if (cards) closers.push(cards.close)
  const addresses: ProviderAddresses = {
    gocardless: {
      url: given.goCardlessUrl ?? bank?.url ?? '',
      sandbox: bank && (clubId => sandboxAccount(sandboxToken(clubId), bank.webhookSecretOf)),
    },
    stripe: {
      url: given.stripeUrl ?? cards?.url ?? '',
      sandbox: cards && (clubId => sandboxAccount(`sk_test_club_${clubId}`, cards.webhookSecretOf)),
    },
  }
  const box = openSecretBox(given)
  await demandKey(db, box)
  await jobs.work('reseal-secrets', () => resealSecrets(db, box))
  if (box.hasOlder) await db.transaction().execute(tx => jobs.enqueue(tx, 'reseal-secrets', {}))
  const payments = { addresses, box, providers: openProviders({ db, box, addresses, isQuiet }) }
  await workOnBulkEdits(jobs, { db, files, now, jobs, mail, providers: payments.providers })
  if (isNewDemo && bank)
    await show('Filling the demo with payments', async () => {
      await addDemoMandates(db, bank.url, payments.providers)
      await addDemoCollections(db, now())
    })
  const replica = given.databaseReplicaUrl
    ? openReplica(connectionTo(given.databaseReplicaUrl, 'reading'), db)
    : undefined
  if (replica) closers.push(replica.close)
  const rights = await openRights(db, direct.pool, now)
  closers.push(rights.close)

  await webBuilt
  demandWeb(isWorker, webDist)

  const sandboxPages = hasSandboxPages(given)
  let firstOwner: string | null = null
  const { app, config } = await listen(given, async config => {
    const identity = await openIdentity({ db, config, now, jobs, mail, box, log: errorLog })
    const authenticate = authenticator(identity.verifyToken, rights, now, recordActivity(db, now))
    const waitingLists = await openWaitingLists({ db, config, now, jobs, mail })
    const papers = await openPapers({ db, config, now, jobs, mail })
    const attempts = countAttempts(db, box, now)
    await jobs.schedule('forget-attempts', '50 * * * *', () => forgetOldAttempts(db, now()))
    const enquiries = openEnquiries({ db, config, now, jobs, mail, attempts, box, leastSeconds })
    const { providers } = payments
    const paying = await openPaying({ db, config, now, jobs, mail, sms, providers })
    const { workCardEvents, chargeCardsAt } = paying
    const byCard = { workCardEvents, chargeCardsAt }
    const collections = await openCollections({ db, config, now, jobs, mail, providers, ...byCard })
    closers.push(collections.close)
    await openRefunds({ db, now, jobs, providers })
    await openRecovery({ db, config, now, jobs, mail, providers: payments.providers })
    const reach = openReach({ db, config, now, box })
    const address = config.baseUrl + config.basePath
    await sendReportsByClock(jobs, { db, mail, files, now, address })
    await tellOfTasks(jobs, { db, mail, sms, now, address })
    const heardAt = smsInbox ? fromHere(config) : address
    // Twilio refuses an address that it cannot reach.
    textReports = smsInbox || config.baseUrl.startsWith('https:') ? `${heardAt}/webhooks/twilio/status` : null
    const letters = openLetters({ db, now, config, box, providers, clubLinks: enquiryLinks(config) })
    const perSecond = { email: given.mailPerSecond, sms: given.smsPerSecond }
    await workOnMessages({ db, now, jobs, mail, sms, letters, perSecond })
    // After the queue that takes its messages is there.
    await tellChangedSessions({ db, now, jobs, letters })
    await workOnAutomations(jobs, { db, now, letters })
    const carriers = await openCarriers({
      ...{ db, jobs, now, log: errorLog, address: heardAt },
      twilioToken: decodeURIComponent(new URL(smsUrl).password),
      mailSecret: inbox?.webhookSecret ?? given.mailSecret,
      // The areas that send messages, each for its own.
      listeners: [messageListener(now)],
    })
    closers.push(carriers.close)
    inbox?.attach(`${fromHere(config)}/webhooks/mail`)
    smsInbox?.attach(`${heardAt}/webhooks/twilio/reply`)
    bank?.attach({ pages: `${address}/sandbox/bank`, webhooks: `${fromHere(config)}/webhooks/gocardless` })
    cards?.attach({ pages: `${address}/sandbox/cards`, webhooks: `${fromHere(config)}/webhooks/stripe` })
    const areas = areaMetrics({ db, pool, config: { ...given, baseUrl: config.baseUrl }, now })
    const metrics = given.metricsToken ? openMetrics({ pool, token: given.metricsToken, areas }) : undefined
    const watched = [serveHealth({ pool }), ...(metrics ? [metrics.serve] : [])]
    if (isWorker) return buildWorkerApp(config, watched)
    firstOwner = await identity.firstOwnerLink()
    const pages = [
      ...watched,
      (app: FastifyInstance) =>
        serveApiDocs(app, {
          serverUrl: address,
          loginPage: identity.loginPage,
          ...(config.apiDocs === 'login' && {
            isLoggedIn: async (request, reply) =>
              (await authenticate(request)) !== null || (await identity.hasSession(request, reply)),
          }),
        }),
      (app: FastifyInstance) => serveWellKnown(app, { config, now }),
      identity.register,
      waitingLists.register,
      papers.register,
      enquiries.register,
      collections.register,
      paying.register,
      carriers.register,
      reach.register,
      ...(sandboxPages && (inbox || smsInbox)
        ? [serveSandboxMail({ mail: inbox, sms: smsInbox }, config.basePath)]
        : []),
      ...(sandboxPages && bank ? [serveSandboxProvider('bank', bank)] : []),
      ...(sandboxPages && cards ? [serveSandboxProvider('cards', cards)] : []),
    ]
    const platform = {
      ...{ db, readOnReplica: replica?.read, authenticate, now, mail, jobs, files, rights },
      privateFiles: privateFiles(box),
      isCrowded: () => isCrowded(pool),
      recordRefusal: recordRefusals(db, now),
    }
    const testEmail = async (to: string) => {
      const answer = await sendTestEmail({ ...given, smtpUrl }, to)
      return inbox ? { ...answer, text: `It stays in the sandbox, as SMTP_URL is not set. ${answer.text}` } : answer
    }
    const operator = {
      version: project.version,
      settings: shownSettings(process.env),
      checkInstallation: () => checkInstallation({ config: given, database: opened }),
      sendTestEmail: openTestEmail({ db, now, send: testEmail }),
      queues: openQueues(jobs),
      hasOwnLogins: !given.oidc.authority,
    }
    const observe = metrics?.observe
    return buildApp({ config, platform, payments, pages, attempts, observe, webDist, operator, isQuiet })
  })
  closers.push(() => finishWork({ app, jobs }))
  const paymentSandboxes = [...(bank ? (['bank'] as const) : []), ...(cards ? (['cards'] as const) : [])]
  return {
    config,
    db,
    jobs,
    demoPassword,
    firstOwnerLink: firstOwner,
    isQuiet,
    sandboxPages,
    inbox: inbox !== undefined,
    smsInbox: smsInbox !== undefined,
    paymentSandboxes,
  }
}

async function resealSecrets(db: Db, box: SecretBox): Promise<void> {
  await resealIdentity(db, box)
  await resealProviders(db, box)
}

function inboxFolder({ dataDir }: GivenConfig, what: 'mail' | 'sms' | 'bank' | 'cards'): string {
  return path.join(writableFolder(dataDir), 'sandbox', what)
}

/** An account of its own at a sandbox for each tree of clubs. */
const sandboxAccount = (accessToken: string, webhookSecretOf: (token: string) => string) => ({
  accessToken,
  webhookSecret: webhookSecretOf(accessToken),
})

/** The address at which this machine itself reaches the server. */
export function fromHere({ host, port, basePath }: Config): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}${basePath}`
}

/** The public address is part of what is built, and holds the port: where another process is quicker, build anew. */
async function listen(given: GivenConfig, build: (config: Config) => Promise<FastifyInstance>) {
  const ports = portsToTry(given)
  for (;;) {
    const config = configOnPort(given, await firstFreePort(given.host, ports))
    const app = await build(config)
    try {
      await app.listen({ host: config.host, port: config.port })
      return { app, config }
    } catch (error) {
      await app.close()
      if (codeOf(error) !== 'EADDRINUSE') throw error
      if (given.port !== undefined) throw portTaken(given.host, ports)
    }
  }
}

/** A line of JSON, as the application's log writes them, for what works beside it. */
const errorLog = {
  error: (details: object, message: string) =>
    void process.stderr.write(`${JSON.stringify({ level: 50, time: Date.now(), ...details, msg: message })}\n`),
}
