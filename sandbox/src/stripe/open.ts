import { createHash, createHmac } from 'node:crypto'
import type { ApiAnswer, ApiRequest } from '../provider/listener.ts'
import type { Endpoint } from '../provider/outbox.ts'
import { openSandbox, type Provider, type SandboxOptions } from '../provider/sandbox.ts'
import { isWorkingDay } from '../provider/working-days.ts'
import { rateMeter } from '../provider/world.ts'
import {
  type Account,
  apiVersion,
  type Context,
  type Kept,
  newAccount,
  type Shared,
  seconds,
  shown,
} from './account.ts'
import { payOut } from './balance.ts'
import { cardsPage } from './cards-page.ts'
import { expireSession } from './checkout.ts'
import { otherParameters, Refusal, refusalAnswer, requestId, troubleAnswer, wrongKey } from './refusal.ts'
import { route } from './routes.ts'
import { newId, type StripeEvent } from './rows.ts'
import type { CardDefaults, CardDesk, CardSandbox, Cards } from './sandbox.ts'

/** Speaks the Stripe API, as far as the product uses it, on a loopback port, and moves no money. */
export const openCardSandbox = (options: SandboxOptions): Promise<CardSandbox> => openSandbox(provider, options)

const provider: Provider<CardDefaults, Account, StripeEvent> = {
  name: 'cards',
  byDefault: { charge: 'succeeds' },
  secretPrefix: 'whsec_',
  newAccount: (key, id = newId('acct', 16)) => newAccount(id, key),
  read(account, what, key, value) {
    if (what !== 'kept') return false
    account.kept.set(key, value as Kept)
    return true
  },
  refusal: troubleAnswer,
  webhooks: {
    batch: 1,
    newId: () => newId('wh'),
    requestOf: webhookRequest,
    settles: status => status >= 200 && status < 300,
  },
  serve,
}

function serve(desk: CardDesk, clock: () => Date) {
  const { world } = desk
  const shared: Shared = { ...desk, byDefault: () => world.settings().byDefault.charge }
  const contextOf = (account: Account, request: Context['request'] = { id: null, key: null }): Context => ({
    ...shared,
    account,
    request,
  })
  const cards: Cards = { ...desk, ...shared, contextOf }
  const count = rateMeter(() => clock().getTime())

  function answer(request: ApiRequest): ApiAnswer {
    const id = requestId()
    const answered = answerTo(request, id)
    return { ...answered, headers: { 'request-id': id, 'stripe-version': apiVersion, ...answered.headers } }
  }

  function answerTo(request: ApiRequest, id: string): ApiAnswer {
    try {
      const account = signedIn(request)
      const limit = world.settings().rateLimit
      world.catchUp()
      return limit !== null && count(account.id) > limit ? troubleAnswer(429) : once(account, request, id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refusalAnswer(error)
    }
  }

  function signedIn({ headers }: ApiRequest): Account {
    const given = headers.authorization ?? ''
    const basic = /^Basic (.+)$/.exec(given)?.[1]
    const key = basic
      ? (Buffer.from(basic, 'base64').toString('utf8').split(':')[0] ?? '')
      : (/^Bearer (.+)$/.exec(given)?.[1] ?? '')
    if (!/^sk_test_./.test(key)) throw wrongKey(key)
    return desk.accountOf(key)
  }

  /**
   * A request with a key is done once; the same one again gets the same answer, a decline too. What did not get as far as
   * being done is not kept (https://docs.stripe.com/api/idempotent_requests).
   */
  function once(account: Account, request: ApiRequest, id: string): ApiAnswer {
    const given = request.headers['idempotency-key']
    const key = request.method === 'POST' && given ? String(given) : null
    const context = contextOf(account, { id, key })
    if (!key) return { status: 200, body: route(context, request) }
    const said = `${request.path} ${createHash('sha256').update(request.body).digest('hex')}`
    const kept = account.kept.get(key)
    if (kept && kept.request !== said) throw otherParameters()
    if (kept) return { status: kept.status, headers: { 'idempotent-replayed': 'true' }, body: kept.body }
    const done = decided(() => ({ status: 200, body: route(context, request) }))
    const entry = { request: said, status: done.status, body: done.body }
    account.kept.set(key, entry)
    desk.journal.put(`kept@${account.id}`, key, entry)
    return done
  }

  return {
    answer,
    page: (request: Parameters<typeof cardsPage>[1]) => cardsPage(cards, request),
    morning: (account: Account, day: string) => liveThroughDay(contextOf(account), day),
  }
}

function liveThroughDay(context: Context, day: string): void {
  const now = seconds(context.now())
  for (const session of context.account.rows.sessions.all())
    if (session.status === 'open' && session.expires_at <= now) expireSession(context, session)
  if (isWorkingDay(day)) payOut(context, day)
}

/** A declined card is an answer like another; what was wrong with the request is not. */
function decided(work: () => ApiAnswer): ApiAnswer {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal && error.status === 402) return refusalAnswer(error)
    throw error
  }
}

/** https://docs.stripe.com/webhooks#verify-manually */
function webhookRequest(events: readonly StripeEvent[], { secret }: Endpoint, now: Date) {
  const body = JSON.stringify(events.map(shown)[0], null, 2)
  const time = seconds(now)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': `t=${time},v1=${signature}`,
  }
  return { headers, body }
}
