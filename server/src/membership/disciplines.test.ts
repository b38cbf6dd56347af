import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { attend, createClass } from '../../test/factories/classes.ts'
import { createDiscipline, study } from '../../test/factories/disciplines.ts'
import { openMemberships } from '../../test/open-memberships.ts'

const database = await freshDatabase()
const { db } = database
const { aMember } = await openMemberships(database)

describe('disciplines of a member', () => {
  it('say how far the next grade is', async () => {
    const { club, me, member } = await aMember()
    const discipline = await createDiscipline(db, { clubId: club.id })
    const klass = await createClass(db, { clubId: club.id, disciplineId: discipline.id })
    await study(db, {
      memberId: member.id,
      disciplineId: discipline.id,
      gradeId: discipline.gradeIds[0] ?? 0,
      since: '2026-01-12',
    })
    for (const date of ['2026-04-28', '2026-05-05']) await attend(db, { classId: klass.id, memberId: member.id, date })
    const { body } = await me.get(`/api/member/GetDisciplines/${member.id}`)
    expect(body).toMatchObject([
      { disciplineName: expect.any(String), belt: { gradeName: 'White' }, nextGrade: { gradeName: 'Yellow' } },
    ])
    expect(body[0].gradingProgress).toMatch(/^2 of \d+ classes, 4 of \d+ months$/)
  })

  it('are saved with their version, and removed', async () => {
    const { club, me, member } = await aMember()
    const discipline = await createDiscipline(db, { clubId: club.id })
    const other = await createDiscipline(db, { clubId: club.id })
    const save = async (body: object = {}) =>
      await me.post(`/api/member/SaveDiscipline/${member.id}`, {
        disciplineId: discipline.id,
        currentGradeId: discipline.gradeIds[1],
        lastGrading: '2026-03-01',
        studiedSince: '2025-01-01',
        ...body,
      })
    const first = await save()
    expect(first.body).toMatchObject({ version: 1 })
    expect((await save({ version: 7 })).status).toBe(409)
    expect((await save({ version: 1, currentGradeId: null })).body).toMatchObject({ version: 2 })
    expect(await save({ version: 2, currentGradeId: other.gradeIds[0] })).toMatchObject({
      status: 400,
      body: { fields: { currentGradeId: expect.anything() } },
    })
    expect(await save({ version: 2, lastGrading: '2024-01-01' })).toMatchObject({
      status: 400,
      body: { fields: { lastGrading: expect.anything() } },
    })
    const { memberDisciplineId } = first.body
    expect((await me.post(`/api/member/RemoveDiscipline/${member.id}`, { memberDisciplineId })).status).toBe(200)
    expect((await me.get(`/api/member/GetDisciplines/${member.id}`)).body).toEqual([])
  })
})
