import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClub, createMember } from '../../test/factories/people.ts'
import { moveNotInterestedReasons } from './move-reasons.ts'

const { db } = await freshDatabase()

/** A head office with a branch, in which somebody did not join for a reason of the head office. */
async function aBranch() {
  const head = await createClub(db)
  const branch = await createClub(db, { parentClubId: head.id })
  const local = await createClub(db, { parentClubId: branch.id })
  await db.insertInto('not_interested_reason').values({ club_id: head.id, name: 'No parking' }).execute()
  const member = await createMember(db, { clubId: local.id, statusId: memberStatus.notInterested })
  const { id } = await db
    .selectFrom('club_member')
    .select('id')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow()
  const give = async (name: string) => {
    const reason = await db
      .selectFrom('not_interested_reason')
      .select('id')
      .where('club_id', '=', head.id)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('member_status_change')
      .values({
        club_member_id: id,
        club_id: local.id,
        to_status_id: memberStatus.notInterested,
        changed_on: '2026-05-01',
        not_interested_reason_id: reason.id,
      })
      .execute()
  }
  const given = async () => {
    const rows = await db
      .selectFrom('member_status_change')
      .innerJoin('not_interested_reason', 'not_interested_reason.id', 'not_interested_reason_id')
      .select(['name', 'not_interested_reason.club_id as clubId'])
      .where('club_member_id', '=', id)
      .orderBy('member_status_change.id')
      .execute()
    return rows
  }
  const names = async (clubId: number) => {
    const rows = await db
      .selectFrom('not_interested_reason')
      .select('name')
      .where('club_id', '=', clubId)
      .orderBy('position')
      .orderBy('id')
      .execute()
    return rows.map(({ name }) => name)
  }
  const move = (parentClubId: number | null) =>
    db.transaction().execute(async tx => {
      const moved = [branch.id, local.id]
      const root = parentClubId ?? branch.id
      await sql`set constraints all deferred`.execute(tx)
      for (const table of ['club_member', 'member_status_change', 'not_interested_reason'])
        await sql`update ${sql.table(table)} set root_club_id = ${root} where club_id = any(${moved})`.execute(tx)
      await sql`update member set root_club_id = ${root} where id = ${member.id}`.execute(tx)
      await sql`
        update club set root_club_id = ${root},
          parent_club_id = case when id = ${branch.id} then ${parentClubId}::bigint else parent_club_id end
        where id = any(${moved})`.execute(tx)
      await moveNotInterestedReasons(tx, { clubId: branch.id, moved, wereAbove: [head.id] })
      await sql`set constraints all immediate`.execute(tx)
    })
  return { head, branch, local, give, given, names, move }
}

describe('moveNotInterestedReasons', () => {
  it('takes all along into a club that stands alone from now on', async () => {
    const { head, branch, give, given, names, move } = await aBranch()
    await give('Too far')
    await give('No parking')
    await move(null)
    expect((await names(branch.id)).sort()).toEqual((await names(head.id)).sort())
    expect(await given()).toEqual([
      { name: 'Too far', clubId: branch.id },
      { name: 'No parking', clubId: branch.id },
    ])
  })

  it('takes along what is used and not known there, and joins what is known', async () => {
    const { branch, local, give, given, names, move } = await aBranch()
    await give('Too far')
    await give('No parking')
    const to = await createClub(db)
    await db
      .insertInto('not_interested_reason')
      .values([
        { club_id: branch.id, name: 'too EXPENSIVE' },
        { club_id: local.id, name: 'Local' },
      ])
      .execute()
    await move(to.id)
    expect([await names(branch.id), await names(local.id)]).toEqual([['No parking'], ['Local']])
    expect(await given()).toEqual([
      { name: 'Too far', clubId: to.id },
      { name: 'No parking', clubId: branch.id },
    ])
  })
})
