import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Db } from '../platform/database.ts'
import { openWatch, type Seen } from './watch.ts'

/** A database that answers each look as the test says. */
function databaseThat(answers: () => Promise<readonly Seen[]>): Db {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>() => ({ rows: (await answers()) as Row[] }),
    async *streamQuery() {},
  }
  class Driver extends DummyDriver {
    override acquireConnection = async () => connection
  }
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

const seen = (id: number): Seen => ({ id, clubId: 1, accountId: 1 })

test('a look that is never answered is not the last', async () => {
  const never = new Promise<never>(() => {})
  const answers = [async () => [seen(1)], () => never, () => never, async () => [seen(1), seen(2)]]
  const watch = openWatch(
    databaseThat(() => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? never),
    5,
    20,
  )
  const told = vi.fn()
  const stop = await watch.follow(told)
  await expect.poll(() => told.mock.calls).toEqual([[[seen(2)]]])
  stop()
  watch.close()
})

test('who begins to follow while nothing is answered is told so, and may again', async () => {
  const never = new Promise<never>(() => {})
  let isAway = true
  const watch = openWatch(
    databaseThat(() => (isAway ? never : Promise.resolve([seen(1)]))),
    5,
    20,
  )
  await expect(watch.follow(() => {})).rejects.toThrow('does not answer')
  isAway = false
  await expect
    .poll(() =>
      watch
        .follow(() => {})
        .then(
          () => 'follows',
          () => 'does not',
        ),
    )
    .toBe('follows')
  watch.close()
})
