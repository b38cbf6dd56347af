import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { pageIsOpen } from '../ui/InSteps.tsx'
import { wantAllLetters } from './all-letters.ts'
import { nextTask } from './next-task.ts'
import { queries } from './queries.ts'
import { buildRouter } from './router.tsx'
import { sidebarQuery } from './shell/sidebar-query.ts'
import { isAuthenticated, keepSignedIn, onNoSession, onSessionEnd } from './sign-in/session.ts'

export async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root.')
  // The menu is read while the first screen is being loaded. Whoever needs it, or the session, deals with a failure.
  readMenu().catch(() => {})
  await nextTask()
  const router = buildRouter()
  // What was read belongs to who has gone; the screen asks anew who is there.
  onSessionEnd(() => {
    queries.clear()
    void router.invalidate()
    void forgetKept()
  })
  onNoSession(forgetKept)
  await nextTask()
  // The page says 'Loading...' until the first screen is there.
  await router.load()
  // In steps, between which the browser can do something else: on a slow telephone the first screen takes a while.
  startTransition(() =>
    createRoot(root).render(
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  )
  // A first idle moment comes while the screen still waits for its data.
  setTimeout(() => whenIdle(afterFirstScreen), settled)
}

/** Milliseconds after which the first screen has what it shows, also on a slow line. */
const settled = 3_000

function afterFirstScreen() {
  pageIsOpen()
  wantAllLetters()
  keepSignedIn().catch(() => {})
  import('../offline/begin.ts').then(({ beginOffline }) => beginOffline()).catch(() => {})
}

/** Nothing of members stays on a device where no one is logged in. */
const forgetKept = () =>
  import('../offline/kept-answers.ts').then(({ forgetAnswers }) => forgetAnswers()).catch(() => {})

async function readMenu(): Promise<void> {
  if (await isAuthenticated()) await queries.prefetchQuery(sidebarQuery)
}

/** Safari has no requestIdleCallback. */
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work, { timeout: 4_000 }) : setTimeout(work, 1_500)
