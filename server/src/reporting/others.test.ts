import { memberStatus } from '@honbu/contract/ids.ts'
import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const moment = { now: new Date('2026-05-12T17:30:00Z') }
const { as } = await testApp(database, () => moment.now)

/** So many who have asked this month. */
async function enquiries(clubId: number, count: number) {
  for (let made = 0; made < count; made += 1) {
    const { id } = await createMember(db, { clubId, statusId: memberStatus.enquiry })
    await db
      .updateTable('club_member')
      .set({ date_added: '2026-05-04T10:00:00Z' })
      .where('member_id', '=', id)
      .execute()
  }
}

it('is the middle of the other clubs of the tree, from three on, and holds for ten minutes whoever asks', async () => {
  const hq = await createClub(db)
  const below = async (count: number) => {
    const club = await createClub(db, { parentClubId: hq.id })
    await enquiries(club.id, count)
    return club.id
  }
  const [few, some] = [await below(1), await below(3)]
  const { sub } = await createAccount(db, { clubId: hq.id })
  const othersOf = async (...clubIds: number[]) => {
    const { body } = await as(sub).post('/api/reporting/GetReport', { tab: 'sales', clubIds })
    return body.figures.find(({ kpi }: { kpi: string }) => kpi === 'enquiries').others
  }
  expect(await othersOf(few)).toBeNull()
  const many = await below(9)
  // The head office has none.
  expect([await othersOf(few), await othersOf(many), await othersOf(hq.id)]).toEqual([3, 1, 3])
  // Of several clubs at once it says nothing: theirs add up.
  expect(await othersOf(few, some)).toBeNull()
  const stranger = await createClub(db)
  await enquiries(stranger.id, 50)

  await enquiries(some, 4)
  moment.now = new Date(moment.now.getTime() + 9 * 60_000)
  expect([await othersOf(few), await othersOf(many)]).toEqual([3, 1])
  moment.now = new Date(moment.now.getTime() + 60_000)
  expect([await othersOf(few), await othersOf(many)]).toEqual([7, 1])
})
