import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase, freshDatabase } from '../../test/database.ts'
import { createOurRows } from '../../test/our-rows.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { connectTo, type Database } from '../platform/database.ts'
import { openJobs } from '../platform/jobs.ts'
import { migrate, notYetRun } from '../platform/migrate.ts'
import { confirmRestored, isQuietCopy } from '../platform/restored-copy.ts'
import { openStorage } from '../platform/storage.ts'
import { type Erased, erasedIn } from '../privacy/index.ts'
import { checkBackup, contentsOf, makeBackup, restoreBackup } from './index.ts'

const database = await freshDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'honbu-backup-'))
const at = (name: string) => path.join(folder, name)
const now = new Date('2026-05-12T17:30:00Z')
const opened: Database[] = []
async function anEmpty() {
  const database = await emptyDatabase()
  opened.push(database)
  return database
}
const filesIn = (folder: string) => openStorage({ dataDir: at(folder), storage: undefined })
const made = (to: string, { pool } = database) =>
  makeBackup({ pool, folder: to, version: '2.4.4', now, files: filesIn('data'), key: at('data/secret.key') })
const restored = (database: Database, from: string, to: string, erased: readonly Erased[] = []) =>
  restoreBackup({ database, folder: from, now, files: filesIn(to), key: path.join(at(to), 'secret.key'), erased })
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

