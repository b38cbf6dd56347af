import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createDiscipline, study } from '../../test/factories/disciplines.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClub(parentClubId: number | null = null) {
  const club = await createClub(db, { parentClubId })
  const call = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  return { club, ...call }
}

const fields = { colour: '#ffffff', colourTwo: null, stripe: null, categoryId: null }
const grade = { gradeId: 0, gradeName: 'Brown', ...fields, minimumAttendance: 20, minimumMonths: 6 }

describe('saveDiscipline, getDisciplines', () => {
  it('makes one, and shows it with its grades to every club of the tree', async () => {
    const { club, post } = await aClub()
    const local = await aClub(club.id)
    const made = await post(`/api/club/SaveDiscipline/${club.id}`, { disciplineId: 0, name: 'Judo', colour: '#30508f' })
    expect(made.status).toBe(200)
    const { disciplineId } = made.body
    await post(`/api/club/SaveGrade/${disciplineId}`, { ...grade, gradeName: 'White' })
    await post(`/api/club/SaveGrade/${disciplineId}`, { ...grade, colourTwo: '#000000', stripe: '#ff0000' })
    const klass = await createClass(db, { clubId: local.club.id, disciplineId })
    const member = await createMember(db, { clubId: local.club.id })
    await study(db, { memberId: member.id, disciplineId })
    const { body } = await local.get(`/api/club/GetDisciplines/${local.club.id}`)
    expect(body).toEqual([
      {
        disciplineId,
        version: 1,
        clubId: club.id,
        clubName: club.name,
        name: 'Judo',
        colour: '#30508f',
        canEdit: false,
        grades: [
          expect.objectContaining({ gradeName: 'White', colour: '#ffffff' }),
          expect.objectContaining({ gradeName: 'Brown', colourTwo: '#000000', stripe: '#ff0000' }),
        ],
        classCount: 1,
        memberCount: 1,
      },
    ])
    expect(klass.id).toBeGreaterThan(0)
    expect((await local.get(`/api/club/GetDisciplineGrades/${disciplineId}`)).status).toBe(200)
    const change = { disciplineId, version: 1, name: 'Aikido', colour: '#30508f' }
    expect((await local.post(`/api/club/SaveDiscipline/${local.club.id}`, change)).status).toBe(403)
    expect((await post(`/api/club/SaveDiscipline/${club.id}`, change)).body.version).toBe(2)
    const stale = await post(`/api/club/SaveDiscipline/${club.id}`, change)
    expect([stale.status, stale.body.conflict.current.name]).toEqual([409, 'Aikido'])
  })

  it('shows a club those above and below it, and of a sister club only what it has members or classes of', async () => {
    const head = await aClub()
    const [leeds, otley] = [await aClub(head.club.id), await aClub(head.club.id)]
    const judo = await createDiscipline(db, { clubId: head.club.id })
    const sambo = await createDiscipline(db, { clubId: otley.club.id })
    const seen = async ({ club, get }: typeof head) => {
      const { body } = await get(`/api/club/GetDisciplines/${club.id}`)
      return body.map(({ disciplineId }: { disciplineId: number }) => disciplineId).toSorted()
    }
    expect([await seen(leeds), await seen(otley), await seen(head)]).toEqual([
      [judo.id],
      [judo.id, sambo.id],
      [judo.id, sambo.id],
    ])
    const moved = await createMember(db, { clubId: leeds.club.id })
    await study(db, { memberId: moved.id, disciplineId: sambo.id })
    expect(await seen(leeds)).toEqual([judo.id, sambo.id])
  })

  it('refuses a second of the same name, a wrong colour, and another club of the tree', async () => {
    const { club, post } = await aClub()
    const local = await createClub(db, { parentClubId: club.id })
    const judo = { disciplineId: 0, name: 'Judo', colour: '#30508f' }
    const { disciplineId } = (await post(`/api/club/SaveDiscipline/${club.id}`, judo)).body
    const answers = [
      await post(`/api/club/SaveDiscipline/${club.id}`, judo),
      await post(`/api/club/SaveDiscipline/${club.id}`, { ...judo, name: 'Aikido', colour: 'blue' }),
      await post(`/api/club/SaveDiscipline/${local.id}`, { ...judo, disciplineId, version: 1 }),
    ]
    expect(answers.map(({ status, body }) => [status, Object.keys(body.fields)])).toEqual([
      [409, ['name']],
      [400, ['colour']],
      [400, ['clubId']],
    ])
  })
})

describe('deleteDiscipline', () => {
  it('names what uses it', async () => {
    const { club, post } = await aClub()
    const { id } = await createDiscipline(db, { clubId: club.id })
    await createClass(db, { clubId: club.id, disciplineId: id, className: 'Juniors' })
    for (const firstName of ['Ann', 'Bob', 'Cid', 'Dee']) {
      const member = await createMember(db, { clubId: club.id, firstName, lastName: 'Fox' })
      await study(db, { memberId: member.id, disciplineId: id })
    }
    const { status, body } = await post(`/api/club/DeleteDiscipline/${id}`)
    expect(status).toBe(409)
    expect(body.message).toMatch(
      /^Karate \d+ is used by 1 class \(Juniors\) and 4 members \(Ann Fox, Bob Fox, Cid Fox, …\)\.$/,
    )
  })

  it('counts who is only in another club, and doesn’t name them', async () => {
    const head = await createClub(db)
    const { club, post } = await aClub(head.id)
    const sister = await createClub(db, { parentClubId: head.id })
    const { id, gradeIds } = await createDiscipline(db, { clubId: club.id })
    const member = await createMember(db, { clubId: sister.id, firstName: 'Ann', lastName: 'Fox' })
    await study(db, { memberId: member.id, disciplineId: id, gradeId: gradeIds[1] })
    const { body } = await post(`/api/club/DeleteGrade/${gradeIds[1]}`)
    expect(body.message).toBe('Yellow is used by 1 member.')
  })

  it('deletes one that is not used, with its grades', async () => {
    const { club, post, get } = await aClub()
    const { id } = await createDiscipline(db, { clubId: club.id })
    expect((await post(`/api/club/DeleteDiscipline/${id}`)).status).toBe(200)
    expect((await get(`/api/club/GetDisciplineGrades/${id}`)).status).toBe(403)
  })
})

