import type { FastifyInstance } from 'fastify'
import type { Jobs } from './jobs.ts'

interface Working {
  readonly app: Pick<FastifyInstance, 'close' | 'server'>
  readonly jobs: Pick<Jobs, 'stop'>
}

/**
 * Ends what a process does for others, at once on both sides: takes no more connections and no more jobs, ends live
 * streams, whose browsers come back by themselves, and lets the requests and jobs under way finish.
 * @param patience milliseconds after which a request is cut off; its transaction is rolled back
 */
export async function finishWork({ app, jobs }: Working, patience = 8000): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), patience)
  // A connection that is kept for the next request, after the one that was under way, would be waited for to the end.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  try {
    await Promise.all([app.close(), jobs.stop()])
  } finally {
    clearTimeout(cut)
    clearInterval(idle)
  }
}
