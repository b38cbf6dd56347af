import { classType, memberStatus } from '@honbu/contract/ids.ts'
import Fastify from 'fastify'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { takesMail } from '../../test/carriers.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, createSlot, enrol } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import type { Message } from '../platform/mail.ts'
import { moveLists } from './move-lists.ts'
import { sendOfferMail } from './offer-mail.ts'
import { serveOfferPages } from './offer-pages.ts'

const database = await freshDatabase()
const { db } = database

let now = testNow
const { as, mails, jobs } = await testApp(database, () => now)

const sent: Message[] = []
const parts = {
  db,
  now: () => now,
  jobs: { enqueue: async (_tx: unknown, name: string, data: object) => void jobs.push({ name, data }) },
  mail: {
    post: async (_tx: unknown, message: Message) => void mails.push(message),
    send: takesMail(sent),
  },
  config: { baseUrl: 'https://club.example', basePath: '/honbu' },
}
const pages = Fastify()
await pages.register(scope => serveOfferPages(scope, parts), { prefix: '/honbu' })
afterAll(() => pages.close())

beforeEach(() => {
  now = testNow
  mails.length = 0
  jobs.length = 0
  sent.length = 0
})

const later = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000)
}

/** The entry that has been offered a place as the first, second …: what the job of its message is given. */
function offered(index: number): number {
  const data = jobs[index]?.data
  return data && 'entryId' in data ? Number(data.entryId) : 0
}

const slotDay = '2026-05-19'

/** A prebooked class with a slot that is full, and people to wait for it. */
async function aFullSlot(capacity = 1, waiting = 3) {
  const club = await createClub(db)
  const boss = await createAccount(db, { clubId: club.id, isAdmin: true })
  const klass = await createClass(db, { clubId: club.id, classTypeId: classType.prebooked, weekdays: [] })
  const slot = await createSlot(db, { classId: klass.id, capacity })
  const call = as(boss.sub)
  const day = { classId: klass.id, bookingDate: slotDay }
  const newMember = async (email = '', statusId: number = memberStatus.active) =>
    (await createMember(db, { clubId: club.id, firstName: 'Mia', statusId, ...(email && { email }) })).id
  const bookings: number[] = []
  for (let place = 0; place < capacity; place++) {
    const { body } = await call.post(`/api/member/SaveBooking/${await newMember()}`, day)
    bookings.push(body.bookingId)
  }
  const people = await Promise.all(
    Array.from({ length: waiting }, (_, index) => newMember(`mia${index}.${klass.id}@mail.example`)),
  )
  const book = (id: number) => call.post(`/api/member/SaveBooking/${id}`, day)
  const join = (id: number) => call.post(`/api/member/JoinWaitingList/${id}`, day)
  const leave = (id: number) => call.post(`/api/member/LeaveWaitingList/${id}`, day)
  const cancel = (id = 0) => call.post(`/api/member/CancelBooking/${id}`)
  const list = async () => (await call.get(`/api/club/GetBookings/${klass.id}?classDate=${slotDay}`)).body
  const capacityNow = async () =>
    (await call.get(`/api/club/GetPrebookedCapacity/${klass.id}?classDate=${slotDay}`)).body
  /** 'member id' of who waits, 'member id*' of who has an offer, in order. */
  const order = async () =>
    (await list()).waiting.map((row: { memberId: number; offerUntil: string | null }) =>
      row.offerUntil ? `${row.memberId}*` : `${row.memberId}`,
    )
  return {
    club,
    call,
    classId: klass.id,
    slot,
    newMember,
    people,
    bookings,
    book,
    join,
    leave,
    cancel,
    list,
    capacityNow,
    order,
  }
}

