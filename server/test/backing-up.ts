import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { makeBackup, restoreBackup } from '../src/backup/index.ts'
import type { Database } from '../src/platform/database.ts'
import { openJobs } from '../src/platform/jobs.ts'
import { openStorage } from '../src/platform/storage.ts'
import type { Erased } from '../src/privacy/index.ts'
import { emptyDatabase } from './database.ts'
import { createOurRows } from './our-rows.ts'

/** A database with a row of everything, a job, a file and a key, and a folder for its backups. */
export async function backingUp(database: Database) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-backup-'))
  const at = (name: string) => path.join(folder, name)
  const now = new Date('2026-05-12T17:30:00Z')
  const opened: Database[] = []
  const filesIn = (name: string) => openStorage({ dataDir: at(name), storage: undefined })
  afterAll(async () => {
    for (const each of opened) await each.close()
    rmSync(folder, { recursive: true, force: true })
  })

  await createOurRows(database.db)
  const jobs = await openJobs(database.connection, { error: () => {} })
  await jobs.work('letters', () => new Promise(() => {}))
  await jobs.stop()
  await sql`insert into pgboss.job (name, data) values ('letters', ${'{"member": 7}'}::jsonb)`.execute(database.db)
  // What the format of COPY writes otherwise.
  await sql`update person set first_name = ${'Zoë\t\\N\n'} where id % 2 = 0`.execute(database.db)
  await mkdir(at('data/files/logos'), { recursive: true })
  await writeFile(at('data/files/logos/one.png'), 'a picture')
  await writeFile(at('data/secret.key'), 'a key', { mode: 0o600 })

  return {
    ...{ folder, at, now, opened, filesIn, isEmpty, all },
    async anEmpty() {
      const empty = await emptyDatabase()
      opened.push(empty)
      return empty
    },
    made: (to: string, { pool }: Pick<Database, 'pool'> = database) =>
      makeBackup({ pool, folder: to, version: '2.4.4', now, files: filesIn('data'), key: at('data/secret.key') }),
    restored: (into: Database, from: string, to: string, erased: readonly Erased[] = []) =>
      restoreBackup({
        ...{ database: into, folder: from, now, files: filesIn(to), erased },
        key: path.join(at(to), 'secret.key'),
      }),
  }
}

async function isEmpty({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query(`
    select count(*)::int as found from pg_class
    where relkind in ('r', 'v', 'S') and relnamespace::regnamespace::text in ('public', 'pgboss')`)
  return rows[0].found === 0
}

/** Each table as one text, the sequences, and what waits in the queues. */
async function all({ db }: Database): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not like 'kysely%' and relname <> 'restored_copy' order by 1`.execute(db)
  const found: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(t::text, E'\n' order by t::text), '') as text from ${sql.table(name)} t`.execute(db)
    found[name] = rows[0]?.text
  }
  const { rows: sequences } = await sql`
    select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`.execute(db)
  const { rows: jobs } = await sql`select name, data, state from pgboss.job order by id`.execute(db)
  return { ...found, sequences, jobs }
}
