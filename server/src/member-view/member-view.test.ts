import { addDays } from '@honbu/contract/calendar.ts'
import { memberStatus, paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, createClass, enrol } from '../../test/factories/classes.ts'
import { createCollectionHold } from '../../test/factories/collections.ts'
import { createDiscipline, study } from '../../test/factories/disciplines.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createAccount, createClub, createMember, createMembership } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** A head office with two clubs; Zoë belongs to both, and was lapsed in the second. */
async function aMember() {
  const head = await createClub(db)
  const club = await createClub(db, { parentClubId: head.id })
  const sister = await createClub(db, { parentClubId: head.id })
  const [boss, coach, other] = await Promise.all(
    [head, club, sister].map(async ({ id }) => as((await createAccount(db, { clubId: id })).sub)),
  )
  const zoe = await createMember(db, { clubId: club.id, firstName: 'Zoë', lastName: "O'Brien", dob: '2014-02-28' })
  await createMembership(db, { clubId: sister.id, memberId: zoe.id, statusId: memberStatus.lapsed })
  if (!boss || !coach || !other) throw new Error('three were made')
  return { head, club, sister, boss, coach, other, zoe }
}

const details = async (who: ReturnType<typeof as>, id: number) => {
  const { status, body } = await who.get(`/api/member/GetDetails/${id}`)
  expect(status, body.message).toBe(200)
  return body
}

