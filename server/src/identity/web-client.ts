import type { ClientMetadata } from 'oidc-provider'
import { type IdentityConfig, type Settings, webClientName } from './settings.ts'

/** The scopes of the embedded provider that the web client asks for: who it is, and the API. */
const scope = 'openid profile email api'

/** The web client at the embedded provider: public, code flow with PKCE. */
export const webClient = ({ root }: Settings): ClientMetadata => ({
  client_id: webClientName,
  client_name: 'Honbu',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  redirect_uris: [`${root}/authentication/login-callback`],
  post_logout_redirect_uris: [`${root}/authentication/logout-callback`],
})

/** What the web client gives to oidc-client-ts, in the names of that library. */
export interface WebClientSettings {
  readonly authority: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly post_logout_redirect_uri: string
  readonly response_type: 'code'
  readonly scope: string
  /** Which API the access token is for; absent for another provider than the embedded one. */
  readonly resource?: string
  /** The cookie that changes with the login session; absent for another provider. */
  readonly session_cookie?: string
  /** There is a support chat to be started; absent where there is none. */
  readonly support_chat?: true
}

/** The settings a client starts from; undefined for a name that is no client. */
export function clientSettings(
  name: string,
  config: IdentityConfig,
  settings: Settings,
): WebClientSettings | undefined {
  if (name !== webClientName) return undefined
  const { authority, clientId, scope: externalScope } = config.oidc
  const shared = {
    redirect_uri: `${settings.root}/authentication/login-callback`,
    post_logout_redirect_uri: `${settings.root}/authentication/logout-callback`,
    response_type: 'code' as const,
    ...(config.support?.chat && { support_chat: true as const }),
  }
  if (authority) return { authority, client_id: clientId, scope: externalScope ?? 'openid profile email', ...shared }
  return {
    authority: settings.issuer,
    client_id: webClientName,
    scope,
    resource: settings.api,
    session_cookie: settings.cookies.mark,
    ...shared,
  }
}
