import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { openMessages } from '../../test/open-messages.ts'

const database = await freshDatabase()
const { db } = database
const { work, as, aClub, texts, received } = await openMessages(database)

/** A club whose one member has agreed to both channels. */
async function anAgreedClub() {
  const club = await aClub(1)
  for (const flag of [1, 2])
    await sql`
      insert into consent (person_id, club_id, flag, is_given, how)
      select person_id, ${club.clubId}::bigint, ${flag}, true, 'paper' from member where id = ${club.members[0]}`.execute(
      db,
    )
  const { name } = await db.selectFrom('club').select('name').where('id', '=', club.clubId).executeTakeFirstOrThrow()
  return { ...club, name }
}

const text = (body: string, purpose = 'marketing') => ({ channel: 'sms', subject: '', body, purpose, layoutId: null })

describe('a marketing text', () => {
  it('carries the club’s name and a way to opt out, as it was shown and counted', async () => {
    const { send, sub, clubId, name } = await anAgreedClub()
    const whole = `${name}: Camp in July!\nReply STOP to opt out`
    const question = { clubId, clubIds: [clubId], audience: { include: [], exclude: [] }, onePerAddress: false }
    const preview = await as(sub).post('/api/messaging/GetMessagePreview', {
      ...{ ...question, ...text('Camp in July!'), position: 0 },
    })
    expect(preview.body.shown.text).toBe(whole)
    const long = 'x'.repeat(150)
    const parts = async (purpose: string) =>
      (await as(sub).post('/api/messaging/CheckMessage', { ...question, ...text(long, purpose) })).body.segments
    expect([await parts('service'), await parts('marketing')]).toEqual([1, 2])
    await send(text('Camp in July!'))
    await work()
    expect(texts.map(each => each.text)).toEqual([whole])
    const { body } = await as(sub).get(`/api/messaging/GetTemplateChoices/${clubId}`)
    expect(body.marketing).toEqual({ clubName: name, wayOut: 'Reply STOP to opt out' })
  })

  it('says both once where it says them itself, and a service text says what was written', async () => {
    const { send, name } = await anAgreedClub()
    texts.length = 0
    await send(text(`Camp at ${name}. Text STOP to end these.`))
    await send({ ...text('No class tonight', 'service'), name: 'Service' })
    await work()
    expect(texts.map(each => each.text).toSorted()).toEqual([
      `Camp at ${name}. Text STOP to end these.`,
      'No class tonight',
    ])
  })
})

describe('an email to members', () => {
  it('comes from the club by name, and is answered to the club', async () => {
    const { send, clubId, name, address } = await anAgreedClub()
    await db.updateTable('club').set({ email: 'dojo@club.example' }).where('id', '=', clubId).execute()
    await send()
    await work()
    const [mail] = await received(address(0))
    expect(mail?.fromName).toBe(name)
    expect(mail?.headers.find(header => header.name === 'reply-to')?.value).toContain('dojo@club.example')
  })
})
