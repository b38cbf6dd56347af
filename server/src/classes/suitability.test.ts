import { memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createDiscipline, study } from '../../test/factories/disciplines.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClass(range: object = { min_age: null }) {
  const club = await createClub(db)
  const boss = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const discipline = await createDiscipline(db, { clubId: club.id })
  const klass = await createClass(db, { clubId: club.id, className: 'Adult Beginners', disciplineId: discipline.id })
  await db.updateTable('class').set(range).where('id', '=', klass.id).execute()
  const place = { classId: klass.id, bookingDate: '2026-05-19' }
  /** Every way in which staff give someone a place. */
  const ways = (memberId: number, more: object = {}) => [
    () => boss.post(`/api/member/SaveBooking/${memberId}`, { ...place, ...more }),
    () => boss.post(`/api/member/AddClass/${memberId}`, { classId: klass.id, dateAdded: '2026-05-19', ...more }),
  ]
  return { boss, club, klass, discipline, ways }
}

describe('someone for whom a class is not', () => {
  it.each([
    ['too young', '2021-03-01', 'Ben Reed is 5. Adult Beginners is for ages 16 and over.'],
    ['a day too young', '2010-05-20', 'Ben Reed is 15. Adult Beginners is for ages 16 and over.'],
    ['old enough that day', '2010-05-19', null],
    ['of unknown age', null, null],
  ])('is %s', async (_name, dob, warning) => {
    const { club, ways } = await aClass({ min_age: 16 })
    const ben = await createMember(db, { clubId: club.id, firstName: 'Ben', lastName: 'Reed', ...(dob && { dob }) })
    for (const way of ways(ben.id)) {
      const { status, body } = await way()
      expect(status).toBe(warning === null ? 200 : 409)
      if (warning) expect(body.fields).toEqual({ overrideReason: [warning] })
    }
  })

  it('has left, and comes back for a reason that is kept', async () => {
    const { club, klass, ways } = await aClass()
    const lapsed = { clubId: club.id, firstName: 'Ann', lastName: 'Reed', statusId: memberStatus.lapsed }
    const ann = await createMember(db, lapsed)
    for (const way of ways(ann.id)) expect((await way()).body.message).toBe('Ann Reed has left the club.')
    for (const way of ways(ann.id, { overrideReason: 'Thinking of rejoining' })) expect((await way()).status).toBe(200)
    const kept = await db
      .selectFrom('audit')
      .select(['subject', 'after'])
      .where('member_id', '=', ann.id)
      .where('subject', 'in', ['booking', 'class_member'])
      .orderBy('audit.id')
      .execute()
    expect(kept).toMatchObject([
      { subject: 'booking', after: { classId: klass.id, overrideReason: 'Thinking of rejoining' } },
      { subject: 'class_member', after: { overrideReason: 'Thinking of rejoining' } },
    ])
  })

  it('is of another grade', async () => {
    const { club, klass, discipline, ways } = await aClass()
    const grades = await db
      .selectFrom('grade')
      .select(['id', 'name'])
      .where('discipline_id', '=', discipline.id)
      .orderBy('position')
      .execute()
    const [white, yellow] = grades
    const range = { min_grade_id: yellow?.id ?? null }
    await db.updateTable('class').set(range).where('id', '=', klass.id).execute()
    const ann = await createMember(db, { clubId: club.id, firstName: 'Ann', lastName: 'Reed' })
    const wanted = `Adult Beginners is for ${yellow?.name} and above.`
    const [book, enrol] = ways(ann.id)
    expect((await book?.())?.body.message).toMatch(/^Ann Reed has no grade in /)
    await study(db, { memberId: ann.id, disciplineId: discipline.id, gradeId: white?.id ?? 0 })
    expect((await book?.())?.body.message).toBe(`Ann Reed is ${white?.name}. ${wanted}`)
    await db
      .updateTable('member_discipline')
      .set({ current_grade_id: yellow?.id ?? 0 })
      .where('member_id', '=', ann.id)
      .execute()
    expect((await enrol?.())?.status).toBe(200)
  })
})

describe('the range of a class', () => {
  it('is saved with it, in order, and grades are of its discipline', async () => {
    const { boss, club, klass, discipline } = await aClass()
    const other = await createDiscipline(db, { clubId: club.id })
    const gradesOf = async (id: number) =>
      (await db.selectFrom('grade').select('id').where('discipline_id', '=', id).orderBy('position').execute()).map(
        grade => grade.id,
      )
    const [white, yellow] = await gradesOf(discipline.id)
    const [foreign] = await gradesOf(other.id)
    const { body: was } = await boss.get(`/api/club/GetClass/${klass.id}`)
    const save = async (more: object) =>
      await boss.post(`/api/club/SaveClass/${klass.id}`, {
        ...was,
        version: undefined,
        primaryDisciplineId: discipline.id,
        weeklyTimetable: undefined,
        ...more,
      })
    expect((await save({ minAge: 9, maxAge: 8 })).body.fields).toEqual({
      maxAge: ['Should not be below the lowest age.'],
    })
    expect((await save({ minGradeId: foreign })).body.fields).toEqual({
      minGradeId: ['Choose grades of the primary discipline.'],
    })
    expect((await save({ minGradeId: yellow, maxGradeId: white })).body.fields).toEqual({
      maxGradeId: ['Should not be below the lowest grade.'],
    })
    expect((await save({ minAge: 5, maxAge: 8, minGradeId: white, maxGradeId: yellow })).status).toBe(200)
    const { body } = await boss.get(`/api/club/GetClass/${klass.id}`)
    expect(body).toMatchObject({ minAge: 5, maxAge: 8, minGradeId: white, maxGradeId: yellow })
    const disciplines = { disciplineIds: [other.id], primaryDisciplineId: other.id }
    expect((await boss.post(`/api/club/SaveClassDisciplines/${klass.id}`, disciplines)).status).toBe(200)
    const { body: after } = await boss.get(`/api/club/GetClass/${klass.id}`)
    expect(after).toMatchObject({ minAge: 5, maxAge: 8, minGradeId: null, maxGradeId: null })
  })
})
