import type { Endpoint, Failure, Input, Output } from '@honbu/contract/endpoint.ts'
import { getClubList } from '@honbu/contract/my-clubs.ts'
import { type QueryClient, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { newId } from './new-id.ts'
import { clubListFailed, forget } from './not-in-circles.ts'
import { askForProof, isProofRequired } from './proof.ts'
import { ApiError, answerOf, send } from './request.ts'
import { accessToken } from './sign-in/session.ts'

export { isOutOfReach, mayPass, requestIdOf } from './request.ts'

/**
 * Makes a call. What the server refuses is thrown as an `ApiError` (status, message, fields) with the texts of the
 * specification's error catalogue. An access token that was not accepted is renewed silently once; then the visitor is
 * sent to sign in.
 */
async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: { signal?: AbortSignal; key?: string } = {},
): Promise<Output<E>> {
  let response = await send(endpoint, input, { ...options, token: await accessToken() })
  if (response.status === 401 && (await recover(endpoint)))
    response = await send(endpoint, input, { ...options, token: await accessToken() })
  try {
    // The server has checked its answer against the contract.
    const answer = (await answerOf(endpoint, response)) as Output<E>
    if (endpoint.path === getClubList.path) forget(clubListFailed)
    return answer
  } catch (error) {
    if (!isProofRequired(error) || !(await askForProof())) throw error
    return await call(endpoint, input, options)
  }
}

/** Loaded when it's first needed: most visits never are unauthenticated. */
const recover = (endpoint: Endpoint) =>
  import('./sign-in/unauthenticated.ts').then(
    module => module.recover(endpoint),
    () => false,
  )

/** A write that was refused, or could not be sent (status 0). */
export interface Refusal extends Pick<Failure, 'isSuccess' | 'message' | 'fields' | 'conflict'> {
  readonly status: number
}

/**
 * A write, as a result: a thrown error becomes one with `isSuccess` false and the error's message. The same write begun
 * again while it is under way, or after its answer was lost, is the same write to the server, which does it once.
 */
export async function write<E extends Endpoint<'write'>>(
  endpoint: E,
  input: Input<E>,
  options: { signal?: AbortSignal } = {},
): Promise<Output<E> | Refusal> {
  const same = `${endpoint.path} ${JSON.stringify(input)}`
  const key = unanswered.get(same) ?? newId()
  unanswered.set(same, key)
  try {
    const answer = await call(endpoint, input, { ...options, key })
    unanswered.delete(same)
    return answer
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (!(error instanceof ApiError)) return { isSuccess: false, message: error.message, status: 0 }
    const { status, message, fields, conflict } = error
    if (status >= 400 && status < 500) unanswered.delete(same)
    return { isSuccess: false, message, status, ...(fields && { fields }), ...(conflict && { conflict }) }
  }
}

/** The keys of writes of which nobody knows yet whether they were done. */
const unanswered = new Map<string, string>()

type ReadOptions<E> = Omit<UseQueryOptions<Output<E>>, 'queryKey' | 'queryFn'>

/** Reads, keeps and refreshes the answer of a call. */
export function useRead<E extends Endpoint<'read'>>(endpoint: E, input: Input<E>, options: ReadOptions<E> = {}) {
  return useQuery({ ...options, ...readQuery(endpoint, input) })
}

/** The same for reading outside of a component: `queries.fetchQuery(readQuery(getClass, { id }))`. */
export const readQuery = <E extends Endpoint<'read'>>(endpoint: E, input: Input<E>) => ({
  queryKey: readKey(endpoint, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
})

interface WriteOptions<E> {
  onSuccess?: (result: Output<E>, input: Input<E>) => unknown
  onRefused?: (refusal: Refusal, input: Input<E>) => unknown
  /** Which reads become stale: by default all of the same area. */
  invalidates?: 'area' | readonly Endpoint<'read'>[]
}

/** A write. Its result, `mutateAsync`'s and `data`, is `{ isSuccess: true, … }` or a `Refusal`; it does not throw. */
export function useWrite<E extends Endpoint<'write'>>(
  endpoint: E,
  { onSuccess, onRefused, invalidates = 'area' }: WriteOptions<E> = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<E>) => write(endpoint, input),
    onSuccess: async (result, input) => {
      if (isRefusal(result)) return onRefused?.(result, input)
      // Not awaited: the write is done, and what is read again must not hold it up.
      void invalidate(client, endpoint, invalidates)
      return onSuccess?.(result, input)
    },
  })
}

/** Where an answer is kept: the area, the name of the call, its input; without an input, all answers of the call. */
export const readKey = <E extends Endpoint<'read'>>(endpoint: E, input?: Input<E>) => [
  ...endpoint.path.split('/').slice(2, 4),
  ...(input === undefined ? [] : [input]),
]

export const isRefusal = (result: object): result is Refusal => 'isSuccess' in result && result.isSuccess === false

function invalidate(client: QueryClient, { path }: Endpoint, reads: 'area' | readonly Endpoint<'read'>[]) {
  const keys = reads === 'area' ? [path.split('/').slice(2, 3)] : reads.map(read => readKey(read))
  return Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })))
}
