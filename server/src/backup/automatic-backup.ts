import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { newIdentity, recipientOf } from '../platform/age.ts'
import { CannotStart, codeOf, reasonOf } from '../platform/cannot-start.ts'
import type { GivenConfig } from '../platform/config.ts'
import type { Database } from '../platform/database.ts'
import type { Jobs, JobsLog } from '../platform/jobs.ts'
import { type ListedFiles, openLargeFiles, placeOf } from '../platform/storage.ts'
import { archiveOf, counter, unpackBackup } from './archive.ts'
import { backupState, beginRun, endRun } from './backup-runs.ts'
import { checkBackup } from './check-backup.ts'
import { makeBackup } from './make-backup.ts'
import { backupName, expiredBackups, isBackupName } from './retention.ts'
import { cronsOf, isDue } from './schedule.ts'

export interface AutomaticBackups {
  readonly database: Database
  readonly config: Pick<GivenConfig, 'backup' | 'dataDir'>
  readonly files: ListedFiles
  readonly version: string
  readonly now: () => Date
}

/** What became of one: its file, or why there is none. */
export type BackupMade =
  | { readonly name: string; readonly bytes: number; readonly deleted: number }
  | { readonly problem: string }

/** How long one may take before it's thought dead. */
const longestHours = 12

/** Makes backups by the schedule in the settings, in one process of the fleet. */
export async function backUpBySchedule(
  jobs: Pick<Jobs, 'schedule'>,
  parts: AutomaticBackups & { readonly log: JobsLog },
): Promise<void> {
  const { database, config, now, log } = parts
  const { backup } = config
  const crons = cronsOf(backup)
  const run = (isOnTime: boolean) => async () => {
    if (backup.to === undefined) return
    const { last } = await backupState(database.db)
    if (!isDue(last?.startedAt ?? null, now(), backup, isOnTime)) return
    const made = await makeAutomaticBackup(parts)
    if (made && 'problem' in made) log.error({ problem: made.problem }, 'an automatic backup failed')
  }
  await jobs.schedule('back-up', crons.onTime, run(true), { longestHours })
  await jobs.schedule('back-up-missed', crons.missed, run(false), { longestHours })
}

/**
 * Makes a backup in the place of the settings, reads it again from there, deletes those that are too old, and notes what
 * became of it.
 * @returns null where one is being made already
 */
export async function makeAutomaticBackup(parts: AutomaticBackups): Promise<BackupMade | null> {
  const { database, now } = parts
  const release = await lockBackups(database.direct.pool)
  if (!release) return null
  try {
    const startedAt = now()
    const id = await beginRun(database.db, startedAt)
    const made = await write(parts, startedAt).catch(error => ({ problem: problemOf(error, parts.config.backup.to) }))
    const ended = 'problem' in made ? made : { name: made.name, bytes: made.bytes }
    await endRun(database.db, id, now(), ended)
    return made
  } finally {
    await release()
  }
}

const lock = `hashtextextended('honbu backup', 0)`

/** Held by a session, so that it's free again as soon as its process is killed. */
async function lockBackups(pool: pg.Pool): Promise<(() => Promise<void>) | null> {
  const client = await pool.connect()
  const release = async () => {
    await client.query(`select pg_advisory_unlock(${lock})`).catch(() => {})
    client.release(true)
  }
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(${lock}) as locked`)
    if (rows[0].locked) return release
  } catch (error) {
    client.release(true)
    throw error
  }
  client.release()
  return null
}

async function write(parts: AutomaticBackups, startedAt: Date) {
  const { database, config, files, version } = parts
  const { backup, dataDir } = config
  if (backup.to === undefined) throw new CannotStart('HONBU_BACKUP_TO is not set.')
  const place = openLargeFiles(backup.to)
  // Before everything is read for nothing.
  await place.list()
  // Whoever has the lock is alone, so what is there was left by one that was killed. A store may not let us look for it.
  await place.discardUnfinished(isBackupName).catch(() => {})
  const scratch = path.join(dataDir, 'backup-unfinished')
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const name = backupName(startedAt, backup.recipients.length > 0)
  try {
    const folder = path.join(scratch, randomUUID())
    const manifest = await makeBackup({
      ...{ pool: database.direct.pool, folder, version, now: startedAt, files },
      key: path.join(dataDir, 'secret.key'),
    })
    // A key for the next minutes, which opens the backup as any recipient's does: so it can be read again here, where the
    // private keys of the others aren't.
    const ours = await newIdentity()
    const recipients = backup.recipients.length > 0 ? [...backup.recipients, await recipientOf(ours)] : []
    const written = counter()
    await place.write(name, archiveOf(folder, recipients, written.stream))
    await rm(folder, { recursive: true })
    const { bytes, sha256 } = written.passed()
    try {
      const read = counter()
      await unpackBackup({
        ...{ content: place.read(name), isEncrypted: recipients.length > 0, identities: [ours] },
        ...{ folder, through: read.stream },
      })
      if (read.passed().sha256 !== sha256) throw new CannotStart('What was read again isn’t what was written.')
      if (!isDeepStrictEqual(await checkBackup(folder), manifest))
        throw new CannotStart('It isn’t the one that was made.')
    } catch (error) {
      await place.delete(name)
      throw error
    }
    const expired = expiredBackups(
      (await place.list()).map(file => file.name),
      startedAt.toISOString().slice(0, 10),
      backup.keep,
    )
    for (const each of expired) await place.delete(each)
    return { name, bytes, deleted: expired.length }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Why it failed and what to do, without a row or an address of ours: errors of the database may quote them. */
function problemOf(error: unknown, to = ''): string {
  const [code = '', place] = [codeOf(error), placeOf(to)]
  if (code === 'ENOENT') return `${place} isn’t there: make the folder, or mount its disk.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `There is no permission to write: ${reasonOf(error)}. Let the user of this process write there.`
  if (code === 'ENOSPC')
    return `There is no room left: ${reasonOf(error)}. Make room, or keep fewer (HONBU_BACKUP_KEEP).`
  if (error instanceof Error && 'severity' in error) return `The database refused it (${code}): see its log.`
  return `${reasonOf(error)} We’ll try again within the hour. If it goes on, run “doctor”.`
}
