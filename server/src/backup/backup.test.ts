import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase, freshDatabase } from '../../test/database.ts'
import { createOurRows } from '../../test/our-rows.ts'
import type { Database } from '../platform/database.ts'
import { openJobs } from '../platform/jobs.ts'
import { makeBackup, restoreBackup } from './index.ts'

const database = await freshDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'honbu-backup-'))
const at = (name: string) => path.join(folder, name)
const now = new Date('2026-05-12T17:30:00Z')
const beside = [at('data/files'), at('data/secret.key')]
const opened: Database[] = []
async function anEmpty() {
  const database = await emptyDatabase()
  opened.push(database)
  return database
}
const made = (to: string) => makeBackup({ pool: database.pool, folder: to, version: '2.4.4', now, beside })
afterAll(async () => {
  for (const each of opened) await each.close()
  rmSync(folder, { recursive: true, force: true })
})

beforeAll(async () => {
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
})

/** Each table as one text, the sequences, and what waits in the queues. */
async function all({ db }: Database): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not like 'kysely%' order by 1`.execute(db)
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

describe('a backup', () => {
  it('gives back each row of each table, the next ids, what waits, and what lies beside', async () => {
    const manifest = await made(at('first'))
    expect(manifest.tables.find(({ name }) => name === 'club')?.rows).toBeGreaterThan(2)
    const copy = await anEmpty()
    await restoreBackup(copy, at('first'), at('restored'))
    expect(await all(copy)).toEqual(await all(database))
    expect(await readFile(at('restored/files/logos/one.png'), 'utf8')).toBe('a picture')
    expect(await readFile(at('restored/secret.key'), 'utf8')).toBe('a key')
    // Rules and triggers work again there.
    await createOurRows(copy.db)
    const orphan = sql`insert into member (root_club_id, person_id) values (1, 987654321)`.execute(copy.db)
    await expect(orphan).rejects.toThrow()
  })

  it('is what was there at one moment', async () => {
    const { rows } = await sql<{ people: number }>`select count(*) as people from person`.execute(database.db)
    const writing = made(at('moment'))
    await createOurRows(database.db)
    const people = (await writing).tables.find(({ name }) => name === 'person')?.rows
    const members = (await writing).tables.find(({ name }) => name === 'member')?.rows
    expect(people).toBeGreaterThanOrEqual(rows[0]?.people ?? 0)
    const copy = await anEmpty()
    await restoreBackup(copy, at('moment'), at('restored moment'))
    const { rows: lone } = await sql`
      select from member left join person on person.id = person_id where person.id is null`.execute(copy.db)
    expect([lone.length, members]).toEqual([0, expect.any(Number)])
  })

  it('is closed to other users, each file of it', () => {
    const all = readdirSync(at('first'), { recursive: true, encoding: 'utf8' })
    const open = all.filter(name => (statSync(path.join(at('first'), name)).mode & 0o077) !== 0)
    expect([all.length > 10, open]).toEqual([true, []])
  })

  it('goes into a new folder only, and back into an empty database only', async () => {
    await expect(made(at('first'))).rejects.toThrow('is not empty: name a folder that is new')
    await expect(restoreBackup(database, at('first'), at('nowhere'))).rejects.toThrow('into an empty one')
  })

  it('that was cut off, is damaged, or comes from a newer version, is not restored', async () => {
    await made(at('cut'))
    rmSync(at('cut/manifest.json'))
    await expect(restoreBackup(await anEmpty(), at('cut'), at('x'))).rejects.toThrow('was cut off')
    const manifest = JSON.parse(await readFile(at('first/manifest.json'), 'utf8'))
    await writeFile(at('cut/manifest.json'), JSON.stringify({ ...manifest, migration: '9999-later' }))
    await expect(restoreBackup(await anEmpty(), at('cut'), at('x'))).rejects.toThrow('made by a newer Honbu')
    const [club] = manifest.tables.filter(({ name }: { name: string }) => name === 'club')
    club.rows++
    await writeFile(at('first/manifest.json'), JSON.stringify(manifest))
    const copy = await anEmpty()
    await expect(restoreBackup(copy, at('first'), at('x'))).rejects.toThrow('is damaged: club has')
    const { rows } = await sql<{ clubs: number }>`select count(*) as clubs from club`.execute(copy.db)
    expect(rows[0]?.clubs).toBe(0)
    expect(readdirSync(folder)).not.toContain('x')
  })
})
