import { describe, expect, it } from 'vitest'
import { testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, enrol } from '../../test/factories/classes.ts'
import { createCollectionHold } from '../../test/factories/collections.ts'
import { createDiscipline, study } from '../../test/factories/disciplines.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createClub, createMember, createMembership } from '../../test/factories/people.ts'
import { openGradings } from '../../test/open-gradings.ts'

const database = await freshDatabase()
const { db } = database
const { aGrading } = await openGradings(database)

describe('getGradingCandidates', () => {
  it('lists candidates who study the discipline, and who is enrolled, booked or marked', async () => {
    const { club, list, candidate, klass, disciplineId, white, yellow, green, blue } = await aGrading()
    const flagged = await candidate({ lastName: 'A' })
    const of = async (lastName: string) => (await createMember(db, { clubId: club.id, lastName })).id
    const [enrolled, booked, marked] = [await of('B'), await of('C'), await of('D')]
    await enrol(db, { classId: klass.id, memberId: enrolled })
    await book(db, { classId: klass.id, memberId: booked })
    await attend(db, { classId: klass.id, memberId: marked, attended: false })
    // Neither a candidate of another discipline, nor one who has left.
    const elsewhere = await of('E')
    const gone = await candidate({ lastName: 'F' })
    await db.updateTable('club_member').set({ is_grading_candidate: true }).where('member_id', '=', elsewhere).execute()
    await db.updateTable('club_member').set({ member_status_id: 23 }).where('member_id', '=', gone).execute()

    const { candidates, disciplines, canSave, fee } = await list()
    expect({ canSave, fee }).toEqual({ canSave: true, fee: 0 })
    expect(disciplines).toMatchObject([
      { disciplineId, grades: [white, yellow, green, blue].map(gradeId => ({ gradeId })) },
    ])
    const bare = { studies: false, currentGradeId: null, gradeIdsAbove: [white, yellow, green, blue], isEntered: true }
    expect(
      candidates.sort((a: { lastName: string }, b: { lastName: string }) => (a.lastName < b.lastName ? -1 : 1)),
    ).toMatchObject([
      {
        memberId: flagged,
        isCandidate: true,
        isEntered: false,
        studies: true,
        currentGradeId: white,
        gradeIdsAbove: [yellow, green, blue],
        gradingRequirementFlags: 3,
        gradingProgress: '10 of 10 classes, 4 of 3 months',
        result: null,
      },
      { memberId: enrolled, ...bare },
      { memberId: booked, ...bare },
      { memberId: marked, ...bare, attended: false },
    ])
  })

  it('shows why someone is not ready, what he owes, and what the day costs', async () => {
    const { club, klass, list, candidate } = await aGrading()
    await db.updateTable('class').set({ cost_pence: 2550 }).where('id', '=', klass.id).execute()
    const memberId = await candidate({ classes: 7 })
    await createCharge(db, { clubId: club.id, memberId, pence: 3500, due: '2026-05-01' })
    const { candidates, fee } = await list()
    expect(fee).toBe(25.5)
    expect(candidates).toMatchObject([
      {
        gradingRequirementFlags: 1,
        gradingProgress: '7 of 10 classes, 4 of 3 months',
        outstandingFees: 35,
        debtInfo: '£35.00 overdue, 11 days',
      },
    ])
    await createCollectionHold(db, { clubId: club.id, memberId })
    expect((await list()).candidates).toMatchObject([{ debtInfo: '£35.00 disputed' }])
  })

  it('keeps to the age band of the member: the category of the membership, else the age', async () => {
    const { head, klass, me, list, candidate, yellow, green, blue } = await aGrading()
    const band = async (name: string, ages: object) => {
      const values = { club_id: head.id, root_club_id: head.rootClubId, name, ...ages }
      return await db.insertInto('member_category').values(values).returning('id').executeTakeFirstOrThrow()
    }
    const junior = await band('Junior', { min_age: 5, max_age: 12 })
    const adult = await band('Adult', { min_age: 13 })
    await db.updateTable('grade').set({ category_id: junior.id }).where('id', '=', yellow).execute()
    await db.updateTable('grade').set({ category_id: adult.id }).where('id', '=', green).execute()
    const next = async (memberId: number) =>
      (await list()).candidates.find((each: { memberId: number }) => each.memberId === memberId).gradeIdsAbove

    // Thirteen on the day of the grading; on the day before he was twelve.
    const grown = await candidate({ dob: '2013-05-12' })
    const child = await candidate({ dob: '2013-05-13' })
    const unknown = await candidate()
    expect(await next(grown)).toEqual([green, blue])
    expect(await next(child)).toEqual([yellow, blue])
    expect(await next(unknown)).toEqual([blue])
    await db.updateTable('club_member').set({ category_id: junior.id }).where('member_id', '=', grown).execute()
    expect(await next(grown)).toEqual([yellow, blue])
    // The grade to be reached is the one that sets what it takes.
    await db.updateTable('grade').set({ minimum_attendance: 99 }).where('id', '=', yellow).execute()
    const row = (await list()).candidates.find((each: { memberId: number }) => each.memberId === grown)
    expect(row.gradingProgress).toBe('10 of 99 classes, 4 of 3 months')
    // The register says the same.
    await enrol(db, { classId: klass.id, memberId: grown })
    const register = await me.post(`/api/club/GetClassMembers/${klass.id}`, { classDate: testToday })
    expect(register.body.data).toMatchObject([{ memberId: grown, gradingProgress: row.gradingProgress }])
  })

  it('says that a class is no grading, or does not run', async () => {
    const { me, lessons, klass } = await aGrading()
    const other = await me.get(`/api/club/GetGradingCandidates/${lessons.id}?classDate=${testToday}`)
    expect(other.status).toBe(400)
    expect(Object.keys(other.body.fields)).toEqual(['classId'])
    const wrongDay = await me.get(`/api/club/GetGradingCandidates/${klass.id}?classDate=2026-05-13`)
    expect(Object.keys(wrongDay.body.fields)).toEqual(['classDate'])
  })

  it('has no candidates that nobody entered once the day lies weeks back', async () => {
    const { list, candidate, klass } = await aGrading()
    const entered = await candidate()
    await candidate()
    await enrol(db, { classId: klass.id, memberId: entered, since: '2026-01-01' })
    expect((await list('2026-04-14')).candidates).toHaveLength(2)
    expect((await list('2026-04-07')).candidates).toMatchObject([{ memberId: entered }])
  })

  it('knows the grades of a discipline made by the head office, and lists each discipline of the grading', async () => {
    const { head, klass, list, candidate, disciplineId } = await aGrading()
    const memberId = await candidate()
    const second = await createDiscipline(db, { clubId: head.id })
    const link = { class_id: klass.id, root_club_id: head.rootClubId, discipline_id: second.id }
    await db.insertInto('class_discipline').values(link).execute()
    await study(db, { memberId, disciplineId: second.id, gradeId: second.gradeIds[0] })
    const { candidates, disciplines } = await list()
    expect(disciplines.map((each: { disciplineId: number }) => each.disciplineId)).toEqual([disciplineId, second.id])
    expect(candidates).toMatchObject([
      { memberId, disciplineId },
      { memberId, disciplineId: second.id },
    ])
  })
})

