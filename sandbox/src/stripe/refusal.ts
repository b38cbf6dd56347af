import { randomBytes } from 'node:crypto'
import type { ApiAnswer } from '../provider/listener.ts'

/** The fields of an error that are there besides type and message (https://docs.stripe.com/api/errors). */
export interface ErrorFields {
  readonly code?: string
  readonly decline_code?: string
  readonly param?: string
  readonly charge?: string
  readonly payment_intent?: object
  readonly payment_method?: object
  readonly setup_intent?: object
}

type ErrorType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'

/** What the API answers instead. */
export class Refusal extends Error {
  readonly status: number
  readonly type: ErrorType
  readonly fields: ErrorFields
  constructor(status: number, type: ErrorType, message: string, fields: ErrorFields = {}) {
    super(message)
    this.status = status
    this.type = type
    this.fields = fields
  }
}

export const invalid = (message: string, param: string, code?: string) =>
  new Refusal(400, 'invalid_request_error', message, { param, ...(code && { code }) })

export const missing = (param: string) => invalid(`Missing required param: ${param}.`, param, 'parameter_missing')

export const noSuch = (what: string, id: string, param = 'id') =>
  new Refusal(404, 'invalid_request_error', `No such ${what}: '${id}'`, { code: 'resource_missing', param })

/** The thing named in a field is not there. */
export const noSuchGiven = (what: string, id: string, param: string) =>
  invalid(`No such ${what}: '${id}'`, param, 'resource_missing')

export const wrongState = (message: string, fields: ErrorFields) =>
  new Refusal(400, 'invalid_request_error', message, fields)

export const wrongKey = (key: string) => {
  const shown = key.length > 12 ? `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}` : '*'.repeat(key.length)
  return new Refusal(401, 'invalid_request_error', `Invalid API Key provided: ${shown}`)
}

export const unknownUrl = (method: string, path: string) =>
  new Refusal(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`)

export const otherParameters = () =>
  new Refusal(
    400,
    'idempotency_error',
    'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  )

export function troubleAnswer(status: 429 | 500): ApiAnswer {
  if (status === 429)
    return refusalAnswer(
      new Refusal(429, 'invalid_request_error', 'Request rate limit exceeded.', { code: 'rate_limit' }),
    )
  return refusalAnswer(new Refusal(500, 'api_error', 'An error occurred with our service.'))
}

export function refusalAnswer({ status, type, message, fields }: Refusal): ApiAnswer {
  const { code } = fields
  const docs = code && { doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}` }
  return { status, headers: { 'request-id': requestId() }, body: { error: { type, message, ...docs, ...fields } } }
}

export const requestId = () => `req_${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, '0')}`