describe('joinWaitingList', () => {
  it('is for a day that is full, once, in the order in which they come', async () => {
    const { people, join, book, order, bookings, cancel, newMember } = await aFullSlot()
    const [one = 0, two = 0] = people
    expect((await join(one)).body).toMatchObject({ memberId: one, position: 1 })
    expect((await join(two)).body).toMatchObject({ position: 2 })
    expect((await join(one)).body.fields.id[0]).toContain('already')
    expect(await order()).toEqual([`${one}`, `${two}`])
    expect((await book(two)).body.fields.bookingDate).toEqual(['Full: 1 of 1 place is taken.'])
    expect(bookings).toHaveLength(1)
    await cancel(bookings[0])
    const other = await newMember()
    expect((await join(other)).body.position).toBe(3)
  })

  it('refuses while there is a place, and who is booked', async () => {
    const { people, join, bookings, cancel, list } = await aFullSlot()
    const [one = 0] = people
    const [booked] = (await list()).booked
    expect((await join(booked.memberId)).body.fields.id[0]).toContain('booked')
    await cancel(bookings[0])
    expect((await join(one)).body.fields.bookingDate).toEqual(['There is a place: it can be booked.'])
  })

  it('refuses from the start on', async () => {
    const { people, join } = await aFullSlot()
    now = new Date('2026-05-19T17:00:00Z')
    expect((await join(people[0] ?? 0)).body.message).toContain('has begun')
  })

  it('keeps the order of many who come at once, without a gap', async () => {
    const { people, join, order } = await aFullSlot(1, 12)
    const positions = (await Promise.all(people.map(id => join(id)))).map(({ body }) => body.position)
    expect([...positions].sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
    const byPosition = people.map((id, index) => ({ id, at: positions[index] })).sort((a, b) => a.at - b.at)
    expect(await order()).toEqual(byPosition.map(({ id }) => String(id)))
  })
})

describe('a member who leaves the club', () => {
  it.each([
    ['lapses', { lapsed: true }],
    ['is not interested', { lapsed: false }],
  ])('comes off the list when their membership %s, and their offer passes on', async (_, { lapsed }) => {
    const { club, call, people, bookings, newMember, join, cancel, order } = await aFullSlot(1, 1)
    const [next = 0] = people
    const gone = await newMember('gone@mail.example', lapsed ? memberStatus.active : memberStatus.prospect)
    await join(gone)
    await join(next)
    await cancel(bookings[0])
    expect(await order()).toEqual([`${gone}*`, `${next}`])
    const { id: clubMemberId } = await db
      .selectFrom('club_member')
      .select('id')
      .where('member_id', '=', gone)
      .executeTakeFirstOrThrow()
    const { id: reasonId } = await db
      .insertInto('not_interested_reason')
      .values({ club_id: club.id, root_club_id: club.rootClubId, name: 'Moves house' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const answer = lapsed
      ? await call.post(`/api/member/lapseMembership/${gone}`, { clubMemberId, reason: 'Moved', keepBookings: true })
      : await call.post(`/api/member/NotInterested/${gone}`, { clubMemberId, reasonId })
    expect(answer.status, answer.body.message).toBe(200)
    expect(await order()).toEqual([`${next}*`])
    expect((await join(gone)).body.message).toBe('This member has left the club. Renew the membership first.')
  })

  it('is taken off by the next minute, however they left', async () => {
    const { people, join, order } = await aFullSlot(1, 2)
    const [gone = 0, next = 0] = people
    await join(gone)
    await join(next)
    await db
      .updateTable('club_member')
      .set({ member_status_id: memberStatus.lapsed })
      .where('member_id', '=', gone)
      .execute()
    await moveLists(parts)
    expect(await order()).toEqual([`${next}`])
  })
})

describe('a place that falls free', () => {
  it('is offered to the first, who takes it', async () => {
    const { people, bookings, join, cancel, book, order, capacityNow } = await aFullSlot()
    const [one = 0, two = 0] = people
    await join(one)
    await join(two)
    await cancel(bookings[0])
    expect(await order()).toEqual([`${one}*`, `${two}`])
    expect(jobs.map(({ name }) => name)).toEqual(['waiting-list-offer'])
    expect(await capacityNow()).toMatchObject({ booked: 0, offered: 1, waiting: 1, available: 0 })
    // Neither the second nor a newcomer goes past.
    expect((await book(two)).body.fields.bookingDate[0]).toContain('1 is offered to the waiting list')
    expect((await book(one)).status).toBe(200)
    expect(await order()).toEqual([`${two}`])
    expect(await capacityNow()).toMatchObject({ booked: 1, offered: 0, waiting: 1, available: 0 })
  })

  it('goes to the next when it is declined', async () => {
    const { people, bookings, join, cancel, leave, order } = await aFullSlot()
    const [one = 0, two = 0] = people
    await join(one)
    await join(two)
    await cancel(bookings[0])
    expect((await leave(one)).body).toMatchObject({ memberId: one, declined: true })
    expect(await order()).toEqual([`${two}*`])
    expect((await leave(two)).body).toMatchObject({ declined: true })
    expect((await leave(two)).status).toBe(409)
  })

  it('is never beyond its time, whether or not anything has run since', async () => {
    const { classId, people, bookings, join, cancel, book, order, capacityNow } = await aFullSlot()
    const [one = 0, two = 0, three = 0] = people
    await join(one)
    await join(two)
    await cancel(bookings[0])
    later(12)
    // Nobody has touched it: the offer does not count as taken, and the place belongs to the next.
    expect(await order()).toEqual([`${two}`])
    expect(await capacityNow()).toMatchObject({ booked: 0, offered: 0, waiting: 1, available: 0 })
    expect((await book(one)).status).toBe(409)
    expect((await book(three)).status).toBe(409)

    mails.length = 0
    await moveLists(parts)
    expect(await order()).toEqual([`${two}*`])
    expect(mails.map(({ to }) => to)).toContain(`mia0.${classId}@mail.example`)
    expect((await book(two)).status).toBe(200)
  })

  it('is free to all when nobody waits any more', async () => {
    const { people, bookings, join, cancel, book, capacityNow } = await aFullSlot()
    const [one = 0, two = 0] = people
    await join(one)
    await cancel(bookings[0])
    later(12)
    expect(await capacityNow()).toMatchObject({ available: 1 })
    expect((await book(two)).status).toBe(200)
    expect((await book(one)).status).toBe(409)
  })

  it('is kept no longer than to the start, and then all waiting is over', async () => {
    const { people, bookings, join, cancel, list, order } = await aFullSlot()
    const [one = 0, two = 0] = people
    await join(one)
    await join(two)
    now = new Date('2026-05-19T15:00:00Z')
    await cancel(bookings[0])
    expect((await list()).waiting[0].offerUntil).toBe('2026-05-19T17:00:00.000Z')
    now = new Date('2026-05-19T17:00:00Z')
    await moveLists(parts)
    expect(await order()).toEqual([])
    const left = await db
      .selectFrom('waiting_list_entry')
      .select('closed_as')
      .where('member_id', 'in', [one, two])
      .execute()
    expect(left.map(row => row.closed_as)).toEqual(['ended', 'ended'])
  })

  it('is kept as long as the class says', async () => {
    const { call, classId, people, bookings, join, cancel, list } = await aFullSlot()
    await call.post(`/api/club/SaveOfferHours/${classId}`, { offerHours: 2 })
    await join(people[0] ?? 0)
    await cancel(bookings[0])
    expect((await list()).waiting[0].offerUntil).toBe('2026-05-12T19:30:00.000Z')
  })

  it('may come from more places in the slot', async () => {
    const { call, classId, slot, people, join, order } = await aFullSlot()
    for (const id of people) await join(id)
    const saved = await call.post(`/api/club/SaveClassAvailability/${classId}`, {
      slotId: slot.id,
      classDate: slotDay,
      startTime: '18:00',
      finishTime: '19:00',
      capacity: 3,
    })
    expect(saved.status).toBe(200)
    expect(await order()).toEqual([`${people[0]}*`, `${people[1]}*`, `${people[2]}`])
  })

  it('may come from a class that has got a larger capacity', async () => {
    const club = await createClub(db)
    const coach = await createAccount(db, { clubId: club.id })
    const klass = await createClass(db, { clubId: club.id })
    await db.updateTable('class').set({ capacity: 1 }).where('id', '=', klass.id).execute()
    const one = await createMember(db, { clubId: club.id })
    const two = await createMember(db, { clubId: club.id })
    await enrol(db, { classId: klass.id, memberId: one.id })
    const day = { classId: klass.id, bookingDate: slotDay }
    expect((await as(coach.sub).post(`/api/member/JoinWaitingList/${two.id}`, day)).status).toBe(200)
    await moveLists(parts)
    expect(jobs).toEqual([])
    await db.updateTable('class').set({ capacity: 2 }).where('id', '=', klass.id).execute()
    await moveLists(parts)
    expect(jobs).toMatchObject([{ name: 'waiting-list-offer' }])
  })

  it('passes a prospect by when it is no place for one', async () => {
    const { classId, bookings, join, cancel, order, newMember, people } = await aFullSlot(2)
    await db.updateTable('class').set({ prospect_limit: 0 }).where('id', '=', classId).execute()
    const prospect = await newMember('', memberStatus.enquiry)
    const [member = 0] = people
    await join(prospect)
    await join(member)
    await cancel(bookings[0])
    expect(await order()).toEqual([`${prospect}`, `${member}*`])
  })
})

it('never gives a place twice, whatever comes at once', async () => {
  const { people, bookings, book, join, cancel, leave, list, order, newMember } = await aFullSlot(6, 14)
  await Promise.all(people.map(id => join(id)))
  const newcomers = await Promise.all(Array.from({ length: 6 }, () => newMember()))
  await Promise.all([
    ...bookings.slice(0, 4).map(id => cancel(id)),
    ...newcomers.map(id => book(id)),
    ...people.slice(0, 8).map(id => book(id)),
    ...people.slice(4, 7).map(id => leave(id)),
    moveLists(parts),
    moveLists(parts),
  ])
  await moveLists(parts)
  const { booked, waiting } = await list()
  const offered = waiting.filter((row: { offerUntil: string | null }) => row.offerUntil !== null)
  // All six are held by someone, none by two, and every newcomer has been kept behind those who waited.
  expect(booked.length + offered.length).toBe(6)
  const holders = [...booked, ...offered].map((row: { memberId: number }) => row.memberId)
  expect(new Set(holders).size).toBe(6)
  expect(holders.filter((id: number) => newcomers.includes(id))).toEqual([])
  // Offers stand before those who still wait.
  const marks = (await order()).map((entry: string) => entry.endsWith('*'))
  expect(marks).toEqual([...marks].sort((a, b) => Number(b) - Number(a)))
})

describe('the link of an offer', () => {
  async function anOffer() {
    const made = await aFullSlot()
    const [one = 0, two = 0] = made.people
    await made.join(one)
    await made.join(two)
    await made.cancel(made.bookings[0])
    const entryId = offered(0)
    await sendOfferMail(parts, entryId)
    const link = new URL(/https:\S+/.exec(sent[0]?.text ?? '')?.[0] ?? '')
    const token = link.searchParams.get('token') ?? ''
    return { ...made, one, two, entryId, link, token }
  }
  const read = async (link: URL) => pages.inject({ method: 'GET', url: link.pathname + link.search })
  const answer = (token: string, what: string, site = 'same-origin') =>
    pages.inject({
      method: 'POST',
      url: '/honbu/Bookings/Offer',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      payload: new URLSearchParams({ token, answer: what }).toString(),
    })

  it('is in the message, with the place and the time, and its secret nowhere else', async () => {
    const { classId, token, entryId, link } = await anOffer()
    expect(sent[0]).toMatchObject({
      to: `mia0.${classId}@mail.example`,
      subject: expect.stringContaining('19 May 2026'),
    })
    expect(sent[0]?.text).toContain('We keep it until Wednesday 13 May 2026, 06:30.')
    expect(link.href).toContain('https://club.example/honbu/Bookings/Offer?token=')
    const row = await db
      .selectFrom('waiting_list_entry')
      .selectAll()
      .where('id', '=', entryId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
    expect(JSON.stringify(jobs)).not.toContain(token)
  })

  it('shows, and changes nothing by being opened', async () => {
    const { link, order, one, two } = await anOffer()
    const page = await read(link)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('A place for Mia')
    expect(page.body).toContain('Tuesday 19 May 2026, 18:00 to 19:00')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(await order()).toEqual([`${one}*`, `${two}`])
  })

  it('takes the place, once', async () => {
    const { token, link, list, one, cancel } = await anOffer()
    const answered = await answer(token, 'accept')
    expect([answered.statusCode, answered.headers.location]).toEqual([303, link.href])
    expect((await read(link)).body).toContain('Mia has the place')
    const [booking] = (await list()).booked
    expect(booking).toMatchObject({ memberId: one })
    await answer(token, 'accept')
    await answer(token, 'decline')
    expect((await list()).booked).toHaveLength(1)
    // Used up: not even after the booking has been cancelled.
    await cancel(booking.bookingId)
    await answer(token, 'accept')
    expect((await list()).booked).toEqual([])
    const audit = await db.selectFrom('audit').select(['account_id']).where('action', '=', 'answerOffer').execute()
    expect(audit.length).toBeGreaterThan(0)
    expect(audit.every(row => row.account_id === null)).toBe(true)
  })

  it('passes the place on', async () => {
    const { token, link, order, two } = await anOffer()
    await answer(token, 'decline')
    expect(await order()).toEqual([`${two}*`])
    expect((await read(link)).body).toContain('passed on to the next')
  })

  it('is over with its time', async () => {
    const { token, link, list } = await anOffer()
    later(12)
    expect((await read(link)).body).toContain('This offer has ended')
    await answer(token, 'accept')
    expect((await list()).booked).toEqual([])
  })

  it('answers once when two press at the same time', async () => {
    const { token, list, one } = await anOffer()
    await Promise.all([answer(token, 'accept'), answer(token, 'accept'), answer(token, 'accept')])
    expect((await list()).booked.map((row: { memberId: number }) => row.memberId)).toEqual([one])
  })

  it('is answered from its own page only, and by nobody who guesses', async () => {
    const { token, order, one, two } = await anOffer()
    const foreign = await answer(token, 'accept', 'cross-site')
    expect(foreign.statusCode).toBe(403)
    expect((await answer('guessed', 'accept')).statusCode).toBe(303)
    expect((await read(new URL('https://club.example/honbu/Bookings/Offer?token=guessed'))).statusCode).toBe(404)
    expect(await order()).toEqual([`${one}*`, `${two}`])
  })

  it('makes a prospect of who only asked', async () => {
    const { classId, bookings, cancel, join, newMember, list } = await aFullSlot()
    const asked = await newMember('asked@mail.example', memberStatus.enquiry)
    await join(asked)
    await cancel(bookings[0])
    const entryId = offered(0)
    await sendOfferMail(parts, entryId)
    await answer(new URL(/https:\S+/.exec(sent[0]?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? '', 'accept')
    expect((await list()).booked).toMatchObject([{ memberId: asked, memberStatusId: memberStatus.prospect }])
    expect(classId).toBeGreaterThan(0)
  })

  it('is sent to nobody without an address, nor for an offer that is over', async () => {
    const { people, bookings, cancel, join, newMember } = await aFullSlot()
    const silent = await newMember()
    await join(silent)
    await join(people[0] ?? 0)
    await cancel(bookings[0])
    await sendOfferMail(parts, offered(0))
    expect(sent).toEqual([])
    later(12)
    await moveLists(parts)
    later(12)
    await sendOfferMail(parts, offered(1))
    expect(sent).toEqual([])
  })
})
