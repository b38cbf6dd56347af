/**
 * How long the dearest webhook that we don't refuse unread keeps the process: 256 KB, four wrong signatures, and a
 * server that knows 1, 100 and 10,000 accounts. Each account has an address of its own, so the number makes no
 * difference: `npm run bench:webhooks`.
 */
import { createHmac } from 'node:crypto'
import { serveWebhooks } from '@honbu/server/collections/webhooks.ts'
import type { Providers } from '@honbu/server/providers/index.ts'
import Fastify from 'fastify'

const times = 200
const now = new Date('2026-05-12T18:30:00Z')
const body = Buffer.alloc(256 * 1024, 'x')
const seconds = Math.floor(now.getTime() / 1000)
const wrong = createHmac('sha256', 'not the secret').update(body).digest('hex')
const signatures = [wrong, wrong, wrong, wrong].map(signature => `v1=${signature}`).join(',')

const medians: number[] = []
// The first round warms up.
for (const accounts of [1, 1, 100, 10_000]) {
  const secrets = Array.from({ length: accounts }, (_, index) => ({ accountId: index, secret: `secret ${index}` }))
  const providers = {
    webhookSecrets: async (_provider: string, clubId: number | null) =>
      clubId === null ? [] : secrets.slice(clubId % accounts, (clubId % accounts) + 1),
  } as unknown as Providers
  const app = Fastify()
  serveWebhooks(app, { providers, intake: { take: async () => undefined } as never, now: () => now })
  const took: number[] = []
  for (let index = 0; index < times; index++) {
    const began = performance.now()
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/webhooks/stripe/${1 + (index % accounts)}`,
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},${signatures}` },
      payload: body,
    })
    if (statusCode !== 400) throw new Error(`answered ${statusCode}`)
    took.push(performance.now() - began)
  }
  await app.close()
  const median = took.toSorted((one, other) => one - other)[times / 2] ?? Number.NaN
  medians.push(median)
  console.log(`${accounts} accounts: half are answered within ${median.toFixed(2)} ms`)
}
const [, few = 1, , many = 1] = medians
console.log(`10,000 accounts take ${(many / few).toFixed(2)} times as long as one`)
