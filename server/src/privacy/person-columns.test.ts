import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'

const { db } = await freshDatabase()

/** Columns that `fillPerson` fills from the other record, and that `forgetPerson` empties. */
const details = 'address_line dob email gender phone_day phone_eve phone_mob photo_url postcode town'.split(' ')
/** Columns that `forgetPerson` empties and a merge leaves alone. */
const names = ['first_name', 'last_name']
/** Columns that say nothing about the person. */
const technical = ['id', 'version', 'created_at']

it('knows each column of person', async () => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'person' and is_generated = 'NEVER'`.execute(db)
  const advice =
    'add a new column to fillPerson (merge-members.ts) and forgetPerson (erase-personal-data.ts), then here'
  expect(rows.map(({ name }) => name).sort(), advice).toEqual([...details, ...names, ...technical].sort())
})
