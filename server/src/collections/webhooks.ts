import type { Provider } from '@honbu/contract/providers.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Providers } from '../providers/index.ts'
import { goCardlessEvents, type ProviderEvent, signedByGoCardless, signedByStripe, stripeEvents } from './events.ts'
import type { EventIntake } from './take-events.ts'

interface WebhookParts {
  readonly providers: Providers
  readonly intake: EventIntake
  readonly now: () => Date
}

const open = { config: { access: 'anyone' } } as const

/**
 * Where providers tell us that something has happened. Who does not know the secret is refused; everything else is stored
 * and answered at once, and worked off by a job.
 */
export function serveWebhooks(app: FastifyInstance, { providers, intake, now }: WebhookParts): void {
  const secretsOf = keptFor(5_000, (provider: Provider) => providers.webhookSecrets(provider))

  app.register(async scope => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 2 * 1024 * 1024 }, (_request, body, done) =>
      done(null, body),
    )

    scope.post('/webhooks/gocardless', open, async (request, reply) => {
      const body = bytesOf(request)
      const signature = headerOf(request, 'webhook-signature')
      const find = async (fresh: boolean) => signedByGoCardless(body, signature, await secretsOf('gocardless', fresh))
      // 498: what GoCardless asks for (https://developer.gocardless.com/api-reference/#appendix-webhooks).
      return await answer(reply, { wrong: 498, find, events: () => goCardlessEvents(body.toString('utf8')) })
    })

    scope.post('/webhooks/stripe', open, async (request, reply) => {
      const body = bytesOf(request)
      const signature = headerOf(request, 'stripe-signature')
      const find = async (fresh: boolean) =>
        signedByStripe(body, signature, { secrets: await secretsOf('stripe', fresh), now: now() })
      return await answer(reply, { wrong: 400, find, events: () => stripeEvents(body.toString('utf8')) })
    })
  })

  interface Told {
    readonly wrong: number
    readonly find: (fresh: boolean) => Promise<number[]>
    readonly events: () => ProviderEvent[] | null
  }

  async function answer(reply: FastifyReply, { wrong, find, events }: Told) {
    // A secret that has just been entered is not among those that are kept.
    const found = await find(false)
    const accountIds = found.length > 0 ? found : await find(true)
    if (accountIds.length === 0) return say(reply, wrong, 'The signature is not right.')
    const told = events()
    if (!told) return say(reply, 400, 'The body is not what was expected.')
    if (told.length > 0) await Promise.all(accountIds.map(accountId => intake.take(accountId, told)))
    return reply.code(204).send()
  }
}

const say = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ isSuccess: false, error: 'invalid', message })

const bytesOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value.slice(0, 1000) : ''
}

/** Reads again what is older than this, or when it is asked to. */
function keptFor<Key, Value>(milliseconds: number, read: (key: Key) => Promise<Value>) {
  const kept = new Map<Key, { value: Promise<Value>; at: number }>()
  return (key: Key, fresh: boolean): Promise<Value> => {
    const now = performance.now()
    const found = kept.get(key)
    if (found && !fresh && now - found.at < milliseconds) return found.value
    const value = read(key)
    kept.set(key, { value, at: now })
    value.catch(() => kept.delete(key))
    return value
  }
}
