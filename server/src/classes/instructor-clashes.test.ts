import { noWeek } from '@honbu/contract/weekly-timetable.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function teacher(clubId: number, first_name: string, last_name: string) {
  const { personId } = await createAccount(db, { clubId })
  await db.updateTable('person').set({ first_name, last_name }).where('id', '=', personId).execute()
  return personId
}

/** Two clubs of a tree, whose admin may see both, and a club beside them that they may not. Ann teaches in each on Tuesdays. */
async function aTree() {
  const head = await createClub(db)
  const aClub = () => createClub(db, { parentClubId: head.id })
  const [leeds, york, hull] = [await aClub(), await aClub(), await aClub()]
  const admin = await createAccount(db, { clubId: leeds.id, isAdmin: true })
  const me = as(admin.sub)
  await db
    .insertInto('club_user')
    .values({ club_id: york.id, account_id: admin.id, is_admin: false, user_since: '2026-01-01' })
    .execute()
  const ann = await teacher(leeds.id, 'Ann', 'Lee')
  const taught = async (clubId: number, className: string, start: string, finish: string) => {
    const { id } = await createClass(db, { clubId, className, weekdays: [2] })
    const times = { start_time: start, finish_time: finish }
    await db.updateTable('class_timetable').set(times).where('class_id', '=', id).execute()
    await db.insertInto('class_instructor').values({ class_id: id, person_id: ann }).execute()
    return id
  }
  const adults = await taught(leeds.id, 'Adults', '19:00', '20:00')
  const clashes = async (day = '2026-05-12') => {
    const { body } = await me.get(`/api/club/GetClubSchedule/${leeds.id}?day=${day}&view=day`)
    return Object.fromEntries(
      body.occurrences.map((each: { className: string; instructorClashes: object[] }) => [
        each.className,
        each.instructorClashes,
      ]),
    )
  }
  return { leeds, york, hull, me, ann, adults, taught, clashes }
}
const ann = 'Ann Lee'

describe('an instructor who teaches twice at the same time', () => {
  it('is named in the schedule, also for another club that the caller may see, and for no other', async () => {
    const { leeds, york, hull, taught, clashes } = await aTree()
    await taught(leeds.id, 'Juniors', '19:30', '20:30')
    await taught(leeds.id, 'Late', '20:30', '24:00')
    await taught(york.id, 'Kickboxing', '18:30', '19:30')
    await taught(hull.id, 'Secret', '19:00', '20:00')
    expect(await clashes()).toEqual({
      Adults: [
        { instructor: ann, className: 'Kickboxing', clubName: york.name },
        { instructor: ann, className: 'Juniors', clubName: null },
      ],
      Juniors: [{ instructor: ann, className: 'Adults', clubName: null }],
      Late: [],
    })
  })

  it('counts cover: who covers clashes, and whom somebody covers for does not', async () => {
    const { leeds, ann: person, adults, taught, clashes } = await aTree()
    const juniors = await taught(leeds.id, 'Juniors', '19:00', '20:00')
    const bob = await teacher(leeds.id, 'Bob', 'May')
    const cover = (id: number, person_id: number, class_date: string) =>
      db.insertInto('class_cover').values({ class_id: id, club_id: leeds.id, class_date, person_id }).execute()
    await cover(juniors, bob, '2026-05-12')
    expect(await clashes()).toEqual({ Adults: [], Juniors: [] })
    expect(await clashes('2026-05-19')).toMatchObject({ Adults: [{ instructor: ann, className: 'Juniors' }] })
    await cover(adults, bob, '2026-05-26')
    expect(await clashes('2026-05-26')).toEqual({ Adults: [], Juniors: [] })
    await cover(juniors, bob, '2026-05-26')
    expect(await clashes('2026-05-26')).toMatchObject({ Adults: [{ instructor: 'Bob May', className: 'Juniors' }] })
    expect(person).toBeGreaterThan(0)
  })
})

describe('getInstructorClashes', () => {
  it('warns of each other class once, with the first session at the same time', async () => {
    const { leeds, york, hull, me, ann: person, adults, taught } = await aTree()
    const kickboxing = await taught(york.id, 'Kickboxing', '20:30', '24:00')
    await taught(hull.id, 'Secret', '19:00', '22:00')
    const ask = async (given: object) =>
      (
        await me.post(`/api/club/GetInstructorClashes/${leeds.id}`, {
          ...{ classId: 0, instructorIds: [person], startDate: '2026-05-13', endDate: null },
          ...{ ...noWeek, tuesdayStart: '19:30', tuesdayFinish: '21:00' },
          ...given,
        })
      ).body
    const first = { personId: person, instructor: ann, firstDate: '2026-05-19' }
    expect(await ask({})).toEqual([
      { ...first, classId: adults, className: 'Adults', clubName: null, startTime: '19:00', finishTime: '20:00' },
      {
        ...first,
        classId: kickboxing,
        className: 'Kickboxing',
        clubName: york.name,
        startTime: '20:30',
        finishTime: '24:00',
      },
    ])
    expect(await ask({ classId: adults, tuesdayFinish: '20:30' })).toEqual([])
    expect(await ask({ endDate: '2026-05-18' })).toEqual([])
    expect(await ask({ instructorIds: [] })).toEqual([])
    expect(await ask({ startDate: '9999-12-01' })).toHaveLength(2)
    const stranger = await teacher(hull.id, 'Cy', 'Ray')
    expect((await ask({ instructorIds: [stranger] })).error).toBe('not_authorised')
  })
})
