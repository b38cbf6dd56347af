import { memberStatus, messageParameter, role } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { openMessages, start } from '../../test/open-messages.ts'
import { postToMember } from './post-to-member.ts'

const database = await freshDatabase()
const { db } = database
const { work, at, as, aClub, states, parts, texts } = await openMessages(database)

type Club = Awaited<ReturnType<typeof aClub>>

const everyone = { include: [], exclude: [] }
const text = { channel: 'sms', subject: '', body: 'No class tonight' } as const

/** What is asked before sending. */
const check = async ({ sub, clubId }: Pick<Club, 'sub' | 'clubId'>, rest: object = {}) => {
  const question = { clubId, clubIds: [clubId], audience: everyone, purpose: 'service', onePerAddress: false }
  const answer = await as(sub).post('/api/messaging/CheckMessage', {
    ...question,
    ...{ channel: 'email', subject: 'News', body: '<p>News</p>', layoutId: null },
    ...rest,
  })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

const sendWith = ({ sub, clubId }: Pick<Club, 'sub' | 'clubId'>, rest: object = {}) =>
  as(sub).post('/api/messaging/SendMessage', {
    ...{ clubId, clubIds: [clubId], audience: everyone, purpose: 'service', onePerAddress: false },
    ...{ channel: 'email', subject: 'News', body: '<p>News</p>', layoutId: null, name: 'News', templateId: null },
    ...{ sendLocal: null, perClubZone: false, ...rest },
  })

/** Two active members, one with an issue, one who has left and an enquiry. */
async function aMixedClub() {
  const club = await aClub(2)
  const { clubId } = club
  const others = [memberStatus.issue, memberStatus.lapsed, memberStatus.enquiry]
  for (const statusId of others)
    await createMember(db, { clubId, statusId, email: `s${statusId}-${clubId}@mail.example`, phone: '07700 900999' })
  return club
}

const status = (...values: number[]) => ({ parameterId: messageParameter.memberStatus, values })

describe('the people of a message that names no status', () => {
  it('are Active or Issue, as they were shown and as they are sent', async () => {
    const club = await aMixedClub()
    const { byStatus, reached } = await check(club)
    expect([reached, byStatus]).toEqual([
      3,
      [
        { statusId: memberStatus.active, count: 2 },
        { statusId: memberStatus.issue, count: 1 },
      ],
    ])
    const messageId = await club.send()
    await work()
    expect(await states(messageId)).toHaveLength(3)
    const { body } = await as(club.sub).get(`/api/messaging/GetMessage/${messageId}`)
    expect(body.audience.include).toEqual([status(memberStatus.active, memberStatus.issue)])
  })

  it('are others only where they are named: by status, one by one, or in a search', async () => {
    const club = await aMixedClub()
    const left = { include: [status(memberStatus.lapsed)], exclude: [] }
    expect((await check(club, { audience: left })).byStatus).toEqual([{ statusId: memberStatus.lapsed, count: 1 }])
    const gone = await createMember(db, { clubId: club.clubId, statusId: memberStatus.lapsed, email: 'g@mail.example' })
    const named = { ...everyone, chosen: { members: [gone.id] } }
    expect((await check(club, { audience: named })).reached).toBe(1)
    expect((await check(club, { audience: { ...everyone, chosen: { filter: '' } } })).reached).toBe(3)
    const search = { filter: `memberStatusId~eq~${memberStatus.lapsed}` }
    expect((await check(club, { audience: { ...everyone, chosen: search } })).reached).toBe(2)
    const mention = { filter: `lastName~doesnotcontain~'memberStatusId~'` }
    expect((await check(club, { audience: { ...everyone, chosen: mention } })).reached).toBe(3)
  })

  it('are the same for an audience that was kept, and for a message that was scheduled before', async () => {
    const club = await aMixedClub()
    const messageId = await club.send({ sendLocal: '2026-05-13T09:00' })
    await db
      .updateTable('message')
      .set({ audience: JSON.stringify(everyone) })
      .where('id', '=', messageId)
      .execute()
    at('2026-05-13T08:00:00Z')
    await work()
    expect(await states(messageId)).toHaveLength(3)
  })

  it('are nobody but staff where only staff are named', async () => {
    const club = await aMixedClub()
    const audience = { include: [{ parameterId: messageParameter.role, values: [role.instructor] }], exclude: [] }
    expect(await check(club, { audience })).toMatchObject({ total: 0, byStatus: [] })
  })
})

describe('what a message to many costs', () => {
  it('is said in texts and parts, and in money where the club has a price', async () => {
    const club = await aMixedClub()
    const long = { ...text, body: 'x'.repeat(161) }
    expect(await check(club, long)).toMatchObject({ reached: 3, segments: 6, cost: null })
    await as(club.sub).post(`/api/messaging/SaveMessageSettings/${club.clubId}`, {
      ...{ version: 0, smsSegmentPence: 4, website: '', reviewUrl: '' },
    })
    expect(await check(club, long)).toMatchObject({ segments: 6, cost: 0.24 })
    expect(await check(club)).toMatchObject({ segments: 0, cost: null })
  })

  it('leaves out of the count by status whoever is left out for an empty field', async () => {
    const club = await aMixedClub()
    const body = '<p>{{ guardian.firstName }}</p>'
    expect(await check(club, { body })).toMatchObject({ leftOut: 3, byStatus: [] })
  })
})

describe('more people than the club sends to without a second look', () => {
  it('are confirmed by their number, which has to be right', async () => {
    const club = await aClub(3)
    const limit = (askAbove: number, version: number) =>
      as(club.sub).post(`/api/messaging/SaveMessageSettings/${club.clubId}`, {
        ...{ version, askAbove, smsSegmentPence: null, website: '', reviewUrl: '' },
      })
    expect((await check(club)).askAbove).toBe(200)
    expect(await limit(2, 0)).toMatchObject({ status: 200 })
    expect((await check(club)).askAbove).toBe(2)
    const refused = { status: 400, body: { fields: { confirmedCount: [expect.stringContaining('3 people')] } } }
    expect(await sendWith(club)).toMatchObject(refused)
    expect(await sendWith(club, { confirmedCount: 2 })).toMatchObject(refused)
    expect(await sendWith(club, { confirmedCount: 3, sendLocal: '2026-05-13T09:00' })).toMatchObject({ status: 200 })
    expect(await sendWith(club, { confirmedCount: 3 })).toMatchObject({ status: 200 })
    expect(await limit(3, 1)).toMatchObject({ status: 200 })
    expect(await sendWith(club)).toMatchObject({ status: 200 })
  })

  it('are confirmed again when it is sent now, goes on or is sent again', async () => {
    const club = await aClub(3)
    const press = (call: string, input: object) => as(club.sub).post(`/api/messaging/${call}`, input)
    const scheduled = await club.send({ sendLocal: '2026-05-20T09:00' })
    const held = await club.send({ sendLocal: '2026-05-20T09:00' })
    await sql`update message set status = 'paused', send_at = ${start} where id = ${held}`.execute(db)
    const sent = await club.send()
    await work()
    await sql`update message_recipient set state = 'failed' where message_id = ${sent}`.execute(db)
    const begun = await club.send()
    await work()
    await sql`update message_recipient set state = 'waiting' where message_id = ${begun}`.execute(db)
    await sql`update message set status = 'paused' where id = ${begun}`.execute(db)
    await press(`SaveMessageSettings/${club.clubId}`, {
      ...{ version: 0, askAbove: 2, smsSegmentPence: null, website: '', reviewUrl: '' },
    })
    const ways: [string, object][] = [
      [`ChangeMessageTime/${scheduled}`, { sendLocal: null, perClubZone: false, version: 1 }],
      [`ResumeMessage/${held}`, {}],
      [`ResumeMessage/${begun}`, {}],
      [`SendMessageAgain/${sent}`, { states: ['failed'], recipientIds: [] }],
    ]
    for (const [call, input] of ways) {
      const refused = { status: 400, body: { fields: { confirmedCount: [expect.stringContaining('3 people')] } } }
      expect([call, await press(call, input)]).toMatchObject([call, refused])
      expect([call, await press(call, { ...input, confirmedCount: 2 })]).toMatchObject([call, refused])
      expect([call, await press(call, { ...input, confirmedCount: 3 })]).toMatchObject([call, { status: 200 }])
    }
    await work()
    const became = await Promise.all(
      [scheduled, held, begun, sent].map(async id => (await states(id)).map(each => each.state)),
    )
    expect(became).toEqual(ways.map(() => ['sent', 'sent', 'sent']))
  })

  it('is what the club above says where the club says nothing', async () => {
    const head = await createClub(db)
    const club = await createClub(db, { parentClubId: head.id })
    const { sub } = await createAccount(db, { clubId: head.id, isAdmin: true })
    await as(sub).post(`/api/messaging/SaveMessageSettings/${head.id}`, {
      ...{ version: 0, askAbove: 50, smsSegmentPence: 3, website: '', reviewUrl: '' },
    })
    const { body } = await as(sub).get(`/api/messaging/GetMessageSettings/${club.id}`)
    expect(body).toMatchObject({ askAbove: null, inherited: { askAbove: 50, smsSegmentPence: 3 } })
  })
})

describe('at night', () => {
  it('texts and marketing wait for 08:00 on the clock of the club, other emails leave', async () => {
    const club = await aClub(1)
    at('2026-05-12T21:30:00Z')
    expect((await check(club, text)).waitsUntil).toBe('08:00')
    expect((await check(club)).waitsUntil).toBe(null)
    const sms = await club.send(text)
    const scheduled = await club.send({ ...text, name: 'At three', sendLocal: '2026-05-13T03:00' })
    const letter = await club.send()
    await work()
    const all = async () =>
      [await states(sms), await states(scheduled), await states(letter)].map(([row]) => row?.state)
    expect(await all()).toEqual(['waiting', undefined, 'sent'])
    at('2026-05-13T06:59:00Z')
    await work()
    expect([await all(), texts.length]).toEqual([['waiting', 'waiting', 'sent'], 0])
    at('2026-05-13T07:00:00Z')
    await work()
    expect(await all()).toEqual(['sent', 'sent', 'sent'])
  })

  it('each club has its own clock', async () => {
    const head = await aClub(1)
    const { id: far } = await createClub(db, { parentClubId: head.clubId, timeZone: 'America/New_York' })
    await createMember(db, { clubId: far, email: 'far@mail.example', phone: '07700 900998' })
    const messageId = await head.send({ ...text, clubIds: [head.clubId, far] })
    at('2026-05-13T07:30:00Z')
    await work()
    expect((await states(messageId)).map(({ state }) => state).toSorted()).toEqual(['sent', 'waiting'])
    at('2026-05-13T12:00:00Z')
    await work()
    expect((await states(messageId)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  it('a session that is cancelled within a day is texted all the same', async () => {
    const { clubId, members } = await aClub(1)
    at('2026-05-12T22:30:00Z')
    const post = (cause: string, isUrgent: boolean) =>
      db.transaction().execute(tx =>
        postToMember(tx, {
          ...{ clubId, memberId: members[0] ?? 0, cause, isUrgent, letters: parts.letters, now: parts.now() },
          ...{ content: { ...text, layoutId: null }, purpose: 'service', name: 'Changes to classes' },
          enqueue: (name, data) => parts.jobs.enqueue(tx, name, data),
        }),
      )
    await post('urgent', true)
    await post('not', false)
    await work()
    const rows = await db
      .selectFrom('message_recipient')
      .select(['cause', 'state'])
      .where('club_id', '=', clubId)
      .orderBy('cause')
      .execute()
    expect(rows).toEqual([
      { cause: 'not', state: 'waiting' },
      { cause: 'urgent', state: 'sent' },
    ])
  })
})

describe('the right to send to many', () => {
  it('is asked for by each way of sending to more than ten', async () => {
    const club = await aClub(1)
    const { clubId, sub } = club
    const coach = await createAccount(db, { clubId, roleIds: [role.instructor] })
    const messageId = await club.send({ sendLocal: '2026-05-20T09:00' })
    const whole = { clubId, clubIds: [clubId], audience: everyone, purpose: 'service', onePerAddress: false }
    const rest = { channel: 'email', subject: 'News', body: '<p>News</p>', layoutId: null, name: '', templateId: null }
    const when = { sendLocal: '2026-05-21T09:00', perClubZone: false, version: 1 }
    const ways: [string, object][] = [
      ['SendMessage', { ...whole, ...rest, ...when }],
      [`SaveScheduledMessage/${messageId}`, { ...whole, ...rest, ...when }],
      [`ChangeMessageTime/${messageId}`, when],
      [`ResumeMessage/${messageId}`, {}],
      [`SendMessageAgain/${messageId}`, { states: ['failed'], recipientIds: [] }],
    ]
    for (const [call, input] of ways)
      expect([call, (await as(coach.sub).post(`/api/messaging/${call}`, input)).status]).toEqual([call, 403])
    expect((await as(sub).post(`/api/messaging/ChangeMessageTime/${messageId}`, when)).status).toBe(200)
  })
})
