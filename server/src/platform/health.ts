import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

const open = { config: { access: 'anyone' }, logLevel: 'silent' } as const

/** Milliseconds in which a database that is well answers, also to the last in the queue. */
const patience = 2000

/**
 * For who watches the process. `/health/live`: it answers at all; where it does not, it is to be started again.
 * `/health/ready`: it can serve; where it says 503, requests are better sent elsewhere for now.
 */
export const serveHealth =
  ({ pool }: { readonly pool: Pick<pg.Pool, 'query'> }) =>
  (app: FastifyInstance): void => {
    app.get('/health/live', open, async () => ({ status: 'ok' }))
    app.get('/health/ready', open, async (_request, reply) => {
      const database = await stateOf(pool)
      void reply.status(database === 'ok' ? 200 : 503).header('cache-control', 'no-store')
      return { status: database === 'ok' ? 'ok' : 'unavailable', database }
    })
  }

type DatabaseState = 'ok' | 'gone' | 'slow' | 'read-only'

/** A standby answers, but nothing can be written there, nor at once where one has just taken over. */
async function stateOf(pool: Pick<pg.Pool, 'query'>): Promise<DatabaseState> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'slow'>(resolve => {
    timer = setTimeout(() => resolve('slow'), patience)
  })
  const asked = pool
    .query<{ readOnly: boolean }>(`select current_setting('transaction_read_only')::boolean as "readOnly"`)
    .then(
      ({ rows }) => (rows[0]?.readOnly ? 'read-only' : 'ok'),
      () => 'gone' as const,
    )
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
