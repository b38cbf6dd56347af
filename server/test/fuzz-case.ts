import type { Endpoint } from '@honbu/contract/endpoint.ts'
import type { Subject } from '@honbu/contract/guards.ts'
import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod/mini'
import { anyValue, beyond, nastyText, rightValue, type Schema } from './fuzz-values.ts'
import { guardsOf } from './input-of.ts'

/** One request, as what is changed in the right one. It is JSON, and means the same in another database. */
export interface Case {
  readonly as: Who
  readonly changes: readonly Change[]
  readonly body: Body
  /** Over a socket, or handed to the application. */
  readonly overHttp: boolean
}

export type Who = 'admin' | 'coach' | 'above' | 'theirs' | 'former' | 'nobody'

export interface Change {
  readonly at: readonly (string | number)[]
  readonly put: Put
}

type Put =
  | { readonly value: unknown }
  /** The id of our row of this kind, or of the other tree's. */
  | { readonly of: 'ours' | 'theirs'; readonly subject: Subject }
  | { readonly text: string; readonly times: number }
  /** Lists within lists. */
  | { readonly deep: number }
  /** A list of what stands here, so many times. */
  | { readonly times: number }
  | { readonly gone: true }

/** How the body goes out: as it should, or not. */
type Body =
  | { readonly is: 'right' }
  | { readonly is: 'cut'; readonly after: number }
  | { readonly is: 'typed'; readonly type: string }
  | { readonly is: 'instead'; readonly text: string }
  /** With a field of so many bytes. */
  | { readonly is: 'padded'; readonly bytes: number }
  /** Under a key that makes it a repetition. */
  | { readonly is: 'keyed'; readonly key: string }

/** Cases of a call: mostly ours with one or a few things wrong, so that they get past what is checked first. */
export function casesOf(endpoint: Endpoint, rightInput: object): Arbitrary<Case> {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Schema
  const subjects = [...new Set<Subject>([...guardsOf(endpoint).map(({ subject }) => subject), 'club', 'member'])]
  const places = placesIn(rightInput, schema)
  const changes = [...places.map(place => changeAt(place, subjects)), unknownField]
  const change = fc.oneof(...changes)
  return fc.record<Case>({
    as: fc.oneof(
      { weight: 12, arbitrary: fc.constant('admin' as const) },
      { weight: 3, arbitrary: fc.constant('coach' as const) },
      { weight: 2, arbitrary: fc.constant('above' as const) },
      { weight: 3, arbitrary: fc.constantFrom('theirs' as const, 'theirs' as const, 'former' as const) },
      { weight: 1, arbitrary: fc.constant('nobody' as const) },
    ),
    changes: fc.oneof(
      { weight: 12, arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }) },
      { weight: 5, arbitrary: fc.array(change, { minLength: 2, maxLength: 6 }) },
      { weight: 1, arbitrary: fc.array(change, { minLength: 0, maxLength: 0 }) },
    ),
    body: fc.oneof({ weight: 20, arbitrary: fc.constant<Body>({ is: 'right' }) }, { weight: 1, arbitrary: otherBody }),
    overHttp: fc.integer({ min: 0, max: 19 }).map(number => number === 19),
  })
}

interface Place {
  readonly at: readonly (string | number)[]
  readonly schema: Schema
}

/** Every field of the schema, and of what is really sent; into lists, and no deeper than anybody writes. */
function placesIn(value: unknown, schema: Schema, at: Place['at'] = []): Place[] {
  const here = at.length === 0 ? [] : [{ at, schema }]
  if (at.length > 6) return here
  if (Array.isArray(value)) {
    const items = choicesOf(schema).find(({ items }) => items)?.items ?? {}
    return [...here, ...value.slice(0, 3).flatMap((each, index) => placesIn(each, items, [...at, index]))]
  }
  const known = Object.assign({}, ...choicesOf(schema).map(({ properties }) => properties)) as Record<string, Schema>
  const given = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  if (Object.keys(given).length === 0 && at.length > 0) return here
  const fields = new Set([...Object.keys(known), ...Object.keys(given)])
  return [...here, ...[...fields].flatMap(field => placesIn(given[field], known[field] ?? {}, [...at, field]))]
}

const choicesOf = (schema: Schema): readonly Schema[] => [schema, ...(schema.anyOf ?? schema.oneOf ?? [])]

