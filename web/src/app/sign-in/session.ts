import type { UserManager } from 'oidc-client-ts'
import { useSyncExternalStore } from 'react'
import { loadChunk } from '../chunk.ts'
import { connectionNow } from '../connection.ts'
import { failure, type Outcome, redirect, success } from './rules.ts'
import { cookieValue, isOtherSession, watch } from './session-cookie.ts'
import { areSettingsKept, type SignInSettings, signInSettings } from './settings.ts'
import { isExpired, keptTokens, parseTokens, type Tokens, tokensKey } from './tokens.ts'
import { type SignedInUser, userOf } from './user.ts'

/* Who is signed in here, and how that begins and ends. There is one session in the page, so it is kept in the module. */

/** `opening`: not known yet. */
export type Session =
  | { readonly status: 'opening' | 'signedOut' }
  | { readonly status: 'signedIn'; readonly user: SignedInUser }

let opening: Promise<SignInSettings> | undefined
let managing: Promise<UserManager> | undefined
let tokens: Tokens | null = null
let session: Session = { status: 'opening' }
/** On the way to the provider to sign out: what the cookie says then is our own doing. */
let isLeaving = false
const listeners = new Set<() => void>()
const endListeners = new Set<() => void>()
const noSessionListeners = new Set<() => Promise<void>>()
const signOutListeners = new Set<() => void>()

export const useSession = (): Session => useSyncExternalStore(onChange, sessionNow)

export const sessionNow = (): Session => session

export async function isAuthenticated(): Promise<boolean> {
  await openSession()
  return session.status === 'signedIn'
}

/** Calls after the session was ended from elsewhere: another tab, another device, the provider. */
export function onSessionEnd(listener: () => void): void {
  endListeners.add(listener)
}

/** Calls when the provider says that no one is logged in here, before it asks who it is. */
export function onNoSession(listener: () => Promise<void>): void {
  noSessionListeners.add(listener)
}

/** Calls before the visitor goes to the provider to sign out. */
export function onSignOut(listener: () => void): () => void {
  signOutListeners.add(listener)
  return () => void signOutListeners.delete(listener)
}

