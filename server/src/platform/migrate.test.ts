import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { emptyDatabase, freshDatabase } from '../../test/database.ts'
import { connectTo } from './database.ts'
import { migrate, migrationFiles } from './migrate.ts'

const { db } = await freshDatabase()
const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

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

  it('refuses a file whose name has no place in the order', () => {
    write('latest', 'select 1')
    expect(() => migrationFiles(folder)).toThrow('latest.sql must be named NNNN-what-it-does.sql.')
  })
})
