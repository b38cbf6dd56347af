import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { errors, type Interaction } from 'oidc-provider'
import type { Tables } from '../../platform/tables.ts'
import { recordAccount } from '../account-audit.ts'
import type { Account } from '../accounts.ts'
import { deviceLifetime, keepDevice, newDeviceId, noteDevice, type SeenDevice } from '../devices.ts'
import { asThePublicSees } from '../provider-routes.ts'
import { safeReturnUrl } from '../return-url.ts'
import { amrOf, type SignInMethod } from '../sessions.ts'
import { beginLoginSession, rememberLogin } from '../sign-in.ts'
import { type Exchange, goTo, type PageParts } from './parts.ts'

/** Where a sign-in goes on: with the authorization request that waits for it, or at an address. */
export interface Onward {
  readonly interaction: string
  readonly returnUrl: string
  readonly remember: boolean
}

/** Everything has been shown that has to be: begins the login session, and goes on. */
export async function finishSignIn(
  parts: PageParts,
  { request, reply }: Exchange,
  { account, method, onward }: { account: Account; method: SignInMethod; onward: Onward },
): Promise<FastifyReply> {
  const { remember, returnUrl } = onward
  if (account.disabledAt) {
    await refuseDisabled(parts, request, account)
    return goTo(reply, `${parts.settings.pages.login}?${new URLSearchParams({ done: 'disabled' })}`)
  }
  await rememberSignIn(parts, { request, reply }, account)
  if (await interactionOf(parts, { request, reply }, onward.interaction)) {
    const login = { accountId: account.sub, remember, amr: amrOf[method] }
    return continueInteraction(parts, { request, reply }, { login })
  }
  await beginLoginSession(parts, { request, reply }, { sub: account.sub, remember, method })
  return goTo(reply, safeReturnUrl(returnUrl, parts.settings))
}

const refuseDisabled = ({ db }: PageParts, request: FastifyRequest, { id }: Account) =>
  db.transaction().execute(tx => recordAccount(tx, request, { action: 'signInDisabled', accountId: id }))

/** Writes the sign-in down, and which browser it comes from. */
export const rememberSignIn = (parts: PageParts, exchange: Exchange, account: Account): Promise<void> =>
  noteBrowser(parts, exchange, account, async (tx, seen) => {
    await rememberLogin(tx, exchange.request, account.id, seen.at)
    await noteDevice(tx, parts, seen)
  })

/** Remembers that the owner of an account has used this browser, without a sign-in. */
export const rememberBrowser = (parts: PageParts, exchange: Exchange, account: Account): Promise<void> =>
  noteBrowser(parts, exchange, account, async (tx, seen) => void (await keepDevice(tx, seen)))

async function noteBrowser(
  parts: PageParts,
  { request, reply }: Exchange,
  account: Account,
  note: (tx: Transaction<Tables>, seen: SeenDevice) => Promise<void>,
): Promise<void> {
  const { db, settings, now } = parts
  asThePublicSees(request, settings)
  const { cookies } = (await parts.provider()).createContext(request.raw, reply.raw)
  const deviceId = cookies.get(settings.cookies.device, { signed: true }) ?? newDeviceId()
  const { 'user-agent': userAgent = '' } = request.headers
  const seen = { account, deviceId, userAgent, address: request.ip, at: now() }
  await db.transaction().execute(tx => note(tx, seen))
  cookies.set(settings.cookies.device, deviceId, {
    path: settings.cookiePath,
    maxAge: deviceLifetime,
    secure: settings.secure,
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    overwrite: true,
  })
}

/**
 * The authorization request that waits for a page. It belongs to this browser only when the provider's cookie says so:
 * without that, someone could send his own request to another person, who would then sign him in.
 */
export async function interactionOf(
  parts: PageParts,
  { request, reply }: Exchange,
  uid: string,
): Promise<Interaction | undefined> {
  if (!uid) return undefined
  const provider = await parts.provider()
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw)
    return interaction.uid === uid ? interaction : undefined
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined
    throw error
  }
}

export async function continueInteraction(parts: PageParts, { request, reply }: Exchange, result: object) {
  asThePublicSees(request, parts.settings)
  const provider = await parts.provider()
  const options = { mergeWithLastSubmission: false }
  return goTo(reply, await provider.interactionResult(request.raw, reply.raw, { ...result }, options))
}
