import * as z from 'zod/mini'
import type { Guard } from './guards.ts'
import type { OwnersRight, Right } from './rights.ts'

/** Who may call: everyone, anyone signed in, an operator, or who passes the guard (all of them, where there are several). */
export type Access<Key extends string = string> =
  | 'anyone'
  | 'signedIn'
  | 'operator'
  | Guard<Key>
  | readonly Guard<Key>[]

/** What the caller has to be allowed in the club that a call is about. */
export type Need = 'admin' | Right | OwnersRight

/** `/api/member/SaveNote/:id` → { id: number } */
type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: number } & PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: number }
    : unknown

/** Reads run on the pool and may be repeated at will; writes run in one transaction and leave an audit row. */
export type Kind = 'read' | 'write'

// biome-ignore lint/suspicious/noExplicitAny: no other bound fits all: inputs are contravariant in handlers and covariant in calls
export interface Endpoint<K extends Kind = Kind, Input = any, Output = any> {
  readonly kind: K
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** One line for the generated documentation. */
  readonly summary: string
  readonly access: Access
  /** Null: everyone who works in the club may. By it a screen says so before its form is filled in. */
  readonly needs: Need | null
  /** The largest body that is taken, in bytes; 1 MB where it is left out. */
  readonly mostBytes?: number | undefined
  /** Heavy to read: done on a standby where there is one. It has all that was written before it was asked. */
  readonly onReplica?: boolean | undefined
  /** Personal data leaves as a file: clubs may ask for a password or passkey of the last 30 minutes (403 `proof_required`). */
  readonly needsProof?: boolean | undefined
  /** A write that is done in a closed club too. */
  readonly whileClosed?: boolean | undefined
  /**
   * What the id in the path is: the first of these two inputs, or the second where the body has another first. With neither
   * in the body it is none of them.
   */
  readonly pathId?: readonly [string, string] | undefined
  /** Inputs of a POST that belong in its query string. */
  readonly inQuery?: readonly string[] | undefined
  /** Fields of the body that repeat a path parameter: `{ memberId: 'id' }`. */
  readonly repeats?: Readonly<Record<string, string>> | undefined
  /** Path parameters together with query string (GET) or JSON body (POST). */
  readonly input: z.ZodMiniObject<Record<string, z.ZodMiniType>>
  readonly output: z.ZodMiniType<Output>
  /** Only for the type; never set. */
  readonly inputType?: Input
}

/** What a write answers with: `isSuccess` is always true, a refusal is `Failure` with a 4xx. */
export type Success<T> = T & { isSuccess: true }

type Shape = Readonly<Record<string, z.ZodMiniType>>
type Fields<I extends Shape> = keyof I extends never ? unknown : z.infer<z.ZodMiniObject<I>>

type GuardKey<Field extends string> = Field | `${Field}.${string}`

interface Spec<P extends string, I extends Shape, O extends z.ZodMiniType, Kept extends boolean> {
  readonly summary: string
  readonly access: Access<NoInfer<GuardKey<keyof (PathParams<P> & Fields<I>) & string>>>
  /** Written by the build of the web, which leaves `access` out (web/what-calls-need.ts). */
  readonly needs?: Need
  /** The largest body that is taken, in bytes; 1 MB where it is left out. */
  readonly mostBytes?: number
  /** A read that is heavy: done on a standby where there is one. */
  readonly onReplica?: boolean
  /** Personal data leaves as a file: clubs may ask for a password or passkey of the last 30 minutes. */
  readonly needsProof?: boolean
  /** A write that is done in a closed club too: reopening it, say. */
  readonly whileClosed?: boolean
  /**
   * Its answer is kept on devices, for use without signal. Only of such a call the build of the web knows what it answers
   * (web/what-calls-need.ts): what is found on the device may be of the version before.
   */
  readonly isKept?: Kept
  /** What the id in the path is: the first of these two inputs, or the second where the body has another first. */
  readonly pathId?: readonly [keyof I & string, keyof I & string]
  /** Inputs of a POST that belong in its query string, where the specification puts them. */
  readonly inQuery?: readonly NoInfer<keyof I & string>[]
  /** Fields of the body that repeat a path parameter, where the specification asks for both: `{ memberId: 'id' }`. */
  readonly repeats?: Readonly<Record<string, NoInfer<keyof PathParams<P> & string>>>
  readonly input?: I
  readonly output: O
}

