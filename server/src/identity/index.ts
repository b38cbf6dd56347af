import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countAttempts } from '../platform/attempts.ts'
import type { VerifyToken } from '../platform/authenticate.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import { Refused } from '../platform/refused.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { accountBySub } from './accounts.ts'
import { removeExpired } from './adapter.ts'
import { forgetDevices } from './devices.ts'
import { externalVerifier } from './external.ts'
import { firstOwnerLink } from './first-owner.ts'
import { workOnInvitationMails } from './invitations.ts'
import { workOnLinkMails } from './mails.ts'
import { serveExternalPages } from './pages/external.ts'
import { serveAccountPages } from './pages/index.ts'
import { forgetChallenges, openPasskeys } from './passkeys.ts'
import { type Log, openProvider } from './provider.ts'
import { serveProvider } from './provider-routes.ts'
import { secretsOf } from './secrets.ts'
import { forgetOrigins, tellOfRefusals } from './security-alerts.ts'
import { endOldSessions, forgetSessions } from './sessions.ts'
import { type IdentityConfig, settingsOf } from './settings.ts'
import { readLoginSession } from './sign-in.ts'
import { rotateSigningKeys } from './signing-keys.ts'
import { embeddedVerifier } from './tokens.ts'
import { userinfoFor } from './userinfo.ts'
import { clientSettings } from './web-client.ts'

export { createAccount, type NewAccount } from './accounts.ts'
export { employ } from './employ.ts'
export {
  acceptInvitation,
  allowedWords,
  invitationExpiry,
  invitationMailJob,
  invitationsOf,
  invitationsTo,
  openedWords,
} from './invitations.ts'
export { replaceInvited } from './invited-person.ts'
export { type TakenAway, takeSecondFactorAway } from './lost-second-factor.ts'
export { linkMailJob } from './mails.ts'
export { createOwner, passwordLink } from './one-time-link.ts'
export { hashPassword } from './passwords.ts'
export { resealIdentity } from './reseal.ts'
export { type IdentityConfig, settingsOf } from './settings.ts'
export { disableAccount, enableAccount, logOutEverywhere } from './standing.ts'

export interface IdentityParts {
  readonly db: Db
  readonly config: IdentityConfig
  readonly now: () => Date
  readonly jobs: Jobs
  readonly mail: Mail
  readonly log: Log
  /** Keeps the secrets of authenticator apps. */
  readonly box: SecretBox
}

export interface Identity {
  /** Mounts the provider, the pages and `_configuration`; for a scope whose prefix is the base path. */
  register(app: FastifyInstance): Promise<void>
  readonly verifyToken: VerifyToken
  /** Whether a browser has a login session here: never so with another provider, which keeps its own. */
  hasSession(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
  /** See `firstOwnerLink`; null with another provider, whose first user makes the first account. */
  readonly firstOwnerLink: () => Promise<string | null>
  /** The login page, which leads back to a path of ours; null with another provider. */
  readonly loginPage: ((returnUrl: string) => string) | null
}

/** Opens identity: the embedded provider with its pages, or, with OIDC_AUTHORITY, the way to another one. */
export async function openIdentity(parts: IdentityParts): Promise<Identity> {
  const { config } = parts
  const { authority, audience, clientId, twoFactor = [] } = config.oidc
  if (!authority) return openEmbedded(parts)
  const settings = settingsOf(config)
  const { db, jobs, mail, now } = parts
  await workOnInvitationMails(jobs, { db, settings, now, mail, isExternal: true })
  return {
    verifyToken: externalVerifier(db, { authority, audience: audience ?? clientId, twoFactor }),
    async register(app) {
      serveClientSettings(app, config)
      await app.register(scope => serveExternalPages(scope, settings, authority))
    },
    hasSession: async () => false,
    firstOwnerLink: async () => null,
    loginPage: null,
  }
}

async function openEmbedded({ db, config, now, jobs, mail, log, box }: IdentityParts): Promise<Identity> {
  const settings = settingsOf(config)
  const secrets = secretsOf(box, config.support?.chat?.secret)
  const provider = await openProvider({ db, settings, secrets, box, now, log })
  const verifyToken = embeddedVerifier(db, settings, now)
  const passkeys = openPasskeys({ db, settings, secrets, now })
  const attempts = countAttempts(db, box, now)

  await workOnLinkMails(jobs, { db, settings, now, mail })
  await workOnInvitationMails(jobs, { db, settings, now, mail, isExternal: false })
  await jobs.schedule('identity-rotate-keys', '10 2 * * *', () => rotateSigningKeys(db, box, now()))
  await jobs.schedule('identity-end-old-sessions', '*/5 * * * *', () => endOldSessions(db, now()))
  await jobs.schedule('identity-clean-up', '40 * * * *', async () => {
    await removeExpired(db, now())
    await forgetSessions(db, now())
    await forgetDevices(db, now())
    await forgetChallenges(db, now())
  })
  await jobs.schedule('identity-tell-of-refusals', '5 * * * *', () =>
    tellOfRefusals({ db, mail, settings, now: now() }),
  )
  await jobs.schedule('identity-forget-origins', '30 3 * * *', () => forgetOrigins(db, now()))

  return {
    verifyToken,
    async register(app) {
      serveClientSettings(app, config)
      await serveProvider(app, provider, userinfoFor(db, secrets, verifyToken), settings)
      await serveAccountPages(app, { db, settings, now, jobs, mail, attempts, provider, box, passkeys })
    },
    async hasSession(request, reply) {
      const session = await readLoginSession(await provider(), request, reply)
      return session !== null && session !== undefined && (await accountBySub(db, session.sub)) !== undefined
    },
    firstOwnerLink: () => firstOwnerLink(db, box, settings),
    loginPage: returnUrl => `${settings.pages.login}?${new URLSearchParams({ returnUrl })}`,
  }
}

function serveClientSettings(app: FastifyInstance, config: IdentityConfig): void {
  app.get<{ Params: { client: string } }>(
    '/_configuration/:client',
    { config: { access: 'anyone' } },
    async ({ params }, reply) => {
      const found = clientSettings(params.client, config, settingsOf(config))
      if (!found) throw new Refused(404, 'There is no client of this name.')
      return reply.header('cache-control', 'no-cache').send(found)
    },
  )
}
