import { afterAll, describe, expect, inject, it } from 'vitest'
import { gateTo } from '../../test/gate.ts'
import { openScratch } from '../../test/scratch.ts'
import { connectTo } from './database.ts'
import { troubleOf } from './trouble.ts'
import { addressesIn, connectionTo } from './writable-host.ts'

const programs = process.env.HONBU_TEST_POSTGRES
const own = await openScratch(programs && programs !== '0' ? programs : undefined)
const alone = connectTo(own.connection)
// One can be told to be written to or not; the other always can, while it is there.
const one = await gateTo(own.connection)
const two = await gateTo(inject('postgres'))
const { user, password } = inject('postgres')
const hosts = [one, two].map(({ connection }) => `${connection.host}:${connection.port}`).join()
const address = `postgres://${user}${password ? `:${password}` : ''}@${hosts}/postgres?target_session_attrs=read-write`
const database = connectTo({ ...connectionTo(address, 'writing', 100), connectionTimeoutMillis: 5000 })
afterAll(async () => {
  await database.close()
  await Promise.all([one.close(), two.close()])
  await alone.close()
  await own.stop()
})

const whichOf = async ({ pool }: Pick<typeof database, 'pool'>) => {
  const { rows } = await pool.query('select system_identifier as id from pg_control_system()')
  return rows[0].id
}
const first = await whichOf(alone)
const isAtOne = async () => (await whichOf(database)) === first
const write = () => database.pool.query('create table if not exists written_here ()')
const troubleWith = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: Error) => troubleOf(error)?.refused.code,
  )
async function makeOne(readOnly: 'on' | 'off') {
  await alone.pool.query(`alter system set default_transaction_read_only = ${readOnly}`)
  await alone.pool.query('select pg_reload_conf()')
}

describe('addressesIn', () => {
  it('takes an address with several hosts apart, and leaves one with a single host as it is', () => {
    expect(addressesIn('postgres://me:a%2Cb@one:5432,two:5433/honbu?target_session_attrs=read-write')).toEqual([
      'postgres://me:a%2Cb@one:5432/honbu?target_session_attrs=read-write',
      'postgres://me:a%2Cb@two:5433/honbu?target_session_attrs=read-write',
    ])
    for (const one of ['postgres://me@one/honbu', 'postgres://me@localhost/honbu?host=/run/a,b&port=1', 'nothing'])
      expect(addressesIn(one)).toEqual([one])
  })
})

describe('two hosts', () => {
  it('are followed to the one that can be written to, by a connection that finds it can not as well', async () => {
    await two.close()
    expect(await isAtOne()).toBe(true)
    await write()
    await makeOne('on')
    // Its connection is still open, and is given up with the first write.
    await expect.poll(() => troubleWith(write())).toBe('database_gone')
    await two.open()
    await expect.poll(() => troubleWith(write())).toBe(undefined)
    expect(await isAtOne()).toBe(false)
  })

  it('are left when they fall silent, as soon as the other can be written to', async () => {
    two.silence()
    const asked = troubleWith(write())
    await makeOne('off')
    expect(await asked).toBe('database_gone')
    await expect.poll(isAtOne).toBe(true)
  })

  it('are gone when none can be reached', async () => {
    await Promise.all([one.close(), two.close()])
    expect(await troubleWith(write())).toBe('database_gone')
    await one.open()
    expect(await isAtOne()).toBe(true)
  })
})