it('what a member pays in another club, and how, is not told', async () => {
  const { sister, coach, other, zoe } = await aMember()
  const { id: planId } = await db
    .insertInto('training_plan')
    .values({ club_id: sister.id, root_club_id: sister.rootClubId, name: 'Family of four' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('club_member')
    .set({ training_plan_id: planId, sub_frequency_id: subFrequency.monthly, sub_price_pence: 4321 })
    .set({ payment_method_id: paymentMethod.cash, next_payment: '2026-06-01' })
    .where('club_id', '=', sister.id)
    .execute()
  const both = async (who: typeof coach) => [
    (await details(who, zoe.id)).memberships,
    (await who.get(`/api/member/getMembership/${zoe.id}`)).body,
  ]
  const secret = /Family of four|43\.21|Cash|2026-06-01/
  for (const memberships of await both(coach)) expect(JSON.stringify(memberships)).not.toMatch(secret)
  for (const memberships of await both(other)) expect(JSON.stringify(memberships)).toMatch(secret)
})

describe('getNextSession', () => {
  it('is the first session to come, enrolled or booked, without closures and freezes', async () => {
    const { club, coach, other, zoe } = await aMember()
    const next = async (who = coach) => (await who.get(`/api/member/GetNextSession/${zoe.id}`)).body.session
    expect(await next()).toBe(null)
    // It is 18:30 of a Tuesday: the class at 18:00 has begun, the one at 19:00 has not.
    const begun = await createClass(db, {
      clubId: club.id,
      className: 'Begun',
      startTime: '18:00',
      finishTime: '18:45',
    })
    await enrol(db, { classId: begun.id, memberId: zoe.id })
    expect(await next()).toMatchObject({ className: 'Begun', classDate: addDays(testToday, 7) })
    const later = await createClass(db, { clubId: club.id, className: 'Later' })
    await book(db, { classId: later.id, memberId: zoe.id, date: addDays(testToday, 14) })
    expect(await next()).toMatchObject({ className: 'Begun' })
    await enrol(db, { classId: later.id, memberId: zoe.id })
    expect(await next()).toMatchObject({ className: 'Later', classDate: testToday, startTime: '19:00' })
    await db.insertInto('club_closure').values({ club_id: club.id, name: 'Snow', closed_on: testToday }).execute()
    expect(await next()).toMatchObject({ className: 'Begun', classDate: addDays(testToday, 7) })
    // A class of another club is that club's business.
    expect(await next(other)).toBe(null)
    const { id } = await db
      .selectFrom('club_member')
      .select('id')
      .where('club_id', '=', club.id)
      .where('member_id', '=', zoe.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('membership_freeze')
      .values({ club_member_id: id, club_id: club.id, frozen_from: testToday, frozen_until: null, reason: 'Injured' })
      .execute()
    expect(await next()).toMatchObject({ className: 'Later', classDate: addDays(testToday, 14) })
  })
})

describe('getDetails', () => {
  it('is who it is and how he stands', async () => {
    const { club, coach, zoe } = await aMember()
    const discipline = await createDiscipline(db, { clubId: club.id })
    await study(db, { memberId: zoe.id, disciplineId: discipline.id, gradeId: discipline.gradeIds[1] ?? 0 })
    const klass = await createClass(db, { clubId: club.id })
    await attend(db, { classId: klass.id, memberId: zoe.id, date: '2026-05-05' })
    await createCharge(db, { clubId: club.id, memberId: zoe.id, pence: 3500, due: '2026-04-30', paid: 1000 })
    await createCharge(db, { clubId: club.id, memberId: zoe.id, pence: 1200, due: testToday })
    expect(await details(coach, zoe.id)).toMatchObject({
      memberId: zoe.id,
      code: zoe.code,
      firstName: 'Zoë',
      lastName: "O'Brien",
      dob: '2014-02-28',
      today: testToday,
      memberships: [
        { clubId: club.id, memberStatusId: memberStatus.active, isOurs: true, isAdmin: false },
        { memberStatusId: memberStatus.lapsed, isOurs: false },
      ],
      belts: [{ disciplineId: discipline.id, belt: { gradeName: 'Yellow' } }],
      balance: -37,
      outstandingFees: 25,
      debtInfo: '£25.00 overdue, 12 days',
      lastAttendance: '2026-05-05',
      tags: [],
      pinnedNotes: [],
    })
    await createCollectionHold(db, { clubId: club.id, memberId: zoe.id })
    expect(await details(coach, zoe.id)).toMatchObject({ debtInfo: '£25.00 disputed' })
  })

  it('says of a membership of the caller’s clubs that it is frozen today, and until when', async () => {
    const { club, coach, other, zoe } = await aMember()
    const { id: club_member_id } = await db
      .selectFrom('club_member')
      .select('id')
      .where('member_id', '=', zoe.id)
      .where('club_id', '=', club.id)
      .executeTakeFirstOrThrow()
    const freeze = async (frozen_from: string, frozen_until: string | null, by = coach) => {
      await db.deleteFrom('membership_freeze').where('club_member_id', '=', club_member_id).execute()
      const days = { frozen_from, frozen_until }
      await db
        .insertInto('membership_freeze')
        .values({ club_member_id, club_id: club.id, ...days, reason: 'Knee' })
        .execute()
      const { memberships } = await details(by, zoe.id)
      return memberships.find(({ clubId }: { clubId: number }) => clubId === club.id).freeze
    }
    expect(await freeze('2026-05-01', testToday)).toEqual({ until: testToday })
    expect(await freeze(testToday, '2026-06-30')).toEqual({ until: '2026-06-30' })
    expect(await freeze('2026-05-01', null)).toEqual({ until: null })
    expect(await freeze('2026-05-01', '2026-05-11')).toBe(null)
    expect(await freeze('2026-05-13', null)).toBe(null)
    expect(await freeze('2026-05-01', null, other)).toBe(null)
  })

  it('shows money, marks and notes of the caller’s clubs only', async () => {
    const { club, boss, other, zoe } = await aMember()
    const klass = await createClass(db, { clubId: club.id })
    await attend(db, { classId: klass.id, memberId: zoe.id, date: '2026-05-05' })
    await createCharge(db, { clubId: club.id, memberId: zoe.id, pence: 3500, due: '2026-04-30' })
    await db
      .insertInto('member_note')
      .values({ club_id: club.id, root_club_id: club.rootClubId, member_id: zoe.id, subject: 'Nuts', is_pinned: true })
      .execute()
    expect(await details(boss, zoe.id)).toMatchObject({
      balance: -35,
      lastAttendance: '2026-05-05',
      pinnedNotes: [{ subject: 'Nuts', category: 'General' }],
    })
    expect(await details(other, zoe.id)).toMatchObject({
      balance: 0,
      outstandingFees: 0,
      debtInfo: '',
      lastAttendance: null,
      pinnedNotes: [],
      memberships: [{ isOurs: true, memberStatusId: memberStatus.lapsed }, { isOurs: false }],
    })
  })
})

describe('getTimeline', () => {
  it('pages through everything once, the latest first', async () => {
    const { club, coach, zoe } = await aMember()
    const klass = await createClass(db, { clubId: club.id, weekdays: [1, 2, 3, 4, 5, 6, 7] })
    await enrol(db, { classId: klass.id, memberId: zoe.id, since: '2026-02-01' })
    for (let day = 0; day < 40; day += 1)
      await createCharge(db, {
        clubId: club.id,
        memberId: zoe.id,
        pence: 100,
        due: addDays('2026-03-01', Math.floor(day / 4)),
        paid: 100,
      })
    await attend(db, { classId: klass.id, memberId: zoe.id, date: '2026-02-03' })
    await attend(db, { classId: klass.id, memberId: zoe.id, date: '2026-02-10' })
    await book(db, { classId: klass.id, memberId: zoe.id, date: '2026-02-03' })
    const all: { kind: string; id: number; on: string }[] = []
    let before: string | null = ''
    while (before !== null) {
      const query: string = before ? `?before=${before}` : ''
      const { body } = await coach.get(`/api/member/GetTimeline/${zoe.id}${query}`)
      expect(body.entries.length).toBeLessThanOrEqual(30)
      all.push(...body.entries)
      before = body.before
    }
    expect(all).toHaveLength(84)
    expect(new Set(all.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(84)
    expect(all.map(({ on }) => on)).toEqual(
      all
        .map(({ on }) => on)
        .toSorted()
        .toReversed(),
    )
    const kinds = Object.groupBy(all, ({ kind }) => kind)
    expect(Object.entries(kinds).map(([kind, entries]) => [kind, entries?.length])).toEqual(
      expect.arrayContaining([
        ['joined', 1],
        ['charge', 40],
        ['payment', 40],
        ['firstClass', 1],
        ['booking', 1],
        ['enrolled', 1],
      ]),
    )
  })

  it('keeps what happened elsewhere to itself, and refuses a cursor of someone’s own making', async () => {
    const { club, other, coach, zoe } = await aMember()
    await createCharge(db, { clubId: club.id, memberId: zoe.id, pence: 100, due: '2026-03-01' })
    const { body } = await other.get(`/api/member/GetTimeline/${zoe.id}`)
    expect(body.entries.map(({ kind }: { kind: string }) => kind)).toEqual(['joined'])
    for (const wrong of ['yesterday', '2026-02-30~0~0'])
      expect((await coach.get(`/api/member/GetTimeline/${zoe.id}?before=${wrong}`)).status).toBe(400)
  })
})

describe('getClasses', () => {
  it('has the week of each class, those that go on first', async () => {
    const { club, coach, zoe } = await aMember()
    const over = await createClass(db, { clubId: club.id, startDate: '2025-01-01' })
    const week = await createClass(db, { clubId: club.id, weekdays: [1, 4] })
    await enrol(db, { classId: over.id, memberId: zoe.id, since: '2025-02-01' })
    await db.updateTable('class_member').set({ removed_on: '2025-06-01' }).where('class_id', '=', over.id).execute()
    await enrol(db, { classId: week.id, memberId: zoe.id, since: '2026-01-01' })
    await attend(db, { classId: week.id, memberId: zoe.id, date: '2026-05-04' })
    const { body } = await coach.get(`/api/member/GetClasses/${zoe.id}`)
    expect(body).toMatchObject([
      {
        classId: week.id,
        isCurrent: true,
        times: [
          { weekday: 1, startTime: '19:00' },
          { weekday: 4, startTime: '19:00' },
        ],
        attended: 1,
        lastAttended: '2026-05-04',
      },
      { classId: over.id, isCurrent: false, removedOn: '2025-06-01' },
    ])
  })
})

describe('getAttendances and getAttendanceYear', () => {
  it('names a date that a year cannot be counted from', async () => {
    const { coach, zoe } = await aMember()
    const { status, body } = await coach.get(`/api/member/GetAttendanceYear/${zoe.id}?until=0001-01-01`)
    expect([status, body.fields]).toEqual([400, { until: ['Give a year from 1800 to 2999'] }])
  })

  it('answer for 10,000 marks', async () => {
    const { club, coach, zoe } = await aMember()
    const classes = await Promise.all([1, 2, 3, 4].map(() => createClass(db, { clubId: club.id })))
    for (const klass of classes)
      await sql`
        insert into attendance (club_id, root_club_id, class_id, class_date, member_id, attended)
        select ${club.id}, ${club.rootClubId}, ${klass.id}, ${testToday}::date - day, ${zoe.id}, day % 5 > 0
        from generate_series(0, 2499) day`.execute(db)
    const page = await coach.post(`/api/member/GetAttendances/${zoe.id}`, { page: 200, pageSize: 50 })
    expect(page.body.total).toBe(10_000)
    expect(page.body.data).toHaveLength(50)
    const present = await coach.post(`/api/member/GetAttendances/${zoe.id}`, { filter: 'attended~eq~true' })
    expect(present.body.total).toBe(8000)
    const { body: year } = await coach.get(`/api/member/GetAttendanceYear/${zoe.id}`)
    expect(year).toMatchObject({ from: '2025-05-13', until: testToday, attended: 292 * 4, lastAttended: '2026-05-11' })
    expect(year.days).toHaveLength(365)
    expect(year.streakWeeks).toBe(year.longestStreakWeeks)
    expect(year.streakWeeks).toBeGreaterThan(350)
  })
})

describe('getMemberBookings', () => {
  it('has what is to come first, the soonest on top, then what was', async () => {
    const { club, coach, other, zoe } = await aMember()
    const klass = await createClass(db, { clubId: club.id })
    for (const date of ['2026-05-26', '2026-05-19', '2026-05-05'])
      await book(db, { classId: klass.id, memberId: zoe.id, date })
    await book(db, { classId: klass.id, memberId: zoe.id, date: '2026-06-02', cancelled: true })
    await attend(db, { classId: klass.id, memberId: zoe.id, date: '2026-05-05', attended: false })
    const { body } = await coach.get(`/api/member/GetBookings/${zoe.id}`)
    expect(body.bookings).toMatchObject([
      { bookingDate: '2026-05-19', startTime: '19:00', isCancelled: false, attended: null },
      { bookingDate: '2026-05-26' },
      { bookingDate: '2026-06-02', isCancelled: true },
      { bookingDate: '2026-05-05', attended: false },
    ])
    expect((await other.get(`/api/member/GetBookings/${zoe.id}`)).body.bookings).toEqual([])
  })
})

describe('getMessages', () => {
  it('has the messages of a trial, sent and to be sent', async () => {
    const { club, coach, zoe } = await aMember()
    const klass = await createClass(db, { clubId: club.id })
    await book(db, { classId: klass.id, memberId: zoe.id, date: '2026-05-19' })
    const booking = await db
      .selectFrom('booking')
      .select('id')
      .where('member_id', '=', zoe.id)
      .executeTakeFirstOrThrow()
    const builtIn = await db
      .selectFrom('automation')
      .select(['id', 'built_in'])
      .where('club_id', '=', club.rootClubId)
      .execute()
    const run = (name: string) => ({
      automation_id: builtIn.find(each => each.built_in === name)?.id ?? 0,
      version: 1,
      club_id: club.id,
      root_club_id: club.rootClubId,
      member_id: zoe.id,
      booking_id: booking.id,
      cause: `booking:${booking.id}`,
      happened_at: testNow,
      started_at: testNow,
    })
    const ended = new Date('2026-05-20T09:00:00Z')
    await db
      .insertInto('automation_run')
      .values([
        { ...run('trial-reminder'), due_at: new Date('2026-05-18T09:00:00Z') },
        { ...run('join-invitation'), state: 'stopped', ended_at: ended },
      ])
      .execute()
    const { body } = await coach.get(`/api/member/GetMessages/${zoe.id}`)
    expect(body).toMatchObject([
      { kind: 'join-invitation', state: 'cancelled', at: '2026-05-20T09:00:00.000Z' },
      { kind: 'trial-reminder', state: 'scheduled' },
    ])
  })
})
