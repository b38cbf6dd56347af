import type { Endpoint, Kind } from '@honbu/contract/endpoint.ts'
import type { Subject } from '@honbu/contract/guards.ts'
import type { FastifyRequest } from 'fastify'
import { Refused } from './refused.ts'

/**
 * Reads the path parameters, the query string and, for a POST, the body as one input. A name that appears in several of them
 * must have the same value in each.
 */
export function readGiven(endpoint: Endpoint<Kind>, request: FastifyRequest): Record<string, unknown> {
  const { method } = endpoint
  const params = request.params as Record<string, string>
  const query = withoutEmpty(request.query as Record<string, unknown>)
  const body = method === 'GET' ? {} : (request.body ?? {})
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refused(400, 'The body should be a JSON object.')

  for (const part of [params, query, body]) refuseBrokenText(part)
  const given: Record<string, unknown> = { ...query, ...body }
  const place = method === 'GET' ? 'query' : 'body'
  refuseDiffering(params, given, 'address', place)
  refuseDiffering(otherNames(endpoint, params), given, 'address', place)
  if (method === 'POST') refuseDiffering(query, body as Record<string, unknown>, 'query', 'body')
  return { ...given, ...readPathId(endpoint, given, params), ...params }
}

/** `?classDate=` is as if it were not there. */
const withoutEmpty = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

/** The ids of the path by the names that they have in a body: the member of `SaveNote/{id}` is also `memberId`. */
function otherNames({ access }: Endpoint<Kind>, params: Record<string, string>): Record<string, string> {
  const guards = typeof access === 'string' ? [] : 'subject' in access ? [access] : access
  return Object.fromEntries(
    guards.flatMap(({ id, subject }) => {
      const value = params[id]
      return value === undefined ? [] : [[nameInBody(subject), value]]
    }),
  )
}

function nameInBody(subject: Subject): string {
  if (subject === 'note') return 'memberNoteId'
  const [first = '', ...rest] = subject.replace(/^(tree|used|register|offered|chosen)(?=[A-Z])/, '')
  return `${first.toLowerCase()}${rest.join('')}Id`
}

const isNone = (id: unknown) => id === undefined || id === null || id === 0

/** Names the id of the path, where it can be one of two (`pathId` of the endpoint). */
function readPathId({ pathId }: Endpoint<Kind>, given: Record<string, unknown>, params: Record<string, string>) {
  if (!pathId) return {}
  const [first, second] = pathId
  const { id: text = '' } = params
  const id = /^\d{1,15}$/.test(text) ? Number(text) : text
  if (isNone(given[first])) return isNone(given[second]) ? {} : { [first]: id }
  if (textOf(given[first]) === text) return {}
  return isNone(given[second]) ? { [second]: id } : {}
}

/** A value with the path to it. A linked list, because a body may be nested very deeply. */
interface Place {
  readonly value: unknown
  readonly step: string | number
  readonly within: Place | null
}

/**
 * U+0000 and lone surrogates are valid in JSON, but Postgres refuses them in text and in JSON.
 * So no field of any call takes them. Not recursive: a body may be nested more deeply than the call stack.
 */
function refuseBrokenText(given: object) {
  const open: Place[] = [{ value: given, step: '', within: null }]
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, step } = place
    if (isBroken(step)) throw notText(place.within)
    if (isBroken(value)) throw notText(place)
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inside] of Object.entries(value))
      open.push({ value: inside, step: Array.isArray(value) ? Number(key) : key, within: place })
  }
}

const isBroken = (text: unknown) => typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())

function notText(place: Place | null) {
  const path: Place['step'][] = []
  for (let at = place; at?.within; at = at.within) path.push(at.step)
  const field = nameOf(path.reverse()).slice(0, 200)
  const message = 'Should be text that can be typed'
  return new Refused(400, `${field}: ${message}`, { [field]: [message] })
}

function refuseDiffering(one: Record<string, unknown>, other: Record<string, unknown>, ...places: [string, string]) {
  const name = Object.keys(one).find(each => isOther(other[each], one[each]))
  if (name !== undefined) throw differing(name, places)
}

function differing(name: string, [here, there]: readonly [string, string]) {
  const message = `${name} differs between the ${here} and the ${there}.`
  return new Refused(400, message, { [name]: [message] })
}

const isOther = (given: unknown, inOther: unknown) =>
  given !== undefined && given !== null && given !== inOther && textOf(given) !== textOf(inOther)

/** As it would be written in an address; not String(), which an object may answer in its own way. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** A single value of a list has no name of its own: there it is the list that is wrong. */
export function nameOf(path: readonly PropertyKey[]): string {
  const last = path.findLastIndex(step => typeof step !== 'number')
  return (
    path
      .slice(0, last + 1)
      .map(String)
      .join('.') || 'body'
  )
}
