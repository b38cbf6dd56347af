import { createHash } from 'node:crypto'
import type { Settings } from './settings.ts'

/** What is needed of a Koa context to write cookies. */
interface CookieWriter {
  readonly cookies: {
    get(name: string, options: { signed: false }): string | undefined
    set(name: string, value: string | null, options: object): unknown
  }
}

interface LoginSession {
  readonly uid: string
  readonly accountId?: string | undefined
  readonly loginTs?: number | undefined
  readonly transient?: boolean | undefined
  readonly exp?: number
  readonly destroyed?: boolean
}

/**
 * Mirrors the login session in a cookie that scripts may read: another value for each sign-in, none without. The web
 * client looks at it to see that someone has signed out, or in as someone else, in another tab. It gives no access.
 */
export function markSession(ctx: CookieWriter, session: LoginSession, settings: Settings): void {
  const name = settings.cookies.mark
  const options = { path: settings.cookiePath, sameSite: 'lax', httpOnly: false, signed: false, overwrite: true }
  if (session.accountId && !session.destroyed) {
    const expires = session.transient || !session.exp ? undefined : new Date(session.exp * 1000)
    ctx.cookies.set(name, markOf(session), { ...options, expires })
  } else if (ctx.cookies.get(name, { signed: false })) {
    ctx.cookies.set(name, null, options)
  }
}

/** Takes out of an answer what it says of the session in cookies. */
export function dropSessionCookies(
  response: {
    get(name: string): string | string[]
    set(name: string, value: string[]): void
    remove(name: string): void
  },
  { cookies: { session, mark } }: Settings,
): void {
  const ours = [session, `${session}.sig`, mark].map(name => `${name}=`)
  const kept = [response.get('set-cookie') ?? []]
    .flat()
    .filter(line => line && !ours.some(name => line.startsWith(name)))
  if (kept.length > 0) response.set('set-cookie', kept)
  else response.remove('set-cookie')
}

const markOf = ({ uid, accountId, loginTs }: LoginSession) =>
  createHash('sha256').update(`${uid} ${accountId} ${loginTs}`).digest('base64url').slice(0, 22)
