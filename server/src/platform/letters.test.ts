import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClub } from '../../test/factories/people.ts'
import { clubSenderOf } from './club-sender.ts'
import { letters } from './letters.ts'

const { db } = await freshDatabase()
const folder = path.join(import.meta.dirname, '..')

/** The names of the letters that are written, with the areas that write them. */
function writtenLetters(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const files = globSync('**/*.ts', { cwd: folder }).filter(
    file => !file.endsWith('.test.ts') && !file.startsWith('platform/'),
  )
  for (const file of files)
    for (const [, name = ''] of readFileSync(path.join(folder, file), 'utf8').matchAll(
      /\b(?:letter|name)(?::| =) '(\w+)'/g,
    ))
      found.set(name, (found.get(name) ?? new Set()).add(file.split('/')[0] ?? ''))
  return found
}

const written = writtenLetters()

describe('each letter', () => {
  it('to members, parents and enquirers comes from the club', () => {
    const areas = Object.fromEntries(letters.club.map(name => [name, [...(written.get(name) ?? [])].join()]))
    expect(areas).toEqual({
      booking: 'bookings',
      enquiry: 'enquiries',
      mandateInvitation: 'collections',
      message: 'messages',
      note: 'notes',
      onlineReceipt: 'paying',
      orderReceipt: 'orders',
      paidTwice: 'collections',
      payLink: 'paying',
      paymentFailed: 'recovery',
      placeOffer: 'bookings',
      priceChange: 'plans',
      signRequest: 'papers',
      signedCopy: 'papers',
      testMessage: 'templates',
    })
  })

  it('of the product goes to staff or is about an account', () => {
    const areas = Object.fromEntries(letters.product.map(name => [name, [...(written.get(name) ?? [])].join()]))
    expect(areas).toEqual({
      account: 'identity',
      clubDeletion: 'closing',
      invitation: 'identity',
      lostPayment: 'recovery',
      report: 'reporting',
      supportRequest: 'help',
      tasks: 'tasks',
    })
  })
})

describe('a letter of a club', () => {
  it('has its name, and its address for answers or that of the nearest club above', async () => {
    const head = await createClub(db)
    const middle = await createClub(db, { parentClubId: head.id })
    const branch = await createClub(db, { parentClubId: middle.id })
    const sender = clubSenderOf(db)
    const change = (id: number, values: { name?: string; email?: string | null }) =>
      db.updateTable('club').set(values).where('id', '=', id).execute()
    const setEmail = (id: number, email: string | null) => change(id, { email })
    await change(head.id, { name: 'Head Office' })
    await change(branch.id, { name: 'Leeds\r\nBcc: eve@mail.example' })
    await setEmail(head.id, 'head@club.example')
    await setEmail(middle.id, null)
    await setEmail(branch.id, null)
    expect(await sender(branch.id)).toEqual({ name: 'Leeds Bcc: eve@mail.example', email: 'head@club.example' })
    await setEmail(branch.id, 'leeds@club.example')
    expect(await sender(branch.id)).toMatchObject({ email: 'leeds@club.example' })
    await setEmail(head.id, null)
    expect(await sender(head.id)).toEqual({ name: 'Head Office', email: '' })
    expect(await sender(0)).toBeUndefined()
  })
})
