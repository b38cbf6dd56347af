import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { freshDatabase } from './database.ts'
import { createClub } from './factories/people.ts'
import { openTakenBack } from './taken-back.ts'

const { db, pool } = await freshDatabase()
const back = await openTakenBack({ pool })
afterAll(back.close)
const { id: club } = await createClub(db)

const rename = (name: string) =>
  back.db.transaction().execute(tx => tx.updateTable('club').set({ name }).where('id', '=', club).execute())
const nameOf = async () => (await back.db.selectFrom('club').select('name').where('id', '=', club).execute())[0]?.name

it('shows what was committed until it is taken back, and says whether anything was changed', async () => {
  const before = await nameOf()
  expect(await back.takeBack()).toBe(false)
  await rename('Once')
  await rename('Twice')
  expect(await nameOf()).toBe('Twice')
  expect(await back.takeBack()).toBe(true)
  expect(await nameOf()).toBe(before)
  expect(await back.takeBack()).toBe(false)
})

it('has changed nothing where a transaction has failed, read, or was rolled back', async () => {
  const fails = back.db.transaction().execute(async tx => {
    await tx.updateTable('club').set({ name: 'Never' }).where('id', '=', club).execute()
    throw new Error('refused')
  })
  await expect(fails).rejects.toThrow('refused')
  await back.db.transaction().execute(tx => tx.selectFrom('club').select('id').execute())
  expect(await back.takeBack()).toBe(false)
})

it('has changed something where a row was locked', async () => {
  await back.db.transaction().execute(tx => tx.selectFrom('club').select('id').forUpdate().execute())
  expect(await back.takeBack()).toBe(true)
})

it('lets nothing be written outside of a transaction', async () => {
  await expect(sql`update club set name = 'Never'`.execute(back.db)).rejects.toThrow('read-only')
  expect(await back.takeBack()).toBe(false)
})

it('fails as a commit would', async () => {
  const late = back.db.transaction().execute(async tx => {
    await sql`set constraints all deferred`.execute(tx)
    await sql`insert into charging_setting (club_id) values (987654321)`.execute(tx)
  })
  await expect(late).rejects.toThrow('foreign key')
  expect(await back.takeBack()).toBe(false)
})
