import { messageParameter } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createProviderAccount } from '../../test/factories/collections.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { body, content, openMessages } from '../../test/open-messages.ts'

const database = await freshDatabase()
const { db } = database
const { work, later, at, now, inbox, queue, texts, as, aClub, states, received } = await openMessages(database)

const statusOf = async (messageId: number) =>
  await db.selectFrom('message').select(['status', 'trouble']).where('id', '=', messageId).executeTakeFirstOrThrow()

describe('sending', () => {
  // The first, while there is no connection yet that would be kept.
  it('is tried again when it is down, and says so meanwhile', async () => {
    const { send } = await aClub(8)
    inbox.when({ fault: 'down' })
    const messageId = await send()
    await work()
    expect(await statusOf(messageId)).toMatchObject({ status: 'sending', trouble: expect.stringMatching(/\w/) })
    const first = await states(messageId)
    expect(first.every(({ state }) => state === 'waiting')).toBe(true)
    inbox.rules.clear()
    for (let minute = 0; minute < 4; minute += 1) {
      later(2)
      await work()
    }
    expect((await states(messageId)).map(({ state }) => state)).toEqual(Array(8).fill('sent'))
    expect(await statusOf(messageId)).toMatchObject({ status: 'done', trouble: '' })
  })

  it('goes to exactly those who were chosen in the directory', async () => {
    const { send, members, sub } = await aClub(4)
    const [first, , third] = members
    const chosen = { members: [third, first] }
    const messageId = await send({ audience: { include: [], exclude: [], chosen } })
    const found = await send({ audience: { include: [], exclude: [], chosen: { filter: "firstName~eq~'Ann1'" } } })
    await work()
    const to = async (id: number) =>
      (await as(sub).post(`/api/messaging/GetMessageRecipients/${id}`, { sort: 'toName-asc' })).body.data.map(
        (row: { memberId: number; state: string }) => [row.memberId, row.state],
      )
    expect(await to(messageId)).toEqual([
      [first, 'sent'],
      [third, 'sent'],
    ])
    expect(await to(found)).toEqual([[members[1], 'sent']])
    expect((await as(sub).get(`/api/messaging/GetMessage/${messageId}`)).body.audience).toEqual({
      ...{ include: [], exclude: [], chosen },
    })
  })

  it('sends each of the audience one message, as it was written for them, and keeps it', async () => {
    const { send, address, sub } = await aClub()
    const messageId = await send()
    await work()
    expect((await states(messageId)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
    expect(await statusOf(messageId)).toMatchObject({ status: 'done' })
    const [mail, ...more] = await received(address(1))
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'News for Ann1', text: expect.stringContaining('Hello Ann1') })
    const { body: list } = await as(sub).post(`/api/messaging/GetMessageRecipients/${messageId}`, {
      sort: 'toAddress-asc',
    })
    const { body: copy } = await as(sub).get(`/api/messaging/GetMessageCopy/${list.data[1].id}`)
    expect(copy.copy).toMatchObject({ subject: 'News for Ann1', html: expect.stringContaining('Hello Ann1') })
  })

  it('names in marketing mail alone where one click ends it', async () => {
    const { send, address, clubId, members } = await aClub(1)
    await sql`
      insert into consent (person_id, club_id, flag, is_given, how)
      select person_id, ${clubId}::bigint, 2, true, 'paper' from member where id = ${members[0]}`.execute(db)
    await send({ purpose: 'marketing' })
    await send()
    await work()
    const headers = (await received(address(0))).map(mail =>
      mail.headers.filter(({ name }) => name.toLowerCase().startsWith('list-')).map(({ name }) => name.toLowerCase()),
    )
    expect(headers.toSorted((one, other) => other.length - one.length)).toEqual([
      ['list-unsubscribe', 'list-unsubscribe-post'],
      [],
    ])
  })

  it('leaves out who has said stop since the message was made', async () => {
    const { send, address, rootClubId } = await aClub(2)
    const messageId = await send({ sendLocal: '2026-05-13T09:00' })
    at('2026-05-13T08:00:00Z')
    await work()
    expect((await states(messageId)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    const second = await send({ name: 'More' })
    await queue.taken('send-message')
    await sql`
      update message set status = 'sending' where id = ${second}`.execute(db)
    await sql`
      insert into message_recipient (message_id, root_club_id, club_id, member_id, person_id, to_name, to_address, state, not_before)
      select ${second}, root_club_id, club_id, member_id, person_id, to_name, to_address, 'waiting', ${now()}
      from message_recipient where message_id = ${messageId}`.execute(db)
    await sql`
      insert into undeliverable (root_club_id, channel, address, reason, since)
      values (${rootClubId}, 'email', ${address(0)}, 'complained', ${now()})`.execute(db)
    await work()
    expect((await states(second)).map(({ state }) => state)).toEqual(['skipped', 'sent'])
  })

  it('writes to those who work in the club by their own names, without links to pay', async () => {
    const { clubId, sub, send } = await aClub(1)
    const coach = await createAccount(db, { clubId })
    await createProviderAccount(db, { clubId })
    await db
      .updateTable('account')
      .set({ email: `coach${clubId}@mail.example` })
      .where('id', '=', coach.id)
      .execute()
    const audience = { include: [{ parameterId: messageParameter.user, values: [coach.id] }], exclude: [] }
    const letter =
      '<p>Dear {{ recipient.firstName }} of {{ club.name }}{{ member.firstName | default: "!" }}</p>' +
      '{% if links.pay %}<p>Pay {{ links.pay }}</p>{% endif %}<p>{{ balance.owed }}</p>'
    const asked = { ...content, body: letter, clubId, clubIds: [clubId], audience, purpose: 'service' }
    const check = await as(sub).post('/api/messaging/CheckMessage', { ...asked, onePerAddress: false })
    expect(check.body).toMatchObject({ total: 1, reached: 1 })
    expect(check.body.empty).toMatchObject([
      { field: 'member.firstName', count: 1 },
      { field: 'balance.owed', count: 1 },
    ])
    const gaps = [
      { field: 'member.firstName', instead: '!' },
      { field: 'balance.owed', instead: 'nothing' },
    ]
    const messageId = await send({ body: letter, audience, gaps })
    await work()
    expect((await states(messageId)).map(({ state }) => state)).toEqual(['sent'])
    const [mail] = await received(`coach${clubId}@mail.example`)
    expect(mail?.text).toMatch(/Dear Staff of Club \d+!/)
    expect(mail?.text).not.toContain('Pay')
    const made = await db.selectFrom('pay_link').select('id').where('club_id', '=', clubId).execute()
    expect(made).toEqual([])
  })

  it('sends text messages', async () => {
    const { send } = await aClub(2)
    const messageId = await send({ channel: 'sms', subject: '', body: 'Hi {{ member.firstName }}' })
    await work()
    expect(texts.map(({ text }) => text).toSorted()).toEqual(['Hi Ann0', 'Hi Ann1'])
    expect((await states(messageId)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  it('is called by what it says where nobody has named it', async () => {
    const { send, sub } = await aClub(1)
    const nameOf = async (rest: object) =>
      (await as(sub).get(`/api/messaging/GetMessage/${await send({ name: '', ...rest })}`)).body
    expect(await nameOf({})).toMatchObject({ name: 'News for [First name]', clubCount: 1 })
    const text = { channel: 'sms', subject: '', body: 'Hi {{ member.firstName }}, the hall is closed.' }
    expect((await nameOf(text)).name).toBe('Hi [First name], the hall is closed.')
  })

  it('refuses what cannot be written', async () => {
    const { sub, clubId } = await aClub(1)
    const answer = await as(sub).post('/api/messaging/SendMessage', {
      ...{ ...content, body: '{{ member.frist }}', clubId, clubIds: [clubId], audience: { include: [], exclude: [] } },
      ...{ purpose: 'service', onePerAddress: false, name: '', templateId: null, sendLocal: null, perClubZone: false },
    })
    expect(answer).toMatchObject({ status: 400, body: { fields: { body: [expect.any(String)] } } })
  })
})

describe('a mail server with troubles', () => {
  it('is asked again later after a 451, with growing pauses, and at last no more', async () => {
    const { send, address } = await aClub(2)
    inbox.when({ to: address(0), fault: 'later' })
    const messageId = await send()
    await work()
    expect(await states(messageId)).toMatchObject([{ state: 'waiting', tries: 1 }, { state: 'sent' }])
    await work()
    expect(await states(messageId)).toMatchObject([{ tries: 1 }, {}])
    for (const minutes of [1, 2, 5, 15, 30, 60, 180, 360]) {
      later(minutes)
      await work()
    }
    expect(await states(messageId)).toMatchObject([{ state: 'failed', tries: 9 }, { state: 'sent' }])
    expect(await statusOf(messageId)).toMatchObject({ status: 'done' })
  })

  it('stops an address that it knows to be bad', async () => {
    const { send, address, rootClubId } = await aClub(2)
    inbox.when({ to: address(0), fault: 'nobody' })
    const messageId = await send()
    await work()
    expect(await states(messageId)).toMatchObject([{ state: 'failed' }, { state: 'sent' }])
    const stopped = await db
      .selectFrom('undeliverable')
      .select(['address', 'reason'])
      .where('root_club_id', '=', rootClubId)
      .execute()
    expect(stopped).toEqual([{ address: address(0), reason: 'bounced' }])
  })

  it('leaves open what was cut after the text, until somebody says "again"', async () => {
    const { send, address, sub } = await aClub(2)
    inbox.when({ to: address(0), fault: 'cutAfter', left: 1 })
    inbox.when({ to: address(1), fault: 'cutMidway', left: 1 })
    const messageId = await send()
    await work()
    later(1)
    await work()
    expect(await states(messageId)).toMatchObject([
      { state: 'uncertain' },
      { state: expect.stringMatching(/sent|uncertain/) },
    ])
    expect(await statusOf(messageId)).toMatchObject({ status: 'done' })
    expect(await received(address(0))).toHaveLength(1)
    const again = await as(sub).post(`/api/messaging/SendMessageAgain/${messageId}`, {
      states: ['uncertain'],
      recipientIds: [],
    })
    expect(again.status).toBe(200)
    await work()
    expect((await states(messageId)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(await received(address(0))).toHaveLength(2)
  })
})

describe('time', () => {
  it('is that of the wall on the day on which the clocks change', async () => {
    const { send } = await aClub(1)
    at('2026-03-20T12:00:00Z')
    // The last Sunday in March: 08:00 is 07:00 UTC, while the day before it was 08:00 UTC.
    const messageId = await send({ sendLocal: '2026-03-29T08:00' })
    at('2026-03-29T06:59:00Z')
    await work()
    expect(await states(messageId)).toEqual([])
    at('2026-03-29T07:00:00Z')
    await work()
    expect((await states(messageId)).map(({ state }) => state)).toEqual(['sent'])
  })

  it("is each club's own where that is asked for", async () => {
    const head = await aClub(1)
    const { id: far } = await createClub(db, { parentClubId: head.clubId, timeZone: 'America/New_York' })
    await createMember(db, { clubId: far, email: 'far@mail.example' })
    const messageId = await head.send({
      ...{ clubIds: [head.clubId, far], sendLocal: '2026-05-13T09:00', perClubZone: true },
    })
    at('2026-05-13T08:00:00Z')
    await work()
    expect((await states(messageId)).map(({ state }) => state)).toEqual(['waiting', 'sent'])
    at('2026-05-13T13:00:00Z')
    await work()
    expect((await states(messageId)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  it('can be changed until it has come', async () => {
    const { send, sub } = await aClub(1)
    const messageId = await send({ sendLocal: '2026-05-13T09:00' })
    const change = (version: number) =>
      as(sub).post(`/api/messaging/ChangeMessageTime/${messageId}`, { sendLocal: null, perClubZone: false, version })
    expect(await change(9)).toMatchObject({ status: 409 })
    expect(await change(1)).toMatchObject({ status: 200 })
    await work()
    expect((await states(messageId)).map(({ state }) => state)).toEqual(['sent'])
    expect(await change(2)).toMatchObject({ status: 409 })
  })

  it('can be written anew until it has begun, with whom it is for and when', async () => {
    const { send, sub, clubId, members, address } = await aClub(2)
    const messageId = await send({ sendLocal: '2026-05-13T09:00' })
    const changed = {
      ...{ clubId, clubIds: [clubId], channel: 'email', subject: 'Better news', layoutId: null, templateId: null },
      ...{ body: '<p>Good evening</p>', purpose: 'service', onePerAddress: true, name: 'Better', version: 1 },
      ...{ audience: { include: [], exclude: [], chosen: { members: [members[1]] } } },
      ...{ sendLocal: '2026-05-14T09:00', perClubZone: false },
    }
    const save = (rest: object = {}) =>
      as(sub).post(`/api/messaging/SaveScheduledMessage/${messageId}`, { ...changed, ...rest })
    expect(await save({ body: '<p>{{ member.shoeSize }}</p>' })).toMatchObject({ status: 400 })
    expect(await save({ subject: '' })).toMatchObject({ status: 400 })
    expect(await save({ sendLocal: '2026-05-01T09:00' })).toMatchObject({ status: 400 })
    expect(await save({ sendLocal: '2027-02-30T09:00' })).toMatchObject({ status: 400 })
    expect(await save({ version: 7 })).toMatchObject({ status: 409, body: { conflict: { current: { name: 'News' } } } })
    expect(await save()).toMatchObject({ status: 200, body: { messageId } })
    expect(await save()).toMatchObject({ status: 409 })
    const { body: now } = await as(sub).get(`/api/messaging/GetMessage/${messageId}`)
    expect(now).toMatchObject({ name: 'Better', status: 'scheduled', sendLocal: '2026-05-14T09:00', version: 2 })
    at('2026-05-13T08:30:00Z')
    await work()
    expect(await states(messageId)).toEqual([])
    at('2026-05-14T08:00:00Z')
    await work()
    expect((await states(messageId)).map(({ state }) => state)).toEqual(['sent'])
    expect(await received(address(0))).toEqual([])
    expect(await received(address(1))).toMatchObject([{ subject: 'Better news' }])
    expect(await save({ version: 2, sendLocal: '2026-06-14T09:00' })).toMatchObject({ status: 409 })
  })

  it('is changed only where it was written, and not once it is cancelled', async () => {
    const { send, sub, clubId, rootClubId } = await aClub(1)
    const below = await createClub(db, { parentClubId: rootClubId })
    const messageId = await send({ sendLocal: '2026-05-13T09:00' })
    const whole = {
      ...{ clubId, clubIds: [clubId], channel: 'email', subject: 'News', layoutId: null, templateId: null, body },
      ...{ purpose: 'service', onePerAddress: true, name: 'News', version: 1, sendLocal: null, perClubZone: false },
      audience: { include: [], exclude: [] },
    }
    const save = (rest: object) =>
      as(sub).post(`/api/messaging/SaveScheduledMessage/${messageId}`, { ...whole, ...rest })
    expect(await save({ clubId: below.id })).toMatchObject({ status: 400 })
    await as(sub).post(`/api/messaging/CancelMessage/${messageId}`, {})
    const after = await save({ version: 2 })
    expect(after).toMatchObject({ status: 409, body: { message: 'It was cancelled.' } })
  })
})
