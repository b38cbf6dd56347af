import { paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { expect, it } from 'vitest'
import { openCollecting } from '../../test/collecting.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openCollecting(database)

async function aClub() {
  const club = await createClub(db)
  const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const pays = async (firstName: string, email: string | undefined, method: number = paymentMethod.directDebit) => {
    const member = await createMember(db, { clubId: club.id, firstName, lastName: 'Reed', ...(email && { email }) })
    await db
      .updateTable('club_member')
      .set({
        ...{ sub_frequency_id: subFrequency.monthly, sub_price_pence: 3000, payment_method_id: method },
        next_payment: '2026-06-01',
      })
      .where('member_id', '=', member.id)
      .execute()
    return member
  }
  return { club, admin, pays }
}

it('invites members that were chosen, with one letter for a family, and leaves out who needs none', async () => {
  const { club, admin, pays } = await aClub()
  await pays('Ann', 'reed@mail.example')
  await pays('Ben', 'Reed@mail.example')
  await pays('Dan', undefined)
  await pays('Eve', 'eve@mail.example', paymentMethod.cash)
  const edit = { clubId: club.id, filter: '', change: { kind: 'invite' } }
  const mailed = honbu.mails.length
  const { body } = await admin.post('/api/member/PreviewBulkEdit', edit)
  expect(body).toMatchObject({ members: 2, isFinal: true, money: null })
  expect(body.leftOut.map(({ why }: { why: string }) => why).sort()).toEqual([
    'Doesn’t pay by Direct Debit.',
    'No address',
  ])
  await honbu.work()
  expect(honbu.mails.length).toBe(mailed)
  const applied = await admin.post('/api/member/ApplyBulkEdit', { ...edit, figures: body.figures })
  expect(applied.body).toMatchObject({ state: 'done', changed: 2, leftOut: 2, mayUndo: false })
  await honbu.work()
  const letters = honbu.mails.slice(mailed)
  expect(letters.map(({ text }) => text.match(/token=/g)?.length)).toEqual([2])
  const again = await admin.post('/api/member/PreviewBulkEdit', edit)
  expect(again.body).toMatchObject({ members: 0 })
})

it('invites all who are to pay by Direct Debit and have none, with one letter for a family', async () => {
  const { club, admin, pays } = await aClub()
  const ann = await pays('Ann', 'reed@mail.example')
  await pays('Ben', 'Reed@mail.example')
  await pays('Cal', 'cal@mail.example')
  const dan = await pays('Dan', undefined)
  await pays('Eve', 'eve@mail.example', paymentMethod.cash)
  await db.updateTable('club_member').set({ training_plan_id: null }).where('club_id', '=', club.id).execute()

  const invite = async () => (await admin.post(`/api/member/SendDDInvites/${club.id}`)).body
  expect(await invite()).toMatchObject({
    ...{ members: 3, letters: 2 },
    notInvited: [{ memberId: dan.id, memberName: 'Dan Reed', why: 'No address' }],
  })
  await honbu.work()
  const letters = honbu.mails.slice(-2).sort((one, other) => one.to.localeCompare(other.to))
  expect(letters.map(({ to, text }) => [to.toLowerCase(), text.match(/token=/g)?.length])).toEqual([
    ['cal@mail.example', 1],
    ['reed@mail.example', 2],
  ])
  expect(letters[1]?.text).toContain('Ann Reed:\nhttp')
  // Who has a link is not written to again, and each link is for its own member.
  expect(await invite()).toMatchObject({ members: 0, letters: 0 })
  const [link = ''] = letters[1]?.text.match(/http\S+token=\S+/) ?? []
  const page = await honbu.pages.inject(link.replace('http://localhost', ''))
  expect(page.body).toContain('the membership of Ann')
  expect(ann.id).toBeGreaterThan(0)
})

it('invites a family who has just joined with one letter, and nobody of another club', async () => {
  const club = await createClub(db)
  const coach = honbu.as((await createAccount(db, { clubId: club.id })).sub)
  const family = await Promise.all(
    ['Ida', 'Jo'].map(firstName => createMember(db, { clubId: club.id, firstName, email: 'mead@mail.example' })),
  )
  const memberIds = family.map(({ id }) => id)
  const sent = await coach.post(`/api/member/SendFamilyDDInvite/${club.id}`, { memberIds })
  expect(sent.body).toMatchObject({ members: 2, letters: 1, notInvited: [] })
  await honbu.work()
  expect(honbu.mails.at(-1)?.text.match(/token=/g)).toHaveLength(2)
  const stranger = await createMember(db, { clubId: (await createClub(db)).id })
  const refused = await coach.post(`/api/member/SendFamilyDDInvite/${club.id}`, { memberIds: [stranger.id] })
  expect(refused.status).toBe(403)
})
