import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

it('lets in whom another process has just given the right, though its news has not come yet', async () => {
  const [own, other] = [await createClub(db), await createClub(db)]
  const { id, sub } = await createAccount(db, { clubId: own.id })
  const at = async (clubId: number) => (await as(sub).get(`/api/club/GetClub/${clubId}`)).status
  expect([await at(own.id), await at(other.id)]).toEqual([200, 403])
  await db.transaction().execute(async tx => {
    // No trigger runs, so nobody is told.
    await sql`set local session_replication_role = replica`.execute(tx)
    const values = { club_id: other.id, account_id: id, is_admin: false, user_since: '2020-01-01' }
    await tx.insertInto('club_user').values(values).execute()
  })
  expect(await at(other.id)).toBe(200)
})
