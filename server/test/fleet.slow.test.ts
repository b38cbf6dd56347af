import { expect, inject, test } from 'vitest'
import { freshDatabase } from './database.ts'
import { addressOf } from './fleet/address.ts'
import { killing, runFleet } from './fleet/fleet.ts'

const { db, connection } = await freshDatabase()

/** More servers, workers, a pooler, and every one killed: `npm run test:fleet`. */
test('two servers and a worker, one server killed at work: nobody is told an error twice, nothing is lost', {
  timeout: 600_000,
}, async () => {
  const databaseUrl = addressOf({ ...inject('postgres'), database: connection.database ?? '' })
  const { problems, notes, asked, receiptsTwice } = await runFleet({
    ...{ db, databaseUrl, servers: 2, workers: 1, clients: 3 },
    meanwhile: killing(['web 1'], 1500),
  })
  expect(problems).toEqual([])
  expect(receiptsTwice).toBe(0)
  expect(notes).toBeGreaterThan(0)
  for (const kind of ['mark', 'order', 'upload', 'sign in']) expect(asked[kind]).toBeGreaterThan(0)
})