/** Takes up the session of an earlier visit. Throws when the settings cannot be loaded; then it can be tried again. */
function openSession(): Promise<SignInSettings> {
  opening ??= open().catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

export async function accessToken(): Promise<string | undefined> {
  if (opening) await opening
  return tokens && !isExpired(tokens) ? tokens.access_token : undefined
}

/**
 * From now on the token is renewed before it runs out, and a provider with a frame of its own is asked whether the
 * session is still there. What does it is large and nothing that is shown waits for it, so it comes after the first paint.
 */
export async function keepSignedIn(): Promise<void> {
  if (await isAuthenticated()) await openManager()
}

/** The client of the provider; loaded when it is first wanted, after a failure again. */
function openManager(): Promise<UserManager> {
  managing ??= openSession()
    .then(async settings => {
      const open = await loadChunk(
        'identity-provider',
        () => import('./provider.ts'),
        module => module.openProvider,
      )
      return open(settings, {
        onTokens: loaded => {
          rememberSession(settings)
          take(loaded)
        },
        onForgotten: () => take(null),
        onEnd: () => end(settings),
      })
    })
    .catch((error: unknown) => {
      managing = undefined
      throw error
    })
  return managing
}

/** Silently first, then by a redirect; there are no popups. */
export async function signIn(returnUrl: string): Promise<Outcome> {
  const manager = await openManager()
  if (!window.isSecureContext)
    throw new Error('Signing in works over https:// only. Ask who runs this server for its secure address.')
  if (await renewSilently()) return success(returnUrl)
  try {
    await manager.signinRedirect({ state: { returnUrl } })
    return redirect
  } catch (error) {
    return failure(error)
  }
}

export async function completeSignIn(url: string): Promise<Outcome> {
  const manager = await openManager()
  try {
    const signedIn = await manager.signinCallback(url)
    return success(savedReturnUrl(signedIn?.state))
  } catch (error) {
    return failure(error)
  }
}

export async function signOut(returnUrl: string): Promise<Outcome> {
  const manager = await openManager()
  isLeaving = true
  for (const listener of signOutListeners) listener()
  try {
    await manager.signoutRedirect({ state: { returnUrl } })
    return redirect
  } catch (error) {
    isLeaving = false
    return { status: 'fail', message: error instanceof Error ? error.message : String(error) }
  }
}

export async function completeSignOut(url: string): Promise<Outcome> {
  const manager = await openManager()
  try {
    const response = await manager.signoutCallback(url)
    await manager.removeUser()
    return success(savedReturnUrl(response?.userState))
  } catch (error) {
    return { status: 'fail', message: error instanceof Error ? error.message : String(error) }
  }
}

let renewing: Promise<boolean> | undefined

/** A new access token without a page, as long as the provider knows the visitor. Callers at one time share one attempt. */
export async function renewSilently(): Promise<boolean> {
  // A call that is answered with 401 because the token has just been given up must not sign in again behind the logout.
  if (isLeaving) return false
  renewing ??= openManager()
    .then(manager => manager.signinSilent())
    .then(
      renewed => renewed !== null,
      async (error: unknown) => {
        // Anything else may be a bad connection, without which the device needs what it keeps.
        if (isLoginRequired(error)) await Promise.all([...noSessionListeners].map(listener => listener()))
        return false
      },
    )
    .finally(() => {
      renewing = undefined
    })
  return await renewing
}

const isLoginRequired = (error: unknown) =>
  typeof error === 'object' && error !== null && 'error' in error && error.error === 'login_required'

async function open(): Promise<SignInSettings> {
  const settings = await signInSettings()
  tokens = keptTokens(settings)
  if (areSettingsKept()) {
    // Without a connection nobody can sign in or renew a token: whoever was here last may see what he keeps here. His
    // token has expired, perhaps; the first call that reaches the server asks for another.
    if (isSomebodyElses(settings)) tokens = null
  } else {
    if (tokens && isEnded(settings)) localStorage.removeItem(tokensKey(settings))
    if (!tokens || isExpired(tokens) || isEnded(settings)) tokens = null
  }
  take(tokens)
  follow(settings)
  // Signing in is what comes next.
  if (!tokens) openManager().catch(() => {})
  return settings
}

function follow(settings: SignInSettings): void {
  const look = () => {
    // A browser that was closed has lost the cookie; what that means, the server knows.
    if (tokens && navigator.onLine && !connectionNow().isOffline && isEnded(settings)) end(settings)
  }
  if (settings.session_cookie !== undefined) watch(look)
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== tokensKey(settings)) return
    if (newValue !== null) take(parseTokens(newValue))
    else if (settings.session_cookie !== undefined) look()
    else if (tokens) end(settings)
  })
}

function take(next: Tokens | null): void {
  tokens = next
  const user = next && userOf(next.profile)
  // A renewed token is no change to who is signed in.
  if (session.status === 'signedIn' && isSame(session.user, user)) return
  session = user ? { status: 'signedIn', user } : { status: 'signedOut' }
  for (const listener of listeners) listener()
}

const isSame = (one: SignedInUser, other: SignedInUser | null) => JSON.stringify(one) === JSON.stringify(other)

/** Calls when somebody has signed in or out. */
export function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function end(settings: SignInSettings): void {
  if (isLeaving) return
  localStorage.removeItem(tokensKey(settings))
  take(null)
  // Its clock for the token stops, where it is there; ending needs nothing that would have to be loaded.
  managing?.then(manager => manager.removeUser()).catch(() => {})
  for (const listener of endListeners) listener()
}

/** Not below the prefix of the user store, which holds users only. */
const knownSession = 'honbu.session'

function rememberSession({ session_cookie }: SignInSettings): void {
  const current = session_cookie && cookieValue(document.cookie, session_cookie)
  if (current) localStorage.setItem(knownSession, current)
}

function isEnded({ session_cookie }: SignInSettings): boolean {
  if (session_cookie === undefined) return false
  return isOtherSession(localStorage.getItem(knownSession), cookieValue(document.cookie, session_cookie))
}

/** Somebody else has signed in here since; a cookie that is only gone may have gone with the browser. */
function isSomebodyElses(settings: SignInSettings): boolean {
  const { session_cookie } = settings
  return session_cookie !== undefined && cookieValue(document.cookie, session_cookie) !== undefined && isEnded(settings)
}

function savedReturnUrl(state: unknown): string | undefined {
  const saved = typeof state === 'object' && state !== null && 'returnUrl' in state ? state.returnUrl : undefined
  return typeof saved === 'string' ? saved : undefined
}
