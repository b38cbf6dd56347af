import { messageParameter } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { createProviderAccount } from '../../test/collection-rows.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createContact, createMember } from '../../test/factories.ts'
import { openSending } from '../../test/sending.ts'
import type { CarrierReply } from '../carriers/index.ts'
import { messageListener, postToMember } from './index.ts'
import { takeTime } from './pace.ts'

const database = await freshDatabase()
const { db } = database
const { inbox, work, later, at, now, queue, texts, parts } = await openSending(database)
const { as } = await testApp(database, now)
const start = '2026-05-12T17:30:00Z'

beforeEach(async () => {
  at(start)
  inbox.rules.clear()
  await sql`truncate message cascade`.execute(db)
  // The clock goes back between two tests.
  await sql`delete from send_pace`.execute(db)
})

const content = { channel: 'email', subject: 'News for {{ member.firstName }}', layoutId: null } as const
const body = '<p>Hello {{ recipient.firstName }}</p>'

async function aClub(members = 3) {
  const { id: clubId, rootClubId } = await createClub(db)
  const { sub } = await createAccount(db, { clubId, isAdmin: true })
  const ids: number[] = []
  for (let made = 0; made < members; made += 1) {
    const email = `m${clubId}-${made}@mail.example`
    ids.push((await createMember(db, { clubId, firstName: `Ann${made}`, email, phone: `0770090${1000 + made}` })).id)
  }
  const send = async (rest: object = {}) => {
    const answer = await as(sub).post('/api/messaging/SendMessage', {
      ...{ ...content, body, clubId, clubIds: [clubId], audience: { include: [], exclude: [] } },
      ...{
        purpose: 'service',
        onePerAddress: false,
        name: 'News',
        templateId: null,
        sendLocal: null,
        perClubZone: false,
      },
      ...rest,
    })
    expect(answer).toMatchObject({ status: 200 })
    return answer.body.messageId as number
  }
  return { clubId, rootClubId, sub, members: ids, send, address: (place: number) => `m${clubId}-${place}@mail.example` }
}

