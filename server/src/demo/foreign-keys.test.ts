import { sql, type Transaction } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import type { Tables } from '../platform/tables.ts'
import { checkingKeysOnce } from './foreign-keys.ts'

const { db } = await freshDatabase()

const addRoom = (tx: Transaction<Tables>, clubId: number) =>
  sql`
  insert into location (club_id, name) values (${clubId}, 'Hall')`.execute(tx)

test('a row that refers to none fails, by the name of its foreign key', async () => {
  const added = db.transaction().execute(tx =>
    checkingKeysOnce(tx, ['location'], async () => {
      await addRoom(tx, 4711)
    }),
  )
  await expect(added).rejects.toThrow('location_')
})

test('each row is checked again afterwards, and no trigger stays off', async () => {
  const inserted = db.transaction().execute(async tx => {
    await checkingKeysOnce(tx, ['location', 'attendance'], async () => {})
    const { rows } = await sql<{ off: number }>`
      select count(*)::int as off from pg_trigger where tgenabled <> 'O'`.execute(tx)
    expect(rows).toEqual([{ off: 0 }])
    await addRoom(tx, 4711)
  })
  await expect(inserted).rejects.toThrow('violates foreign key constraint')
})

test('a role that may not switch checks off inserts as usual', async () => {
  let inserts = 0
  await db.transaction().execute(async tx => {
    await sql`create role without_rights`.execute(tx)
    await sql`set local role without_rights`.execute(tx)
    await checkingKeysOnce(tx, ['location'], async () => {
      inserts += 1
    })
    await sql`reset role`.execute(tx)
    await sql`drop role without_rights`.execute(tx)
  })
  expect(inserts).toBe(1)
})
