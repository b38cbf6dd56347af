import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { addressOf } from '../../test/fleet/address.ts'
import { openDatabase } from './database.ts'

const { db, connection } = await freshDatabase()
const address = addressOf({ ...inject('postgres'), database: connection.database ?? '' })

describe('openDatabase', () => {
  it('names a database that cannot be reached in one line, without the password', async () => {
    const databaseUrl = 'postgres://app:secret@127.0.0.1:1/honbu'
    await expect(openDatabase({ databaseUrl, dataDir: '' }, 'server')).rejects.toMatchObject({
      name: 'CannotStart',
      message:
        'DATABASE_URL must be a Postgres that can be reached: honbu at 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1.',
    })
  })
})

describe('openDatabase with several hosts', () => {
  it('names all of them', async () => {
    const databaseUrl = 'postgres://app:secret@127.0.0.1:1,127.0.0.1:2/honbu'
    await expect(openDatabase({ databaseUrl, dataDir: '' }, 'server')).rejects.toMatchObject({
      message:
        'DATABASE_URL must be a Postgres that can be reached: honbu at 127.0.0.1:1 or 127.0.0.1:2: connect ECONNREFUSED 127.0.0.1:1.',
    })
  })
})

describe('through a pooler', () => {
  const pooled = () => openDatabase({ databaseUrl: address, databaseDirectUrl: address, dataDir: '' }, 'server')
  it('sets the zone and prepares nothing', async () => {
    // As a pooler's role has to; where Postgres cannot compile, it changes nothing.
    await sql`do $$ begin
      execute format('alter role %I in database %I set jit = off', current_user, current_database());
    end $$`.execute(db)
    const { db: through, close } = await pooled()
    const { rows: zones } = await sql`select current_setting('TimeZone') as zone`.execute(through)
    expect(zones).toEqual([{ zone: 'UTC' }])
    await through.connection().execute(async one => {
      for (let time = 0; time < 5; time++) await sql`select ${time}::int`.execute(one)
      const { rows } = await sql`select name from pg_prepared_statements`.execute(one)
      expect(rows).toEqual([])
    })
    await close()
  })
})

describe('values', () => {
  it('come as the types of tables.ts say', async () => {
    const { rows } = await sql`
      select 9007199254740991::bigint as big, count(*) as count, date '2026-02-28' as day, time '19:00' as time,
        array[1, null]::bigint[] as bigs, array[date '2026-02-28'] as days, array[time '19:00'] as times,
        timestamptz '2026-07-01 19:00 Europe/London' as instant, current_setting('TimeZone') as zone`.execute(db)
    expect(rows).toEqual([
      {
        big: 9_007_199_254_740_991,
        count: 1,
        day: '2026-02-28',
        time: '19:00:00',
        bigs: [1, null],
        days: ['2026-02-28'],
        times: ['19:00:00'],
        instant: new Date('2026-07-01T18:00:00Z'),
        zone: 'UTC',
      },
    ])
  })
})
