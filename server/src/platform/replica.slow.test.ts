import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'
import { gateTo } from '../../test/gate.ts'
import { openScratch } from '../../test/scratch.ts'
import { connectTo, type Db } from './database.ts'
import { openReplica } from './replica.ts'

// What stands in for a standby: whoever comes as this role can only read. A real one: npm run test:failover.
const primary = await freshDatabase()
const { db, connection } = primary
const role = `reader_${process.pid}_${Date.now()}`
for (const statement of [
  `create role ${role} login superuser password 'reader'`,
  `alter role ${role} set default_transaction_read_only = on`,
])
  await sql.raw(statement).execute(db)
const gate = await gateTo({ ...connection, user: role, password: 'reader' })
const replica = openReplica({ ...gate.connection, connectionTimeoutMillis: 300 }, db, { patience: 5000, rest: 0 })
afterAll(async () => {
  await replica.close()
  await gate.close()
})

let reads = 0
const { as } = await testApp({
  ...primary,
  readOnReplica: async run => {
    reads += 1
    return await replica.read(run)
  },
})

const isOnStandby = async (on: Db) => {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(on)
  return rows[0]?.role === role
}

it('is read where it has all that was written', async () => {
  for (let time = 0; time < 20; time++) {
    const { id } = await createClub(db)
    const [isThere, isReplica] = await replica.read(async on => [
      (await on.selectFrom('club').select('id').where('id', '=', id).execute()).length,
      await isOnStandby(on),
    ])
    expect([isThere, isReplica]).toEqual([1, true])
  }
})

it('is the primary while it is gone, and not for ever', async () => {
  await gate.close()
  expect(await replica.read(isOnStandby)).toBe(false)
  await gate.open()
  await expect.poll(() => replica.read(isOnStandby)).toBe(true)
})

it('is the primary where it falls silent', async () => {
  const impatient = openReplica(gate.connection, db, { patience: 300, rest: 60_000 })
  await expect.poll(() => impatient.read(isOnStandby)).toBe(true)
  gate.silence()
  expect(await impatient.read(isOnStandby)).toBe(false)
  await gate.close()
  await gate.open()
  // It is left alone for a while.
  expect(await impatient.read(isOnStandby)).toBe(false)
  await impatient.close()
})

it('is the primary where that can be written to, or is behind', async () => {
  const promoted = openReplica(connection, db)
  const which = async (on: Db) => (on === db ? 'primary' : 'another')
  expect(await promoted.read(which)).toBe('primary')
  await promoted.close()

  // A new one has written less.
  const programs = process.env.HONBU_TEST_POSTGRES
  const young = await openScratch(programs && programs !== '0' ? programs : undefined)
  const its = connectTo(young.connection)
  await its.pool.query('alter system set default_transaction_read_only = on')
  await its.pool.query('select pg_reload_conf()')
  const at = async ({ db: of }: { readonly db: Db }) =>
    (await sql<{ at: string }>`select pg_current_wal_lsn() - '0/0'::pg_lsn as at`.execute(of)).rows[0]?.at
  expect(Number(await at(its))).toBeLessThan(Number(await at(primary)))
  const behind = openReplica(young.connection, db, { patience: 200 })
  expect(await behind.read(which)).toBe('primary')
  await behind.close()
  await its.close()
  await young.stop()
})

it('is the primary once more where reading breaks off on it; what is wrong by itself is told', async () => {
  let asked = 0
  const breaks = (code: string) => async (on: Db) => {
    asked += 1
    if (on !== db) throw Object.assign(new Error('canceling statement due to conflict with recovery'), { code })
    return 'read'
  }
  expect([await replica.read(breaks('40001')), asked]).toEqual(['read', 2])
  await expect(replica.read(breaks('42P01'))).rejects.toThrow()
})

it('is where reports are read, and nothing else', async () => {
  const { id: clubId } = await createClub(db)
  const { sub } = await createAccount(db, { clubId, isAdmin: true })
  const period = { clubIds: [clubId], from: '2026-05-01', until: '2026-05-31' }
  expect((await as(sub).post('/api/reporting/GetReport', { ...period, tab: 'management' })).status).toBe(200)
  expect((await as(sub).get(`/api/club/GetClub/${clubId}`)).status).toBe(200)
  expect(reads).toBe(1)
})
