import type { Conflict } from '@honbu/contract/endpoint.ts'

/** Messages by the name of the input they are about; a form shows them beside it. */
export type FieldErrors = Readonly<Record<string, readonly string[] | undefined>>

/** The codes a client can branch on, one for each status the API refuses with. */
const codes: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'not_authenticated',
  403: 'not_authorised',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  415: 'unsupported_media_type',
  423: 'locked',
  429: 'too_many_requests',
}

/**
 * A request that is answered with a reason: a 4xx status, a message for a person, and the fields it is about.
 * Whatever else is thrown becomes a 500 without any inner detail.
 */
export class Refused extends Error {
  readonly statusCode: number
  readonly code: string
  readonly fields: FieldErrors | undefined
  /** With a 409: what someone else has saved meanwhile. */
  readonly conflict: Conflict | undefined

  /** @param code where the status alone does not say what a client has to do */
  constructor(statusCode: number, message: string, fields?: FieldErrors, conflict?: Conflict, code?: string) {
    super(message)
    this.name = 'Refused'
    this.statusCode = statusCode
    this.code = code ?? codes[statusCode] ?? 'refused'
    this.fields = fields
    this.conflict = conflict
  }
}
