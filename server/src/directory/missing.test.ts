import { type MissingDetail, missingDetail, missingDetails } from '@honbu/contract/directory.ts'
import { memberStatus, paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createMandate } from '../../test/factories/collections.ts'
import { createDocument, sign } from '../../test/factories/papers.ts'
import { createContact, createMember } from '../../test/factories/people.ts'
import { openCharging } from '../../test/open-charging.ts'

const database = await freshDatabase()
const { db } = database
const { aClub, paying } = await openCharging(database)

async function aWorld() {
  const club = await aClub()
  const search = async (filter: string) => {
    const { body } = await club.me.post('/api/member/search/', { clubIds: [club.clubId], filter, pageSize: 100 })
    return (body.data as { memberId: number }[]).map(({ memberId }) => memberId).sort((one, other) => one - other)
  }
  const lacking = (name: MissingDetail) => search(`missing~eq~${missingDetail[name]}`)
  const counts = async () => (await club.me.get(`/api/member/GetMissingDetails?clubId=${club.clubId}`)).body
  return { club, search, lacking, counts }
}

it('leaves out of billing exactly whom the first run leaves out for something to settle', async () => {
  const { club, lacking } = await aWorld()
  const next = { nextPayment: '2026-06-01' }
  await paying(club, next)
  await paying(club, { ...next, methodId: null })
  await paying(club, { nextPayment: null })
  await paying(club, { ...next, pence: null })
  await paying(club, { ...next, pence: 0, methodId: null })
  const noFrequency = await paying(club, next)
  await db
    .updateTable('club_member')
    .set({ sub_frequency_id: null })
    .where('id', '=', noFrequency.clubMemberId)
    .execute()
  await createMember(db, { clubId: club.clubId })
  await createMember(db, { clubId: club.clubId, statusId: memberStatus.lapsed })
  const { leftOut } = (await club.me.get(`/api/billing/GetFirstRun/${club.clubId}`)).body
  const settled = leftOut.filter(({ reason }: { reason: string }) => reason !== 'free')
  const ids = settled.flatMap(({ memberIds }: { memberIds: number[] }) => memberIds)
  expect(await lacking('billing')).toEqual(ids.sort((one: number, other: number) => one - other))
  expect(ids).toHaveLength(5)
})

it('finds who lacks a signature, a contact, a way to pay and a birthday, and counts them', async () => {
  const { club, search, lacking, counts } = await aWorld()
  const { clubId } = club
  const whole = await createMember(db, { clubId, dob: '1990-01-01' })
  const bare = await createMember(db, { clubId })
  const document = await createDocument(db, { clubId })
  await sign(db, { documentId: document.id, memberId: whole.id })
  await createContact(db, { memberId: whole.id })
  await db.updateTable('member_contact').set({ is_emergency: true }).where('member_id', '=', whole.id).execute()
  await createMandate(db, { clubId, memberId: whole.id })
  await db
    .updateTable('club_member')
    .set({
      ...{ training_plan_id: club.planId, sub_frequency_id: subFrequency.monthly, sub_price_pence: 3000 },
      ...{ payment_method_id: paymentMethod.directDebit, next_payment: '2026-06-01' },
    })
    .where('club_id', '=', clubId)
    .execute()
  for (const name of ['signature', 'emergencyContact', 'payment', 'dob'] as const)
    expect([name, await lacking(name)]).toEqual([name, [bare.id]])
  expect(await lacking('billing')).toEqual([])
  expect(await counts()).toEqual({ billing: 0, signature: 1, emergencyContact: 1, payment: 1, dob: 1 })
  expect(await search('missing~isnull~undefined')).toEqual([whole.id])
  expect(await search('missing~isnotnull~undefined')).toEqual([bare.id])
  expect(await search(`missing~neq~${missingDetail.dob}`)).toEqual([whole.id])
  await db
    .updateTable('club_member')
    .set({ member_status_id: memberStatus.lapsed })
    .where('club_id', '=', clubId)
    .execute()
  for (const name of missingDetails) expect(await lacking(name)).toEqual([])
})
