/* The rules of the authentication routes (specification, sections 2, 4, 5 and 8), as pure functions. */

const actions = [
  'login',
  'login-callback',
  'login-failed',
  'profile',
  'register',
  'logout',
  'logged-out',
  'logout-callback',
] as const

export type AuthenticationAction = (typeof actions)[number]

export const texts = {
  login: 'Processing login',
  loginCallback: 'Processing login callback',
  logout: 'Processing logout',
  logoutCallback: 'Processing logout callback',
  loggedOut: 'You successfully logged out!',
  notLocal: 'The logout was not initiated from within the page.',
  failed: 'There was an error signing in.',
  noMenu: 'We couldn’t load your clubs. Wait a minute, then go to the dashboard.',
  popupClosed: 'The user closed the window.',
} as const

/** What `/authentication/{text}` asks for; throws for anything unknown. */
export function actionOf(text: string | undefined): AuthenticationAction {
  const action = actions.find(each => each === text)
  if (!action) throw new Error(`Invalid action '${text ?? ''}'`)
  return action
}

/** How a sign-in or sign-out goes on: at the return url, with a message, or in another page that is on its way. */
export type Outcome =
  | { readonly status: 'success'; readonly returnUrl: string | undefined }
  | { readonly status: 'fail'; readonly message: string }
  | { readonly status: 'redirect' }

export const success = (returnUrl?: string): Outcome => ({ status: 'success', returnUrl })
export const redirect: Outcome = { status: 'redirect' }

/** oidc-client-ts says 'Popup closed by user'; popups are disabled, so only a provider of its own could say it. */
export const failure = (error: unknown): Outcome => ({
  status: 'fail',
  message: error instanceof Error && /popup.*closed/i.test(error.message) ? texts.popupClosed : texts.failed,
})

interface ReturnUrl {
  /** What was saved when the way out began. */
  readonly saved?: string | undefined
  /** The query string of the current page. */
  readonly search: string
  /** Where the application is mounted, with a closing slash. */
  readonly base: string
  /** Without either. */
  readonly fallback: string
}

/**
 * Where to go afterwards. Only the origin (or only where the application is mounted) means the dashboard.
 * Throws when the address is not one of the current origin.
 */
export function returnUrlOf({ saved, search, base, fallback }: ReturnUrl): string {
  const fromQuery = new URLSearchParams(search).get('returnUrl') || undefined
  for (const given of [fromQuery, saved]) if (given !== undefined) demandSameOrigin(given, base)
  const chosen = saved ?? fromQuery ?? fallback
  return isOnlyTheOrigin(chosen, base) ? dashboard(base) : chosen
}

/** The default landing page. */
export const dashboard = (base: string) => `${base}dashboard`

function demandSameOrigin(given: string, base: string): void {
  const { origin } = new URL(base)
  // The slash matters: https://club.example.evil.example starts with https://club.example too.
  const isSame = (given === origin || given.startsWith(`${origin}/`)) && URL.canParse(given)
  if (!isSame || new URL(given).origin !== origin)
    throw new Error('Invalid return url. The return url needs to have the same origin as the current page.')
}

function isOnlyTheOrigin(given: string, base: string): boolean {
  const { pathname, search, hash } = new URL(given)
  return (pathname === '/' || `${pathname}/` === new URL(base).pathname || given === base) && !search && !hash
}

/** A path for the router when the address is a screen of this application; null when it needs a page load. */
export function screenPath(given: string, base: string): string | null {
  const { href } = new URL(given)
  if (!href.startsWith(base)) return null
  const path = href.slice(base.length)
  return /^(api|connect|_configuration|GoCardless|Identity|sandbox)([/?#]|$)/i.test(path) ? null : `/${path}`
}
