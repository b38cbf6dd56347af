import type { Span, SpanKind } from '@opentelemetry/api'
import type { samplers } from './settings.ts'

/** A step of work, as whoever collects traces is told of it. No values: names of routes, calls and jobs, and SQL without its parameters. */
export interface Step {
  readonly name: string
  readonly kind: keyof typeof SpanKind
  readonly attributes: Readonly<Record<string, string | number>>
}

/** Where traces go, and which are made. */
export interface Tracing {
  /** Takes OTLP over HTTP, such as http://localhost:4318/v1/traces. */
  readonly url: string
  readonly sampler: (typeof samplers)[number]
  /** For samplers of a ratio: the part of all traces, from 0 to 1. */
  readonly ratio: number
}

export interface Spans {
  /** @param parent what it is part of: a span of this process, or the `traceparent` of another */
  begin(step: Step, parent: Span | string | undefined): Span
  end(span: Span, failure?: { readonly kind: string } | undefined): void
  /** Hands on what has not been handed on yet. */
  close(): Promise<void>
}
