import type { FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { Refused } from './refused.ts'

/**
 * Refuses a form that was not sent from a page of ours. No token is needed for that: browsers say where a request comes
 * from, in headers that no page can set. `Sec-Fetch-Site` comes from every browser of today, over https and on
 * localhost; `Origin` comes with every POST, over plain http too. A POST with neither is from no browser that could be
 * tricked, but neither is it from our form, so it is refused as well. (OWASP, Cross-Site Request Forgery Prevention,
 * "Fetch Metadata headers" and "Verifying Origin With Standard Headers".) It covers signing in too, where there is no
 * session yet that a token could be tied to; the session cookie is SameSite=Lax besides.
 */
export function demandSameOrigin({ headers, method }: FastifyRequest, { baseUrl }: Pick<Config, 'baseUrl'>): void {
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  const sameOrigin = site === undefined ? headers.origin === new URL(baseUrl).origin : site === 'same-origin'
  if (!sameOrigin) throw new Refused(403, 'This form was not sent from one of our pages. Please go back and try again.')
}
