import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClub, createMember } from '../../test/factories/people.ts'
import { writeOnTrial } from './on-trial.ts'
import type { Read } from './route.ts'

const { db } = await freshDatabase()
// Nobody reads files or asks who it is here.
const read = { db, now: new Date() } as unknown as Read

const rename = (memberId: number) =>
  writeOnTrial(read, async ({ tx }) => {
    await tx.updateTable('member').set({ code: 'TRIED' }).where('id', '=', memberId).execute()
    return await tx.selectFrom('member').select('code').where('id', '=', memberId).executeTakeFirstOrThrow()
  })

it('answers what would be, and stores nothing', async () => {
  const club = await createClub(db)
  const { id, code } = await createMember(db, { clubId: club.id })
  expect(await rename(id)).toEqual({ code: 'TRIED' })
  expect(await db.selectFrom('member').select('code').where('id', '=', id).execute()).toEqual([{ code }])
})

it('gives way to a write that is under way', async () => {
  const club = await createClub(db)
  const { id } = await createMember(db, { clubId: club.id })
  await db.transaction().execute(async tx => {
    await tx.selectFrom('member').select('id').where('id', '=', id).forUpdate().execute()
    await expect(rename(id)).rejects.toMatchObject({ statusCode: 409 })
  })
  expect(await rename(id)).toEqual({ code: 'TRIED' })
})