/** A positive whole number that fits an id, as it stands in a path or a query string. */
export const idText = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'Should be a whole number.')),
  z.transform(text => Number(text)),
)

/** An id in a JSON body. */
export const id = z.int().check(z.nonnegative())

/** An id in a JSON body, or null for a row that is still to be made. */
export const idOrNew = z.nullable(id)

/** A whole number that the specification puts into the query string of a POST; a number in the body does as well. */
export const queryInt = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value)),
  z.int(),
)

/** The same for true and false. */
export const queryBoolean = z.pipe(
  z.transform((value: unknown) => (value === 'true' || value === 'false' ? value === 'true' : value)),
  z.boolean(),
)

function needsOf(access: Access | undefined): Need | null {
  if (access === undefined || typeof access === 'string') return null
  const guards = 'subject' in access ? [access] : access
  return guards.some(({ admin }) => admin) ? 'admin' : (guards.find(({ may }) => may)?.may ?? null)
}

/** The ids in a path. */
const paramsOf = (path: string) => Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, idText]))

const declare =
  <M extends 'GET' | 'POST', K extends Kind>(method: M, kind: K) =>
  <
    P extends `/${string}`,
    O extends z.ZodMiniType,
    I extends Shape = Record<never, never>,
    Kept extends boolean = false,
  >(
    path: P,
    spec: Spec<P, I, O, Kept>,
  ): Endpoint<K, PathParams<P> & Fields<I>, z.infer<O>> & { readonly isKept: Kept } => {
    let input: z.ZodMiniObject<Shape> | undefined
    // The casts stand here once, so that no endpoint, handler or call needs one: `Spec` has checked both.
    return {
      method,
      kind,
      path,
      summary: spec.summary,
      access: spec.access as Access,
      needs: spec.needs ?? needsOf(spec.access as Access),
      mostBytes: spec.mostBytes,
      onReplica: spec.onReplica,
      needsProof: spec.needsProof,
      whileClosed: spec.whileClosed,
      pathId: spec.pathId,
      isKept: (spec.isKept ?? false) as Kept,
      inQuery: spec.inQuery,
      repeats: spec.repeats,
      // Both are made when somebody wants them: the browser knows many calls and asks for few of these.
      get input() {
        input ??= z.object({ ...paramsOf(path), ...spec.input })
        return input
      },
      get output() {
        return spec.output as never
      },
    }
  }

/** A read: path parameters and query string are its input. */
export const get = declare('GET', 'read')
/** A read whose question is a JSON body, grids above all. */
export const ask = declare('POST', 'read')
/** A write: path parameters and JSON body are its input. Answers `{ isSuccess: true, …output }`. */
export const post = declare('POST', 'write')
/** A write that the specification does by GET: bearer token only, never cached, never prefetched. */
export const act = declare('GET', 'write')

export type Input<E> = E extends Endpoint<Kind, infer I, infer _O> ? I : never
export type Output<E> = E extends Endpoint<infer K, infer _I, infer O> ? (K extends 'write' ? Success<O> : O) : never

/** What every refusal and failure looks like on the wire. `fields`: messages by the name of the input. */
export interface Failure {
  readonly isSuccess: false
  readonly error: string
  readonly message: string
  readonly fields?: Readonly<Record<string, readonly string[]>>
  /** With a 409: what was saved by someone else since it was read. `current` is what the read answers now. */
  readonly conflict?: Conflict
  /** Given with a 5xx, to be found in the log. */
  readonly requestId?: string
}

export interface Conflict {
  /** The name of who saved it; empty when nobody is known. */
  readonly by: string
  /** ISO 8601, UTC; null when it is not known. */
  readonly at: string | null
  readonly current: unknown
}
