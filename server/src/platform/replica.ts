import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { connectTo, type Db } from './database.ts'
import { troubleOf } from './trouble.ts'

/** Runs what only reads where it is in nobody's way. It may be run again, elsewhere. */
export type ReadOnReplica = <Value>(run: (db: Db) => Promise<Value>) => Promise<Value>

export interface Replica {
  readonly read: ReadOnReplica
  readonly close: () => Promise<void>
}

interface Options {
  /** Milliseconds in which a standby has to have caught up; otherwise the primary is read. */
  readonly patience?: number
  /** Milliseconds for which a standby that was of no use is left alone. */
  readonly rest?: number
}

/**
 * Reads on a standby, as soon as that has all that the primary had when it was asked: what somebody has just written is
 * there, as it would be on the primary. Where the standby cannot be reached, is behind or has taken over, it is the primary.
 */
export function openReplica(
  connection: pg.ClientConfig,
  primary: Db,
  { patience = 500, rest = 5000 }: Options = {},
): Replica {
  const standby = connectTo(connection)
  let restsUntil = 0

  async function isCaughtUp(giveUp: number): Promise<boolean> {
    const asked = await one(primary, sql<{ at: string }>`select pg_current_wal_lsn()::text as at`)
    while (performance.now() < giveUp) {
      const { isReadOnly, isThere } = await one(
        standby.db,
        sql<{
          isReadOnly: boolean
          isThere: boolean
        }>`select current_setting('transaction_read_only')::boolean as "isReadOnly",
          case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end >= ${asked.at}::pg_lsn
            as "isThere"`,
      )
      if (!isReadOnly) return false
      if (isThere) return true
      await pause(10)
    }
    return false
  }

  /** One that has fallen silent never says so. */
  async function isUsable(): Promise<boolean> {
    if (performance.now() < restsUntil) return false
    const timer = new AbortController()
    const late = pause(patience, false, { signal: timer.signal }).catch(() => false)
    const isGood = await Promise.race([isCaughtUp(performance.now() + patience).catch(() => false), late])
    timer.abort()
    if (!isGood) restsUntil = performance.now() + rest
    return isGood
  }

  return {
    async read(run) {
      if (await isUsable())
        try {
          return await run(standby.db)
        } catch (error) {
          if (!(error instanceof Error) || !isOfTheStandby(error)) throw error
          restsUntil = performance.now() + rest
        }
      return await run(primary)
    },
    close: standby.close,
  }
}

async function one<Row>(db: Db, asked: RawBuilder<Row>): Promise<Row> {
  const { rows } = await asked.execute(db)
  const [row] = rows
  if (!row) throw new Error('Nothing was answered.')
  return row
}

/** It is gone, or had to break off because what was read is being changed (class 40). */
const isOfTheStandby = (error: Error) =>
  troubleOf(error) !== undefined || ('code' in error && String(error.code).startsWith('40'))
