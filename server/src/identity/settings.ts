import type { SupportChat } from '../platform/support-chat.ts'

/** What identity needs of the configuration. */
export interface IdentityConfig {
  /** The public address without path or closing slash: `https://club.example`. */
  readonly baseUrl: string
  /** '' or '/club'. */
  readonly basePath: string
  /** Another provider instead of the embedded one, when `authority` is set. */
  readonly oidc: {
    readonly authority?: string | undefined
    readonly clientId: string
    readonly audience?: string | undefined
    readonly scope?: string | undefined
    /** What its tokens say, in `amr` or `acr`, of who has signed in with two factors. */
    readonly twoFactor?: readonly string[]
  }
  /** Who can create an account at the embedded provider; left out: everyone. */
  readonly registration?: 'open' | 'invitation' | 'closed'
  /** The chat of a third party, which the web is told of and `user_hash` is for. */
  readonly support?: { readonly chat: SupportChat | null }
}

/** The name under which the web client asks for its settings, and its client id at the embedded provider. */
export const webClientName = 'Honbu.Web'

/** Addresses and names that follow from the configuration. */
export function settingsOf({ baseUrl, basePath, registration = 'open' }: IdentityConfig) {
  const root = baseUrl + basePath
  const { hostname, port, protocol } = new URL(baseUrl)
  // Cookies are not separated by port, and two installations on one machine must not sign each other out.
  const suffix = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) && port ? `.${port}` : ''
  const secure = protocol === 'https:'
  // Browsers take such names from us alone, and from no other host of the same domain (RFC 6265bis, 4.1.3).
  const below = secure ? '__Secure-' : ''
  const everywhere = secure && !basePath ? '__Host-' : below
  return {
    baseUrl,
    basePath,
    registration,
    root,
    secure,
    issuer: `${root}/connect`,
    /** The API as a resource (RFC 8707): the audience of its access tokens. */
    api: `${root}/api`,
    dashboard: `${root}/dashboard`,
    /** The path all cookies are for. */
    cookiePath: basePath || '/',
    cookies: {
      session: `${everywhere}honbu.login${suffix}`,
      interaction: `${below}honbu.interaction${suffix}`,
      resume: `${below}honbu.resume${suffix}`,
      /** Readable by scripts; see session-cookie.ts. */
      mark: `${everywhere}honbu.session${suffix}`,
      /** By which a browser is known to the accounts that have signed in from it; see devices.ts. */
      device: `${everywhere}honbu.device${suffix}`,
      /** That the password was right, while the code is asked for; see second-step.ts. */
      step: `${everywhere}honbu.step${suffix}`,
    },
    pages: {
      login: `${basePath}/Identity/Account/Login`,
      register: `${basePath}/Identity/Account/Register`,
      firstOwner: `${basePath}/Identity/Account/FirstOwner`,
      confirmEmail: `${basePath}/Identity/Account/ConfirmEmail`,
      forgotPassword: `${basePath}/Identity/Account/ForgotPassword`,
      resetPassword: `${basePath}/Identity/Account/ResetPassword`,
      confirmEmailChange: `${basePath}/Identity/Account/ConfirmEmailChange`,
      stopEmailChange: `${basePath}/Identity/Account/StopEmailChange`,
      invitation: `${basePath}/Identity/Account/Invitation`,
      manage: `${basePath}/Identity/Account/Manage`,
      // Below the login page: the cookie of an authorization request that waits is for it and what is below it.
      secondStep: `${basePath}/Identity/Account/Login/Code`,
      twoFactor: `${basePath}/Identity/Account/Manage/TwoFactor`,
      passkey: `${basePath}/Identity/Account/Login/Passkey`,
      passkeys: `${basePath}/Identity/Account/Manage/Passkeys`,
      sessions: `${basePath}/Identity/Account/Manage/Sessions`,
      proof: `${basePath}/Identity/Account/Manage/Proof`,
      assets: `${basePath}/Identity/assets`,
    },
  } as const
}

export type Settings = ReturnType<typeof settingsOf>
