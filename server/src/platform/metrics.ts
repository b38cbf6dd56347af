import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AddFigures } from './area-gauges.ts'
import { isSameSecret } from './same-secret.ts'

/** Seconds: from what is served out of memory to what somebody gives up waiting for. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Parts {
  readonly pool: pg.Pool
  /** What a scraper has to show as bearer token. */
  readonly token: string
  /** Figures of the areas. */
  readonly areas?: readonly AddFigures[]
}

/** An answered request: the name of its route (an address may hold a person's name), and how long it took in milliseconds. */
export interface Answered {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
}

export interface Metrics {
  readonly observe: (answered: Answered) => void
  readonly serve: (app: FastifyInstance) => void
}

/**
 * What Prometheus asks for at `/metrics`: the process itself, requests by route, the connections to the database, and
 * the figures of the areas, most of which are those of all processes together.
 */
export function openMetrics({ pool, token, areas = [] }: Parts): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    ...{ name: 'honbu_http_request_seconds', help: 'Seconds to answer a request', registers, buckets },
    labelNames: ['method', 'route', 'status'],
  })
  new Gauge({
    ...{ name: 'honbu_database_connections', help: 'Connections of this process to the database', registers },
    labelNames: ['state'],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'awaited' }, pool.waitingCount)
    },
  })
  for (const addFigures of areas) addFigures(register)
  return {
    observe: ({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / 1000),
    serve: app =>
      void app.get('/metrics', { config: { access: 'anyone' }, logLevel: 'silent' }, async ({ headers }, reply) => {
        const [scheme, given = ''] = (headers.authorization ?? '').split(' ')
        if (scheme !== 'Bearer' || !isSameSecret(given, token))
          return reply.status(401).header('www-authenticate', 'Bearer').send({ message: 'Not authenticated!' })
        return reply.type(register.contentType).send(await register.metrics())
      }),
  }
}
