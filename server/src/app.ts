import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serveActivity, serveActivityStream } from './activity/index.ts'
import { serveAttributes } from './attributes/index.ts'
import { serveAudience } from './audience/index.ts'
import { serveAutomations } from './automations/index.ts'
import { serveBilling, serveBooks, serveDebt, serveVat } from './billing/index.ts'
import { serveBookings } from './bookings/index.ts'
import { serveBulk } from './bulk/index.ts'
import { serveCharging } from './charging/index.ts'
import { serveClasses } from './classes/index.ts'
import { serveClosing } from './closing/index.ts'
import { serveClosures } from './closures/index.ts'
import { serveClubs, serveMyClubs, serveMyInvitations, serveRoles, serveUsers } from './clubs/index.ts'
import { serveCollections } from './collections/index.ts'
import { serveDashboard } from './dashboard/index.ts'
import { serveDirectory } from './directory/index.ts'
import { serveDisciplines, serveGradeTable } from './disciplines/index.ts'
import { serveDiscounts } from './discounts/index.ts'
import { enquiryLinks, serveEnquiries } from './enquiries/index.ts'
import { serveExportFiles, serveExports } from './exports/index.ts'
import { serveFailedWork } from './failed-work/index.ts'
import { serveDemo, serveFirstHour } from './first-hour/index.ts'
import { serveFormDrafts } from './form-drafts/index.ts'
import { serveGradings } from './gradings/index.ts'
import { serveHelp } from './help/index.ts'
import { serveImports } from './imports/index.ts'
import { serveJoining } from './joining/index.ts'
import { serveLocations } from './locations/index.ts'
import { serveMarketing, serveReferrals } from './marketing/index.ts'
import { serveMemberView } from './member-view/index.ts'
import { serveMembers } from './members/index.ts'
import { serveMembership } from './membership/index.ts'
import { openLetters, serveMessages } from './messages/index.ts'
import { serveNotes } from './notes/index.ts'
import { type OperatorParts, serveOperator } from './operator/index.ts'
import { serveOrders } from './orders/index.ts'
import { servePapers } from './papers/index.ts'
import { servePaying } from './paying/index.ts'
import { servePeople } from './people/index.ts'
import { serveFamilyPrices, servePlans, servePriceChanges } from './plans/index.ts'
import type { Attempts } from './platform/attempts.ts'
import type { Config } from './platform/config.ts'
import { demandDeclaredAccess } from './platform/declared-access.ts'
import { answerError, answerErrors, answerNothing, sendRefusal } from './platform/errors.ts'
import { serveFiles } from './platform/files.ts'
import type { Metrics } from './platform/metrics.ts'
import { Refused } from './platform/refused.ts'
import { quietCopy, refuseWebhooks } from './platform/restored-copy.ts'
import type { Platform } from './platform/route.ts'
import { countWrongLinks } from './platform/secret-links.ts'
import { securityHeaders, setHeaders } from './platform/security-headers.ts'
import { chatSources } from './platform/support-chat.ts'
import { trustedProxies } from './platform/trusted-proxies.ts'
import { watchRequests } from './platform/watch-requests.ts'
import { serveWeb } from './platform/web.ts'
import { servePrivacy } from './privacy/index.ts'
import { type ProviderParts, serveProviders } from './providers/index.ts'
import { serveReach } from './reach/index.ts'
import { serveRecovery } from './recovery/index.ts'
import { serveReportFiles, serveReporting, serveReportSchedules } from './reporting/index.ts'
import { serveSchedule } from './schedule/index.ts'
import { serveSettings } from './settings/index.ts'
import { serveShop } from './shop/index.ts'
import { serveTags } from './tags/index.ts'
import { serveTasks } from './tasks/index.ts'
import { serveTemplates } from './templates/index.ts'
import { serveTimetable } from './timetable/index.ts'
import { serveTrials } from './trials/index.ts'

/** What the application is put together from; `main.ts` opens them, tests bring their own. */
export interface AppParts {
  readonly config: Pick<Config, 'baseUrl' | 'basePath' | 'oidc' | 'logLevel' | 'trustProxy' | 'smsFrom'> &
    Partial<Pick<Config, 'support'>>
  readonly platform: Platform
  /** The way to those who move money. */
  readonly payments: ProviderParts
  /** Areas that are not calls of the contract: identity and its pages, the sandbox's inbox. */
  readonly pages: readonly ((app: FastifyInstance) => Promise<void> | void)[]
  readonly attempts: Pick<Attempts, 'begin' | 'pause'>
  /** Told of each answer. */
  readonly observe?: Metrics['observe'] | undefined
  /** The folder of the built web application; none in tests of the API alone. */
  readonly webDist?: string
  /** The operators' page; none in tests of something else. */
  readonly operator?: OperatorParts
  /** A restored copy says so on each page, and lets webhooks wait. */
  readonly isQuiet?: boolean
}

