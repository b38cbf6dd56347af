import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** What the automatic backups have come to, as any process of the fleet can read it. */
export interface BackupState {
  /** The last one that succeeded, and what its file is. */
  readonly last: {
    readonly startedAt: Date
    readonly seconds: number
    readonly name: string
    readonly bytes: number
  } | null
  /** Failed since then. */
  readonly failures: number
  /** Why the last of these failed. */
  readonly problem: string | null
}

export async function backupState(db: Db): Promise<BackupState> {
  const last = await db
    .selectFrom('backup_run')
    .select(['id', 'started_at', 'ended_at', 'name', 'bytes'])
    .where('name', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { rows } = await sql<{ failures: number; problem: string | null }>`
    select count(*) as failures, (array_agg(problem order by id desc))[1] as problem
    from backup_run where problem is not null and id > ${last?.id ?? 0}`.execute(db)
  const { failures = 0, problem = null } = rows[0] ?? {}
  if (!last?.name || !last.ended_at) return { last: null, failures, problem }
  const seconds = (last.ended_at.getTime() - last.started_at.getTime()) / 1000
  return { last: { startedAt: last.started_at, seconds, name: last.name, bytes: last.bytes ?? 0 }, failures, problem }
}

const cutOff = 'It was cut off, because its process was stopped or killed.'

/** How long runs are kept. */
const daysKept = 400

/**
 * Notes that a backup begins. One that never ended is noted as cut off, so only one may be under way.
 * @returns its id
 */
export async function beginRun(db: Db, now: Date): Promise<number> {
  await db.updateTable('backup_run').set({ ended_at: now, problem: cutOff }).where('ended_at', 'is', null).execute()
  await sql`
    delete from backup_run where started_at < ${now}::timestamptz - ${daysKept} * interval '1 day'
      and id < (select max(id) from backup_run where name is not null)`.execute(db)
  const { id } = await db.insertInto('backup_run').values({ started_at: now }).returning('id').executeTakeFirstOrThrow()
  return id
}

type Ended = { readonly name: string; readonly bytes: number } | { readonly problem: string }

export async function endRun(db: Db, id: number, now: Date, ended: Ended): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({ ended_at: now, ...ended })
    .where('id', '=', id)
    .execute()
}