function changeAt({ at, schema }: Place, subjects: readonly Subject[]): Arbitrary<Change> {
  const value = rightValue(schema).map(value => ({ value }))
  const isId = /ids?$/i.test(String(at.findLast(step => typeof step === 'string')))
  const rowOf = fc.record({ of: fc.constantFrom('ours', 'theirs'), subject: fc.constantFrom(...subjects) })
  const put = fc.oneof<fc.WeightedArbitrary<Put>[]>(
    { weight: 8, arbitrary: value },
    { weight: 2, arbitrary: beyond(schema).map(value => ({ value })) },
    { weight: 5, arbitrary: anyValue.map(value => ({ value })) },
    { weight: isId ? 5 : 0, arbitrary: rowOf as Arbitrary<Put> },
    { weight: 1, arbitrary: fc.constant({ gone: true }) },
    { weight: 1, arbitrary: fc.constantFrom(2, 2, 3, 501).map(times => ({ times })) },
    { weight: 1, arbitrary: rarely(fc.record({ text: nastyText, times: fc.constantFrom(1000, 20_000) })) },
    { weight: 1, arbitrary: rarely(fc.constantFrom(30, 3000).map(deep => ({ deep }))) },
  )
  return put.map(put => ({ at, put }))
}

/** What costs the test itself most. */
const rarely = (put: Arbitrary<Put>): Arbitrary<Put> =>
  fc.oneof({ weight: 1, arbitrary: put }, { weight: 9, arbitrary: fc.constant({ value: null }) })

const unknownField: Arbitrary<Change> = fc
  .tuple(
    fc.constantFrom(
      'unknown',
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'isAdmin',
      'user',
      'then',
      'clubId',
    ),
    fc.oneof(anyValue, fc.constantFrom({ prototype: { isAdmin: true } }, { isAdmin: true }, { clubs: [1] }, 1)),
  )
  .map(([field, value]) => ({ at: [field], put: { value } }))

const otherBody: Arbitrary<Body> = fc.oneof(
  fc.nat(60).map((after): Body => ({ is: 'cut', after })),
  fc
    .constantFrom('text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x', '')
    .map((type): Body => ({ is: 'typed', type })),
  fc
    .constantFrom(
      '',
      '[]',
      'null',
      '"x"',
      '1',
      '{"a":1}{',
      '{"a":1e999}',
      "{'a':1}",
      '\uFEFF{}',
      '[[[[',
      '{"__proto__":{}}',
    )
    .map((text): Body => ({ is: 'instead', text })),
  fc
    .constantFrom('', 'x', '00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-00000000000\0')
    .map((key): Body => ({ is: 'keyed', key })),
  fc
    .nat(99)
    .map((number): Body => (number === 99 ? { is: 'padded', bytes: 2_000_000 } : { is: 'padded', bytes: 1000 })),
)

/** The right input with the changes of a case. */
export function changed(
  input: Readonly<Record<string, unknown>>,
  changes: readonly Change[],
  idOf: (of: 'ours' | 'theirs', subject: Subject) => number,
): Record<string, unknown> {
  const copy = structuredClone(input)
  for (const { at, put } of changes) change(copy, at, put)
  return copy

  function change(into: unknown, [step, ...rest]: Change['at'], put: Put): void {
    if (step === undefined || typeof into !== 'object' || into === null) return
    const here = into as Record<string | number, unknown>
    if (rest.length > 0) {
      here[step] ??= typeof rest[0] === 'number' ? [] : {}
      change(here[step], rest, put)
    } else if ('gone' in put) delete here[step]
    // Not by `=`, which would set the prototype where the name is that.
    else Object.defineProperty(here, step, { ...open, value: meantBy(put, here[step]) })
  }

  function meantBy(put: Exclude<Put, { gone: true }>, now: unknown): unknown {
    // A copy: the next change may go into it, and put it into itself.
    if ('value' in put) return structuredClone(put.value)
    if ('subject' in put) return idOf(put.of, put.subject)
    if ('text' in put) return put.text.repeat(put.times).slice(0, mostText)
    if ('deep' in put) return Array.from({ length: put.deep }).reduce(within => [within], [])
    const each = Array.isArray(now) ? now : [now]
    const atMost = Math.max(1, Math.floor(mostText / JSON.stringify(each).length))
    return Array.from({ length: Math.min(put.times, atMost) }).flatMap(() => each)
  }
}

/** More than any body may have, and less than what JSON cannot be made of. */
const mostText = 2_000_000

const open = { configurable: true, enumerable: true, writable: true }
