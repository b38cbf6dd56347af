import { QueryCache, QueryClient } from '@tanstack/react-query'
import { noteClosedClub } from './closed-club.ts'
import { heard } from './connection.ts'
import { ApiError } from './request.ts'

/** No answer at all is no connection; an answer of any kind is one. */
const hasNoAnswer = (error: unknown) => error instanceof ApiError && error.status === 0

/**
 * What was refused is refused again; only what may pass (no answer, a server in trouble) is asked once more, unless the
 * browser itself says that there is no network.
 */
const retry = (failures: number, error: Error) =>
  failures < 1 && navigator.onLine && error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** What was read, for the whole application. What cannot be asked for is taken from what the device has kept. */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: () => heard(true),
    onError(error, query) {
      noteClosedClub(error)
      heard(!hasNoAnswer(error))
      if (!hasNoAnswer(error) || query.state.data !== undefined) return
      import('../offline/kept-answers.ts').then(
        ({ restoreAnswer }) => restoreAnswer(queries, query.queryKey),
        () => {},
      )
    },
  }),
  defaultOptions: {
    queries: {
      retry,
      staleTime: 5_000,
      // Without a network a question fails at once, instead of waiting for one: then there is something to show.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})
