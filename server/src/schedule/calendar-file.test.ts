import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as, app } = await testApp(database)

async function aClub() {
  const club = await createClub(db)
  const admin = await createAccount(db, { clubId: club.id, isAdmin: true })
  const coach = await createAccount(db, { clubId: club.id })
  const renew = async (whose: 'Club' | 'My', sub = admin.sub) =>
    (await as(sub).post(`/api/club/Renew${whose}Feed${whose === 'Club' ? `/${club.id}` : ''}`)).body.address as string
  return { club, admin, coach, renew }
}

const fetchFeed = async (address: string, headers = {}) => await app.inject({ url: `/${address}`, headers })

interface Event {
  UID: string
  DTSTART: string
  DTEND: string
  SUMMARY: string
  LOCATION?: string
  DESCRIPTION: string
  SEQUENCE: string
  STATUS?: string
}

/** The events of a calendar, its folded lines put together again (RFC 5545, section 3.1). */
async function eventsOf(address: string): Promise<Event[]> {
  const { body } = await fetchFeed(address)
  const lines = body.replaceAll('\r\n ', '').split('\r\n')
  const events: Record<string, string>[] = []
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') events.push({})
    const colon = line.indexOf(':')
    Object.assign(events.at(-1) ?? {}, { [line.slice(0, colon)]: line.slice(colon + 1) })
  }
  return events as unknown as Event[]
}