describe('setGradingCandidate', () => {
  const flags = async (memberId: number) =>
    (
      await db
        .selectFrom('club_member')
        .select('is_grading_candidate')
        .where('member_id', '=', memberId)
        .orderBy('club_id')
        .execute()
    ).map(row => row.is_grading_candidate)

  it('marks a member by the query string, in the clubs of the caller alone', async () => {
    const { club, head, me } = await aGrading()
    const sister = await createClub(db, { parentClubId: head.id })
    const { id } = await createMember(db, { clubId: club.id })
    await createMembership(db, { clubId: sister.id, memberId: id })
    const set = (value: unknown) => me.post(`/api/member/SetGradingCandidate/${id}?isCandidate=${value}`)
    expect(await set(true)).toEqual({ status: 200, body: { isSuccess: true, memberId: id, isCandidate: true } })
    expect(await flags(id)).toEqual([true, false])
    expect((await set(true)).status).toBe(200)
    expect((await set(false)).status).toBe(200)
    expect(await flags(id)).toEqual([false, false])
    expect((await set('maybe')).status).toBe(400)
    expect((await me.post(`/api/member/SetGradingCandidate/${id}`)).body.fields).toHaveProperty('isCandidate')
  })

  it('adds a member to a grading and takes him out again', async () => {
    const { club, me, klass, list } = await aGrading()
    const { id } = await createMember(db, { clubId: club.id })
    const set = (isCandidate: boolean) =>
      me.post(`/api/member/SetGradingCandidate/${id}`, { isCandidate, classId: klass.id, classDate: '2026-05-19' })
    await set(true)
    expect((await set(true)).status).toBe(200)
    const { candidates } = await list('2026-05-19')
    expect(candidates).toMatchObject([{ memberId: id, isEntered: true, isCandidate: true }])
    await set(false)
    expect((await list('2026-05-19')).candidates).toEqual([])
    expect(await flags(id)).toEqual([false])
    const noDate = await me.post(`/api/member/SetGradingCandidate/${id}`, { isCandidate: true, classId: klass.id })
    expect(Object.keys(noDate.body.fields)).toEqual(['classDate'])
  })

  it('leaves in what has happened already, and says what it is', async () => {
    const { me, klass, candidate, save, entry } = await aGrading()
    const out = async (memberId: number) => {
      const input = { isCandidate: false, classId: klass.id, classDate: testToday }
      const { status, body } = await me.post(`/api/member/SetGradingCandidate/${memberId}`, input)
      return [status, body.message]
    }
    const [graded, marked, booked] = [
      await candidate({ firstName: 'Ann', lastName: 'Lee' }),
      await candidate({ firstName: 'Bo', lastName: 'Fox' }),
      await candidate({ firstName: 'Cy', lastName: 'Day' }),
    ]
    await save([entry(graded)])
    await attend(db, { classId: klass.id, memberId: marked })
    await book(db, { classId: klass.id, memberId: booked })
    expect(await out(graded)).toEqual([409, 'Ann Lee has a result at this grading: take that back first.'])
    expect(await out(marked)).toEqual([
      409,
      'Bo Fox is marked in the register of this grading: take the mark back first.',
    ])
    expect(await out(booked)).toEqual([409, 'Cy Day has booked this grading: cancel the booking first.'])
    expect(await flags(marked)).toEqual([true])
  })
})

