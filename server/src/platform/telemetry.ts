import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Spans } from './spans.ts'

/**
 * Spans of OpenTelemetry, sent to a collector in batches. Loaded by `openTracing` only. What is standard besides is read from
 * the environment: OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME. Which traces are kept is for the collector to say, or for
 * the `traceparent` of who has asked.
 */
export function openSpans(endpoint: string): Spans {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME || 'honbu' }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('honbu')
  return {
    begin({ name, kind, attributes }, parent) {
      return tracer.startSpan(name, { kind: SpanKind[kind], attributes }, contextOf(parent))
    },
    end(span, failure) {
      if (failure) span.setStatus({ code: SpanStatusCode.ERROR, message: failure.kind })
      span.end()
    },
    close: () => provider.shutdown(),
  }
}

function contextOf(parent: Span | string | undefined) {
  if (typeof parent !== 'string') return parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
  // Whatever a stranger sends as this: one that is none begins a trace of its own.
  const remote = parseTraceParent(parent)
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT
}