describe('the calendar of a club', () => {
  it('has each session from four weeks back to 26 weeks ahead, closures left out', async () => {
    const { club, renew } = await aClub()
    const klass = await createClass(db, { clubId: club.id, className: 'Juniors' })
    await db.insertInto('club_closure').values({ club_id: club.id, closed_on: '2026-05-19' }).execute()
    const events = await eventsOf(await renew('Club'))
    expect(events).toHaveLength(4 + 1 + 26 - 1)
    expect(events[0]).toMatchObject({ UID: `class-${klass.id}-2026-04-14@honbu`, SUMMARY: 'Juniors' })
    expect(events.some(event => event.DTSTART.startsWith('20260519'))).toBe(false)
  })

  it('counts each change of a session, and keeps one that is cancelled as cancelled', async () => {
    const { club, admin, renew } = await aClub()
    const klass = await createClass(db, { clubId: club.id, className: 'Juniors' })
    const address = await renew('Club')
    const classDate = '2026-05-19'
    const event = async () => {
      const events = await eventsOf(address)
      const found = events.find(({ UID }) => UID === `class-${klass.id}-${classDate}@honbu`)
      return { ...found, sequence: Number(found?.SEQUENCE) }
    }
    const change = async (name: string, more: object = {}) =>
      expect((await as(admin.sub).post(`/api/club/${name}/${klass.id}`, { classDate, ...more })).status).toBe(200)
    const usual = await event()
    expect(usual).toMatchObject({ DTSTART: '20260519T180000Z' })
    await change('MoveSession', { toDate: classDate, startTime: '18:00', finishTime: '19:00' })
    const moved = await event()
    expect(moved.DTSTART).toBe('20260519T170000Z')
    expect(moved.sequence).toBeGreaterThan(usual.sequence)
    await change('CancelSession', { reason: 'Flood' })
    const cancelled = await event()
    expect(cancelled).toMatchObject({ STATUS: 'CANCELLED', SUMMARY: 'Cancelled: Juniors' })
    expect(cancelled.sequence).toBeGreaterThan(moved.sequence)
    const schedule = await as(admin.sub).get(`/api/club/GetClubSchedule/${club.id}?day=${classDate}`)
    expect(schedule.body).toMatchObject({
      occurrences: [],
      cancelled: [{ className: 'Juniors', classDate, startTime: '18:00', reason: 'Flood', movedTo: null }],
    })
    await change('RestoreSession')
    const restored = await event()
    expect(restored).toMatchObject({ DTSTART: '20260519T180000Z', SUMMARY: 'Juniors' })
    expect(restored.sequence).toBeGreaterThan(cancelled.sequence)
  })

  it('takes no name for lines of its own, whatever is in it', async () => {
    const { club, renew } = await aClub()
    const address = await renew('Club')
    const klass = await createClass(db, { clubId: club.id })
    for (const lineBreak of ['\r\n', '\n', '\r', '\u0085', '\u2028', '\v']) {
      const name = `Evil${lineBreak}ATTENDEE:mailto:someone@mail.example${lineBreak}END:VCALENDAR`
      await db.updateTable('club').set({ name }).where('id', '=', club.id).execute()
      await db.updateTable('class').set({ class_name: name }).where('id', '=', klass.id).execute()
      const { body } = await fetchFeed(address)
      const lines = body.replaceAll('\r\n ', '').split(/[\r\n\v\u0085\u2028]+/)
      expect(lines.filter(line => /^(ATTENDEE|END:VCALENDAR)/.test(line))).toEqual(['END:VCALENDAR'])
    }
  })

  it('keeps 19:00 on the wall across the clock change', async () => {
    const { club, renew } = await aClub()
    await createClass(db, { clubId: club.id, weekdays: [6, 7] })
    const starts = (await eventsOf(await renew('Club'))).map(event => event.DTSTART)
    expect(starts).toContain('20261024T180000Z')
    expect(starts).toContain('20261025T190000Z')
  })

  it('ends a class at midnight with the day', async () => {
    const { club, renew } = await aClub()
    const klass = await createClass(db, { clubId: club.id })
    const times = { start_time: '22:00', finish_time: '24:00' }
    await db.updateTable('class_timetable').set(times).where('class_id', '=', klass.id).execute()
    const event = (await eventsOf(await renew('Club'))).find(each => each.UID.includes('2026-05-12'))
    expect([event?.DTSTART, event?.DTEND]).toEqual(['20260512T210000Z', '20260512T230000Z'])
  })

  it('moves an event rather than showing it twice, and writes names that need care', async () => {
    const { club, renew } = await aClub()
    const className = `Wöchentlich; "Größe", 太極拳 🥋 ${'lang '.repeat(30)}`.trim()
    const klass = await createClass(db, { clubId: club.id, className })
    const address = await renew('Club')
    const before = await eventsOf(address)
    await db.updateTable('class_timetable').set({ start_time: '18:00' }).where('class_id', '=', klass.id).execute()
    const after = await eventsOf(address)
    expect(after.map(event => event.UID)).toEqual(before.map(event => event.UID))
    expect(after[0]?.DTSTART).not.toBe(before[0]?.DTSTART)
    expect(after[0]?.SUMMARY.replaceAll('\\', '')).toBe(className)
    const { body } = await fetchFeed(address)
    expect(Math.max(...body.split('\r\n').map(line => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  })

  it('is the same text until something changes', async () => {
    const { club, renew } = await aClub()
    await createClass(db, { clubId: club.id })
    const address = await renew('Club')
    const first = await fetchFeed(address)
    expect(first.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=300',
    })
    expect((await fetchFeed(address, { 'if-none-match': first.headers.etag })).statusCode).toBe(304)
    expect((await fetchFeed(address, { 'if-none-match': `"x", W/${first.headers.etag}` })).statusCode).toBe(304)
    await createClass(db, { clubId: club.id })
    expect((await fetchFeed(address, { 'if-none-match': first.headers.etag })).statusCode).toBe(200)
  })

  it('ends when the address is renewed or revoked, and is the admins’ alone', async () => {
    const { club, admin, coach, renew } = await aClub()
    const [first, second] = [await renew('Club'), await renew('Club')]
    expect((await fetchFeed(first)).statusCode).toBe(404)
    expect((await fetchFeed(second)).statusCode).toBe(200)
    const feeds = async (sub: string) => (await as(sub).get(`/api/club/GetCalendarFeeds/${club.id}`)).body
    expect(await feeds(admin.sub)).toEqual({ clubFeed: second, myFeed: null, isAdmin: true })
    expect(await feeds(coach.sub)).toEqual({ clubFeed: null, myFeed: null, isAdmin: false })
    await as(admin.sub).post(`/api/club/RevokeClubFeed/${club.id}`)
    expect((await fetchFeed(second)).statusCode).toBe(404)
  })

  it.each(['calendar/x.ics', 'calendar/.ics', `calendar/${'a'.repeat(32)}.ics`, `calendar/${'a'.repeat(32)}`])(
    'is not at %s',
    async address => {
      expect((await fetchFeed(address)).statusCode).toBe(404)
    },
  )
})

describe('the calendar of what someone teaches', () => {
  it('has his classes and those he covers, not those that are covered for him', async () => {
    const { club, coach, renew } = await aClub()
    const other = await createAccount(db, { clubId: club.id })
    const [mine, theirs] = [
      await createClass(db, { clubId: club.id, className: 'Mine' }),
      await createClass(db, { clubId: club.id, className: 'Theirs' }),
    ]
    await createClass(db, { clubId: club.id, className: 'Nobody’s' })
    await db
      .insertInto('class_instructor')
      .values([
        { class_id: mine.id, person_id: coach.personId },
        { class_id: theirs.id, person_id: other.personId },
      ])
      .execute()
    await db
      .insertInto('class_cover')
      .values([
        { class_id: mine.id, club_id: club.id, class_date: '2026-05-12', person_id: other.personId },
        { class_id: theirs.id, club_id: club.id, class_date: '2026-05-19', person_id: coach.personId },
      ])
      .execute()
    const events = (await eventsOf(await renew('My', coach.sub))).filter(event => event.DTSTART.startsWith('202605'))
    expect(events.map(event => [event.SUMMARY, event.DTSTART.slice(6, 8)])).toEqual([
      ['Mine', '05'],
      ['Mine', '19'],
      ['Theirs', '19'],
      ['Mine', '26'],
    ])
    expect(events[2]?.DESCRIPTION).toContain('Covered by Staff')
  })

  it('is empty once he no longer works there', async () => {
    const { club, coach, renew } = await aClub()
    const klass = await createClass(db, { clubId: club.id })
    await db.insertInto('class_instructor').values({ class_id: klass.id, person_id: coach.personId }).execute()
    const address = await renew('My', coach.sub)
    expect((await eventsOf(address)).length).toBeGreaterThan(0)
    await db.updateTable('club_user').set({ user_until: '2026-05-11' }).where('account_id', '=', coach.id).execute()
    expect(await eventsOf(address)).toEqual([])
  })
})
