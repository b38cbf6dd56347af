import { address } from '../app/base.ts'
import { queries } from '../app/queries.ts'
import { onChange, sessionNow } from '../app/sign-in/session.ts'
import { fetchToday } from './fetch-today.ts'
import { forgetOld, keepAnswers } from './kept-answers.ts'
import { beginMarks, markQueue } from './marks.ts'

/** Milliseconds between two looks at today's registers, as long as the page is open. */
const lookEvery = 15 * 60_000

/** Milliseconds after which a page has what it shows. */
const settled = 3_000

/** Makes the register work without signal. Loaded after the first paint; nothing of it is needed before. */
export function beginOffline(): void {
  keepAnswers(queries)
  keepApplication()
  beginMarks()
  setInterval(lookAhead, lookEvery)
  window.addEventListener('online', lookAhead)
  onChange(takeUp)
  takeUp()
}

/** Somebody is here, or somebody else: his marks, his registers, and nobody else's. */
function takeUp() {
  if (sessionNow().status !== 'signedIn') return
  forgetOld().catch(() => {})
  void markQueue.resume()
  // What the screen itself asks for goes first.
  setTimeout(lookAhead, settled)
}

function lookAhead() {
  if (!navigator.onLine || sessionNow().status !== 'signedIn') return
  fetchToday(queries, lookEvery / 2).catch(() => {})
}

/** The service worker keeps the application itself. A build makes one file of it; in development it is a module. */
function keepApplication() {
  if (!('serviceWorker' in navigator)) return
  const type = import.meta.env.DEV ? 'module' : 'classic'
  navigator.serviceWorker.register(address('service-worker.js'), { updateViaCache: 'none', type }).catch(() => {})
}
