import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { emptyDatabase, freshDatabase } from '../../test/database.ts'
import { connectTo, type Database } from './database.ts'
import { migrate, migrationFiles, servesFrom } from './migrate.ts'

const { db } = await freshDatabase()
const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Columns, constraints, indexes, triggers, functions and views, as texts. */
async function schemaOf({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ part: string }>(`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as part
    from information_schema.columns where table_schema = 'public'
    union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and prolang <> 13
    union all select format('%s %s', viewname, definition) from pg_views where schemaname = 'public'
    order by 1`)
  return rows.map(({ part }) => part)
}

/** 0072 and 0079 before they were changed. */
function asItWas(name: string, text: string): string {
  if (name === '0072-kept-counts')
    return text.replace('create index report_count_club on report_count (club_id, until_on);', '')
  if (name !== '0079-registers-of-the-day') return text
  const from = text.indexOf('create or replace function mark_bookings()')
  const until = text.indexOf('-- An enquiry who is only enrolled')
  const file = path.resolve(import.meta.dirname, '../../test/fixtures/booked-days-before.sql')
  return text.slice(0, from) + readFileSync(file, 'utf8') + text.slice(until)
}

const write = (name: string, text: string) => writeFileSync(path.join(folder, `${name}.sql`), text)
const forget = sql`drop table kysely_migration`

