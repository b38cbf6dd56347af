import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createContact, createMember } from '../../test/factories/people.ts'
import { openMessages, start } from '../../test/open-messages.ts'
import type { CarrierReply } from '../carriers/index.ts'
import { messageListener } from './index.ts'

const database = await freshDatabase()
const { db } = database
const { work, later, now, as, aClub, states } = await openMessages(database)

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
    const tasks = await db.selectFrom('task').select('id').where('club_id', '=', clubId).orderBy('task.id').execute()
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
    expect(await db.selectFrom('task').select('id').where('club_id', '=', clubId).orderBy('task.id').execute()).toEqual(
      [],
    )
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
