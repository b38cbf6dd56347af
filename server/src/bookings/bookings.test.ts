import { classType, memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, createClass, createSlot, enrol } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember, createMembership } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const slotDay = '2026-05-19'

/** A club with a prebooked class and one slot. */
async function aSlot(capacity = 10, date = slotDay) {
  const club = await createClub(db)
  const coach = await createAccount(db, { clubId: club.id })
  const klass = await createClass(db, { clubId: club.id, classTypeId: classType.prebooked, weekdays: [] })
  await createSlot(db, { classId: klass.id, date, capacity })
  return { ...calls(coach.sub, klass.id, date), club, date, classId: klass.id }
}

/** A club with a class every Tuesday at 19:00. */
async function aClass(limits: { capacity?: number; prospect_limit?: number }) {
  const club = await createClub(db)
  const coach = await createAccount(db, { clubId: club.id })
  const klass = await createClass(db, { clubId: club.id })
  await db
    .updateTable('class')
    .set({ capacity: null, ...limits })
    .where('id', '=', klass.id)
    .execute()
  return { ...calls(coach.sub, klass.id, slotDay), club, classId: klass.id }
}

function calls(sub: string, classId: number, date: string) {
  const call = as(sub)
  return {
    call,
    save: (memberId: number, bookingDate = date, more: object = {}) =>
      call.post(`/api/member/SaveBooking/${memberId}`, { classId, bookingDate, ...more }),
    cancel: (bookingId: number) => call.post(`/api/member/CancelBooking/${bookingId}`),
    capacity: async () => (await call.get(`/api/club/GetPrebookedCapacity/${classId}?classDate=${date}`)).body,
    list: async () => (await call.get(`/api/club/GetBookings/${classId}?classDate=${date}`)).body,
  }
}

const members = (clubId: number, count: number, statusId: number = memberStatus.active) =>
  Promise.all(Array.from({ length: count }, async () => (await createMember(db, { clubId, statusId })).id))

