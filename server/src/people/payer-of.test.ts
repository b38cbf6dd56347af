import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClub, createContact, createMember } from '../../test/factories/people.ts'
import { payerOf } from './payer-of.ts'

const { db } = await freshDatabase()
const now = new Date('2026-05-12T17:30:00Z')

it('is the member, and of a minor a guardian: the one whose address the link was sent to', async () => {
  const club = await createClub(db)
  const child = await createMember(db, { clubId: club.id, firstName: 'Leo', lastName: 'Sharp', dob: '2015-01-01' })
  const asked = { memberId: child.id, clubId: club.id, now, email: null }
  expect(await payerOf(db, asked)).toEqual({ firstName: 'Leo', lastName: 'Sharp' })
  const contact = { memberId: child.id, lastName: 'Sharp' }
  await createContact(db, { ...contact, firstName: 'Nan', isGuardian: false })
  await createContact(db, { ...contact, firstName: 'Dawn' })
  await createContact(db, { ...contact, firstName: 'Tom', email: 'tom@mail.example' })
  expect(await payerOf(db, asked)).toEqual({ firstName: 'Dawn', lastName: 'Sharp' })
  expect(await payerOf(db, { ...asked, email: 'tom@mail.example' })).toEqual({ firstName: 'Tom', lastName: 'Sharp' })
  const grown = { ...asked, now: new Date('2034-05-12T17:30:00Z') }
  expect(await payerOf(db, grown)).toEqual({ firstName: 'Leo', lastName: 'Sharp' })
})