describe('saveGrade', () => {
  it.each([
    [23.4, 23],
    [23.5, 24],
    [0.2, 0],
  ])('rounds minimumAttendance %d to %d', async (given, kept) => {
    const { club, post, get } = await aClub()
    const { id } = await createDiscipline(db, { clubId: club.id, grades: [] })
    const { status } = await post(`/api/club/SaveGrade/${id}`, { ...grade, minimumAttendance: given })
    expect(status).toBe(200)
    const { body } = await get(`/api/club/GetDisciplineGrades/${id}`)
    expect(body).toEqual([
      expect.objectContaining({ position: 1, minimumAttendance: kept, minimumMonths: 6, version: 1 }),
    ])
  })

  it.each([
    ['minimumAttendance', { minimumAttendance: -1 }],
    ['minimumAttendance', { minimumAttendance: '10' }],
    ['minimumMonths', { minimumMonths: 1.5 }],
    ['gradeName', { gradeName: '' }],
    ['stripe', { stripe: 'red' }],
  ])('refuses %s in %j', async (field, wrong) => {
    const { club, post } = await aClub()
    const { id } = await createDiscipline(db, { clubId: club.id })
    const { status, body } = await post(`/api/club/SaveGrade/${id}`, { ...grade, ...wrong })
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('refuses a name twice, a grade of another discipline, and an older version', async () => {
    const { club, post } = await aClub()
    const [karate, judo] = [
      await createDiscipline(db, { clubId: club.id }),
      await createDiscipline(db, { clubId: club.id }),
    ]
    const save = (fields: object, id = karate.id) => post(`/api/club/SaveGrade/${id}`, { ...grade, ...fields })
    const white = { gradeId: karate.gradeIds[0], version: 1, gradeName: 'Pearl' }
    expect(Object.keys((await save({ gradeName: 'White' })).body.fields)).toEqual(['gradeName'])
    expect(Object.keys((await save(white, judo.id)).body.fields)).toEqual(['gradeId'])
    expect((await save(white)).body.version).toBe(2)
    const stale = await save(white)
    expect([stale.status, stale.body.conflict.current.gradeName]).toEqual([409, 'Pearl'])
  })
})

describe('moveGrade', () => {
  const order = async (disciplineId: number) =>
    (
      await db
        .selectFrom('grade')
        .select(['id', 'position'])
        .where('discipline_id', '=', disciplineId)
        .orderBy('position')
        .execute()
    ).map(({ id, position }) => [id, position])

  it('moves by positions, in the query as the specification writes it, and not beyond the ends', async () => {
    const { club, post } = await aClub()
    const { id, gradeIds } = await createDiscipline(db, { clubId: club.id, grades: ['A', 'B', 'C', 'D'] })
    const [a = 0, b, c, d] = gradeIds
    expect((await post(`/api/club/MoveGrade/${a}?positions=2`)).body).toEqual({
      isSuccess: true,
      gradeId: a,
      position: 3,
    })
    expect(await order(id)).toEqual([
      [b, 1],
      [c, 2],
      [a, 3],
      [d, 4],
    ])
    expect((await post(`/api/club/MoveGrade/${a}`, { positions: -100 })).body.position).toBe(1)
    expect(await order(id)).toEqual(gradeIds.map((each, index) => [each, index + 1]))
    expect((await post(`/api/club/MoveGrade/${a}?positions=up`)).status).toBe(400)
  })

  it('leaves no gap when many move at once', async () => {
    const { club, post } = await aClub()
    const { id, gradeIds } = await createDiscipline(db, { clubId: club.id, grades: [...'ABCDEFGH'] })
    const answers = await Promise.all(
      gradeIds.map((grade, index) => post(`/api/club/MoveGrade/${grade}?positions=${(index % 5) - 2}`)),
    )
    expect(answers.map(answer => answer.status)).toEqual(gradeIds.map(() => 200))
    expect((await order(id)).map(([, position]) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})

describe('deleteGrade', () => {
  it('names who holds it, and closes the gap when nobody does', async () => {
    const { club, post, get } = await aClub()
    const { id, gradeIds } = await createDiscipline(db, { clubId: club.id })
    const member = await createMember(db, { clubId: club.id, firstName: 'Ann', lastName: 'Fox' })
    await study(db, { memberId: member.id, disciplineId: id, gradeId: gradeIds[1] })
    const { status, body } = await post(`/api/club/DeleteGrade/${gradeIds[1]}`)
    expect([status, body.message]).toEqual([409, 'Yellow is used by 1 member (Ann Fox).'])
    expect((await post(`/api/club/DeleteGrade/${gradeIds[0]}`)).status).toBe(200)
    const left = (await get(`/api/club/GetDisciplineGrades/${id}`)).body
    expect(left.map((each: { gradeName: string; position: number }) => [each.gradeName, each.position])).toEqual([
      ['Yellow', 1],
      ['Green', 2],
    ])
  })
})
