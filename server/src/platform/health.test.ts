import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { connectTo } from './database.ts'
import { serveHealth } from './health.ts'

const { pool, connection } = await freshDatabase()

async function ask(path: string, asked: Parameters<typeof serveHealth>[0]['pool'] = pool) {
  const app = Fastify()
  serveHealth({ pool: asked })(app)
  const { statusCode, body } = await app.inject(path)
  await app.close()
  return [statusCode, JSON.parse(body)]
}

describe('health', () => {
  it('is live whatever the database does, and ready where it answers', async () => {
    expect(await ask('/health/live')).toEqual([200, { status: 'ok' }])
    expect(await ask('/health/ready')).toEqual([200, { status: 'ok', database: 'ok' }])
  })

  it('is not ready where the database is gone', async () => {
    const nowhere = connectTo({ ...connection, host: '127.0.0.1', port: 9 })
    expect(await ask('/health/live', nowhere.pool)).toEqual([200, { status: 'ok' }])
    expect(await ask('/health/ready', nowhere.pool)).toEqual([503, { status: 'unavailable', database: 'gone' }])
    await nowhere.close()
  })

  it('is not ready where nobody gets a connection, or nothing can be written', async () => {
    // All that is asked of a pool.
    const never = { query: () => new Promise<never>(() => {}) } as unknown as typeof pool
    expect(await ask('/health/ready', never)).toEqual([503, { status: 'unavailable', database: 'slow' }])
    // As a standby answers.
    const standby = { query: async () => ({ rows: [{ readOnly: true }] }) } as unknown as typeof pool
    expect(await ask('/health/ready', standby)).toEqual([503, { status: 'unavailable', database: 'read-only' }])
  })
})
