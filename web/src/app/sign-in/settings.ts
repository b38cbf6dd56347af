import { address } from '../base.ts'
import { heard } from '../connection.ts'
import { clientName, isExpired, keptTokens } from './tokens.ts'

/** What the server hands out, in the names of oidc-client-ts. */
export interface SignInSettings {
  readonly authority: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly post_logout_redirect_uri: string
  readonly response_type: string
  readonly scope: string
  readonly resource?: string
  /** A readable cookie that changes when the provider's session begins and disappears when it ends. */
  readonly session_cookie?: string
  /** There is a support chat to be started. */
  readonly support_chat?: true
}

let loading: Promise<SignInSettings> | undefined
let areKept = false

/** The settings could not be loaded, and are those of an earlier visit: there is no connection. */
export const areSettingsKept = (): boolean => areKept

/** Loaded once; after a failure again. */
export function signInSettings(): Promise<SignInSettings> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<SignInSettings> {
  const kept = localStorage.getItem(keptSettings)
  const token = kept && tokenOf(JSON.parse(kept))
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const response = await fetch(address(`_configuration/${clientName}`), { headers }).catch(() => undefined)
  heard(response !== undefined)
  if (response?.ok) return keep(await response.json())
  if (!kept || response) throw new Error(`Could not load settings for '${clientName}'`)
  areKept = true
  return JSON.parse(kept)
}

/** The settings say where the token is, so before they're loaded those of the last visit have to. */
function tokenOf(settings: SignInSettings): string | undefined {
  const tokens = keptTokens(settings)
  return tokens && !isExpired(tokens) ? tokens.access_token : undefined
}

/** Where nobody's secrets are: what every visitor is told. */
const keptSettings = 'honbu.settings'

function keep(settings: SignInSettings): SignInSettings {
  localStorage.setItem(keptSettings, JSON.stringify(settings))
  return settings
}