describe('migrate', () => {
  it('has nothing to do on a migrated database', async () => {
    expect(await migrate(db)).toEqual([])
  })

  it('refuses a database that a newer version has used', async () => {
    const last = [...migrationFiles().keys()].at(-1)
    await expect(migrate(db, folder)).rejects.toThrow(
      'The database has been used by a newer Honbu (its migration 0001-',
    )
    expect(last).toMatch(/^\d{4}-/)
  })

  it('runs the files in order, keeps what succeeded, and none of what failed', async () => {
    await forget.execute(db)
    write('0001-shelf', 'create table shelf (id int); insert into shelf values (1);')
    write('0002-book', 'create table book (id int); select * from nowhere;')
    await expect(migrate(db, folder)).rejects.toThrow('Migration 0002-book failed: relation "nowhere" does not exist')
    const found = sql`select to_regclass('shelf')::text as shelf, to_regclass('book')::text as book`
    expect((await found.execute(db)).rows).toEqual([{ shelf: 'shelf', book: null }])

    write('0002-book', 'create table book (id int);')
    write('0003-page', 'create table page (id int);')
    const both = await Promise.all([migrate(db, folder), migrate(db, folder)])
    expect(both.flat().sort()).toEqual(['0002-book', '0003-page'])
  })

  it('waits for nobody who has a table, and tries again until it can', async () => {
    write('0004-cover', 'alter table page add column cover text;')
    const own = { lockMs: 20, pauseMs: 20 }
    const held = Promise.withResolvers<void>()
    const tried = Promise.withResolvers<void>()
    const reader = db.transaction().execute(async tx => {
      await sql`select * from page`.execute(tx)
      tried.resolve()
      await held.promise
    })
    await tried.promise
    await expect(migrate(db, folder, undefined, { ...own, tries: 2 })).rejects.toThrow(
      'Migration 0004-cover failed: canceling statement due to lock timeout',
    )
    const patient = migrate(db, folder, undefined, { ...own, tries: 1_000 })
    held.resolve()
    await reader
    expect(await patient).toEqual(['0004-cover'])
  })

  it('is done once by several processes that find the database empty', { timeout: 300_000 }, async () => {
    const processes = [await emptyDatabase()]
    const [first] = processes
    if (first) processes.push(connectTo(first.connection), connectTo(first.connection))
    const done = await Promise.all(processes.map(each => migrate(each.db)))
    for (const each of processes) await each.close()
    expect(done.flat().sort()).toEqual([...migrationFiles().keys()])
  })

  it('refuses a file that comes before one that has been run', async () => {
    write('0003-author', 'create table author (id int);')
    await expect(migrate(db, folder)).rejects.toThrow(
      'Migration 0003-author has not been run, and 0004-cover, which comes after it, has.',
    )
    rmSync(path.join(folder, '0003-author.sql'))
  })

  it('refuses a migration that was changed after it ran, and takes other words in its comments', async () => {
    write('0001-shelf', '-- Where books are.\ncreate table shelf (id int);\n\ninsert into shelf values (1);')
    expect(await migrate(db, folder)).toEqual([])
    write('0002-book', 'create table book (id bigint);')
    await expect(migrate(db, folder)).rejects.toThrow(
      'Migration 0002-book was changed after it ran on this database: put it back as it was, and write a new one.',
    )
    // What ran before hashes were kept is taken for what it is.
    await sql`update kysely_migration set sha256 = null where name = '0002-book'`.execute(db)
    expect(await migrate(db, folder)).toEqual([])
    write('0002-book', 'create table book (id int);')
    await expect(migrate(db, folder)).rejects.toThrow('Migration 0002-book was changed')
    write('0002-book', 'create table book (id bigint);')
  })

  it('lets the version before serve on, and none before that', async () => {
    const [before, longBefore] = ['before', 'long-before'].map(name => path.join(folder, name))
    for (const older of [before, longBefore]) mkdirSync(older ?? '')
    for (const name of ['0001-shelf', '0002-book'])
      cpSync(path.join(folder, `${name}.sql`), path.join(before ?? '', `${name}.sql`))
    cpSync(path.join(folder, '0001-shelf.sql'), path.join(longBefore ?? '', '0001-shelf.sql'))
    await sql`update kysely_migration set serves_from = '0002-book' where name > '0002-book'`.execute(db)
    await sql`update kysely_migration set serves_from = '0001-shelf' where name = '0002-book'`.execute(db)
    expect(await migrate(db, before)).toEqual([])
    await expect(migrate(db, longBefore)).rejects.toThrow(
      'The database has been used by a newer Honbu (its migration 0003-page is not known here): start that one.',
    )
    // What ran before that was kept serves nobody but itself.
    await sql`update kysely_migration set serves_from = null where name > '0002-book'`.execute(db)
    await expect(migrate(db, before)).rejects.toThrow('used by a newer Honbu')
  })

  it('names as the last migration of the version before one that there is', () => {
    expect(migrationFiles().has(servesFrom)).toBe(true)
  })

  it('says in one line which rights the role lacks', async () => {
    const empty = await emptyDatabase()
    const role = `poor_${randomUUID().slice(0, 8)}`
    await sql`create role ${sql.id(role)} login`.execute(empty.db)
    const poor = connectTo({ ...empty.connection, user: role } as pg.ClientConfig)
    try {
      await expect(migrate(poor.db)).rejects.toThrow(
        `The role ${role} needs more rights: run grant create on database ${empty.connection.database} to ${role}; grant create on schema public to ${role}; as a superuser.`,
      )
      await sql`grant create on database ${sql.id(empty.connection.database ?? '')} to ${sql.id(role)}`.execute(
        empty.db,
      )
      await sql`grant create on schema public to ${sql.id(role)}`.execute(empty.db)
      expect(await migrate(poor.db, undefined, '0003-clubs')).not.toEqual([])
    } finally {
      await poor.close()
      await empty.close()
    }
  })

  it('ends in one schema, also where 0072 and 0079 ran before they were changed', { timeout: 300_000 }, async () => {
    const before = mkdtempSync(path.join(os.tmpdir(), 'honbu-migrations-'))
    for (const [name, file] of migrationFiles())
      if (name < '0080') writeFileSync(path.join(before, `${name}.sql`), asItWas(name, readFileSync(file, 'utf8')))
    const [older, fresh] = [await emptyDatabase(), await emptyDatabase()]
    try {
      await migrate(older.db, before)
      // No hashes were kept then.
      await sql`alter table kysely_migration drop column sha256`.execute(older.db)
      expect(await schemaOf(older)).not.toEqual(await schemaOf(fresh))
      await migrate(older.db)
      await migrate(fresh.db)
      expect(await schemaOf(older)).toEqual(await schemaOf(fresh))
    } finally {
      await older.close()
      await fresh.close()
      rmSync(before, { recursive: true })
    }
  })

  it('refuses a file whose name has no place in the order', () => {
    write('latest', 'select 1')
    expect(() => migrationFiles(folder)).toThrow('latest.sql must be named NNNN-what-it-does.sql.')
  })
})
