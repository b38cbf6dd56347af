import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createAccount } from '../../test/factories/people.ts'
import { openMessages } from '../../test/open-messages.ts'
import { takeTime } from './pace.ts'

const database = await freshDatabase()
const { db } = database
const { inbox, work, at, now, as, aClub, states } = await openMessages(database)

const recipientsOf = async (messageId: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from message_recipient where message_id = ${messageId} order by to_address, id`.execute(db)
  return rows.map(({ id }) => id)
}

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

  it('holds back what someone scheduled who has left since, until a colleague sends it', async () => {
    const { send, sub, clubId } = await aClub(2)
    const boss = await createAccount(db, { clubId, isAdmin: true })
    const [sent, cancelled] = [
      await send({ name: 'Sent', sendLocal: '2026-05-14T09:00' }),
      await send({ name: 'Cancelled', sendLocal: '2026-05-14T09:00' }),
    ]
    await sql`update club_user set user_until = '2026-05-13'
      where club_id = ${clubId} and account_id = (select id from account where sub = ${sub})`.execute(db)
    at('2026-05-14T09:00:00Z')
    await work()
    expect(await states(sent)).toEqual([])
    const press = as(boss.sub)
    const read = async (id: number) => (await press.get(`/api/messaging/GetMessage/${id}`)).body
    expect(await read(sent)).toMatchObject({ status: 'paused', trouble: expect.stringContaining('haven’t sent this') })
    const tasks = async () => {
      const { rows } = await sql<{ subject: string; done: boolean }>`
        select subject, completed_at is not null as done from task where club_id = ${clubId} order by id`.execute(db)
      return rows
    }
    expect(await tasks()).toMatchObject([
      { subject: 'Send or cancel the message “Sent”', done: false },
      { subject: 'Send or cancel the message “Cancelled”', done: false },
    ])
    await work()
    expect(await tasks()).toHaveLength(2)
    expect((await press.post(`/api/messaging/ResumeMessage/${sent}`, {})).status).toBe(200)
    expect((await press.post(`/api/messaging/CancelMessage/${cancelled}`, {})).status).toBe(200)
    await work()
    expect((await states(sent)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(await states(cancelled)).toEqual([])
    expect(await read(sent)).toMatchObject({ status: 'done', trouble: '', sentBy: expect.stringContaining(' ') })
    expect((await tasks()).every(({ done }) => done)).toBe(true)
  })

  it('keeps to the pace of a carrier in all processes together', async () => {
    await sql`delete from send_pace`.execute(db)
    const asked = { carrier: 'email', messages: 10, perSecond: 5, now: now() } as const
    const waits = await Promise.all([takeTime(db, asked), takeTime(db, asked), takeTime(db, asked)])
    expect(waits.toSorted((one, other) => one - other)).toEqual([0, 2000, 4000])
    await sql`delete from send_pace`.execute(db)
  })
})
