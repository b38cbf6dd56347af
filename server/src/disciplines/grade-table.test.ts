import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createDiscipline, study } from '../../test/factories/disciplines.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClub(parentClubId: number | null = null) {
  const club = await createClub(db, { parentClubId })
  const account = await createAccount(db, { clubId: club.id, isAdmin: true })
  return { club, account, ...as(account.sub) }
}

const look = { colour: '#ffffff', colourTwo: null, pattern: 'halves', stripe: null, bars: 0, barColour: null }
const row = {
  ...{ gradeId: 0, ...look, categoryId: null, minAge: null, maxAge: null },
  ...{ minimumAttendance: 0, minimumMonths: 0 },
}
type Row = typeof row & { gradeName: string }

async function aTable(grades = ['White', 'Yellow', 'Green']) {
  const here = await aClub()
  const { id, gradeIds } = await createDiscipline(db, { clubId: here.club.id, grades })
  const read = async () => (await here.get(`/api/club/GetGradeTable/${id}`)).body
  const rows = async (): Promise<Row[]> =>
    (await read()).grades.map((grade: Row & Record<string, unknown>) => {
      const { version: _, disciplineId: __, position: ___, categoryName: ____, ...rest } = grade
      return rest
    })
  const save = (body: object) => here.post(`/api/club/SaveGrades/${id}`, { deletedIds: [], ...body })
  const names = async () => (await rows()).map(({ gradeName }) => gradeName)
  return { ...here, id, gradeIds, read, rows, save, names }
}

