import type { FastifyInstance } from 'fastify'
import type { Attempts } from './attempts.ts'
import { html } from './html.ts'
import { sendPublicPage } from './public-page.ts'

/** For routes whose address holds a secret: whoever has the link may open it. They answer 404 to a link that never was. */
export const byLink = { config: { access: 'link' } } as const

/**
 * Counts links that never were, by client. Nobody guesses 192 random bits: what this saves is the work of looking for
 * them, and it tells who tries.
 */
export function countWrongLinks(app: FastifyInstance, attempts: Pick<Attempts, 'begin' | 'pause'>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.access !== 'link') return
    const seconds = await attempts.pause({ kind: 'link', subject: request.ip })
    if (seconds === 0) return
    const text = html`<p>Too many links from your network didn't work. Please wait a few minutes and try again.</p>`
    return sendPublicPage(reply.header('retry-after', seconds), 'One moment', text, 429)
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.access === 'link' && reply.statusCode === 404)
      await attempts.begin({ kind: 'link', subject: request.ip })
  })
}
