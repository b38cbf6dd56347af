import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClub() {
  const club = await createClub(db)
  await createMember(db, { clubId: club.id, email: `m${club.id}@mail.example` })
  const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const send = (body: string, rest: object = {}) =>
    admin.post('/api/messaging/SendMessage', {
      ...{ channel: 'email', subject: 'News', body, layoutId: null, templateId: null, purpose: 'service', name: '' },
      ...{ clubId: club.id, clubIds: [club.id], audience: { include: [], exclude: [] }, onePerAddress: false },
      ...{ sendLocal: null, perClubZone: false, ...rest },
    })
  return { club, admin, send }
}

it('refuses a message that needs what the club has not entered, and says where', async () => {
  const { club, admin, send } = await aClub()
  const letter = '<p><a href="{{ club.reviewUrl }}">Write a review</a></p>'
  const message = `“Page for reviews” is empty for ${club.name}: enter it, or say what stands in its place where it is empty.`
  expect(await send(letter)).toMatchObject({ status: 400, body: { message, fields: { body: [message] } } })
  const text = { channel: 'sms', subject: '' }
  expect(await send('Tell others: {{ club.reviewUrl }}', text)).toMatchObject({ status: 400, body: { message } })
  const kept = await db.selectFrom('message').select('id').where('club_id', '=', club.id).execute()
  expect(kept).toEqual([])

  const settings = { smsSegmentPence: null, website: '', reviewUrl: 'https://reviews.example/us', version: 0 }
  expect((await admin.post(`/api/messaging/SaveMessageSettings/${club.id}`, settings)).status).toBe(200)
  expect((await send(letter)).status).toBe(200)
})

it('lets a message say what stands in its place', async () => {
  const { send } = await aClub()
  expect((await send('<p>{{ club.phone | default: "the desk" }}</p>')).status).toBe(200)
  expect((await send('<p>{% if links.enquiry %}{{ links.enquiry }}{% endif %}Hello</p>')).status).toBe(200)
  expect((await send('<p>{{ links.enquiry }}</p>')).body.message).toMatch(/^“To the enquiry form” is empty for/)
  expect((await send('<p>{{ links.refer }}</p>')).body.message).toMatch(/ is empty for/)
})
