import type { EventEmitter } from 'node:events'
import Provider, {
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  type Account as ProviderAccount,
} from 'oidc-provider'
import type { Db } from '../platform/database.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { troubleLog, troubleOf } from '../platform/trouble.ts'
import { accountBySub, claimsOf } from './accounts.ts'
import { adapterOn, isSessionKept } from './adapter.ts'
import { clientAddressOf } from './client-address.ts'
import { errorPage, loggedOutPage, logoutPage } from './pages/sign-out.ts'
import type { Secrets } from './secrets.ts'
import { dropSessionCookies, markSession } from './session-cookie.ts'
import { endSession, keepSession, methodOf } from './sessions.ts'
import type { Settings } from './settings.ts'
import { readSigningKeys, rotateSigningKeys, type SigningKey } from './signing-keys.ts'
import { webClient } from './web-client.ts'

type Grant = InstanceType<Provider['Grant']>

const logTrouble = troubleLog()

export interface Log {
  error(details: object, message: string): void
}

export interface ProviderParts {
  readonly db: Db
  readonly settings: Settings
  readonly secrets: Secrets
  readonly box: SecretBox
  readonly now: () => Date
  readonly log: Log
}

/** The OpenID Connect provider with the keys of this moment. */
export type CurrentProvider = () => Promise<Provider>

const minute = 60
const day = 24 * 60 * minute
const keysAreReadEvery = 5 * minute * 1000

/**
 * Opens the provider. It takes its keys once, when it is made, so there is a new one whenever the keys have changed;
 * everything else that it remembers is in the database.
 */
export async function openProvider(parts: ProviderParts): Promise<CurrentProvider> {
  const { db, box, now } = parts
  await rotateSigningKeys(db, box, now())
  let held: { provider: Provider; kids: string; readAt: number } | undefined

  return async function current() {
    const at = now()
    if (held && at.getTime() - held.readAt < keysAreReadEvery) return held.provider
    const keys = await readSigningKeys(db, box, at)
    const kids = keys.map(key => key.kid).join()
    const provider = kids === held?.kids ? held.provider : build(parts, keys)
    held = { provider, kids, readAt: at.getTime() }
    return provider
  }
}

function build({ db, settings, secrets, now, log }: ProviderParts, keys: readonly SigningKey[]): Provider {
  const provider: Provider = new Provider(settings.issuer, {
    ...fixed,
    adapter: adapterOn(db),
    jwks: { keys: keys.map(key => key.privateJwk) },
    clients: [webClient(settings)],
    cookies: {
      keys: secrets.cookieKeys,
      names: {
        session: settings.cookies.session,
        interaction: settings.cookies.interaction,
        resume: settings.cookies.resume,
      },
      long: { path: settings.cookiePath, httpOnly: true, sameSite: 'lax', secure: settings.secure },
      short: { httpOnly: true, sameSite: 'lax', secure: settings.secure },
    },
    interactions: {
      url: (_ctx, { uid }) => `${settings.baseUrl}${settings.pages.login}?${new URLSearchParams({ interaction: uid })}`,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => logoutPage(ctx, form, settings),
        postLogoutSuccessSource: ctx => loggedOutPage(ctx, settings),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => settings.api,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== settings.api) throw new errors.InvalidTarget()
          return {
            scope: 'api',
            audience: settings.api,
            accessTokenFormat: 'jwt',
            accessTokenTTL: 10 * minute,
            jwt: { sign: { alg: 'ES256' } },
          }
        },
      },
    },
    // The browser exchanges its code by fetch: our own pages may, no other origin.
    clientBasedCORS: (_ctx, origin) => origin === settings.baseUrl,
    renderError: (ctx, out, error) => errorPage(ctx, troubleOf(error)?.refused.message ?? out, settings),

    async findAccount(_ctx, sub): Promise<ProviderAccount | undefined> {
      const account = await accountBySub(db, sub)
      return account && { accountId: sub, claims: () => claimsOf(db, secrets, account) }
    },

    // First-party: nobody is asked whether our own web client may know who he is.
    async loadExistingGrant(ctx): Promise<Grant | undefined> {
      const { client, session } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const grantId = session.grantIdFor(client.clientId)
      const known = grantId ? await provider.Grant.find(grantId) : undefined
      if (known && known.accountId === session.accountId) return known
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email offline_access')
      grant.addResourceScope(settings.api, 'api')
      await grant.save()
      return grant
    },
  })

  // The bridge in provider-routes.ts says by X-Forwarded-Proto what the public address is; nobody else can.
  provider.proxy = true
  provider.use(async (ctx, next) => {
    try {
      await next()
      // What the provider adds to Koa's context, which its type of `use` leaves out.
      if (ctx.oidc?.session) await settleSession(ctx as unknown as KoaContextWithOIDC, { db, settings, now })
    } catch (error) {
      if (!(error instanceof Error) || !excuse(ctx, error)) throw error
      ctx.body = { error: 'server_error', error_description: troubleOf(error)?.refused.message }
    }
  })
  /** Where it may be asked again, as everywhere else: says so, and when. */
  function excuse(ctx: Pick<KoaContextWithOIDC, 'set' | 'status'>, error: Error): boolean {
    const trouble = troubleOf(error)
    if (!trouble) return false
    logTrouble(log, trouble, error)
    ctx.status = trouble.refused.statusCode
    ctx.set('retry-after', String(trouble.retryAfter))
    return true
  }
  const report = (error: Error) =>
    log.error({ type: error.name, frames: frames(error) }, 'the identity provider failed')
  provider.on('server_error', (ctx, error) => {
    if (!excuse(ctx, error)) report(error)
  })
  // Koa's own event, which the provider's types leave out; without a listener Koa prints to the console.
  const koa: EventEmitter = provider
  koa.on('error', report)
  return provider
}

