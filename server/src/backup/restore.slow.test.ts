import { createHash, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { backingUp } from '../../test/backing-up.ts'
import { freshDatabase } from '../../test/database.ts'
import { createOurRows } from '../../test/our-rows.ts'
import { connectTo } from '../platform/database.ts'
import { migrate, notYetRun } from '../platform/migrate.ts'
import { erasedIn } from '../privacy/index.ts'

const database = await freshDatabase()
const { folder, at, opened, anEmpty, isEmpty, filesIn, made, restored } = await backingUp(database)

describe('a backup', () => {
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
})