/** The whole product as one Fastify application, everything under the base path. */
export async function buildApp({
  config,
  platform,
  payments,
  pages,
  attempts,
  observe,
  webDist,
  operator,
  isQuiet = false,
}: AppParts): Promise<FastifyInstance> {
  const { support = { email: 'honbu@localhost', chat: null } } = config
  const { baseUrl, basePath, oidc } = config
  const app = newApp(config, observe)
  // Where the web is served at this very prefix, it answers its own addresses.
  if (!webDist || basePath) app.setNotFoundHandler(answerNothing)
  setHeaders(app, securityHeaders(baseUrl, oidc.authority, chatSources(support.chat)))
  countWrongLinks(app, attempts)
  if (isQuiet) refuseWebhooks(app, basePath)

  const clubLinks = enquiryLinks(config)
  const letters = openLetters({ ...{ ...payments, config, db: platform.db, now: platform.now }, clubLinks })
  await app.register(
    async root => {
      for (const serve of [
        serveClubs,
        serveMyClubs,
        serveUsers,
        serveRoles,
        serveMyInvitations,
        serveFiles,
        serveClasses,
        serveTimetable,
        serveClosing(letters),
        serveClosures,
        serveActivity,
        serveActivityStream,
        serveAttributes,
        serveReach,
        serveAudience,
        serveAutomations(letters),
        serveBilling,
        serveBooks,
        serveVat,
        serveDebt,
        serveBookings,
        serveBulk(payments),
        serveCharging,
        serveMembers,
        servePeople,
        servePapers,
        serveMembership,
        serveMemberView,
        serveJoining,
        serveFormDrafts,
        serveTags,
        serveNotes,
        serveTasks,
        serveSettings,
        serveShop,
        serveOrders,
        serveTemplates({ config, clubLinks }),
        serveMessages(letters),
        serveTrials,
        serveDashboard,
        serveDirectory,
        serveHelp(support),
        serveImports,
        serveLocations,
        serveMarketing,
        serveReferrals,
        serveDisciplines,
        serveGradeTable,
        serveDiscounts,
        servePlans,
        serveFamilyPrices,
        servePriceChanges,
        servePrivacy,
        serveProviders(payments),
        serveCollections({ providers: payments.providers, config }),
        servePaying({ providers: payments.providers, config }),
        serveRecovery(payments),
        serveReporting,
        serveReportFiles,
        serveReportSchedules,
        serveSchedule,
        serveEnquiries(payments.box),
        serveExports,
        serveExportFiles,
        serveFirstHour,
        serveDemo,
        serveGradings,
        ...(operator ? [serveOperator(operator), serveFailedWork(operator.queues)] : []),
      ])
        serve(root, platform)
      for (const serve of pages) await root.register(async scope => serve(scope))
      if (webDist) await serveWeb(root, { dist: webDist, basePath, notice: isQuiet ? quietCopy : null })
    },
    { prefix: basePath },
  )
  return app
}

const onlyJobs =
  'This process works on jobs, and takes no requests or webhooks. Send them to one whose HONBU_ROLE is web or all.'

/** What a process answers that works on jobs: how it is, and nothing else. */
export async function buildWorkerApp(
  config: AppParts['config'],
  pages: readonly ((app: FastifyInstance) => void)[],
): Promise<FastifyInstance> {
  const app = newApp(config)
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, new Refused(404, onlyJobs)))
  setHeaders(app, {})
  await app.register(
    async root => {
      for (const serve of pages) serve(root)
    },
    { prefix: config.basePath },
  )
  return app
}

function newApp({ logLevel, trustProxy }: AppParts['config'], observe?: AppParts['observe']): FastifyInstance {
  const app = Fastify({
    logger: { level: logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    trustProxy: trustedProxies(trustProxy),
    exposeHeadRoutes: false,
    // Of 10 s, if nothing else is said: on a busy machine the areas and their queues may take longer to begin.
    pluginTimeout: 0,
    frameworkErrors: answerError,
    routerOptions: { ignoreTrailingSlash: true },
  })
  watchRequests(app, observe)
  demandDeclaredAccess(app)
  answerErrors(app)
  return app
}
