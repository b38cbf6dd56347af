import { createHmac, randomUUID } from 'node:crypto'
import type { ApiAnswer, ApiRequest } from '../provider/listener.ts'
import type { Endpoint } from '../provider/outbox.ts'
import { openSandbox, type Provider, type SandboxOptions } from '../provider/sandbox.ts'
import { rateMeter } from '../provider/world.ts'
import { type Account, newAccount, type Shared } from './account.ts'
import type { Bank, BankDefaults, BankDesk, BankSandbox } from './bank.ts'
import { bankPage } from './bank-page.ts'
import { liveThroughDay } from './days.ts'
import { badUsage, Refusal, refusalAnswer, troubleAnswer } from './refusal.ts'
import { route } from './routes.ts'
import { type GcEvent, newId } from './rows.ts'

/** Speaks the GoCardless API, version 2015-07-06, on a loopback port, and moves no money. */
export const openBankSandbox = (options: SandboxOptions): Promise<BankSandbox> => openSandbox(provider, options)

const provider: Provider<BankDefaults, Account, GcEvent> = {
  name: 'bank',
  byDefault: { payment: 'paid', mandate: 'active' },
  secretPrefix: 'sandbox-gc-',
  newAccount: (token, id = newId('OR')) => newAccount(id, token),
  read(account, what, _id, value) {
    if (what !== 'made') return false
    const { key, id } = value as { key: string; id: string }
    account.made.set(key, id)
    return true
  },
  refusal: troubleAnswer,
  webhooks: {
    batch: 250,
    newId: () => newId('WB'),
    requestOf: webhookRequest,
    // 498 says that the signature is wrong, which another attempt does not mend.
    settles: status => (status >= 200 && status < 300) || status === 498,
  },
  serve,
}

function serve(desk: BankDesk, clock: () => Date) {
  const { world } = desk
  const shared: Shared = { ...desk, byDefault: () => world.settings().byDefault }
  const bank: Bank = { ...desk, ...shared, contextOf: account => ({ ...shared, account }) }
  const count = rateMeter(() => clock().getTime())

  function answer(request: ApiRequest): ApiAnswer {
    const headers = { 'x-request-id': randomUUID() }
    try {
      const answered = withRate(signedIn(request), request)
      return { ...answered, headers: { ...headers, ...answered.headers } }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const answered = refusalAnswer(error)
      return { ...answered, headers: { ...headers, ...answered.headers } }
    }
  }

  function signedIn({ headers }: ApiRequest): Account {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    if (!/^sandbox_./.test(token))
      throw badUsage(401, 'access_token_not_found', 'The access token you’ve used is not a valid API access token')
    const version = headers['gocardless-version']
    if (!version) throw badUsage(400, 'missing_version_header', 'No GoCardless-Version header was given')
    if (version !== '2015-07-06') throw badUsage(400, 'version_not_found', 'This API version does not exist')
    return desk.accountOf(token)
  }

  function withRate(account: Account, request: ApiRequest): ApiAnswer {
    const limit = world.settings().rateLimit
    const used = count(account.id)
    if (limit !== null && used > limit) return troubleAnswer(429)
    world.catchUp()
    const answered = route(bank.contextOf(account), request)
    const left = limit === null ? 999 : limit - used
    const rate = { 'ratelimit-limit': String(limit ?? 1000), 'ratelimit-remaining': String(left) }
    const reset = new Date(clock().getTime() + 60_000).toUTCString()
    return { ...answered, headers: { ...rate, 'ratelimit-reset': reset, ...answered.headers } }
  }

  return {
    answer,
    page: (request: Parameters<typeof bankPage>[1]) => bankPage(bank, request),
    morning: (account: Account, day: string) => liveThroughDay(bank.contextOf(account), day),
  }
}

/** https://developer.gocardless.com/api-reference/#webhooks-overview */
function webhookRequest(events: readonly GcEvent[], { secret }: Endpoint) {
  const shownEvents = events.map(({ own: _own, ...event }) => event)
  const body = JSON.stringify({ events: shownEvents, meta: { webhook_id: newId('WB') } })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'gocardless-webhook-service/1.1',
    origin: 'https://api-sandbox.gocardless.com',
    'webhook-signature': signature,
  }
  return { headers, body }
}