describe('addReadyCandidates', () => {
  it('enters everyone who is ready and not on the list, once', async () => {
    const { club, klass, lessons, me: boss, list, candidate } = await aGrading()
    const ready = [await candidate({ lastName: 'A' }), await candidate({ lastName: 'B' })]
    const early = await candidate({ lastName: 'C', classes: 7 })
    for (const memberId of [...ready, early]) await attend(db, { classId: lessons.id, memberId, date: '2026-05-11' })
    await db.updateTable('club_member').set({ is_grading_candidate: false }).where('club_id', '=', club.id).execute()
    expect((await list()).candidates).toEqual([])
    const day = { classDate: testToday }
    const found = await boss.get(`/api/club/GetReadyCandidates/${klass.id}?classDate=${testToday}`)
    expect(found.body, found.body.message).toEqual({ memberIds: ready })
    const added = await boss.post(`/api/club/AddReadyCandidates/${klass.id}`, day)
    expect(added.body, added.body.message).toMatchObject({ memberIds: ready })
    const { candidates } = await list()
    expect(candidates.map(({ memberId }: { memberId: number }) => memberId)).toEqual(ready)
    expect(candidates).toMatchObject([{ isEntered: true, isCandidate: true }, { isEntered: true }])
    expect(ready).not.toContain(early)
    expect((await boss.post(`/api/club/AddReadyCandidates/${klass.id}`, day)).body).toMatchObject({ memberIds: [] })
  })
})
