import type { Provider } from '@honbu/contract/providers.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Providers, WebhookSecret } from '../providers/index.ts'
import { goCardlessEvents, type ProviderEvent, signedByGoCardless, signedByStripe, stripeEvents } from './events.ts'
import type { EventIntake } from './take-events.ts'

interface WebhookParts {
  readonly providers: Providers
  readonly intake: EventIntake
  readonly now: () => Date
}

const open = { config: { access: 'anyone' } } as const

/** GoCardless puts up to 250 events into one webhook. */
const mostBytes = 256 * 1024

/** The address of one account, by the club that entered it, and the one that accounts from before migration 0082 share. */
const paths = (provider: Provider) => [`/webhooks/${provider}/:clubId`, `/webhooks/${provider}`]

/**
 * Where providers tell us that something has happened. Who does not know the secret is refused; everything else is stored
 * and answered at once, and worked off by a job. A body is hashed once for each secret of its address.
 */
export function serveWebhooks(app: FastifyInstance, { providers, intake, now }: WebhookParts): void {
  const shared = {
    gocardless: keptFor(() => providers.webhookSecrets('gocardless', null)),
    stripe: keptFor(() => providers.webhookSecrets('stripe', null)),
  }

  app.register(async scope => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )

    for (const path of paths('gocardless'))
      scope.post(path, open, async (request, reply) => {
        const body = bytesOf(request)
        const signature = headerOf(request, 'webhook-signature')
        const find = (secrets: WebhookSecret[]) => signedByGoCardless(body, signature, secrets)
        const events = () => goCardlessEvents(body.toString('utf8'))
        // 498: what GoCardless asks for (https://developer.gocardless.com/api-reference/#appendix-webhooks).
        return await answer(request, reply, { provider: 'gocardless', wrong: 498, find, events })
      })

    for (const path of paths('stripe'))
      scope.post(path, open, async (request, reply) => {
        const body = bytesOf(request)
        const signature = headerOf(request, 'stripe-signature')
        const find = (secrets: WebhookSecret[]) => signedByStripe(body, signature, { secrets, now: now() })
        const events = () => stripeEvents(body.toString('utf8'))
        return await answer(request, reply, { provider: 'stripe', wrong: 400, find, events })
      })
  })

  interface Told {
    readonly provider: Provider
    readonly wrong: number
    readonly find: (secrets: WebhookSecret[]) => number[]
    readonly events: () => ProviderEvent[] | null
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, { provider, wrong, find, events }: Told) {
    const clubId = clubOf(request)
    const accountIds = find(clubId === null ? await shared[provider](false) : await secretsOf(provider, clubId))
    // An account that is new to the shared address is not among those that are kept.
    if (clubId === null && accountIds.length === 0) accountIds.push(...find(await shared[provider](true)))
    if (accountIds.length === 0) return say(reply, wrong, 'The signature is not right.')
    const told = events()
    if (!told) return say(reply, 400, 'The body is not what was expected.')
    if (clubId !== null) await Promise.all(accountIds.map(accountId => providers.leaveSharedAddress(accountId)))
    if (told.length > 0) await Promise.all(accountIds.map(accountId => intake.take(accountId, told)))
    return reply.code(204).send()
  }

  async function secretsOf(provider: Provider, clubId: number) {
    return Number.isSafeInteger(clubId) ? await providers.webhookSecrets(provider, clubId) : []
  }
}

const say = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ isSuccess: false, error: 'invalid', message })

const bytesOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** The club in an account's own address, NaN where there is no number; null: the shared address. */
function clubOf({ params }: FastifyRequest): number | null {
  const given: unknown = Reflect.get(Object(params), 'clubId')
  if (typeof given !== 'string') return null
  return /^[1-9]\d{0,15}$/.test(given) ? Number(given) : Number.NaN
}

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value.slice(0, 1000) : ''
}

/** Reads again what is older than five seconds, or when it is asked to. */
function keptFor<Value>(read: () => Promise<Value>) {
  let kept: { readonly value: Promise<Value>; readonly at: number } | undefined
  return (fresh: boolean): Promise<Value> => {
    const now = performance.now()
    if (kept && !fresh && now - kept.at < 5_000) return kept.value
    const value = read()
    kept = { value, at: now }
    value.catch(() => {
      kept = undefined
    })
    return value
  }
}
