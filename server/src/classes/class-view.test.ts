import { addDays } from '@honbu/contract/calendar.ts'
import { classType, memberStatus } from '@honbu/contract/ids.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, createClass, enrol } from '../../test/factories/classes.ts'
import { createDiscipline, study } from '../../test/factories/disciplines.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { nextDateSql } from './next-date-sql.ts'
import { occurrenceSql } from './occurrence-sql.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)
/** The same at another time. */
let now = new Date()
const then = await testApp(database, () => now)

async function aClub() {
  const club = await createClub(db)
  const coach = await createAccount(db, { clubId: club.id })
  return { club, sub: coach.sub, call: as(coach.sub) }
}

describe('getClassesAndEvents', () => {
  it('lists classes with their week in words, members and next date', async () => {
    const { club, call } = await aClub()
    const discipline = await createDiscipline(db, { clubId: club.id })
    const klass = await createClass(db, {
      clubId: club.id,
      className: 'Juniors',
      weekdays: [1, 3, 6],
      disciplineId: discipline.id,
    })
    await db
      .updateTable('class_timetable')
      .set({ start_time: '22:30', finish_time: '24:00' })
      .where('class_id', '=', klass.id)
      .where('weekday', '=', 6)
      .execute()
    await createClass(db, { clubId: club.id, className: 'Over', endDate: '2026-05-11' })
    await createClass(db, { clubId: club.id, className: 'By slot', classTypeId: classType.prebooked, weekdays: [] })
    for (const since of ['2026-01-01', '2026-05-13']) {
      const member = await createMember(db, { clubId: club.id })
      await enrol(db, { classId: klass.id, memberId: member.id, since })
    }
    await db.insertInto('club_closure').values({ club_id: club.id, closed_on: '2026-05-13' }).execute()

    const ask = (input: object) => call.post(`/api/club/GetClassesAndEvents/${club.id}`, input)
    const { body } = await ask({ sort: 'className-desc' })
    expect(body.total).toBe(2)
    expect(body.data[0]).toMatchObject({
      className: 'Juniors',
      timetable: 'Mon, Wed 19:00–20:00; Sat 22:30–midnight',
      location: '',
      enrolled: 1,
      nextDate: '2026-05-16',
      isExpired: false,
    })
    expect(body.data[1]).toMatchObject({ className: 'By slot', timetable: '', nextDate: null })
    const all = await ask({ IncludeExpired: true, filter: "className~contains~'over'" })
    expect(all.body.data).toMatchObject([
      { className: 'Over', isExpired: true, nextDate: null, timetable: 'Tue 19:00–20:00' },
    ])
    const soon = await ask({ filter: "nextDate~gte~datetime'2026-05-01T00-00-00'~and~timetable~contains~'sat'" })
    expect(soon.body.total).toBe(1)
  })

  it('knows the next day that the occurrences begin with, for any week', async () => {
    const { club } = await aClub()
    const day = fc.nat(120).map(offset => addDays('2026-03-01', offset))
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
        day,
        fc.option(day),
        fc.array(day, { maxLength: 20 }),
        fc.boolean(),
        fc.uniqueArray(fc.tuple(day, fc.boolean(), fc.boolean()), { maxLength: 60, selector: ([date]) => date }),
        async (weekdays, startDate, end, closed, isPrebooked, sessions) => {
          const { id } = await createClass(db, {
            clubId: club.id,
            weekdays,
            startDate,
            classTypeId: isPrebooked ? classType.prebooked : classType.class,
            ...(end && end >= startDate && { endDate: end }),
          })
          for (const [class_date, is_added, is_cancelled] of sessions)
            await db
              .insertInto('class_session')
              .values({
                ...{ class_id: id, club_id: club.id, class_date, is_added, is_cancelled },
                ...(is_added && { start_time: '09:00', finish_time: '10:00' }),
              })
              .execute()
          await db
            .updateTable('class')
            .set({ every_weeks: 1 + (sessions.length % 4) })
            .where('id', '=', id)
            .execute()
          await db.deleteFrom('club_closure').where('club_id', '=', club.id).execute()
          for (const closed_on of new Set(closed)) {
            await db.insertInto('club_closure').values({ club_id: club.id, closed_on }).execute()
            const slot = {
              class_id: id,
              club_id: club.id,
              class_date: addDays(closed_on, closed_on.endsWith('5') ? 0 : 1),
            }
            await db
              .insertInto('class_availability')
              .values({ ...slot, start_time: '10:00', finish_time: '11:00', capacity: 4 })
              .onConflict(conflict => conflict.doNothing())
              .execute()
          }
          const { rows } = await sql<{ next: string | null; first: string | null }>`
            select ${nextDateSql(sql`${testToday}::date`)} as next, (
              select min(class_date) from ${occurrenceSql(sql`class.id = ${id}`, testToday, '2026-10-30')} session
            ) as first from class where id = ${id}`.execute(db)
          expect(rows[0]?.next).toBe(rows[0]?.first)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('days that are easily missed', () => {
  it.each([
    ['the night the clocks go forward', '2026-03-29T00:30:00Z', '2026-03-29'],
    ['the hour that comes twice in October', '2026-10-25T00:30:00Z', '2026-10-25'],
    ['the last hour before midnight in summer', '2026-06-14T22:30:00Z', '2026-06-14'],
    ['the first hour after midnight in summer', '2026-06-14T23:30:00Z', '2026-06-15'],
    ['29 February', '2028-02-29T12:00:00Z', '2028-02-29'],
  ])('%s: list and view have the same day', async (_name, instant, today) => {
    const { club, sub } = await aClub()
    const klass = await createClass(db, { clubId: club.id, weekdays: [1, 2, 7], startDate: '2026-01-01' })
    await db
      .updateTable('class_timetable')
      .set({ start_time: '22:30', finish_time: '24:00' })
      .where('class_id', '=', klass.id)
      .execute()
    now = new Date(instant)
    const list = await then.as(sub).post(`/api/club/GetClassesAndEvents/${club.id}`)
    expect(list.body.data).toMatchObject([{ nextDate: today, location: '', timetable: 'Mon, Tue, Sun 22:30–midnight' }])
    const view = await then.as(sub).get(`/api/club/GetClassActivity/${klass.id}`)
    expect(view.body.today).toBe(today)
    expect(view.body.next[0]).toMatchObject({ classDate: today, startTime: '22:30', finishTime: '24:00' })
  })
})

describe('getDisciplineClasses', () => {
  it('lists what teaches the discipline and runs on the date, by the primary one or another', async () => {
    const { club, call } = await aClub()
    const karate = await createDiscipline(db, { clubId: club.id })
    const judo = await createDiscipline(db, { clubId: club.id })
    const primary = await createClass(db, { clubId: club.id, disciplineId: karate.id })
    const second = await createClass(db, { clubId: club.id, disciplineId: judo.id })
    await db
      .insertInto('class_discipline')
      .values({ class_id: second.id, root_club_id: club.rootClubId, discipline_id: karate.id })
      .execute()
    await createClass(db, { clubId: club.id, disciplineId: judo.id })
    await createClass(db, { clubId: club.id, disciplineId: karate.id, weekdays: [3] })
    const { body } = await call.post(`/api/club/getDisciplineClasses/${club.id}`, {
      clubId: club.id,
      disciplineId: karate.id,
      classDate: testToday,
    })
    const ids = body.map((each: { classId: number }) => each.classId)
    expect(ids.sort()).toEqual([primary.id, second.id].sort())
  })
})

describe('getClassActivity', () => {
  it('counts week by week, and shows the next days with who is booked', async () => {
    const { club, call } = await aClub()
    const klass = await createClass(db, { clubId: club.id })
    const [one, two] = [
      await createMember(db, { clubId: club.id }),
      await createMember(db, { clubId: club.id, statusId: memberStatus.prospect }),
    ]
    await enrol(db, { classId: klass.id, memberId: one.id, since: '2026-04-20' })
    await enrol(db, { classId: klass.id, memberId: two.id, since: '2026-05-01' })
    await attend(db, { classId: klass.id, memberId: one.id, date: '2026-05-05' })
    await book(db, { classId: klass.id, memberId: two.id, date: '2026-05-19' })
    await db.insertInto('club_closure').values({ club_id: club.id, closed_on: '2026-05-26' }).execute()
    const { body } = await call.get(`/api/club/GetClassActivity/${klass.id}`)
    expect(body).toMatchObject({ today: testToday, enrolled: 2, prospects: 1 })
    expect(body.weeks).toHaveLength(16)
    expect(body.weeks.slice(-3)).toEqual([
      { from: '2026-04-27', sessions: 1, expected: 1, attended: 0 },
      { from: '2026-05-04', sessions: 1, expected: 2, attended: 1 },
      { from: '2026-05-11', sessions: 1, expected: 2, attended: 0 },
    ])
    const days = body.next.map((each: { classDate: string }) => each.classDate)
    expect(days.slice(0, 3)).toEqual([testToday, '2026-05-19', '2026-06-02'])
    expect(body.next).toHaveLength(8)
    expect(body.next[1]).toMatchObject({ booked: 1, expected: 2, capacity: null })
  })

  it('has the places of the slot for a prebooked class', async () => {
    const { club, call } = await aClub()
    const klass = await createClass(db, { clubId: club.id, classTypeId: classType.prebooked, weekdays: [] })
    const slot = { class_id: klass.id, club_id: club.id, class_date: '2026-05-20', capacity: 3 }
    await db
      .insertInto('class_availability')
      .values({ ...slot, start_time: '10:00', finish_time: '11:00' })
      .execute()
    const { body } = await call.get(`/api/club/GetClassActivity/${klass.id}`)
    expect(body.next).toMatchObject([{ classDate: '2026-05-20', capacity: 3, startTime: '10:00' }])
  })
})

describe('getClassEnrolments', () => {
  it('shows the belt, and how often each came to this class', async () => {
    const { club, call } = await aClub()
    const karate = await createDiscipline(db, { clubId: club.id })
    const klass = await createClass(db, { clubId: club.id, disciplineId: karate.id })
    const member = await createMember(db, { clubId: club.id, firstName: 'Zoë', lastName: 'Adams' })
    await study(db, { memberId: member.id, disciplineId: karate.id, gradeId: karate.gradeIds[1] })
    await enrol(db, { classId: klass.id, memberId: member.id })
    await attend(db, { classId: klass.id, memberId: member.id, date: '2026-05-05' })
    const left = await createMember(db, { clubId: club.id })
    await enrol(db, { classId: klass.id, memberId: left.id })
    await db.updateTable('class_member').set({ removed_on: testToday }).where('member_id', '=', left.id).execute()
    const { body } = await call.post(`/api/club/GetClassEnrolments/${klass.id}`, { filter: "firstName~contains~'zoe'" })
    expect(body).toMatchObject({
      total: 1,
      data: [
        {
          memberId: member.id,
          lastName: 'Adams',
          belt: { gradeName: 'Yellow' },
          attended: 1,
          lastAttendance: '2026-05-05',
        },
      ],
    })
  })
})

describe('getClassChoices', () => {
  it('offers rooms and people of the club, and disciplines of the clubs above too', async () => {
    const { club } = await aClub()
    const branch = await createClub(db, { parentClubId: club.id })
    const sister = await createClub(db, { parentClubId: club.id })
    const [above, own] = [
      await createDiscipline(db, { clubId: club.id }),
      await createDiscipline(db, { clubId: branch.id }),
    ]
    await createDiscipline(db, { clubId: sister.id })
    await db.insertInto('location').values({ club_id: branch.id, name: 'Hall', capacity: 30 }).execute()
    const boss = await createAccount(db, { clubId: branch.id, isAdmin: true })
    await createAccount(db, { clubId: branch.id, userUntil: '2026-05-11' })
    const { body } = await as(boss.sub).get(`/api/club/GetClassChoices/${branch.id}`)
    expect(body).toMatchObject({
      today: testToday,
      isAdmin: true,
      locations: [{ name: 'Hall', capacity: 30 }],
      instructors: [{ id: boss.personId }],
    })
    expect(body.disciplines.map((each: { id: number }) => each.id).sort()).toEqual([above.id, own.id].sort())
  })
})
