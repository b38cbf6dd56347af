import { randomUUID } from 'node:crypto'
import type { ApiAnswer } from '../provider/listener.ts'

export interface Problem {
  readonly message: string
  readonly reason?: string
  readonly field?: string
  readonly request_pointer?: string
  readonly links?: Readonly<Record<string, string>>
}

type ErrorType = 'invalid_api_usage' | 'invalid_state' | 'validation_failed' | 'gocardless'

/** What the API answers instead (https://developer.gocardless.com/api-reference/#overview-errors). */
export class Refusal extends Error {
  readonly status: number
  readonly type: ErrorType
  readonly problems: readonly Problem[]
  constructor(status: number, type: ErrorType, message: string, problems: readonly Problem[]) {
    super(message)
    this.status = status
    this.type = type
    this.problems = problems
  }
}

/** Fields with a message each; `resource` is the key of the request's body. */
export const invalid = (resource: string, fields: Readonly<Record<string, string>>) =>
  new Refusal(
    422,
    'validation_failed',
    'Validation failed',
    Object.entries(fields).map(([pointer, message]) => ({
      field: pointer.split('/').at(-1) ?? pointer,
      message,
      request_pointer: `/${resource}/${pointer}`,
    })),
  )

/** The thing is not in a state in which this can be done. */
export const wrongState = (reason: string, message: string) =>
  new Refusal(422, 'invalid_state', message, [{ reason, message }])

export const conflict = (existing: string) => {
  const message = 'A resource has already been created with this idempotency key'
  return new Refusal(409, 'invalid_state', message, [
    { reason: 'idempotent_creation_conflict', message, links: { conflicting_resource_id: existing } },
  ])
}

export const notFound = () => {
  const message = 'Resource not found'
  return new Refusal(404, 'invalid_api_usage', message, [{ reason: 'resource_not_found', message }])
}

export const badUsage = (status: number, reason: string, message: string) =>
  new Refusal(status, 'invalid_api_usage', message, [{ reason, message }])

/** The provider's own trouble, of the kinds that a page can order. */
export function troubleAnswer(status: 429 | 500): ApiAnswer {
  if (status === 500)
    return refusalAnswer(
      new Refusal(500, 'gocardless', 'Internal server error', [
        { reason: 'internal_server_error', message: 'Internal server error' },
      ]),
    )
  const answer = refusalAnswer(badUsage(429, 'rate_limit_exceeded', 'Rate limit exceeded'))
  const reset = new Date(Date.now() + 60_000).toUTCString()
  return {
    ...answer,
    headers: { ...answer.headers, 'ratelimit-limit': '1000', 'ratelimit-remaining': '0', 'ratelimit-reset': reset },
  }
}

export function refusalAnswer({ status, type, message, problems }: Refusal): ApiAnswer {
  const requestId = randomUUID()
  return {
    status,
    headers: { 'x-request-id': requestId },
    body: {
      error: {
        message,
        errors: problems,
        documentation_url: `https://developer.gocardless.com/api-reference#${problems[0]?.reason ?? type}`,
        type,
        request_id: requestId,
        code: status,
      },
    },
  }
}
