import { once } from 'node:events'
import { createServer } from 'node:http'
import { registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, expect, it, vi } from 'vitest'
import { testApp } from '../../test/app.ts'
import { coachAtWork } from '../../test/coach-at-work.ts'
import { freshDatabase } from '../../test/database.ts'
import { readConfig } from './config.ts'
import { openJobs } from './jobs.ts'
import { openTracing } from './tracing.ts'
import { watchRequests } from './watch-requests.ts'

interface Sent {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status: { readonly code?: number; readonly message?: string }
}

/** Stands in for a collector: keeps what it is sent, as it is sent. */
const bodies: string[] = []
const collector = createServer(async (request, reply) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  bodies.push(`${request.url} ${Buffer.concat(chunks).toString()}`)
  reply.setHeader('content-type', 'application/json').end('{}')
}).listen(0, '127.0.0.1')
await once(collector, 'listening')
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
afterAll(() => void collector.close())

const database = await freshDatabase()
const { db, connection } = database
const { app } = await testApp(database)
const jobs = await openJobs(connection, { error: () => {} })
afterAll(() => jobs.stop())

const trace = '0af7651916cd43dd8448eb211c80319c'
const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` }
const { read, ask, coach, member } = await coachAtWork(db, app)

/** What the collector was sent until tracing ended. */
async function whileTracing(work: () => Promise<void>, settings: Record<string, string> = {}): Promise<Sent[]> {
  bodies.length = 0
  const close = await openTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings }).tracing)
  try {
    await work()
  } finally {
    await close()
  }
  return bodies.flatMap(body => {
    expect(body).toMatch(/^\/v1\/traces \{/)
    const { resourceSpans } = JSON.parse(body.slice('/v1/traces '.length))
    // The shape is OTLP's.
    return resourceSpans.flatMap((each: { scopeSpans: { spans: Sent[] }[] }) =>
      each.scopeSpans.flatMap(({ spans }) => spans),
    )
  })
}

/** The modules that were loaded since, of the library. */
const loaded = new Set<string>()
const hooks = registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    if (found.url.includes('sdk-trace')) loaded.add(found.url)
    return found
  },
})
afterAll(() => hooks.deregister())

it('loads nothing and sends nothing where no collector is set', async () => {
  const close = await openTracing(undefined)
  expect((await read()).statusCode).toBe(200)
  await close()
  expect(bodies).toEqual([])
  expect(loaded.size).toBe(0)
})

it('tells of a request, its handler and its SQL as one trace, that of whoever has asked', async () => {
  const spans = await whileTracing(async () => {
    const note = { memberNoteId: 0, noteCategoryId: 1301, subject: 'A sore knee', note: 'No jumping.' }
    const answer = await ask(`/api/member/SaveNote/${member.id}`, note, headers)
    expect(answer.statusCode).toBe(200)
    expect(bodies.join()).not.toContain('SaveNote')
  })
  expect(loaded.size).toBeGreaterThan(0)
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([trace]))
  const named = (name: string) => spans.filter(each => each.name === name)
  const [request] = named('POST /api/member/SaveNote/:id')
  expect(request).toMatchObject({ parentSpanId: 'b7ad6b7169203331' })
  const [handler] = named('saveNote')
  expect(handler?.parentSpanId).toBe(request?.spanId)
  const inserts = named('insert')
  expect(inserts.map(({ parentSpanId }) => parentSpanId)).toContain(handler?.spanId)
  expect(bodies.join()).toContain('insert into')
  for (const said of ['A sore knee', 'No jumping', 'Zebedee', coach.sub]) expect(bodies.join()).not.toContain(said)
})

it('has its id in the line of the log', async () => {
  const lines: { trace_id?: string; status?: number }[] = []
  const logged = Fastify({ logger: { stream: { write: line => void lines.push(JSON.parse(line)) } } })
  watchRequests(logged)
  logged.get('/', async () => 'here')
  await logged.inject({ url: '/', headers })
  expect(lines.filter(({ status }) => status)).not.toContainEqual(expect.objectContaining({ trace_id: trace }))
  await whileTracing(async () => void (await logged.inject({ url: '/', headers })))
  expect(lines.filter(({ status }) => status).at(-1)).toMatchObject({ trace_id: trace, status: 200 })
})

it('tells of a job and of what has failed, by its kind and without its words', async () => {
  const done = Promise.withResolvers<void>()
  const spans = await whileTracing(async () => {
    await jobs.work('traced', async () => {
      await db
        .selectFrom('member')
        .select('id')
        .execute()
        .finally(() => done.resolve())
      throw Object.assign(new Error('zebedee@club.example'), { code: 'EENVELOPE' })
    })
    await db.transaction().execute(tx => jobs.enqueue(tx, 'traced', {}))
    await done.promise
    // The job ends a moment after what it has done.
    await expect
      .poll(
        async () =>
          (await database.pool.query("select 1 from pgboss.job where name = 'traced' and state = 'retry'")).rowCount,
      )
      .toBe(1)
  })
  const [job] = spans.filter(({ name }) => name === 'job traced')
  expect(job?.status).toEqual({ code: 2, message: 'Error EENVELOPE' })
  expect(spans.find(({ name, parentSpanId }) => name === 'select' && parentSpanId === job?.spanId)).toBeDefined()
  expect(bodies.join()).not.toContain('zebedee')
})

it('is controlled by OpenTelemetry’s own variables', async () => {
  const ofAStranger = () => read().then(() => {})
  const ofATrace = async () => void (await ask(`/api/member/SaveNote/${member.id}`, {}, headers))
  const made = async (work: () => Promise<void>, settings: Record<string, string>) =>
    (await whileTracing(work, settings)).length > 0
  expect(await made(ofAStranger, {})).toBe(true)
  expect(await made(ofAStranger, { OTEL_SDK_DISABLED: 'true' })).toBe(false)
  expect(await made(ofAStranger, { OTEL_TRACES_SAMPLER: 'always_off' })).toBe(false)
  const ratio = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }
  expect(await made(ofAStranger, ratio)).toBe(false)
  expect(await made(ofATrace, ratio)).toBe(true)
  expect(await made(ofATrace, { ...ratio, OTEL_TRACES_SAMPLER: 'traceidratio' })).toBe(false)
  const elsewhere = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }
  vi.stubEnv('OTEL_SERVICE_NAME', 'club').stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=rehearsal')
  const there = { ...elsewhere, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/v1/traces` }
  expect(await made(ofAStranger, there)).toBe(true)
  vi.unstubAllEnvs()
  expect(bodies.join()).toMatch(/"service.name","value":\{"stringValue":"club"/)
  expect(bodies.join()).toContain('rehearsal')
})
