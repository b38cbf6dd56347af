import { address, base } from '../base.ts'
import { type AuthenticationAction, dashboard, type Outcome, returnUrlOf, texts } from './rules.ts'
import { completeSignIn, completeSignOut, isAuthenticated, sessionNow, signIn, signOut } from './session.ts'

interface Page {
  readonly goTo: (url: string) => void
  readonly say: (message: string) => void
  /** A question that is answered yes or no, and what yes is called. */
  readonly ask: (question: string, yes: string) => Promise<boolean>
}

/** Does what an authentication page is for. Throws for a return url of another origin. */
export async function run(action: AuthenticationAction, page: Page): Promise<void> {
  const { search, href } = window.location
  const loggedOut = address('/authentication/logged-out')
  const returnUrl = (saved: string | undefined, fallback: string) => returnUrlOf({ saved, search, base, fallback })

  const follow = (outcome: Outcome, fallback: string) => {
    if (outcome.status === 'success') page.goTo(returnUrl(outcome.returnUrl, fallback))
    else if (outcome.status === 'fail') page.say(outcome.message)
  }

  switch (action) {
    case 'login':
      if (window.history.state?.hasNoMenu) return page.say(texts.noMenu)
      return follow(await signIn(returnUrl(undefined, dashboard(base))), dashboard(base))
    case 'login-callback':
      return follow(await completeSignIn(href), dashboard(base))
    case 'login-failed':
      return page.say(new URLSearchParams(search).get('message') || texts.failed)
    case 'profile':
      return window.location.replace(address('/Identity/Account/Manage'))
    case 'register':
      return window.location.replace(
        `${address('/Identity/Account/Register')}?${new URLSearchParams({ returnUrl: address('/authentication/login') })}`,
      )
    case 'logout':
      if (window.history.state?.local !== true) return page.say(texts.notLocal)
      if (!(await isAuthenticated())) return page.say(texts.loggedOut)
      if (!(await mayLeave(page))) return page.goTo(dashboard(base))
      return follow(await signOut(returnUrl(undefined, loggedOut)), loggedOut)
    case 'logout-callback':
      return follow(await completeSignOut(href), loggedOut)
    case 'logged-out':
      setTimeout(() => window.location.replace(address('/authentication/login')), timeToRead)
  }
}

/** Takes what is kept here off the device; asks first when marks of registers have not been sent. */
async function mayLeave(page: Page): Promise<boolean> {
  const session = sessionNow()
  if (session.status !== 'signedIn') return true
  try {
    const { leaveDevice } = await import('../../offline/leave-device.ts')
    return await leaveDevice(session.user.sub, page.ask)
  } catch {
    // A browser that keeps nothing has nothing to take away.
    return true
  }
}

/** Milliseconds for which 'You successfully logged out!' stands before the login page takes its place. */
const timeToRead = 2000
