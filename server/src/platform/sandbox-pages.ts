import fastifyFormbody from '@fastify/formbody'
import { type Inboxes, inboxPage } from '@honbu/sandbox/mail-pages.ts'
import type { PageAnswer, PageRequest } from '@honbu/sandbox/provider/html.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GivenConfig } from './config.ts'
import { Refused } from './refused.ts'

type Sandboxes = Pick<GivenConfig, 'demo' | 'sandboxPages' | 'smtpUrl' | 'smsUrl' | 'goCardlessUrl' | 'stripeUrl'>

/**
 * Says whether the sandboxes' pages are there at all. They show letters that log people in and decide who has paid, so
 * they are for the demo: a real carrier or provider, or HONBU_DEMO=0, closes them unless HONBU_SANDBOX_PAGES says otherwise.
 */
export const hasSandboxPages = ({
  demo,
  sandboxPages,
  smtpUrl,
  smsUrl,
  goCardlessUrl,
  stripeUrl,
}: Sandboxes): boolean => sandboxPages === 'local' || (demo && !smtpUrl && !smsUrl && !goCardlessUrl && !stripeUrl)

/**
 * The sandbox's inbox at /sandbox/mail, for the person at this machine only: the messages sign people in. Mount it only
 * while a sandbox is on.
 */
export const serveSandboxMail = (inboxes: Inboxes, basePath: string) =>
  async function serve(app: FastifyInstance): Promise<void> {
    const address = `${basePath}/sandbox/mail`
    await servePages(app, 'mail', async (asked, reply) => {
      const answer = await inboxPage(inboxes, address, asked)
      if (!answer) throw new Refused(404, 'This message is gone.')
      if (!('bytes' in answer)) return sendPage(reply, answer)
      // Never shown as a page of ours: what it holds came from elsewhere.
      return reply
        .type(answer.contentType)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(answer.filename)}`)
        .send(answer.bytes)
    })
  }

interface ProviderSandbox {
  page(request: PageRequest): Promise<PageAnswer>
}

/**
 * The pages of a sandbox that stands for a payment provider, at /sandbox/bank or /sandbox/cards, for the person at this
 * machine only: they decide who has paid. The payers' pages are among them.
 */
export const serveSandboxProvider = (name: 'bank' | 'cards', sandbox: ProviderSandbox) =>
  async function serve(app: FastifyInstance): Promise<void> {
    await servePages(app, name, async (asked, reply) => sendPage(reply, await sandbox.page(asked)))
  }

type Answering = (asked: PageRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Pages at /sandbox/NAME and below, for the person at this machine only. */
async function servePages(app: FastifyInstance, name: string, answer: Answering): Promise<void> {
  app.addHook('onRequest', async request => {
    const isForeignForm = request.headers['sec-fetch-site'] === 'cross-site' && request.method === 'POST'
    if (!fromThisMachine(request) || isForeignForm) throw new Refused(404, 'There is nothing here.')
  })
  await app.register(fastifyFormbody)
  for (const url of [`/sandbox/${name}`, `/sandbox/${name}/*`])
    app.route<{ Params: { '*'?: string } }>({
      method: ['GET', 'POST'],
      url,
      config: { access: 'anyone' },
      handler: ({ method, params, query, body }, reply) => {
        reply.header('cache-control', 'no-store')
        const path = params['*'] ?? ''
        const asked = { path, query: textsOf(query), form: textsOf(body) }
        return answer({ method: method === 'POST' ? 'POST' : 'GET', ...asked }, reply)
      },
    })
}

function sendPage(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  if ('to' in answer) return reply.redirect(answer.to, 303)
  return reply
    .code(answer.status ?? 200)
    .type('text/html')
    .send(answer.html)
}

/** The fields that are texts: one that comes twice is not what the pages send. */
const textsOf = (fields: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).filter((field): field is [string, string] => typeof field[1] === 'string'),
  )

const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/
/** Each proxy has its own way of saying for whom it asks. Our own browsers and scripts send none of these. */
const forwarding =
  /^(forwarded|via|x-forwarded(-.*)?|x-(real|client|cluster-client|original|remote)-.*|x-envoy-.*|x-proxy.*|true-client-ip|cf-.*|fastly-.*|cloudfront-.*)$/

const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/**
 * The connection comes from this machine, no proxy speaks for someone else, and the browser believes that it talks to
 * this machine (a foreign site whose name has been pointed at 127.0.0.1 does not).
 */
function fromThisMachine({ raw, ip, headers }: FastifyRequest): boolean {
  return (
    !Object.keys(headers).some(name => forwarding.test(name)) &&
    loopback.test(ip) &&
    loopback.test(raw.socket.remoteAddress ?? '') &&
    loopbackName.test(headers.host ?? '')
  )
}
