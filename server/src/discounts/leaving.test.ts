import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createDiscount } from '../../test/factories/discounts.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { recordUses } from './index.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** A branch that has used a discount of its head office, and has switched another one off. */
async function aBranch() {
  const head = await createClub(db)
  const branch = await createClub(db, { parentClubId: head.id })
  const { sub } = await createAccount(db, { clubId: head.id, isAdmin: true })
  // Somebody is left to run it once it stands alone.
  const own = as((await createAccount(db, { clubId: branch.id, isAdmin: true })).sub)
  const given = await createDiscount(db, { clubId: head.id, reach: 'below' })
  const off = await createDiscount(db, { clubId: head.id, reach: 'below' })
  await db.insertInto('discount_off').values({ discount_id: off.id, club_id: branch.id }).execute()
  const { id: memberId } = await createMember(db, { clubId: branch.id })
  const use = { discountId: given.id, memberId, clubId: branch.id, chargeId: null, pence: 400 }
  await db.transaction().execute(tx => recordUses(tx, [use]))
  const leave = async () => {
    const club = (await as(sub).get(`/api/club/GetClub/${branch.id}`)).body
    return await as(sub).post(`/api/club/SaveClub/${branch.id}`, { ...club, parentClubId: null })
  }
  return { head, branch, own, given, memberId, leave }
}

describe('a club that leaves its tree', () => {
  it('takes its own discounts along, and is given none of the head office any more', async () => {
    const { branch, own, given, leave } = await aBranch()
    const mine = await createDiscount(db, { clubId: branch.id, code: 'Mine' })
    const { status, body } = await leave()
    expect([status, body.message]).toEqual([200, undefined])
    const { body: list } = await own.get('/api/club/GetDiscounts')
    expect(list.data.map(({ discountId }: { discountId: number }) => discountId)).toEqual([mine.id])
    expect((await own.get(`/api/club/GetDiscount/${given.id}`)).status).toBe(403)
  })

  it('is told what holds it: a discount that is for chosen clubs', async () => {
    const { head, branch, leave } = await aBranch()
    const chosen = await createDiscount(db, { clubId: head.id, reach: 'chosen' })
    const tree = { club_id: branch.id, root_club_id: head.id }
    await db
      .insertInto('discount_club')
      .values({ ...tree, discount_id: chosen.id })
      .execute()
    const { status, body } = await leave()
    expect([status, body.message]).toEqual([
      409,
      'It would tear apart a discount club and a discount that belong together.',
    ])
  })
})

describe('two records of one member', () => {
  it('have used what both have used', async () => {
    const { branch, own, given, memberId } = await aBranch()
    const { id: otherMemberId } = await createMember(db, { clubId: branch.id })
    expect((await own.post(`/api/member/MergeMembers/${otherMemberId}`, { otherMemberId: memberId })).status).toBe(200)
    const uses = await db.selectFrom('discount_use').select('member_id').where('discount_id', '=', given.id).execute()
    expect(uses).toEqual([{ member_id: otherMemberId }])
  })
})
