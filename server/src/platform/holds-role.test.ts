import { role } from '@honbu/contract/ids.ts'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'
import { holdsRole } from './holds-role.ts'

const { db } = await freshDatabase()

it('finds the owner whom a club names and its admins, beside the roles that people are given', async () => {
  const { id: clubId } = await createClub(db)
  const owner = await createAccount(db, { clubId })
  const admin = await createAccount(db, { clubId, isAdmin: true })
  const coach = await createAccount(db, { clubId, roleIds: [role.instructor] })
  await createAccount(db, { clubId })
  await db.updateTable('club').set({ owner_id: owner.personId }).where('id', '=', clubId).execute()
  const holders = async (...roleIds: number[]) => {
    const rows = await db
      .selectFrom('club_user')
      .select('account_id')
      .where('club_id', '=', clubId)
      .where(holdsRole('club_user', roleIds))
      .orderBy('account_id')
      .execute()
    return rows.map(row => row.account_id)
  }
  expect(await holders(role.owner)).toEqual([owner.id])
  expect(await holders(role.admin)).toEqual([owner.id, admin.id])
  expect(await holders(role.instructor)).toEqual([coach.id])
  expect(await holders(role.owner, role.instructor)).toEqual([owner.id, coach.id])
  expect(await holders()).toEqual([])
})
