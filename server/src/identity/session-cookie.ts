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

const markOf = ({ uid, accountId, loginTs }: LoginSession) =>
  createHash('sha256').update(`${uid} ${accountId} ${loginTs}`).digest('base64url').slice(0, 22)