/** After a request: what has become of its session, before the browser hears of it. */
async function settleSession(
  ctx: KoaContextWithOIDC,
  { db, settings, now }: Pick<ProviderParts, 'db' | 'settings' | 'now'>,
) {
  const { session, result } = ctx.oidc
  if (!session) return
  const { uid, accountId, jti } = session
  const { destroyed } = session as { destroyed?: boolean }
  if (accountId && destroyed) await db.transaction().execute(tx => endSession(tx, uid, now()))
  if (accountId && !destroyed) {
    const userAgent = ctx.get('user-agent')
    const begun = { uid, sub: accountId, method: methodOf(session.amr), userAgent, address: clientAddressOf(ctx.req) }
    await keepSession(db, { ...begun, isNew: result?.login !== undefined }, now())
  }
  // What was overtaken (see adapter.ts) must not give the browser back the cookie of a session that is gone.
  const isOvertaken = !destroyed && !('new' in session) && !(await isSessionKept(db, jti))
  if (isOvertaken) dropSessionCookies(ctx.response, settings)
  else markSession(ctx, session, settings)
}

/** What does not depend on where the product runs. */
const fixed = {
  scopes: ['openid', 'offline_access', 'profile', 'email'],
  claims: {
    openid: ['sub'],
    profile: ['name', 'created_at', 'user_hash', 'role'],
    email: ['email', 'email_verified'],
  },
  // The web client reads the profile from its id token and saves a request.
  conformIdTokenClaims: false,
  responseTypes: ['code'],
  pkce: { required: () => true },
  rotateRefreshToken: true,
  // Whoever ends a session ends all that was granted in it.
  expiresWithSession: () => true,
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  // One origin: no page of another one has business here.
  clientBasedCORS: () => false,
  routes: {
    authorization: '/authorize',
    token: '/token',
    jwks: '/jwks',
    userinfo: '/userinfo',
    revocation: '/revoke',
    end_session: '/logout',
  },
  ttl: {
    AccessToken: 10 * minute,
    AuthorizationCode: minute,
    IdToken: 60 * minute,
    Interaction: 60 * minute,
    Grant: 14 * day,
    // A rotated one lives no longer than the first.
    RefreshToken: ctx => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? 14 * day,
    // Without "keep me signed in" the cookie goes with the browser; for those that never close it, so does this.
    Session: (_ctx, session) => sessionLifetime(session.transient),
  },
  formats: {
    customizers: {
      // To the millisecond, so that a token of just before a password change can be told from one of just after.
      jwt: (_ctx, token, jwt) => {
        jwt.payload.iat = Date.now() / 1000
        // The session, so that the token can be refused when that has ended.
        jwt.payload.sid = 'sessionUid' in token ? token.sessionUid : undefined
      },
    },
  },
} as const satisfies Configuration

/** Seconds from the last time it was used. */
export const sessionLifetime = (transient: boolean | undefined) => (transient ? day / 2 : 14 * day)

const frames = (error: Error) => error.stack?.split('\n').filter(line => line.trimStart().startsWith('at '))
