import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import type { Database } from '../src/platform/database.ts'
import { testApp } from './app.ts'
import { createAccount, createClub, createMember } from './factories/people.ts'
import { openSending } from './sending.ts'

/** When each test begins. */
export const start = '2026-05-12T17:30:00Z'

export const content = { channel: 'email', subject: 'News for {{ member.firstName }}', layoutId: null } as const
export const body = '<p>Hello {{ recipient.firstName }}</p>'

/** What the tests of messages have in common: a club that writes to its members. Each test begins with nothing sent. */
export async function openMessages(database: Database) {
  const { db } = database
  const sending = await openSending(database)
  const { inbox, at, now } = sending
  const { as, jobs } = await testApp(database, now)

  beforeEach(async () => {
    at(start)
    inbox.rules.clear()
    await sql`truncate message cascade`.execute(db)
    // The clock goes back between two tests.
    await sql`delete from send_pace`.execute(db)
  })

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
    return {
      clubId,
      rootClubId,
      sub,
      members: ids,
      send,
      address: (place: number) => `m${clubId}-${place}@mail.example`,
    }
  }

  const states = async (messageId: number) => {
    const { rows } = await sql<{ state: string; tries: number; failure: string }>`
      select state, tries, failure from message_recipient where message_id = ${messageId} order by to_address, id`.execute(
      db,
    )
    return rows
  }
  const received = async (address: string) => (await inbox.list()).filter(({ to }) => to.includes(address))

  return { ...sending, as, jobs, aClub, states, received }
}
