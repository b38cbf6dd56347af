import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import type { Spans, Step, Tracing } from './spans.ts'

let spans: Spans | undefined
const current = new AsyncLocalStorage<Span>()

/**
 * Collects traces from here on, where an address is given that takes them. OpenTelemetry is loaded then and not before:
 * without it a step costs a look at a variable.
 * @returns ends it
 */
export async function openTracing(tracing: Tracing | undefined): Promise<() => Promise<void>> {
  if (!tracing) return async () => {}
  const { openSpans } = await import('./telemetry.ts')
  const opened = openSpans(tracing)
  spans = opened
  return async () => {
    spans = undefined
    await opened.close()
  }
}

/** Begins what is ended elsewhere; nothing where no traces are collected. */
export const beginSpan = (step: Step, parent: Span | string | undefined): Span | undefined => spans?.begin(step, parent)

export function endSpan(span: Span | undefined, failure?: { readonly kind: string }): void {
  if (span) spans?.end(span, failure)
}

/** Runs `work` with `span` as the parent of every step that it begins. Without a span it only runs it. */
export const within = <Result>(span: Span | undefined, work: () => Result): Result =>
  span ? current.run(span, work) : work()

/** Runs `work` as a step of the current span, and of nothing where no traces are collected. */
export function asStep<Result>(step: () => Step, work: () => Promise<Result>): Promise<Result> {
  return spans ? traced(spans.begin(step(), current.getStore()), work) : work()
}

async function traced<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await within(span, work)
    endSpan(span)
    return result
  } catch (error) {
    endSpan(span, { kind: kindOf(error) })
    throw error
  }
}

/** Never its message, which may quote a row. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
