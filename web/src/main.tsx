import { loadChunk } from './app/chunk.ts'
import { showCouldNotStart } from './app/could-not-start.ts'
import { nextTask } from './app/next-task.ts'
import { signInSettings } from './app/sign-in/settings.ts'
import { passOn } from './app/sign-in/silent-callback.ts'

/** The entry. In the hidden frame of a silent sign-in the answer is passed on, and nothing else is loaded. */
const isSilentFrame = window.parent !== window && /\/authentication\/login-callback\/?$/.test(window.location.pathname)

if (isSilentFrame) passOn()
else {
  // Asked for while the rest is still loading; whoever needs them deals with a failure.
  signInSettings().catch(() => {})
  begin().catch(showCouldNotStart)
}

/** In several tasks, each of which is long enough by itself on a slow telephone: libraries, our own modules, the first screen. */
async function begin(): Promise<void> {
  const libraries = loadChunk(
    'libraries',
    () => import('react-dom/client'),
    library => library,
  )
  // While they are on their way.
  new Worker(new URL('./app/formatters.worker.ts', import.meta.url), { type: 'module' })
  await libraries
  await nextTask()
  const start = await loadChunk(
    'start',
    () => import('./app/start.tsx'),
    ({ start }) => start,
  )
  await nextTask()
  await start()
}
