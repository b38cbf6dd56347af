import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'
import { beginSpan, endSpan, within } from './tracing.ts'

/** Of an address that no route has. The address itself may be a name that someone typed. */
const noRoute = 'none'

/**
 * Each answer carries the id of its request, which the log and traces have too. The log has a line for each request, by its
 * route: the address itself may hold a name that was searched for.
 * @param observe is told of each answer
 */
export function watchRequests(app: FastifyInstance, observe?: Metrics['observe']): void {
  const spans = new WeakMap<FastifyRequest, Span>()

  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    const span = beginRequest(request)
    if (!span) return done()
    spans.set(request, span)
    // Whoever has a line of the log finds the trace.
    const { traceId } = span.spanContext()
    request.log = request.log.child({ trace_id: traceId })
    reply.log = request.log
    done()
  })
  // Once the body is read: what is told of the socket before is told outside of it.
  app.addHook('preValidation', (request, _reply, done) => {
    within(spans.get(request), done)
  })
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime: ms }, done) => {
    const { method, log } = request
    const { url: route = noRoute } = request.routeOptions
    log.info({ method, route, status, ms: Math.round(ms) })
    observe?.({ method, route, status, ms })
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', status)
    endSpan(span, status >= 500 ? { kind: `${status}` } : undefined)
    done()
  })
}

function beginRequest({ id, method, routeOptions: { url: route = noRoute }, headers }: FastifyRequest) {
  const { traceparent } = headers
  return beginSpan(
    {
      name: `${method} ${route}`,
      kind: 'SERVER',
      attributes: { 'http.request.method': method, 'http.route': route, 'honbu.request_id': id },
    },
    typeof traceparent === 'string' ? traceparent : undefined,
  )
}
