import type { FastifyReply } from 'fastify'
import { type Account, accountBySub } from '../accounts.ts'
import { type LoginSession, readLoginSession } from '../sign-in.ts'
import { type Exchange, goTo, type PageParts } from './parts.ts'

export interface SignedIn {
  readonly account: Account
  readonly session: LoginSession
}

/** Answers whoever has a login session; anybody else is sent to the login page, and comes back to where he was. */
export async function signedIn(
  parts: PageParts,
  { request, reply }: Exchange,
  answer: (signedIn: SignedIn) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { login, manage } = parts.settings.pages
  const session = await readLoginSession(await parts.provider(), request, reply)
  const account = session && (await accountBySub(parts.db, session.sub))
  if (session && account) return answer({ account, session })
  const path = new URL(request.url, parts.settings.baseUrl).pathname.replace(/\/$/, '')
  const returnUrl = request.method === 'GET' ? path : manage
  return goTo(reply, `${login}?${new URLSearchParams({ returnUrl })}`)
}
