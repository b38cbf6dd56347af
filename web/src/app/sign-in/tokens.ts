/** The name under which this application is known to the server; also the prefix of the user store. */
export const clientName = 'Honbu.Web'

/** The provider, and this application's name there. */
interface Client {
  readonly authority: string
  readonly client_id: string
}

/** What the client of the provider keeps of a session, in the names of oidc-client-ts. */
export interface Tokens {
  readonly access_token: string
  /** Seconds since 1970. */
  readonly expires_at?: number | undefined
  readonly profile: Readonly<Record<string, unknown>>
}

/** Where it keeps them in `localStorage`: its `WebStorageStateStore`, with our name as prefix. */
export const tokensKey = ({ authority, client_id }: Client) => `${clientName}user:${authority}:${client_id}`

export const keptTokens = (settings: Client): Tokens | null => {
  const kept = localStorage.getItem(tokensKey(settings))
  return kept === null ? null : parseTokens(kept)
}

/** As they are kept; only the client of the provider writes there. */
export const parseTokens = (text: string): Tokens => JSON.parse(text)

/** Seconds are whole, as the client of the provider counts them. */
export const isExpired = ({ expires_at }: Tokens): boolean =>
  expires_at !== undefined && expires_at <= Math.floor(Date.now() / 1000)
