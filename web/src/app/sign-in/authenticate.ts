import { address, base } from '../base.ts'
import { type AuthenticationAction, dashboard, type Outcome, returnUrlOf, texts } from './rules.ts'
import { completeSignIn, completeSignOut, isAuthenticated, signIn, signOut } from './session.ts'

interface Page {
  readonly goTo: (url: string) => void
  readonly say: (message: string) => void
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
      return follow(await signOut(returnUrl(undefined, loggedOut)), loggedOut)
    case 'logout-callback':
      return follow(await completeSignOut(href), loggedOut)
    case 'logged-out':
      setTimeout(() => window.location.replace(address('/authentication/login')), timeToRead)
  }
}

/** Milliseconds for which 'You successfully logged out!' stands before the login page takes its place. */
const timeToRead = 2000