describe('saveGrades', () => {
  it('saves the whole table at once: changes, additions, deletions, the order', async () => {
    const { read, rows, save, names } = await aTable()
    const [white, yellow, green] = await rows()
    const { version } = await read()
    const bars = { gradeName: '1st Mon', colour: '#c0392b', bars: 2, minAge: 8, maxAge: 15 }
    const saved = await save({
      version,
      grades: [green, { ...row, ...bars }, { ...white, minimumAttendance: 12.4 }],
      deletedIds: [yellow?.gradeId],
    })
    expect(saved.body).toMatchObject({ isSuccess: true, version: version + 1 })
    expect(await names()).toEqual(['Green', '1st Mon', 'White'])
    expect((await read()).grades).toMatchObject([
      { position: 1, version: 1 },
      { position: 2, ...bars, barColour: '#ffffff' },
      { position: 3, version: 2, minimumAttendance: 12 },
    ])
  })

  it('lets two grades exchange their names', async () => {
    const { rows, save, names } = await aTable()
    const [white, yellow, green] = await rows()
    const exchanged = [{ ...white, gradeName: 'Yellow' }, { ...yellow, gradeName: 'White' }, green]
    expect((await save({ grades: exchanged })).status).toBe(200)
    expect(await names()).toEqual(['Yellow', 'White', 'Green'])
  })

  it('puts what is wrong beside its cell, and saves nothing', async () => {
    const { rows, save, names } = await aTable()
    const other = await aTable()
    const [white, yellow, green] = await rows()
    const [foreign] = await other.rows()
    const wrong = async (grades: unknown[], deletedIds: unknown[] = []) => {
      const { status, body } = await save({ grades, deletedIds })
      return [status, Object.keys(body.fields ?? {})]
    }
    expect(await wrong([white, { ...yellow, gradeName: '' }, green])).toEqual([400, ['grades.1.gradeName']])
    expect(await wrong([white, yellow, { ...green, gradeName: 'White' }])).toEqual([400, ['grades.2.gradeName']])
    expect(await wrong([white, yellow, { ...green, bars: 11 }])).toEqual([400, ['grades.2.bars']])
    expect(await wrong([white, yellow, { ...green, minAge: 16, maxAge: 8 }])).toEqual([400, ['grades.2.maxAge']])
    expect(await wrong([white, yellow])).toEqual([400, ['grades']])
    expect(await wrong([white, white, yellow, green])).toEqual([400, ['grades.1.gradeName']])
    expect(await wrong([white, yellow, green], [green?.gradeId])).toEqual([400, ['deletedIds']])
    expect(await wrong([white, yellow, green, { ...foreign, gradeName: 'Foreign' }])).toEqual([403, ['grades.gradeId']])
    expect(await names()).toEqual(['White', 'Yellow', 'Green'])
  })

  it('refuses a grade of another discipline, and a category of another tree of the same user', async () => {
    const { account, club, rows, save } = await aTable()
    const judo = await createDiscipline(db, { clubId: club.id })
    const far = await createClub(db, {})
    await db
      .insertInto('club_user')
      .values({ club_id: far.id, account_id: account.id, is_admin: true, user_since: '2026-01-01' })
      .execute()
    const category = await db
      .insertInto('member_category')
      .values({ club_id: far.id, root_club_id: far.id, name: 'Junior' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [white, ...rest] = await rows()
    const strange = await save({
      grades: [{ ...row, gradeId: judo.gradeIds[0], gradeName: 'Judo white' }, white, ...rest],
    })
    expect([strange.status, Object.keys(strange.body.fields)]).toEqual([400, ['grades.0.gradeId']])
    const elsewhere = await save({ grades: [{ ...white, categoryId: category.id }, ...rest] })
    expect([elsewhere.status, Object.keys(elsewhere.body.fields)]).toEqual([400, ['grades.0.categoryId']])
  })

  it('names the members who hold a grade that would be deleted', async () => {
    const { club, id, gradeIds, rows, save } = await aTable()
    const member = await createMember(db, { clubId: club.id, firstName: 'Ann', lastName: 'Fox' })
    await study(db, { memberId: member.id, disciplineId: id, gradeId: gradeIds[1] })
    const [white, yellow, green] = await rows()
    const { status, body } = await save({ grades: [white, green], deletedIds: [yellow?.gradeId] })
    expect([status, body.fields]).toEqual([409, { deletedIds: ['Yellow is used by 1 member (Ann Fox).'] }])
  })

  it('refuses an older version, with who changed it, whichever call it was', async () => {
    const { club, id, gradeIds, read, rows, save, names } = await aTable()
    const { version } = await read()
    const [white, yellow, green] = await rows()
    const ben = await createAccount(db, { clubId: club.id, isAdmin: true })
    await db.updateTable('person').set({ first_name: 'Ben', last_name: 'Oak' }).where('id', '=', ben.personId).execute()
    const ways = [
      () => as(ben.sub).post(`/api/club/SaveGrade/${id}`, { ...row, gradeName: 'Blue' }),
      () => as(ben.sub).post(`/api/club/MoveGrade/${gradeIds[0]}`, { positions: 1 }),
    ]
    for (const change of ways) {
      expect((await change()).status).toBe(200)
      const stale = await save({ version, grades: [white, yellow, green] })
      expect([stale.status, stale.body.conflict.by]).toEqual([409, 'Ben Oak'])
      expect(stale.body.conflict.current.version).toBeGreaterThan(version)
    }
    expect((await as(ben.sub).post(`/api/club/DeleteGrade/${gradeIds[2]}`)).status).toBe(200)
    // What is not there any more is refused as another club's is.
    expect((await save({ version, grades: [white, yellow, green] })).status).toBe(403)
    expect((await read()).version).toBe(version + 3)
    expect(await names()).toEqual(['Yellow', 'White', 'Blue'])
  })

  it('does the same write once', async () => {
    const { rows, names, id, post } = await aTable()
    const body = { grades: [...(await rows()), { ...row, gradeName: 'Blue' }], deletedIds: [] }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = [
      await post(`/api/club/SaveGrades/${id}`, body, key),
      await post(`/api/club/SaveGrades/${id}`, body, key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await names()).toEqual(['White', 'Yellow', 'Green', 'Blue'])
  })

  it('is for admins of the club that has made the discipline', async () => {
    const { club, id, rows } = await aTable()
    const grades = await rows()
    const local = await aClub(club.id)
    const coach = as((await createAccount(db, { clubId: club.id })).sub)
    expect((await local.get(`/api/club/GetGradeTable/${id}`)).status).toBe(200)
    for (const { post } of [local, coach])
      expect((await post(`/api/club/SaveGrades/${id}`, { grades, deletedIds: [] })).status).toBe(403)
  })
})

describe('createDisciplineFrom', () => {
  const judo = { name: 'Judo', colour: '#1f7a8c', ladder: null, copiedId: null }

  it('makes judo with all its grades from a ready-made ladder', async () => {
    const { club, post, get } = await aClub()
    const made = await post(`/api/club/CreateDisciplineFrom/${club.id}`, { ...judo, ladder: 'judo-bja' })
    expect(made.body).toMatchObject({ isSuccess: true, gradeCount: 35 })
    const { body } = await get(`/api/club/GetDisciplineGrades/${made.body.disciplineId}`)
    expect(body).toHaveLength(35)
    expect(body.slice(0, 3)).toMatchObject([
      { gradeName: 'Novice', position: 1, bars: 0 },
      { gradeName: '1st Mon', position: 2, bars: 1, barColour: '#f5d142', minAge: 8, maxAge: 15, minimumMonths: 1 },
      { gradeName: '2nd Mon', position: 3, bars: 2 },
    ])
    const ladders = (await get('/api/club/GetLadders')).body
    expect(ladders.find(({ ladderId }: { ladderId: string }) => ladderId === 'judo-bja').grades).toHaveLength(35)
    const again = await post(`/api/club/CreateDisciplineFrom/${club.id}`, { ...judo, ladder: 'judo-bja' })
    expect([again.status, Object.keys(again.body.fields)]).toEqual([409, ['name']])
  })

  it('copies a discipline of the same tree with its categories, and of another one with their ages', async () => {
    const near = await aTable()
    const category = await db
      .insertInto('member_category')
      .values({ club_id: near.club.id, root_club_id: near.club.rootClubId, name: 'Junior', min_age: 5, max_age: 12 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [white, ...rest] = await near.rows()
    await near.save({ grades: [{ ...white, categoryId: category.id, minimumMonths: 2 }, ...rest] })
    const local = await aClub(near.club.id)
    const copy = { ...judo, copiedId: near.id }
    const same = (await local.post(`/api/club/CreateDisciplineFrom/${local.club.id}`, copy)).body
    const sameGrades = (await local.get(`/api/club/GetDisciplineGrades/${same.disciplineId}`)).body
    expect(sameGrades[0]).toMatchObject({ categoryId: category.id, minAge: null, minimumMonths: 2 })

    const far = await aClub()
    expect((await far.post(`/api/club/CreateDisciplineFrom/${far.club.id}`, copy)).status).toBe(403)
    await db
      .insertInto('club_user')
      .values({ club_id: near.club.id, account_id: far.account.id, user_since: '2026-01-01' })
      .execute()
    const other = (await far.post(`/api/club/CreateDisciplineFrom/${far.club.id}`, copy)).body
    const otherGrades = (await far.get(`/api/club/GetDisciplineGrades/${other.disciplineId}`)).body
    expect(otherGrades[0]).toMatchObject({ categoryId: null, minAge: 5, maxAge: 12, minimumMonths: 2 })
    expect(otherGrades).toHaveLength(3)
    const offered = (await far.get(`/api/club/GetDisciplinesToCopy/${far.club.id}`)).body
    expect(offered.slice(0, 2)).toMatchObject([
      { disciplineId: other.disciplineId, isOwn: true, gradeCount: 3 },
      { disciplineId: near.id, isOwn: false, clubName: near.club.name, gradeCount: 3 },
    ])
  })

  it('offers a franchise club the head office’s disciplines and none of a sister club', async () => {
    const head = await aClub()
    const [leeds, otley] = [await aClub(head.club.id), await aClub(head.club.id)]
    const ours = await createDiscipline(db, { clubId: head.club.id })
    await createDiscipline(db, { clubId: otley.club.id })
    const { body } = await leeds.get(`/api/club/GetDisciplinesToCopy/${leeds.club.id}`)
    expect(body.map(({ disciplineId }: { disciplineId: number }) => disciplineId)).toEqual([ours.id])
    expect((await head.get(`/api/club/GetDisciplinesToCopy/${head.club.id}`)).body).toHaveLength(2)
  })

  it('starts empty, and from one thing at most', async () => {
    const { club, id, post } = await aTable()
    const create = (from: object) => post(`/api/club/CreateDisciplineFrom/${club.id}`, { ...judo, ...from })
    expect((await create({})).body.gradeCount).toBe(0)
    expect(Object.keys((await create({ ladder: 'judo-bja', copiedId: id })).body.fields)).toEqual(['copiedId'])
    expect(Object.keys((await create({ name: 'Sambo', ladder: 'sambo' })).body.fields)).toEqual(['ladder'])
  })
})

describe('the next grade', () => {
  it('goes by the ages of the grades too', async () => {
    const { club, id, gradeIds, rows, save } = await aTable(['Novice', '1st Mon', '6th Kyu'])
    const [novice, mon, kyu] = await rows()
    await save({ grades: [novice, { ...mon, minAge: 8, maxAge: 15 }, { ...kyu, minAge: 14 }] })
    const me = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
    const next = async (dob: string | null) => {
      const member = await createMember(db, { clubId: club.id, ...(dob && { dob }) })
      await study(db, { memberId: member.id, disciplineId: id, gradeId: gradeIds[0] })
      const { body } = await me.get(`/api/member/GetDisciplines/${member.id}`)
      return body[0].nextGrade?.gradeName ?? body[0].hasGradesAbove
    }
    // Today is 12 May 2026.
    expect([await next('2017-05-12'), await next('2010-05-12'), await next('2018-05-13'), await next(null)]).toEqual([
      ...['1st Mon', '6th Kyu', true, '1st Mon'],
    ])
  })
})