describe('saveBooking', () => {
  it('books a place once', async () => {
    const { club, classId, save, list } = await aSlot()
    const [id = 0] = await members(club.id, 1)
    const { status, body } = await save(id)
    expect(status).toBe(200)
    expect(body).toEqual({
      isSuccess: true,
      bookingId: expect.any(Number),
      memberId: id,
      classId,
      bookingDate: slotDay,
    })
    const again = await save(id)
    expect([again.status, again.body.fields]).toEqual([409, { id: ['Is booked for this day already.'] }])
    expect((await list()).booked).toMatchObject([{ memberId: id, bookingId: body.bookingId, attended: null }])
  })

  it('refuses a day on which the class does not run, and one that is over', async () => {
    const { club, save } = await aSlot()
    const [id = 0] = await members(club.id, 1)
    expect((await save(id, '2026-05-20')).body.fields).toEqual({
      bookingDate: ['The class does not run on 20 May 2026.'],
    })
    const past = await aSlot(10, '2026-05-11')
    const [other = 0] = await members(past.club.id, 1)
    expect((await past.save(other)).body.fields.bookingDate[0]).toContain('Monday 11 May 2026 is over')
  })

  it('takes someone who comes late, until the class is over', async () => {
    const club = await createClub(db)
    const coach = await createAccount(db, { clubId: club.id })
    const klass = await createClass(db, { clubId: club.id, classTypeId: classType.prebooked, weekdays: [] })
    // It is 18:30.
    await createSlot(db, { classId: klass.id, date: testToday, start: '18:00', finish: '18:30' })
    const [id = 0] = await members(club.id, 1)
    const { save } = calls(coach.sub, klass.id, testToday)
    expect((await save(id)).status).toBe(400)
    await db.updateTable('class_availability').set({ finish_time: '18:31' }).where('class_id', '=', klass.id).execute()
    expect((await save(id)).status).toBe(200)
  })

  it('refuses a closed day and a member of another tree', async () => {
    const { club, save } = await aSlot()
    const elsewhere = await createClub(db)
    const stranger = await createMember(db, { clubId: elsewhere.id })
    expect((await save(stranger.id)).status).toBe(403)
    await db.insertInto('club_closure').values({ club_id: club.id, closed_on: slotDay, name: '' }).execute()
    const [id = 0] = await members(club.id, 1)
    expect((await save(id)).body.fields).toHaveProperty('bookingDate')
  })

  it('says beside the member that he belongs to other clubs', async () => {
    const { club, classId } = await aSlot()
    const other = await createClub(db)
    const both = await createAccount(db, { clubId: club.id })
    await db
      .insertInto('club_user')
      .values({ club_id: other.id, account_id: both.id, user_since: '2020-01-01' })
      .execute()
    const stranger = await createMember(db, { clubId: other.id })
    const { body } = await as(both.sub).post(`/api/member/SaveBooking/${stranger.id}`, {
      classId,
      bookingDate: slotDay,
    })
    expect(body.fields.id[0]).toContain('belongs to other clubs')
  })

  it('gives 50 people after the last 10 places exactly 10', async () => {
    const { club, save, capacity } = await aSlot(10)
    const fifty = await members(club.id, 50)
    const seen: { booked: number; available: number }[] = []
    const answers = await Promise.all(
      fifty.map(async id => {
        const { status, body } = await save(id)
        seen.push(await capacity())
        return { status, body }
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(40)
    expect(new Set(refused.map(({ body }) => body.fields.bookingDate[0]))).toEqual(
      new Set(['Full: 10 of 10 places are taken.']),
    )
    expect(seen.every(({ booked, available }) => booked <= 10 && booked + available === 10)).toBe(true)
    expect(await capacity()).toMatchObject({ capacity: 10, booked: 10, available: 0 })
  })

  it('makes a prospect of who only asked, and leaves every other status', async () => {
    const { club, save, date } = await aSlot()
    for (const statusId of Object.values(memberStatus)) {
      const [id = 0] = await members(club.id, 1, statusId)
      expect((await save(id, date, { overrideReason: 'A last visit' })).status).toBe(200)
      const after = await db
        .selectFrom('club_member')
        .leftJoin('member_status_change', 'member_status_change.club_member_id', 'club_member.id')
        .select(['member_status_id', 'from_status_id', 'changed_on'])
        .where('member_id', '=', id)
        .executeTakeFirst()
      const isEnquiry = statusId === memberStatus.enquiry
      expect(after).toEqual({
        member_status_id: isEnquiry ? memberStatus.prospect : statusId,
        from_status_id: isEnquiry ? memberStatus.enquiry : null,
        changed_on: isEnquiry ? testToday : null,
      })
    }
  })

  it('leaves the status in another club alone', async () => {
    const { club, save } = await aSlot()
    const sister = await createClub(db, { parentClubId: club.id })
    const { id } = await createMember(db, { clubId: club.id })
    await createMembership(db, { clubId: sister.id, memberId: id, statusId: memberStatus.enquiry })
    await save(id)
    const statuses = await db
      .selectFrom('club_member')
      .select('member_status_id')
      .where('member_id', '=', id)
      .orderBy('club_id')
      .execute()
    expect(statuses.map(row => row.member_status_id)).toEqual([memberStatus.active, memberStatus.enquiry])
  })
})

describe('a class with a week', () => {
  it('counts the enrolled and the booked, each once', async () => {
    const { club, classId, save } = await aClass({ capacity: 3 })
    const [one = 0, two = 0, three = 0, four = 0] = await members(club.id, 4)
    await enrol(db, { classId, memberId: one })
    await enrol(db, { classId, memberId: two })
    expect((await save(one)).status).toBe(200)
    expect((await save(three)).status).toBe(200)
    expect((await save(four)).body.fields.bookingDate).toEqual(['Full: 3 of 3 places are taken.'])
  })

  it('does not count who only asked and is pencilled in, nor who has left', async () => {
    const { club, classId, save } = await aClass({ capacity: 1 })
    const [asked = 0] = await members(club.id, 1, memberStatus.enquiry)
    const [left = 0, comes = 0] = await members(club.id, 2)
    await enrol(db, { classId, memberId: asked })
    await enrol(db, { classId, memberId: left })
    await db.updateTable('class_member').set({ removed_on: slotDay }).where('member_id', '=', left).execute()
    expect((await save(comes)).status).toBe(200)
    expect((await save(asked)).status).toBe(409)
  })

  it('takes as many prospects as its limit, and any number of others', async () => {
    const { club, save } = await aClass({ prospect_limit: 2 })
    const asking = await members(club.id, 10, memberStatus.enquiry)
    const answers = await Promise.all(asking.map(id => save(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.fields.bookingDate).toEqual([
      'No room for another prospect: 2 of 2 places for prospects are taken.',
    ])
    const [member = 0] = await members(club.id, 1)
    expect((await save(member)).status).toBe(200)
  })

  it('gives its last places to as many as there are, whoever comes at once', async () => {
    const { club, save } = await aClass({ capacity: 4 })
    const many = await members(club.id, 20)
    const answers = await Promise.all(many.map(id => save(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
  })

  it('without a capacity is never full', async () => {
    const { club, save } = await aClass({})
    const answers = await Promise.all((await members(club.id, 8)).map(id => save(id)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })
})

describe('cancelBooking', () => {
  it('gives the place back, and answers the same when asked twice', async () => {
    const { club, save, cancel, capacity } = await aSlot(1)
    const [one = 0, two = 0] = await members(club.id, 2)
    const { bookingId } = (await save(one)).body
    const first = await cancel(bookingId)
    expect(first.body).toMatchObject({ bookingId, memberId: one, bookingDate: slotDay })
    expect((await cancel(bookingId)).body).toEqual(first.body)
    expect(await capacity()).toMatchObject({ booked: 0, available: 1 })
    expect((await save(two)).status).toBe(200)
    expect((await save(one)).status).toBe(409)
  })

  it('keeps what has been, and whoever is marked present', async () => {
    const past = await aSlot(10, '2026-05-11')
    const [one = 0] = await members(past.club.id, 1)
    await book(db, { classId: past.classId, memberId: one, date: '2026-05-11' })
    const [booking] = (await past.list()).booked
    expect((await past.cancel(booking.bookingId)).body.message).toContain('is over')

    const club = await createClub(db)
    const coach = await createAccount(db, { clubId: club.id })
    const klass = await createClass(db, { clubId: club.id })
    const { save, cancel } = calls(coach.sub, klass.id, testToday)
    const [two = 0] = await members(club.id, 1)
    const { bookingId } = (await save(two)).body
    await attend(db, { classId: klass.id, memberId: two })
    expect((await cancel(bookingId)).body.message).toContain('marked present')
  })

  it('works where the class does not run any more', async () => {
    const { club, save, cancel } = await aSlot()
    const [id = 0] = await members(club.id, 1)
    const { bookingId } = (await save(id)).body
    await db.insertInto('club_closure').values({ club_id: club.id, closed_on: slotDay, name: '' }).execute()
    expect((await cancel(bookingId)).status).toBe(200)
  })

  it('writes down who did what', async () => {
    const { club, save, cancel } = await aSlot()
    const [id = 0] = await members(club.id, 1)
    const { bookingId } = (await save(id)).body
    await cancel(bookingId)
    const rows = await db
      .selectFrom('audit')
      .select(['action', 'subject', 'member_id', 'club_id'])
      .where('subject_id', '=', bookingId)
      .where('subject', '=', 'booking')
      .orderBy('id')
      .execute()
    const row = { subject: 'booking', member_id: id, club_id: club.id }
    expect(rows).toEqual([
      { action: 'saveBooking', ...row },
      { action: 'cancelBooking', ...row },
    ])
  })
})

it('shows who has no address, and whose guardian has one', async () => {
  const { club, save, list } = await aSlot()
  const alone = await createMember(db, { clubId: club.id, lastName: 'Alone', phone: '07700 900123' })
  const child = await createMember(db, { clubId: club.id, lastName: 'Child' })
  const parent = await db
    .insertInto('person')
    .values({ first_name: 'Pat', last_name: 'Parent', email: 'pat@mail.example', phone_day: '020 7946 0000' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('member_contact')
    .values({ member_id: child.id, person_id: parent.id, is_guardian: true })
    .execute()
  await save(alone.id)
  await save(child.id)
  expect((await list()).booked).toMatchObject([
    { lastName: 'Alone', email: '', phone: '07700 900123', bookedAt: testNow.toISOString() },
    { lastName: 'Child', email: 'pat@mail.example', phone: '020 7946 0000' },
  ])
})
