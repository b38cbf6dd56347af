import type { Failure } from '@honbu/contract/endpoint.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ClubUnavailable } from './club-stops.ts'
import { html } from './html.ts'
import { sendPublicPage } from './public-page.ts'
import { Refused } from './refused.ts'
import { troubleLog, troubleOf } from './trouble.ts'

/**
 * Answers everything that is thrown while a request is served. A `Refused` says what is wrong; what the framework
 * refuses (malformed JSON, a body too large) is put into the same form; so is trouble with the database or a disc, which
 * says when to ask again. Anything else is a 500 with a request id to be found in the log, and no inner detail.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
}

/** The 404 of an address of which nothing is known, in the same form. */
export const answerNothing = (request: FastifyRequest, reply: FastifyReply) => sendRefusal(reply, nothingAt(request))

/** The address without its query string, which may hold a name that was searched for. */
const nothingAt = (request: FastifyRequest) =>
  new Refused(404, `There is nothing at ${new URL(request.raw.url ?? '/', 'http://localhost').pathname}.`)

const logTrouble = troubleLog()

/** The same for what is wrong before a route is found, an address that is too long for one. */
export function answerError(error: FastifyError | Refused | Error, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ClubUnavailable) return sendUnavailable(reply, error)
  const refused = asRefused(error)
  if (refused) return sendRefusal(reply, refused)
  const trouble = troubleOf(error)
  if (!trouble) return sendFailure(request, reply, error)
  logTrouble(request.log, trouble, error)
  return sendRefusal(reply.header('retry-after', trouble.retryAfter), trouble.refused)
}

export function sendRefusal(reply: FastifyReply, { statusCode, code, message, fields, conflict }: Refused) {
  const failure: Failure = {
    isSuccess: false,
    error: code,
    message,
    ...(fields && { fields: plain(fields) }),
    ...(conflict && { conflict }),
  }
  return reply.code(statusCode).send(failure)
}

function sendUnavailable(reply: FastifyReply, { clubName, stop, statusCode }: ClubUnavailable) {
  const text =
    stop === 'closed'
      ? `${clubName} has closed.`
      : `${clubName} isn’t available online at the moment. Please try again later, or ask the club.`
  return sendPublicPage(reply, 'Not available', html`<p>${text}</p>`, statusCode)
}

function sendFailure(request: FastifyRequest, reply: FastifyReply, error: Error) {
  request.log.error({ err: describe(error) }, 'a request failed')
  const message = 'Something went wrong on our side. Nothing was saved.'
  const failure: Failure = { isSuccess: false, error: 'internal', message, requestId: request.id }
  return reply.code(500).send(failure)
}

/** The framework's own refusals, in words of ours. */
const frameworkMessages: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty; it should be JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body should be JSON (content-type: application/json).',
  FST_ERR_MAX_PARAM_LENGTH: 'Part of the address is too long.',
  FST_ERR_BAD_URL: 'The address is not right.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its content-length says.',
}

function asRefused(error: FastifyError | Refused | Error): Refused | undefined {
  if (error instanceof Refused) return error
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === undefined || status < 400 || status >= 500) return undefined
  const known = 'code' in error ? frameworkMessages[error.code] : undefined
  return new Refused(status, known ?? 'The request is not right.')
}

function plain(fields: NonNullable<Refused['fields']>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, messages]) => (messages ? [[name, messages]] : [])))
}

/**
 * What may stand in a log: where it happened, never the values. A database error's message and detail quote the row,
 * so of those only code, table and constraint are kept.
 */
function describe(error: Error): Record<string, unknown> {
  const frames = error.stack?.split('\n').filter(line => line.trimStart().startsWith('at '))
  if (!('severity' in error)) return { type: error.name, message: error.message, frames }
  const { code, table, constraint } = error as Error & { code?: string; table?: string; constraint?: string }
  return { type: 'DatabaseError', code, table, constraint, frames }
}
