import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { deadLetters } from './jobs.ts'
import { Refused } from './refused.ts'

/** What the product says where a restored copy keeps quiet. */
export const quietCopy =
  'This is a restored copy. It sends and collects nothing until an operator says it’s the real one.'

/** Was the database restored from a backup, and has nobody said yet that it's the real one? */
export async function isQuietCopy(db: Db): Promise<boolean> {
  const copy = await db
    .selectFrom('restored_copy')
    .select('is_only')
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return copy !== undefined
}

/**
 * Says that a restored copy is the real one. Processes take it up when they're restarted.
 * @returns how many jobs wait, or null where there's no quiet copy
 */
export async function confirmRestored(db: Db, now: Date): Promise<number | null> {
  const { numUpdatedRows } = await db
    .updateTable('restored_copy')
    .set({ confirmed_at: now })
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return null
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pgboss.job where state in ('created', 'retry', 'active') and name <> ${deadLetters}`.execute(
    db,
  )
  return rows[0]?.waiting ?? 0
}

/** Answers each webhook with 503, so that the provider sends it again later. */
export function refuseWebhooks(app: FastifyInstance, basePath: string): void {
  app.addHook('onRequest', async request => {
    if (request.url.startsWith(`${basePath}/webhooks/`)) throw new Refused(503, quietCopy)
  })
}
