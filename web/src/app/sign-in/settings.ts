import { address } from '../base.ts'
import { heard } from '../connection.ts'

/** The name under which this application is known to the server; also the prefix of the user store. */
export const clientName = 'Honbu.Web'

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
  const response = await fetch(address(`_configuration/${clientName}`)).catch(() => undefined)
  heard(response !== undefined)
  if (response?.ok) return keep(await response.json())
  const kept = response === undefined && localStorage.getItem(keptSettings)
  if (!kept) throw new Error(`Could not load settings for '${clientName}'`)
  areKept = true
  return JSON.parse(kept)
}

/** Where nobody's secrets are: what every visitor is told. */
const keptSettings = 'honbu.settings'

function keep(settings: SignInSettings): SignInSettings {
  localStorage.setItem(keptSettings, JSON.stringify(settings))
  return settings
}
