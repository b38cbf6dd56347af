import * as z from 'zod/mini'

/** The rows an id can point at. Each has one resolver on the server that answers the clubs the row belongs to. */
export type Subject = 'club' | 'member' | 'class' | 'account'

/** Asks that the caller may touch a club of the row(s) whose id stands in input `id`; `admin`: is admin there. */
export interface Guard<Key extends string = string> {
  readonly subject: Subject
  readonly id: Key
  readonly admin: boolean
}

/** Who may call: everyone, anyone signed in, or who passes the guard (all of them, where there are several). */
export type Access<Key extends string = string> = 'anyone' | 'signedIn' | Guard<Key> | readonly Guard<Key>[]

/** `/api/member/SaveNote/:id` → { id: number } */
type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: number } & PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: number }
    : unknown

/** Reads run on the pool and may be repeated at will; writes run in one transaction and leave an audit row. */
export type Kind = 'read' | 'write'

// `any` is the only bound that every endpoint fits: inputs are contravariant in handlers and covariant in calls.
// biome-ignore lint/suspicious/noExplicitAny: see above
export interface Endpoint<K extends Kind = Kind, Input = any, Output = any> {
  readonly kind: K
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** One line for the generated documentation. */
  readonly summary: string
  readonly access: Access
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

interface Spec<P extends string, I extends Shape, O extends z.ZodMiniType> {
  readonly summary: string
  readonly access: Access<NoInfer<keyof (PathParams<P> & Fields<I>) & string>>
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

const declare =
  <M extends 'GET' | 'POST', K extends Kind>(method: M, kind: K) =>
  <P extends `/${string}`, O extends z.ZodMiniType, I extends Shape = Record<never, never>>(
    path: P,
    spec: Spec<P, I, O>,
  ): Endpoint<K, PathParams<P> & Fields<I>, z.infer<O>> => {
    const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, idText]))
    const input = z.object({ ...params, ...spec.input })
    // The casts stand here once, so that no endpoint, handler or call needs one: `Spec` has checked both.
    return {
      method,
      kind,
      path,
      summary: spec.summary,
      access: spec.access as Access,
      input,
      output: spec.output as never,
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

const guard =
  (subject: Subject) =>
  <Key extends string>(id: Key): Guard<Key> => ({ subject, id, admin: false })

/** The club whose id is in this input (or each of them, when it is a list). */
export const club = guard('club')
/** The member: reachable through any club he has, or had, a membership in. */
export const member = guard('member')
/** The class, through its club. */
export const klass = guard('class')
/** The account of a person who works in a club. */
export const account = guard('account')
/** The same, and the caller must be an admin there. */
export const admin = <Key extends string>(access: Guard<Key>): Guard<Key> => ({ ...access, admin: true })

export type Input<E> = E extends Endpoint<Kind, infer I, infer _O> ? I : never
export type Output<E> = E extends Endpoint<infer K, infer _I, infer O> ? (K extends 'write' ? Success<O> : O) : never

/** What every refusal and failure looks like on the wire. `fields`: messages by the name of the input. */
export interface Failure {
  readonly isSuccess: false
  readonly error: string
  readonly message: string
  readonly fields?: Readonly<Record<string, readonly string[]>>
  /** Given with a 5xx, to be found in the log. */
  readonly requestId?: string
}
