import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as oidc from 'openid-client'
import { openBrowser } from '../browser.ts'

export const password = 'take the register'

/** What the clients of a fleet have met. */
export interface Told {
  /** What was asked, by its name. */
  readonly asked: Map<string, number>
  /** How often it had to be asked again. */
  again: number
  /** Milliseconds for which somebody goes on asking; none: he asks once more, at once. */
  readonly patience: number
  /** What the product answered when it could not do what was asked, and how often. */
  readonly excuses: Map<number, number>
  /** What went wrong twice, or was refused. */
  readonly errors: string[]
}

export const nothingTold = (patience = 0): Told => ({
  ...{ asked: new Map(), again: 0, patience, excuses: new Map(), errors: [] },
})

/** An answer that says no: asking again would be no use. */
class Refusal extends Error {}

/** An answer that says: not now. */
class Excuse extends Error {
  readonly status: number
  /** Milliseconds after which it may be asked again. */
  readonly after: number

  constructor(message: string, { status, headers }: Pick<Response, 'status' | 'headers'>) {
    super(message)
    this.status = status
    this.after = Number(headers.get('retry-after')) * 1000
  }
}

/**
 * A client that asks once more when it was told nothing, or that something went wrong; one with patience goes on, each
 * time after as long as it was told. Undefined: that failed too.
 */
export async function insist<Answer>(
  told: Told,
  name: string,
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> {
  told.asked.set(name, (told.asked.get(name) ?? 0) + 1)
  const giveUp = performance.now() + told.patience
  for (let isLast = false; ; ) {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof Excuse) told.excuses.set(error.status, (told.excuses.get(error.status) ?? 0) + 1)
      if (isLast || error instanceof Refusal) {
        told.errors.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
        return undefined
      }
      told.again += 1
      isLast = performance.now() >= giveUp
      // Where nothing was said, as a proxy that finds nobody, a person would not ask faster than this.
      if (told.patience > 0) await pause(error instanceof Excuse && error.after > 0 ? error.after : 500)
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects; what it does not find fails it
type Answer = any

export interface Session {
  readonly get: (path: string) => Promise<Answer>
  /** Written once, however often it is sent: each call brings a key of its own, which its second try brings again. */
  readonly post: (path: string, body: object, key?: string) => Promise<Answer>
  /** One that is good for a while. */
  readonly token: () => Promise<string>
}

/** Less than the ten minutes of a token. */
const renewedAfterMs = 8 * 60_000

/** Signs in, and again when the token will soon be over: on a busy machine the work takes longer than that. */
export async function signIn(root: string, email: string): Promise<Session> {
  let token = await newToken(root, email)
  let madeAt = performance.now()
  return sessionWith(root, async () => {
    if (performance.now() - madeAt > renewedAfterMs) {
      token = await newToken(root, email)
      madeAt = performance.now()
    }
    return token
  })
}

/** Signs in as a browser does, from the form to the token. */
async function newToken(root: string, email: string): Promise<string> {
  const client = await oidc.discovery(new URL(`${root}/connect`), 'Honbu.Web', undefined, oidc.None(), {
    execute: [oidc.allowInsecureRequests],
  })
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: `${root}/authentication/login-callback`,
    scope: 'openid profile email api',
    resource: `${root}/api`,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  })
  const browser = openBrowser()
  let page = await browser.go(url.href)
  while (page.location) page = await browser.go(page.location)
  page = await browser.submit(page, { email, password })
  while (page.location && !page.location.startsWith(`${root}/authentication`)) page = await browser.go(page.location)
  if (!page.location) throw new Error(`signing in ended with ${page.status} at ${new URL(page.url).pathname}`)
  const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true }
  return (await oidc.authorizationCodeGrant(client, new URL(page.location), checks)).access_token
}

function sessionWith(root: string, token: Session['token']): Session {
  async function send(path: string, init: RequestInit, own: Record<string, string> = {}) {
    const headers = { ...own, authorization: `Bearer ${await token()}` }
    const response = await fetch(root + path, { ...init, headers })
    const text = await response.text()
    const problem = `${path} answered ${response.status} ${text.slice(0, 200)}`
    if (response.status >= 500) throw new Excuse(problem, response)
    if (!response.ok) throw new Refusal(problem)
    return JSON.parse(text)
  }
  return {
    token,
    get: path => send(path, {}),
    post: (path, body, key = randomUUID()) =>
      send(
        path,
        { method: 'POST', body: JSON.stringify(body) },
        { 'content-type': 'application/json', 'idempotency-key': key },
      ),
  }
}
