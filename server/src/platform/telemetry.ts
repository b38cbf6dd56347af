import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Spans, Tracing } from './spans.ts'

/**
 * Spans of OpenTelemetry, sent to a collector in batches. Loaded by `openTracing` only. The exporter and the resource read
 * more from the environment: OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT, _COMPRESSION and _CERTIFICATE, OTEL_SERVICE_NAME,
 * OTEL_RESOURCE_ATTRIBUTES.
 */
export function openSpans({ url, ...which }: Tracing): Spans {
  const exporter = new OTLPTraceExporter({ url })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'honbu' }).merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(which),
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

function samplerOf({ sampler, ratio }: Omit<Tracing, 'url'>): Sampler {
  if (sampler.startsWith('parentbased_')) return new ParentBasedSampler({ root: rootSampler(sampler, ratio) })
  return rootSampler(sampler, ratio)
}

function rootSampler(sampler: Tracing['sampler'], ratio: number): Sampler {
  if (sampler.endsWith('traceidratio')) return new TraceIdRatioBasedSampler(ratio)
  return sampler.endsWith('always_off') ? new AlwaysOffSampler() : new AlwaysOnSampler()
}

function contextOf(parent: Span | string | undefined) {
  if (typeof parent !== 'string') return parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
  // Whatever a stranger sends as this: one that is none begins a trace of its own.
  const remote = parseTraceParent(parent)
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT
}
