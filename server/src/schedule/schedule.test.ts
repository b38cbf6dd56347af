import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

describe('getClubSchedule', () => {
  it('is the week from Monday around the day, closures named', async () => {
    const club = await createClub(db)
    const coach = await createAccount(db, { clubId: club.id })
    const klass = await createClass(db, { clubId: club.id, weekdays: [2, 7] })
    await db
      .insertInto('club_closure')
      .values({ club_id: club.id, closed_on: '2026-05-19', name: 'Hall let' })
      .execute()
    const { body } = await as(coach.sub).get(`/api/club/GetClubSchedule/${club.id}?day=2026-05-24`)
    expect(body).toMatchObject({
      clubName: club.name,
      today: testToday,
      from: '2026-05-18',
      closures: [{ date: '2026-05-19', name: 'Hall let' }],
    })
    expect(
      body.occurrences.map((each: { classId: number; classDate: string }) => [each.classId, each.classDate]),
    ).toEqual([[klass.id, '2026-05-24']])
  })
})

describe('the views of getClubSchedule', () => {
  it.each([
    ['day', '2026-05-13', '2026-05-13', '2026-05-13'],
    ['week', '2026-05-13', '2026-05-11', '2026-05-17'],
    ['month', '2026-05-13', '2026-04-27', '2026-05-31'],
    ['month', '2028-02-29', '2028-01-31', '2028-03-05'],
    ['month', '2026-02-01', '2026-01-26', '2026-03-01'],
  ])('%s of %s is %s to %s', async (view, day, from, to) => {
    const club = await createClub(db)
    const coach = await createAccount(db, { clubId: club.id })
    await createClass(db, { clubId: club.id, weekdays: [1, 2, 3, 4, 5, 6, 7] })
    const { body } = await as(coach.sub).get(`/api/club/GetClubSchedule/${club.id}?view=${view}&day=${day}`)
    const dates = body.occurrences.map((each: { classDate: string }) => each.classDate)
    expect([body.from, body.to, dates[0], dates.at(-1), body.now]).toEqual([from, to, from, to, '18:30'])
  })

  it('names the classes that are in one room at one time, and counts who waits', async () => {
    const club = await createClub(db)
    const coach = await createAccount(db, { clubId: club.id })
    const [one, other] = [
      await createClass(db, { clubId: club.id, className: 'Judo' }),
      await createClass(db, { clubId: club.id, className: 'Karate' }),
    ]
    await createClass(db, { clubId: club.id, className: 'No room' })
    const { id: locationId } = await db
      .insertInto('location')
      .values({ club_id: club.id, name: 'Hall' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('class').set({ location_id: locationId }).where('id', 'in', [one.id, other.id]).execute()
    const member = await createMember(db, { clubId: club.id })
    await db
      .insertInto('waiting_list_entry')
      .values({
        class_id: one.id,
        club_id: club.id,
        root_club_id: club.id,
        member_id: member.id,
        class_date: testToday,
      })
      .execute()
    const { body } = await as(coach.sub).get(`/api/club/GetClubSchedule/${club.id}?view=day`)
    const found = body.occurrences.map((each: { className: string; clashesWith: string[]; waiting: number }) => [
      each.className,
      each.clashesWith,
      each.waiting,
    ])
    expect(found).toEqual([
      ['Judo', ['Karate'], 1],
      ['Karate', ['Judo'], 0],
      ['No room', [], 0],
    ])
  })

  it.each(['day=2026-05-32', 'view=year', 'view=month&day=9999-12-01'])('refuses %s', async query => {
    const club = await createClub(db)
    const coach = await createAccount(db, { clubId: club.id })
    const { status, body } = await as(coach.sub).get(`/api/club/GetClubSchedule/${club.id}?${query}`)
    expect([status, Object.keys(body.fields)]).toEqual([400, [query.startsWith('view=year') ? 'view' : 'day']])
  })
})

const bounds = { club: await createClub(db) }
const boundsCoach = await createAccount(db, { clubId: bounds.club.id })
await createClass(db, { clubId: bounds.club.id, weekdays: [1, 7], startDate: '0001-01-01' })

it.each([
  ['0001-01-01', 200, ['0001-01-01', '0001-01-07']],
  ['2024-02-29', 200, ['2024-02-26', '2024-03-03']],
  ['9999-12-26', 200, ['9999-12-20', '9999-12-26']],
  // Their week has days after the last one there is.
  ['9999-12-27', 400, undefined],
  ['9999-12-31', 400, undefined],
])('the week of %s is %i', async (day, expected, dates) => {
  const { status, body } = await as(boundsCoach.sub).get(`/api/club/GetClubSchedule/${bounds.club.id}?day=${day}`)
  expect(status).toBe(expected)
  expect(body.occurrences?.map((each: { classDate: string }) => each.classDate)).toEqual(dates)
  if (expected === 400) expect(body.fields).toHaveProperty('day')
})
