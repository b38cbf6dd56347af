import { ErrorResponse, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import type { SignInSettings } from './settings.ts'
import { clientName, type Tokens } from './tokens.ts'

interface Told {
  /** There are tokens, for the first time or anew. */
  readonly onTokens: (tokens: Tokens) => void
  readonly onForgotten: () => void
  /** The provider says that the session is over. */
  readonly onEnd: () => void
}

/** The client of the identity provider, in a file of its own because it is large: see `session.ts`. */
export function openProvider({ session_cookie, ...given }: SignInSettings, told: Told): UserManager {
  const manager = new UserManager({
    ...given,
    silent_redirect_uri: given.redirect_uri,
    userStore: new WebStorageStateStore({ prefix: clientName }),
    automaticSilentRenew: true,
    // The provider's own frame, where it has one.
    monitorSession: session_cookie === undefined,
  })
  manager.events.addUserLoaded(told.onTokens)
  manager.events.addUserUnloaded(told.onForgotten)
  manager.events.addUserSignedOut(told.onEnd)
  manager.events.addSilentRenewError(error => {
    if (error instanceof ErrorResponse && error.error === 'login_required') told.onEnd()
  })
  return manager
}
