import { type Inboxes, mailListPage, mailPage } from '@honbu/sandbox/mail-pages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from './refused.ts'

/**
 * The sandbox's inbox at /sandbox/mail, for the person at this machine only: the messages sign people in. Mount it only
 * while a sandbox is on.
 */
export const serveSandboxMail = (inboxes: Inboxes, basePath: string) =>
  async function serve(app: FastifyInstance): Promise<void> {
    const address = `${basePath}/sandbox/mail`
    app.addHook('onRequest', async request => {
      if (!fromThisMachine(request)) throw new Refused(404, 'There is nothing here.')
    })
    app.get('/sandbox/mail', { config: { access: 'anyone' } }, async (_request, reply) =>
      reply
        .type('text/html')
        .header('cache-control', 'no-store')
        .send(await mailListPage(inboxes, address)),
    )
    app.get<{ Params: { id: string } }>(
      '/sandbox/mail/:id',
      { config: { access: 'anyone' } },
      async ({ params }, reply) => {
        const page = inboxes.mail && (await mailPage(inboxes.mail, address, params.id))
        if (!page) throw new Refused(404, 'This message is gone.')
        return reply.type('text/html').header('cache-control', 'no-store').send(page)
      },
    )
  }

const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/
const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/**
 * The connection comes from this machine, no proxy speaks for someone else, and the browser believes that it talks to
 * this machine (a foreign site whose name has been pointed at 127.0.0.1 does not).
 */
function fromThisMachine({ raw, ip, headers }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded
  return (
    !forwarded &&
    loopback.test(ip) &&
    loopback.test(raw.socket.remoteAddress ?? '') &&
    loopbackName.test(headers.host ?? '')
  )
}
