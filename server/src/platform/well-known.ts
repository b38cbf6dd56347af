import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

const open = { config: { access: 'anyone' } } as const
const year = 365 * 86_400_000

/** What search engines may read: a club's public pages, and nothing that asks for a login or holds a secret link. */
const robots = (basePath: string) => `User-agent: *
Allow: ${basePath}/timetable/
Allow: ${basePath}/enquire/
Disallow: ${basePath}/
`

/**
 * The addresses that programs look for by themselves: `/robots.txt` (RFC 9309), `/.well-known/security.txt` (RFC 9116) and
 * `/.well-known/change-password` (W3C). They are found only where Honbu has no base path, or a proxy passes them on.
 */
export function serveWellKnown(
  app: FastifyInstance,
  { config: { basePath, support }, now }: { config: Pick<Config, 'basePath' | 'support'>; now: () => Date },
): void {
  app.get('/robots.txt', open, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots(basePath)),
  )

  app.get('/.well-known/security.txt', open, async (_request, reply) => {
    // The end of the day a year from now at the latest, so that it doesn't change by the second.
    const expires = new Date(Math.floor((now().getTime() + year) / 86_400_000) * 86_400_000).toISOString()
    const text = `Contact: mailto:${support.email}\nExpires: ${expires}\nPreferred-Languages: en\n`
    return reply.type('text/plain; charset=utf-8').send(text)
  })

  app.get('/.well-known/change-password', open, async (_request, reply) =>
    reply.redirect(`${basePath}/Identity/Account/Manage`, 302),
  )
}