const isEmpty = async ({ pool }: Database) => {
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

describe('a backup', () => {
  it('gives back each row of each table, the next ids, what waits, and what lies beside', async () => {
    const manifest = await made(at('first'))
    expect(manifest.tables.find(({ name }) => name === 'club')?.rows).toBeGreaterThan(2)
    const copy = await anEmpty()
    await restored(copy, at('first'), 'restored')
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
    await restored(copy, at('moment'), 'restored moment')
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
    await expect(restored(database, at('first'), 'nowhere')).rejects.toThrow('into an empty one')
  })

  it('that was cut off, is damaged, or comes from a newer version, is not restored', async () => {
    await made(at('cut'))
    rmSync(at('cut/manifest.json'))
    await expect(restored(await anEmpty(), at('cut'), 'x')).rejects.toThrow('was cut off')
    const manifest = JSON.parse(await readFile(at('first/manifest.json'), 'utf8'))
    await writeFile(at('cut/manifest.json'), JSON.stringify({ ...manifest, migration: '9999-later' }))
    await expect(restored(await anEmpty(), at('cut'), 'x')).rejects.toThrow('made by a newer Honbu')
    const [club] = manifest.tables.filter(({ name }: { name: string }) => name === 'club')
    club.rows++
    await writeFile(at('first/manifest.json'), JSON.stringify(manifest))
    const copy = await anEmpty()
    await expect(restored(copy, at('first'), 'x')).rejects.toThrow('is damaged: club has')
    await expect(checkBackup(at('first'))).rejects.toThrow('is damaged: club has')
    expect(await isEmpty(copy)).toBe(true)
    expect(readdirSync(folder)).not.toContain('x')
  })

  it('only reads, whichever version has made the database', async () => {
    const older = await anEmpty()
    await migrate(older.db, undefined, '0120-past-midnight')
    const club = await sql<{ id: number }>`
      insert into club (id, root_club_id, name, code) overriding system value values (1, 1, 'Old Dojo', 'OLD') returning id`
    await club.execute(older.db)
    const schema = async () => (await sql`select * from kysely_migration order by name`.execute(older.db)).rows
    const before = await schema()
    const manifest = await made(at('older'), older)
    expect([await schema(), manifest.migration]).toEqual([before, '0120-past-midnight'])
    const copy = await anEmpty()
    await restored(copy, at('older'), 'restored older')
    expect(await notYetRun(copy.db)).toEqual([])
    expect(await copy.db.selectFrom('club').select(['name', 'is_demo']).execute()).toEqual([
      { name: 'Old Dojo', is_demo: false },
    ])
  })

  it('says what it holds, and where it came from', async () => {
    const { tables, files, database: source } = await checkBackup(at('moment'))
    const [clubs, members] = ['club', 'member'].map(name => tables.find(table => table.name === name)?.rows)
    expect(contentsOf({ tables, files })).toBe(`${clubs} clubs, ${members} members, 0 marks and 1 file`)
    expect(source).toEqual({
      name: expect.stringMatching(/^test_/),
      host: 'this machine',
      postgres: expect.any(String),
    })
  })

  it('asks before it backs up a database without clubs, and refuses one that is not Honbu’s', async () => {
    const foreign = await anEmpty()
    await expect(made(at('foreign'), foreign)).rejects.toThrow('isn’t a database of Honbu')
    await migrate(foreign.db)
    const asked: unknown[] = []
    const isRight = async (found: object) => {
      asked.push(found)
      throw new CannotStart('No.')
    }
    const { pool } = foreign
    const files = filesIn('data')
    const empty = makeBackup({ pool, folder: at('foreign'), version: '2.4.4', now, files, key: at('x'), isRight })
    await expect(empty).rejects.toThrow('No.')
    expect(asked).toEqual([{ clubs: 0, source: expect.objectContaining({ host: 'this machine' }) }])
    expect(readdirSync(folder)).not.toContain('foreign')
  })

  it('goes back into a database of an ordinary role, which then owns all of it', async () => {
    const { db, connection } = await anEmpty()
    const role = `plain_${randomUUID().slice(0, 8)}`
    await sql`create role ${sql.id(role)} login nosuperuser`.execute(db)
    await sql`alter database ${sql.id(connection.database ?? '')} owner to ${sql.id(role)}`.execute(db)
    await sql`grant create on schema public to ${sql.id(role)}`.execute(db)
    const plain = connectTo({ ...connection, user: role } as pg.ClientConfig)
    opened.push(plain)
    await restored(plain, at('moment'), 'restored plainly')
    const { rows: owners } = await sql<{ owner: string }>`
      select distinct relowner::regrole::text as owner from pg_class
      where relnamespace::regnamespace::text in ('public', 'pgboss')`.execute(plain.db)
    expect(owners).toEqual([{ owner: role }])
    const orphan = sql`insert into member (root_club_id, person_id) values (1, 987654321)`.execute(plain.db)
    await expect(orphan).rejects.toThrow()
  })

  it('that is truncated or changed anywhere leaves nothing behind', async () => {
    const harm: readonly [string, (file: string) => Promise<void>][] = [
      ['tables/person.copy.gz', async file => writeFile(file, (await readFile(file)).subarray(0, -20))],
      ['tables/club.copy.gz', file => writeFile(file, gzipSync(''))],
      ['jobs/job.json', file => writeFile(file, '[{"id":')],
      ['beside/files/logos/one.png', file => writeFile(file, 'another picture')],
      ['manifest.json', file => writeFile(file, '{"format": 2')],
    ]
    for (const [index, [name, change]] of harm.entries()) {
      await made(at(`harmed ${index}`))
      await change(path.join(at(`harmed ${index}`), name))
      const copy = await anEmpty()
      await expect(restored(copy, at(`harmed ${index}`), 'y'), name).rejects.toThrow('is damaged')
      expect(await isEmpty(copy), name).toBe(true)
    }
    // One that fails half-way: a row that refers to nothing.
    await made(at('torn'))
    const manifest = JSON.parse(await readFile(at('torn/manifest.json'), 'utf8'))
    const people = manifest.tables.find(({ name }: { name: string }) => name === 'person')
    people.rows = 0
    people.sha256 = createHash('sha256').update(gzipSync('')).digest('hex')
    await writeFile(at('torn/tables/person.copy.gz'), gzipSync(''))
    await writeFile(at('torn/manifest.json'), JSON.stringify(manifest))
    const copy = await anEmpty()
    await expect(restored(copy, at('torn'), 'y')).rejects.toThrow('violates foreign key')
    expect(await isEmpty(copy)).toBe(true)
    expect(readdirSync(folder)).not.toContain('y')
  })

  it('does not bring back who was erased since', async () => {
    const [ann, ben] = await database.db
      .selectFrom('member')
      .innerJoin('club_member', 'member_id', 'member.id')
      .select(['member.id', 'person_id'])
      .where('member_status_id', '=', memberStatus.active)
      .orderBy('member.id')
      .execute()
    await filesIn('data').put('photo/ann.png', Buffer.from('a face'), 'image/png')
    await database.db
      .updateTable('person')
      .set({ photo_url: 'files/photo/ann.png' })
      .where('id', '=', ann?.person_id ?? 0)
      .execute()
    await made(at('before'))
    // As the job writes them down: one after the backup, one long before it.
    const names = [`erased/20260512T173000001Z-${ann?.id}.txt`, `20260512T172959999Z-${ben?.id}.txt`, 'logos/one.png']
    const copy = await anEmpty()
    const { erasedAgain } = await restored(copy, at('before'), 'forgetful', erasedIn(names))
    expect(erasedAgain).toBe(1)
    const found = await copy.db
      .selectFrom('person')
      .innerJoin('member', 'person_id', 'person.id')
      .innerJoin('club_member', 'member_id', 'member.id')
      .select(['member.id', 'first_name', 'photo_url', 'member_status_id'])
      .where('member.id', 'in', [ann?.id ?? 0, ben?.id ?? 0])
      .orderBy('member.id')
      .execute()
    expect(found).toEqual([
      { id: ann?.id, first_name: 'Erased', photo_url: null, member_status_id: memberStatus.lapsed },
      expect.objectContaining({ id: ben?.id, member_status_id: memberStatus.active }),
    ])
    expect(found[1]?.first_name).not.toBe('Erased')
    expect(await filesIn('forgetful').list()).toEqual(['logos/one.png'])
  })

  it('does not go where another key has sealed the providers’ keys', async () => {
    await mkdir(at('other'))
    await writeFile(at('other/secret.key'), 'another key')
    await expect(restored(await anEmpty(), at('moment'), 'other')).rejects.toThrow('is another key than the backup’s')
  })

  it('is a quiet copy until someone says that it is the real one', async () => {
    const copy = await anEmpty()
    await restored(copy, at('moment'), 'quiet')
    expect(await isQuietCopy(copy.db)).toBe(true)
    expect(await confirmRestored(copy.db, now)).toBe(1)
    expect(await isQuietCopy(copy.db)).toBe(false)
    expect(await confirmRestored(copy.db, now)).toBeNull()
    expect(await isQuietCopy(database.db)).toBe(false)
  })
})
