import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { ApiError } from './request.ts'
import { buildRouter } from './router.tsx'
import { onSessionEnd, openSession } from './sign-in/session.ts'

/** What was refused is refused again; only what may pass (no answer, a server in trouble) is asked once more. */
const retry = (failures: number, error: Error) =>
  failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500)

const queries = new QueryClient({ defaultOptions: { queries: { retry, staleTime: 5_000 } } })

export async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root.')
  // Whoever needs the session deals with a failure.
  openSession().catch(() => {})
  const router = buildRouter()
  // What was read belongs to who has gone; the screen asks anew who is there.
  onSessionEnd(() => {
    queries.clear()
    void router.invalidate()
  })
  // The page says 'Loading...' until the first screen is there.
  await router.load()
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
