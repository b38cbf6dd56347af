import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { openJobs } from './jobs.ts'
import { queueMetrics } from './machine-metrics.ts'
import { openMetrics } from './metrics.ts'

const { db, pool, connection } = await freshDatabase()
const jobs = await openJobs(connection, { error: () => {} })
const token = 'a-token-of-some-length'
const metrics = openMetrics({ pool, token, areas: [queueMetrics(pool)] })
const app = Fastify()
metrics.serve(app)
const work = Promise.withResolvers<void>()
afterAll(async () => {
  work.resolve()
  await app.close()
  await jobs.stop()
})

const ask = (authorization?: string) => app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })

it('are for who knows the token', async () => {
  for (const given of [undefined, 'Bearer', 'Bearer ', `Bearer ${token}x`, `Basic ${token}`]) {
    const { statusCode, body } = await ask(given)
    expect([statusCode, body]).toEqual([401, expect.not.stringContaining('honbu_')])
  }
})

it('count requests by route and status, connections, and jobs by queue', async () => {
  metrics.observe({ method: 'GET', route: '/api/member/GetMember/:id', status: 200, ms: 30 })
  metrics.observe({ method: 'GET', route: '/api/member/GetMember/:id', status: 404, ms: 3 })
  await jobs.work('wait', () => work.promise)
  await db.transaction().execute(tx => jobs.enqueue(tx, 'wait', {}))
  await expect
    .poll(async () => (await ask(`Bearer ${token}`)).body)
    .toMatch(/honbu_jobs\{queue="wait",state="active"\} 1/)
  const { body } = await ask(`Bearer ${token}`)
  const labels = 'method="GET",route="/api/member/GetMember/:id",status="200"'
  expect(body).toContain(`honbu_http_request_seconds_bucket{le="0.025",${labels}} 0`)
  expect(body).toContain(`honbu_http_request_seconds_bucket{le="0.05",${labels}} 1`)
  expect(body).toContain('status="404"')
  expect(body).toMatch(/honbu_database_connections\{state="awaited"\} 0/)
  expect(body).toContain('nodejs_eventloop_lag_seconds')
})