const states = async (messageId: number) => {
  const { rows } = await sql<{ state: string; tries: number; failure: string }>`
    select state, tries, failure from message_recipient where message_id = ${messageId} order by to_address, id`.execute(
    db,
  )
  return rows
}
const recipientsOf = async (messageId: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from message_recipient where message_id = ${messageId} order by to_address, id`.execute(db)
  return rows.map(({ id }) => id)
}
const statusOf = async (messageId: number) =>
  await db.selectFrom('message').select(['status', 'trouble']).where('id', '=', messageId).executeTakeFirstOrThrow()
const received = async (address: string) => (await inbox.list()).filter(({ to }) => to.includes(address))

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

describe('stopping', () => {
  it('pauses, goes on, and ends', async () => {
    const { send, sub } = await aClub(3)
    const messageId = await send()
    const press = (what: string) => as(sub).post(`/api/messaging/${what}Message/${messageId}`, {})
    await sql`update message set status = 'sending' where id = ${messageId}`.execute(db)
    await sql`update message set status = 'preparing' where id = ${messageId}`.execute(db)
    // Prepared, and paused before the first has left.
    const { prepareMessage } = await import('./prepare.ts')
    const { sentMessage } = await import('./sent-message.ts')
    const message = await sentMessage(db, messageId)
    if (message) await prepareMessage(db, message, now())
    expect(await press('Pause')).toMatchObject({ status: 200 })
    await work()
    expect((await states(messageId)).every(({ state }) => state === 'waiting')).toBe(true)
    expect(await press('Resume')).toMatchObject({ status: 200 })
    await work()
    expect((await states(messageId)).every(({ state }) => state === 'sent')).toBe(true)
    expect(await press('Cancel')).toMatchObject({ status: 409 })
    const next = await send({ sendLocal: '2026-05-13T09:00' })
    expect(await as(sub).post(`/api/messaging/CancelMessage/${next}`, {})).toMatchObject({ status: 200 })
    at('2026-05-13T09:00:00Z')
    await work()
    expect(await states(next)).toEqual([])
  })

  it('leaves nobody waiting once it is cancelled, nor gets them by "send again"', async () => {
    const { send, sub, members } = await aClub(3)
    const messageId = await send()
    await work()
    const [first, second, third] = await recipientsOf(messageId)
    // One had failed, one still waited, and one was just in hand.
    await sql`update message set status = 'sending' where id = ${messageId}`.execute(db)
    await sql`update message_recipient set state = 'failed' where id = ${first}`.execute(db)
    await sql`update message_recipient set state = 'waiting', sent_at = null where id = ${second}`.execute(db)
    await sql`
      update message_recipient set state = 'sending', claim = gen_random_uuid(), claimed_at = ${now()}, handed_at = null
      where id = ${third}`.execute(db)
    const told = await inbox.list()
    expect(await as(sub).post(`/api/messaging/CancelMessage/${messageId}`, {})).toMatchObject({ status: 200 })
    expect((await states(messageId)).map(({ state }) => state)).toEqual(['failed', 'skipped', 'sending'])
    await sql`update message_recipient set state = 'waiting', claim = null where id = ${third}`.execute(db)
    await work()
    expect((await states(messageId)).map(({ state }) => state)).toEqual(['failed', 'skipped', 'skipped'])
    const { body } = await as(sub).get(`/api/messaging/GetMessage/${messageId}`)
    expect(body.refused).toEqual([{ reason: 'cancelled', count: 2 }])
    const { body: list } = await as(sub).post(`/api/messaging/GetMessageRecipients/${messageId}`, {
      sort: 'toName-asc',
    })
    expect(list.data[1]).toMatchObject({ state: 'skipped', reason: 'The message was cancelled before' })
    const { body: own } = await as(sub).get(`/api/member/GetMessages/${members[1]}`)
    expect(own).toMatchObject([{ state: 'cancelled' }])
    const again = { states: ['failed', 'uncertain', 'bounced'], recipientIds: [] }
    expect(await as(sub).post(`/api/messaging/SendMessageAgain/${messageId}`, again)).toMatchObject({
      body: { again: 1 },
    })
    await work()
    expect(await inbox.list()).toHaveLength(told.length + 1)
  })

  it('keeps to the pace of a carrier in all processes together', async () => {
    await sql`delete from send_pace`.execute(db)
    const asked = { carrier: 'email', messages: 10, perSecond: 5, now: now() } as const
    const waits = await Promise.all([takeTime(db, asked), takeTime(db, asked), takeTime(db, asked)])
    expect(waits.toSorted((one, other) => one - other)).toEqual([0, 2000, 4000])
    await sql`delete from send_pace`.execute(db)
  })
})

describe('what is told later', () => {
  const at8 = new Date('2026-05-12T18:00:00Z')

  async function sentOne() {
    const club = await aClub(1)
    const messageId = await club.send()
    await work()
    const { id } = await db
      .selectFrom('message_recipient')
      .select('id')
      .where('message_id', '=', messageId)
      .executeTakeFirstOrThrow()
    const listener = messageListener(now)
    const report = (state: 'delivered' | 'bounced' | 'sent' | 'complained', isAddressBad = false) =>
      db.transaction().execute(async tx => {
        const told = {
          channel: 'email',
          messageId: `m${id}-1`,
          providerId: 'p1',
          at: at8,
          address: club.address(0),
        } as const
        return await listener.onReport?.(tx, {
          ...told,
          state,
          isAddressBad,
          detail: state === 'bounced' ? 'Full' : '',
        })
      })
    return { ...club, messageId, id, report, listener }
  }

  it('comes in any order and repeated, with one end', async () => {
    const orders = [
      ['sent', 'delivered', 'bounced', 'bounced'],
      ['bounced', 'sent', 'delivered'],
      ['delivered', 'bounced', 'sent', 'delivered'],
    ] as const
    for (const order of orders) {
      const { report, messageId } = await sentOne()
      for (const state of order) expect(await report(state)).toBe(true)
      expect(await states(messageId)).toMatchObject([{ state: 'bounced', failure: 'Full' }])
    }
  })

  it('stops the address after a hard bounce, with one task', async () => {
    const { report, rootClubId, clubId } = await sentOne()
    await report('bounced', true)
    await report('bounced', true)
    const stopped = await db
      .selectFrom('undeliverable')
      .select('reason')
      .where('root_club_id', '=', rootClubId)
      .execute()
    expect(stopped).toEqual([{ reason: 'bounced' }])
    const tasks = await db.selectFrom('task').select('id').where('club_id', '=', clubId).execute()
    expect(tasks).toHaveLength(1)
  })

  it('settles what was uncertain', async () => {
    const { report, messageId, id } = await sentOne()
    await sql`update message_recipient set state = 'uncertain' where id = ${id}`.execute(db)
    await report('delivered')
    expect(await states(messageId)).toMatchObject([{ state: 'delivered' }])
  })

  it('shows an answer with whom it came from', async () => {
    const { listener, id, sub, address, clubId } = await sentOne()
    const reply = {
      channel: 'email',
      messageId: `m${id}-1`,
      providerId: 'r1',
      at: at8,
      from: address(0),
      to: '',
    } as const
    await db
      .transaction()
      .execute(async tx => listener.onReply?.(tx, { ...reply, subject: 'Re: News', text: 'Thank you' }))
    const { body: copy } = await as(sub).get(`/api/messaging/GetMessageCopy/${id}`)
    expect(copy.answers).toEqual([{ at: at8.toISOString(), subject: 'Re: News', text: 'Thank you' }])
    // It lies in the inbox of the club as well.
    expect(await db.selectFrom('task').select('id').where('club_id', '=', clubId).execute()).toEqual([])
  })
})

describe('a text message that answers none of ours', () => {
  const told = (from: string, text: string) => ({
    ...{
      channel: 'sms',
      messageId: null,
      providerId: `SM${text}`,
      at: new Date(start),
      from,
      to: '',
      subject: '',
      text,
    },
  })
  const hear = (from: string, text: string, at = new Date(start)) =>
    db
      .transaction()
      .execute(async tx => messageListener(now).onReply?.(tx, { ...told(from, text), at } as CarrierReply))
  const tasksOf = (clubId: number) =>
    db
      .selectFrom('task')
      .select(['member_id as memberId', 'kind', 'subject', 'due_on as dueOn'])
      .where('club_id', '=', clubId)
      .orderBy('id')
      .execute()
  const messagesOf = async (sub: string, memberId: number) =>
    (await as(sub).get(`/api/member/GetMessages/${memberId}`)).body

  it('is kept with the member whose number it is, himself before a child of his', async () => {
    const { sub, clubId } = await aClub(0)
    const child = await createMember(db, { clubId, firstName: 'Mia' })
    const parent = await createMember(db, { clubId, firstName: 'Grace', phone: '07700 910001' })
    const { person_id: personId } = await db
      .selectFrom('member')
      .select('person_id')
      .where('id', '=', parent.id)
      .executeTakeFirstOrThrow()
    await createContact(db, { memberId: child.id, personId })
    expect(await hear('+447700910001', 'We are late')).toBe(true)
    expect(await messagesOf(sub, parent.id)).toMatchObject([
      { kind: 'received', subject: 'We are late', state: 'received', bySms: true },
    ])
    expect(await messagesOf(sub, child.id)).toEqual([])
    expect(await tasksOf(clubId)).toEqual([
      {
        memberId: parent.id,
        kind: 'message',
        subject: expect.stringMatching(/^Grace .*texted: We are late$/),
        dueOn: '2026-05-12',
      },
    ])
  })

  it('makes a task a text, cut off where it is long', async () => {
    const { clubId } = await aClub(0)
    await createMember(db, { clubId, phone: '07700 910004' })
    for (const text of ['', `${'a'.repeat(88)}🥋🥋 and\nmore`, 'Third']) await hear('+447700910004', text)
    const subjects = (await tasksOf(clubId)).map(({ subject }) => subject)
    expect(subjects).toEqual([
      expect.stringMatching(/ sent a text$/),
      expect.stringMatching(/ texted: a{88}…$/),
      expect.stringMatching(/ texted: Third$/),
    ])
  })

  it('makes a task, too, where it answers one of ours: for the member whom that was about', async () => {
    const { clubId, send, members } = await aClub(1)
    await send({ channel: 'sms', subject: '', body: 'Hello' })
    await work()
    const [sent] = await db.selectFrom('message_recipient').select('to_address').where('club_id', '=', clubId).execute()
    later(60)
    expect(await hear(sent?.to_address ?? '', 'Thank you', now())).toBe(true)
    expect(await tasksOf(clubId)).toMatchObject([{ memberId: members[0], kind: 'message' }])
  })

  it('is nobody’s where the number is not known, or known to clubs that do not belong together', async () => {
    const [one, other] = [await aClub(0), await aClub(0)]
    expect(await hear('+447700910009', 'Hello')).toBe(false)
    for (const { clubId } of [one, other]) await createMember(db, { clubId, phone: '07700910002' })
    expect(await hear('+447700910002', 'Hello')).toBe(false)
  })

  it('stops the number in every tree that knows it', async () => {
    const [one, other] = [await aClub(0), await aClub(0)]
    for (const { clubId } of [one, other]) await createMember(db, { clubId, phone: '07700910003' })
    const stop = {
      ...told('', 'STOP'),
      channel: 'sms' as const,
      address: '+447700910003',
      isStopped: true,
      detail: 'STOP',
    }
    expect(await db.transaction().execute(async tx => messageListener(now).onStop?.(tx, stop))).toBe(true)
    const { rows } = await sql<{ root: number }>`
      select root_club_id as root from undeliverable where address = '+447700910003' order by 1`.execute(db)
    expect(rows.map(({ root }) => root)).toEqual([one.rootClubId, other.rootClubId])
  })
})

describe('postToMember', () => {
  it('writes once for a cause, whatever is repeated or has changed', async () => {
    const { clubId, members, address } = await aClub(1)
    const post = (body: string, cause: string) =>
      db.transaction().execute(tx =>
        postToMember(tx, {
          ...{ clubId, memberId: members[0] ?? 0, purpose: 'service', name: 'Welcome', cause, now: now() },
          content: { channel: 'email', subject: 'Welcome', body, layoutId: null },
          enqueue: (name, data) => queue.jobs.enqueue(tx, name, data),
          letters: parts.letters,
        }),
      )
    const first = await post('<p>One</p>', 'booking:1')
    expect(await post('<p>One</p>', 'booking:1')).toEqual(first)
    expect(await post('<p>Two</p>', 'booking:1')).toEqual(first)
    await post('<p>Two</p>', 'booking:2')
    await queue.run()
    expect((await received(address(0))).map(({ text }) => text.trim()).toSorted()).toEqual(['One', 'Two'])
  })

  it('says why nobody is written to', async () => {
    const { id: clubId } = await createClub(db)
    const { id: memberId } = await createMember(db, { clubId })
    const answer = await db.transaction().execute(tx =>
      postToMember(tx, {
        ...{ clubId, memberId, purpose: 'service', name: 'Welcome', cause: 'x', now: now() },
        content: { channel: 'email', subject: 'Welcome', body: '<p>x</p>', layoutId: null },
        enqueue: async () => {},
        letters: parts.letters,
      }),
    )
    expect(answer).toEqual({ refusal: 'noAddress' })
  })
})
