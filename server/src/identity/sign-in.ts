import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type Provider from 'oidc-provider'
import type { Db } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'
import { recordAccount } from './account-audit.ts'
import { type Account, accountByEmail } from './accounts.ts'
import { clientAddressOf, rememberClientAddress } from './client-address.ts'
import { passwordGuess } from './guesses.ts'
import type { Exchange, PageParts } from './pages/parts.ts'
import { isPassword } from './passwords.ts'
import { type CurrentProvider, sessionLifetime } from './provider.ts'
import { asThePublicSees } from './provider-routes.ts'
import { markSession } from './session-cookie.ts'
import { amrOf, endSession, keepSession, type SignInMethod } from './sessions.ts'
import type { Settings } from './settings.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

export type SignIn =
  | { readonly is: 'right'; readonly account: Account }
  /** No such account, or another password: nobody is told which. */
  | { readonly is: 'wrong' }
  | { readonly is: 'locked'; readonly seconds: number }

/**
 * Tells whether these are someone's e-mail address and password. An address without an account costs the same time and
 * is slowed down in the same way.
 */
export async function checkCredentials(
  parts: PageParts,
  exchange: Exchange,
  { email, password }: Credentials,
): Promise<SignIn> {
  const { db, attempts } = parts
  const account = await accountByEmail(db, email)
  const guess = await passwordGuess(parts, exchange, email, account)
  const seconds = await attempts.begin(...guess)
  if (seconds > 0) return { is: 'locked', seconds }
  if (!(await isPassword(password, account?.passwordHash)) || !account) {
    // Also for an address without an account, which would otherwise be answered sooner.
    const refused = { action: 'signInRefused', accountId: account?.id ?? null }
    await db.transaction().execute(tx => recordAccount(tx, exchange.request, refused))
    return { is: 'wrong' }
  }
  await attempts.succeed(...guess)
  return { is: 'right', account }
}

/** The login session of a browser at the embedded provider. */
export interface LoginSession {
  readonly sub: string
  readonly uid: string
}

export async function readLoginSession(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<LoginSession | undefined> {
  const { accountId, uid } = await provider.Session.get(provider.createContext(request.raw, reply.raw))
  return accountId ? { sub: accountId, uid } : undefined
}

export interface SignInParts {
  readonly db: Db
  readonly settings: Settings
  readonly now: () => Date
  readonly provider: CurrentProvider
}

export interface Login {
  readonly sub: string
  readonly remember: boolean
  readonly method: SignInMethod
}

/** Signs a browser in to the provider without an authorization request; the next one finds it signed in. */
export async function beginLoginSession(
  { db, settings, now, provider: current }: SignInParts,
  { request, reply }: Exchange,
  { sub, remember, method }: Login,
): Promise<void> {
  asThePublicSees(request, settings)
  rememberClientAddress(request)
  const provider = await current()
  const ctx = provider.createContext(request.raw, reply.raw)
  const found = await provider.Session.get(ctx)
  const another = found.accountId !== undefined && found.accountId !== sub
  if (another) {
    await found.destroy()
    await db.transaction().execute(tx => endSession(tx, found.uid, now()))
  }
  const session = another ? new provider.Session() : found
  delete session.transient
  session.loginAccount({ accountId: sub, transient: !remember, amr: amrOf[method] })
  // A session id that was known before signing in must not be the one after it.
  session.resetIdentifier()
  await session.save(sessionLifetime(session.transient))
  const { 'user-agent': userAgent = '' } = request.headers
  const begun = { uid: session.uid, sub, method, userAgent, address: clientAddressOf(request.raw), isNew: true }
  await keepSession(db, begun, now())

  const { path, secure } = { path: settings.cookiePath, secure: settings.secure }
  const expires = remember ? new Date(session.exp * 1000) : undefined
  ctx.cookies.set(settings.cookies.session, session.jti, {
    path,
    secure,
    expires,
    httpOnly: true,
    sameSite: 'lax',
    overwrite: true,
  })
  markSession(ctx, session, settings)
}

export async function rememberLogin(
  tx: Transaction<Tables>,
  request: FastifyRequest,
  accountId: number,
  now: Date,
): Promise<void> {
  await tx.updateTable('account').set({ last_login: now }).where('id', '=', accountId).execute()
  await recordAccount(tx, request, { action: 'signIn', accountId })
}
