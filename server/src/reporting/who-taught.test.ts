import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, createClass, enrol } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

it('lists the sessions and those who came of each who taught, and the days without a register', async () => {
  const club = await createClub(db)
  const sister = await createClub(db, { parentClubId: club.id })
  const [anna, ben] = [await createAccount(db, { clubId: club.id }), await createAccount(db, { clubId: club.id })]
  const members = [await createMember(db, { clubId: club.id }), await createMember(db, { clubId: club.id })]
  const tuesday = await createClass(db, { clubId: club.id, weekdays: [2] })
  const thursday = await createClass(db, { clubId: club.id, weekdays: [4] })
  const nobodys = await createClass(db, { clubId: sister.id, weekdays: [2, 4] })
  // Anna's by name; Ben teaches its Wednesdays.
  const shared = await createClass(db, { clubId: club.id, weekdays: [1, 3] })
  const teach = (classId: number, personId: number) =>
    db.insertInto('class_instructor').values({ class_id: classId, person_id: personId }).execute()
  await teach(tuesday.id, anna.personId)
  await teach(shared.id, anna.personId)
  const wednesdays = db.selectFrom('class_timetable').where('class_id', '=', shared.id).where('weekday', '=', 3)
  const { id: timetable_id } = await wednesdays.select('id').executeTakeFirstOrThrow()
  await db.insertInto('class_timetable_instructor').values({ timetable_id, person_id: ben.personId }).execute()
  // Two at once; on one of the days another stands in for both.
  await teach(thursday.id, anna.personId)
  await teach(thursday.id, ben.personId)
  await db
    .insertInto('class_cover')
    .values({ class_id: thursday.id, club_id: club.id, class_date: '2026-04-16', person_id: ben.personId })
    .execute()
  for (const { id } of members)
    for (const klass of [tuesday, thursday]) await enrol(db, { classId: klass.id, memberId: id })
  const came = async (classId: number, dates: readonly string[]) => {
    for (const date of dates)
      for (const [index, { id }] of members.entries())
        await attend(db, { classId, memberId: id, date, attended: index === 0 || date > '2026-04-15' })
  }
  await came(tuesday.id, ['2026-04-07', '2026-04-14', '2026-04-21'])
  await came(thursday.id, ['2026-04-09', '2026-04-16'])
  await came(nobodys.id, ['2026-04-14'])
  await came(shared.id, ['2026-04-13', '2026-04-15'])

  const period = { from: '2026-04-01', until: '2026-04-30' }
  const { sub } = await createAccount(db, { clubId: club.id })
  const { body } = await as(sub).post('/api/reporting/GetReport', { tab: 'staff', ...period })
  const totals = async (key: string, numbers: Readonly<Record<string, 'total' | 'count'>>) => {
    const { columns, rows } = body.sections.find((each: { key: string }) => each.key === key)
    const found: unknown[] = []
    for (const { cells, where } of rows) {
      const { clubId, ...rest } = where
      const numbersOf: number[] = []
      for (const [name, sum] of Object.entries(numbers)) {
        const at = columns.findIndex((column: { key: string }) => column.key === name)
        const asked = { list: columns[at].list, ...period, ...(clubId && { clubIds: [clubId] }), ...rest }
        const list = (await as(sub).post('/api/reporting/GetReportList', asked)).body
        expect([cells[0], name, list[sum]]).toEqual([cells[0], name, cells[at]])
        numbersOf.push(cells[at])
      }
      found.push(numbersOf)
    }
    return found
  }
  // Anna taught the Tuesdays, one Thursday and a Monday, Ben both Thursdays and a Wednesday, and of one nobody knows.
  expect(await totals('instructors', { sessions: 'total', attended: 'count' })).toEqual([
    [5, 6],
    [3, 4],
    [1, 1],
  ])
  // April has four Mondays and Tuesdays, five Wednesdays and Thursdays.
  expect(await totals('registers', { missing: 'total' })).toEqual([[8], [7], [3], [1]])
})
