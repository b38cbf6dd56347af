import { readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { backingUp } from '../../test/backing-up.ts'
import { freshDatabase } from '../../test/database.ts'
import { createOurRows } from '../../test/our-rows.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { migrate } from '../platform/migrate.ts'
import { confirmRestored, isQuietCopy } from '../platform/restored-copy.ts'
import { checkBackup, contentsOf, makeBackup } from './index.ts'

const database = await freshDatabase()
const { folder, at, now, anEmpty, isEmpty, all, filesIn, made, restored } = await backingUp(database)

describe('a backup', () => {
  it('gives back each row of each table, the next ids, what waits, and what lies beside', async () => {
    const manifest = await made(at('first'))
    expect(manifest.tables.find(({ name }) => name === 'club')?.rows).toBeGreaterThan(2)
    const copy = await anEmpty()
    await restored(copy, at('first'), 'restored')
    expect(await all(copy)).toEqual(await all(database))
    expect(await readFile(at('restored/files/logos/one.png'), 'utf8')).toBe('a picture')
    expect(await readFile(at('restored/secret.key'), 'utf8')).toBe('a key')
    // It is quiet until someone says that it is the real one.
    expect(await isQuietCopy(copy.db)).toBe(true)
    expect(await confirmRestored(copy.db, now)).toBe(1)
    expect(await isQuietCopy(copy.db)).toBe(false)
    expect(await confirmRestored(copy.db, now)).toBeNull()
    expect(await isQuietCopy(database.db)).toBe(false)
    // Rules and triggers work again there.
    await createOurRows(copy.db)
    const orphan = sql`insert into member (root_club_id, person_id) values (1, 987654321)`.execute(copy.db)
    await expect(orphan).rejects.toThrow()
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

  it('says what it holds, and where it came from', async () => {
    const { tables, files, database: source } = await checkBackup(at('first'))
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

  it('does not go where another key has sealed the providers’ keys', async () => {
    await mkdir(at('other'))
    await writeFile(at('other/secret.key'), 'another key')
    await expect(restored(await anEmpty(), at('first'), 'other')).rejects.toThrow('is another key than the backup’s')
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
})
