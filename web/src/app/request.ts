import type { Endpoint, Failure } from '@honbu/contract/endpoint.ts'
import { address } from './base.ts'

type Details = { readonly [Key in 'error' | 'fields' | 'conflict' | 'requestId']?: Failure[Key] | undefined }

/** The server said no, or nothing. `status` is 0 when there was no answer at all. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** What a client can branch on, such as `not_authorised`; undefined where the server has not said. */
  readonly code: string | undefined
  /** Messages by the name of the input. */
  readonly fields: Failure['fields']
  /** What someone else has saved meanwhile. */
  readonly conflict: Failure['conflict']
  /** By which a failure on the server is found in its log. */
  readonly requestId: Failure['requestId']

  constructor(status: number, message: string, { error, fields, conflict, requestId }: Details = {}) {
    super(message)
    this.status = status
    this.code = error
    this.fields = fields
    this.conflict = conflict
    this.requestId = requestId
  }
}

/** What stays as it is however often it is asked: a wrong question, what is not ours, and what is not there (any more). */
const final: ReadonlySet<number> = new Set([400, 403, 404, 410])

/** Whether asking again may help. */
export const mayPass = (error: Error | null) => !(error instanceof ApiError && final.has(error.status))

/** Whether a row is not there, or not for this user: the server answers both alike. */
export const isOutOfReach = (error: Error | null) => error instanceof ApiError && error.code === 'not_authorised'

/** The id of the request that failed on the server, for support. */
export const requestIdOf = (error: Error | null) => (error instanceof ApiError ? error.requestId : undefined)

/**
 * The address and body of a call: path parameters are in the path, the rest in the query string or the body, as the
 * contract declares.
 */
export function requestOf(endpoint: Endpoint, input: object): { url: string; init: RequestInit } {
  const { method, inQuery = [], repeats = {} } = endpoint
  const given = new Map<string, unknown>(Object.entries(input))
  const rest = new Map(given)
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    rest.delete(name)
    return encodeURIComponent(String(given.get(name)))
  })
  const isInQuery = (name: string) => method === 'GET' || inQuery.includes(name)
  const query = queryString([...rest].filter(([name]) => isInQuery(name)))
  const url = address(path) + (query && `?${query}`)
  if (method === 'POST') {
    const repeated = Object.entries(repeats).map(([name, parameter]) => [name, given.get(parameter)] as const)
    return {
      url,
      init: {
        method,
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(Object.fromEntries([...repeated, ...[...rest].filter(([name]) => !isInQuery(name))])),
      },
    }
  }
  return {
    url,
    init: {
      method: 'GET',
      headers: { accept: 'application/json' },
      // A write by GET must reach the server.
      ...(endpoint.kind === 'write' && { cache: 'no-store' }),
    },
  }
}

interface SendOptions {
  readonly token: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Makes a write that is sent again the same write. */
  readonly key?: string | undefined
}

/** Whether the page is being left: what is sent then has to outlive it. */
let isLeaving = false
globalThis.addEventListener?.('pagehide', () => {
  isLeaving = true
})
globalThis.addEventListener?.('pageshow', () => {
  isLeaving = false
})

/** The browser keeps 64 KiB alive, and a character is up to three bytes. */
const mostKeptAlive = 20_000
const outlives = ({ body }: RequestInit) =>
  typeof body === 'string' &&
  body.length <= mostKeptAlive &&
  (isLeaving || globalThis.document?.visibilityState === 'hidden')

/** Sends a call. Without an answer it throws an ApiError of status 0; an abort is thrown on as it is. */
export async function send(endpoint: Endpoint, input: object, options: SendOptions) {
  const { token, signal, key } = options
  const { url, init } = requestOf(endpoint, input)
  const headers = {
    ...init.headers,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  try {
    return await fetch(url, { ...init, headers, keepalive: outlives(init), ...(signal && { signal }) })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, 'The server cannot be reached. Check your connection and try again.')
  }
}

/** The body of a good answer; anything else is thrown with the texts of the specification's error catalogue. */
export async function answerOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  const body = await jsonOf(response)
  if (response.ok && body !== undefined) return body
  throw errorOf(endpoint, response.ok ? 502 : response.status, body)
}

function errorOf({ method, kind }: Endpoint, status: number, body: unknown): ApiError {
  const requestId = idIn(body)
  const isRead = method === 'GET' || kind === 'read'
  if (status === 401) return new ApiError(status, 'Not authenticated!')
  if (status === 403 && isRead)
    return new ApiError(status, 'Not authorised!', isFailure(body) ? { error: body.error } : {})
  if (status >= 500 && method === 'POST') return new ApiError(status, 'Api call failed', { requestId })
  if (!isFailure(body)) return new ApiError(status, 'The answer of the server could not be read.')
  return new ApiError(status, body.message, body)
}

/** Of a failure on the server. It is remembered, for whoever asks for support. */
function idIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('requestId' in body)) return undefined
  if (typeof body.requestId !== 'string') return undefined
  lastFailedRequest = body.requestId
  return lastFailedRequest
}

let lastFailedRequest: string | null = null

/** The id of the last request of this page that failed on the server; null: none has. */
export const lastFailure = (): string | null => lastFailedRequest

function isFailure(body: unknown): body is Pick<Failure, 'error' | 'message' | 'fields' | 'conflict' | 'requestId'> {
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

function queryString(values: Iterable<readonly [string, unknown]>): string {
  const query = new URLSearchParams()
  for (const [name, value] of values)
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== null) query.append(name, String(each))
  return query.toString()
}
