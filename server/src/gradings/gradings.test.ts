import { classType } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import {
  attend,
  book,
  createAccount,
  createCharge,
  createClass,
  createClub,
  createDiscipline,
  createMember,
  createMembership,
  enrol,
  study,
} from '../../test/factories.ts'

const database = await freshDatabase()
const { db } = database
const { as, files } = await testApp(database)

/** A head office that teaches White, Yellow, Green, Blue (each 10 classes and 3 months), and a club of it that grades. */
async function aGrading() {
  const head = await createClub(db)
  const club = await createClub(db, { parentClubId: head.id })
  const coach = await createAccount(db, { clubId: club.id })
  const discipline = await createDiscipline(db, { clubId: head.id, grades: ['White', 'Yellow', 'Green', 'Blue'] })
  const disciplineId = discipline.id
  const [white = 0, yellow = 0, green = 0, blue = 0] = discipline.gradeIds
  const lessons = await createClass(db, { clubId: club.id, disciplineId, weekdays: [1, 2, 3, 4, 5] })
  const klass = await createClass(db, { clubId: club.id, disciplineId, classTypeId: classType.grading })
  const me = as(coach.sub)

  const list = async (classDate = testToday) => {
    const { status, body } = await me.get(`/api/club/GetGradingCandidates/${klass.id}?classDate=${classDate}`)
    expect(status, body.message).toBe(200)
    return body
  }
  /** A candidate of the club since January, with as many classes since then. */
  const candidate = async ({ classes = 10, gradeId = white, ...member }: CandidateInput = {}) => {
    const { id } = await createMember(db, { clubId: club.id, ...member })
    await study(db, { memberId: id, disciplineId, gradeId, lastGrading: '2026-01-05' })
    await db.updateTable('club_member').set({ is_grading_candidate: true }).where('member_id', '=', id).execute()
    for (let day = 0; day < classes; day++)
      await attend(db, { classId: lessons.id, memberId: id, date: `2026-02-${String(day + 1).padStart(2, '0')}` })
    return id
  }
  const entry = (memberId: number, rest: object = {}) => ({
    memberId,
    disciplineId,
    passed: true,
    gradeId: yellow,
    ...rest,
  })
  const save = (results: object[], sub = coach.sub) =>
    as(sub).post(`/api/club/SaveGradingResults/${klass.id}`, { classDate: testToday, results })
  const now = async (memberId: number) => {
    const state = await db
      .selectFrom('club_member')
      .leftJoin('member_discipline', 'member_discipline.member_id', 'club_member.member_id')
      .leftJoin('attendance', join =>
        join.onRef('attendance.member_id', '=', 'club_member.member_id').on('attendance.class_id', '=', klass.id),
      )
      .select(['current_grade_id as gradeId', 'last_grading as lastGrading', 'attended'])
      .select('is_grading_candidate as isCandidate')
      .where('club_member.member_id', '=', memberId)
      .executeTakeFirstOrThrow()
    const results = await db.selectFrom('grading_result').selectAll().where('member_id', '=', memberId).execute()
    return { ...state, results: results.length }
  }
  const takeBack = (id: number) => me.post(`/api/member/DeleteGradingResult/${id}`)
  return {
    ...{ head, club, coach, me, klass, lessons, disciplineId, white, yellow, green, blue },
    ...{ list, candidate, entry, save, now, takeBack },
  }
}

interface CandidateInput {
  classes?: number
  gradeId?: number
  firstName?: string
  lastName?: string
  dob?: string
}

const before = { lastGrading: '2026-01-05', attended: null, isCandidate: true, results: 0 }

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

describe('saveGradingResults', () => {
  it('gives the grade, the date, the mark in the register, and takes the candidate off the list', async () => {
    const { save, candidate, entry, now, list, white, yellow, coach } = await aGrading()
    const [passed, failed] = [await candidate(), await candidate()]
    const { status, body } = await save([
      entry(passed, { note: 'Strong kata' }),
      entry(failed, { passed: false, note: 'Again in July' }),
    ])
    expect(status, body.message).toBe(200)
    expect(body.results).toMatchObject([{ memberId: passed }, { memberId: failed }])
    expect(await now(passed)).toEqual({
      gradeId: yellow,
      lastGrading: testToday,
      attended: true,
      isCandidate: false,
      results: 1,
    })
    expect(await now(failed)).toEqual({ ...before, gradeId: white, attended: true, results: 1 })

    const { candidates } = await list()
    const shown = candidates.find((each: { memberId: number }) => each.memberId === passed)
    expect(shown).toMatchObject({
      gradingProgress: '10 of 10 classes, 4 of 3 months',
      gradingRequirementFlags: 3,
      result: { passed: true, fromGradeId: white, gradeId: yellow, note: 'Strong kata', canTakeBack: true },
    })
    const audit = await db
      .selectFrom('audit')
      .select(['action', 'account_id', 'before', 'after'])
      .where('member_id', '=', passed)
      .execute()
    expect(audit).toMatchObject([
      {
        action: 'saveGradingResults',
        account_id: coach.id,
        before: { gradeId: white, lastGrading: '2026-01-05' },
        after: { gradeId: yellow, passed: true },
      },
    ])
  })

  it('saves all or none, and names every row that is wrong', async () => {
    const { save, candidate, entry, now, white, green, blue } = await aGrading()
    const ready = await candidate()
    const notReady = await candidate({ classes: 3, firstName: 'Ann', lastName: 'Lee' })
    const skipping = await candidate({ firstName: 'Bo', lastName: 'Fox' })
    const off = await candidate({ gradeId: green, firstName: 'Cy', lastName: 'Day' })
    const { status, body } = await save([
      entry(ready),
      entry(notReady),
      entry(skipping, { gradeId: green }),
      entry(off, { gradeId: white }),
    ])
    expect(status).toBe(400)
    expect(body.fields).toEqual({
      'results.1.reason': ['Give a reason: Ann Lee is not ready (3 of 10 classes, 4 of 3 months).'],
      'results.2.reason': ['Give a reason: Bo Fox skips Yellow.'],
      'results.3.reason': ['Give a reason: Cy Day goes to White, which is not above the present grade.'],
    })
    expect(body.message).toBe(
      'Give a reason: Ann Lee is not ready (3 of 10 classes, 4 of 3 months). And 2 more could not be saved.',
    )
    for (const memberId of [ready, notReady, skipping])
      expect(await now(memberId)).toEqual({ ...before, gradeId: white })

    const again = await save([
      entry(ready),
      entry(notReady, { reason: 'Trained elsewhere' }),
      entry(skipping, { gradeId: green, reason: 'Double grade' }),
      entry(off, { gradeId: blue }),
    ])
    expect(again.status, again.body.message).toBe(200)
    expect(await now(skipping)).toMatchObject({ gradeId: green })
  })

  it('asks no reason of who does not pass', async () => {
    const { save, candidate, entry } = await aGrading()
    expect((await save([entry(await candidate({ classes: 0 }), { passed: false })])).status).toBe(200)
  })

  it('grades once when it is pressed twice, and on two devices at once', async () => {
    const { club, save, candidate, entry, now, yellow } = await aGrading()
    const memberIds = [await candidate(), await candidate(), await candidate()]
    const other = await createAccount(db, { clubId: club.id })
    const results = memberIds.map(id => entry(id))
    // The other device sends them in the other order.
    const answers = await Promise.all([save(results), save([...results].reverse(), other.sub), save(results)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const ids = answers.map(({ body }) => body.results.map((each: { id: number }) => each.id).sort())
    expect(ids[1]).toEqual(ids[0])
    expect(ids[2]).toEqual(ids[0])
    for (const id of memberIds) expect(await now(id)).toMatchObject({ gradeId: yellow, results: 1 })
  })

  it('says who has saved something else', async () => {
    const { save, candidate, entry, now, club, yellow } = await aGrading()
    const memberId = await candidate({ firstName: 'Ann', lastName: 'Lee' })
    const other = await createAccount(db, { clubId: club.id })
    await db.updateTable('person').set({ last_name: 'Rossi' }).where('id', '=', other.personId).execute()
    await save([entry(memberId)], other.sub)
    const { status, body } = await save([entry(memberId, { passed: false })])
    expect(status).toBe(409)
    expect(body.fields).toEqual({
      'results.0.passed': ['Staff Rossi has saved a result for Ann Lee already: passed, Yellow.'],
    })
    expect(await now(memberId)).toMatchObject({ gradeId: yellow, results: 1 })
    // Two that differ, at once: one of them is refused.
    const another = await candidate()
    const answers = await Promise.all([save([entry(another)], other.sub), save([entry(another, { passed: false })])])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
    expect(await now(another)).toMatchObject({ results: 1 })
  })

  it('refuses a member of another club, and one of another tree', async () => {
    const { save, entry, candidate, now, white, coach } = await aGrading()
    const mine = await candidate()
    const foreign = await createClub(db)
    const stranger = await createMember(db, { clubId: foreign.id })
    expect((await save([entry(mine), entry(stranger.id)])).status).toBe(403)
    // Whoever works in both trees still cannot put one's member into the other's grading.
    const values = { club_id: foreign.id, account_id: coach.id, user_since: '2020-01-01' }
    await db.insertInto('club_user').values(values).execute()
    await expect.poll(async () => (await save([entry(mine), entry(stranger.id)])).status).toBe(400)
    const { body } = await save([entry(mine), entry(stranger.id)])
    expect(Object.keys(body.fields)).toEqual(['results.1.memberId'])
    expect(await now(mine)).toEqual({ ...before, gradeId: white })
  })

  it('refuses a grade or a discipline that is not graded there, a grade that is there already, and a row twice', async () => {
    const { head, save, entry, candidate, white } = await aGrading()
    const memberId = await candidate()
    const judo = await createDiscipline(db, { clubId: head.id })
    const fieldsOf = async (results: object[]) => Object.keys((await save(results)).body.fields)
    expect(await fieldsOf([entry(memberId, { gradeId: judo.gradeIds[1] })])).toEqual(['results.0.gradeId'])
    expect(await fieldsOf([entry(memberId, { disciplineId: judo.id })])).toEqual(['results.0.disciplineId'])
    expect(await fieldsOf([entry(memberId, { gradeId: white, reason: 'x' })])).toEqual(['results.0.gradeId'])
    expect(await fieldsOf([entry(memberId), entry(memberId)])).toEqual(['results.1.memberId'])
    expect((await save([])).status).toBe(400)
  })

  it('is not for a day to come, nor for one before the last grading', async () => {
    const { me, klass, entry, candidate, save } = await aGrading()
    const memberId = await candidate({ firstName: 'Ann', lastName: 'Lee' })
    const path = `/api/club/SaveGradingResults/${klass.id}`
    const future = await me.post(path, { classDate: '2026-05-19', results: [entry(memberId)] })
    expect(Object.keys(future.body.fields)).toEqual(['classDate'])
    await save([entry(memberId)])
    const past = await me.post(path, { classDate: '2026-05-05', results: [entry(memberId, { reason: 'Late' })] })
    expect(past.status).toBe(409)
    expect(past.body.fields).toEqual({ 'results.0.memberId': ['Ann Lee was graded after this, on 12 May 2026.'] })
  })

  it('begins a discipline with its first result', async () => {
    const { club, klass, save, entry, now, takeBack, white } = await aGrading()
    const { id } = await createMember(db, { clubId: club.id })
    await enrol(db, { classId: klass.id, memberId: id })
    const { status, body } = await save([entry(id, { gradeId: white })])
    expect(status, body.message).toBe(200)
    expect(await now(id)).toMatchObject({ gradeId: white, lastGrading: testToday })
    await takeBack(body.results[0].id)
    expect(await now(id)).toMatchObject({ gradeId: null, lastGrading: null, results: 0 })
  })
})

describe('saveGradingResult', () => {
  it('saves one, with the fields by their own names', async () => {
    const { me, klass, candidate, entry, now, yellow } = await aGrading()
    const memberId = await candidate({ classes: 2 })
    const one = (rest: object = {}) =>
      me.post(`/api/member/SaveGradingResult/${memberId}`, {
        ...entry(memberId, rest),
        classId: klass.id,
        classDate: testToday,
      })
    expect(Object.keys((await one()).body.fields)).toEqual(['reason'])
    const { status, body } = await one({ reason: 'Trained elsewhere' })
    expect({ status, body }).toEqual({ status: 200, body: { isSuccess: true, id: expect.any(Number), memberId } })
    expect((await one({ reason: 'Trained elsewhere' })).body.id).toBe(body.id)
    expect(await now(memberId)).toMatchObject({ gradeId: yellow, results: 1 })
  })
})

describe('deleteGradingResult', () => {
  it('restores exactly what was before', async () => {
    const { save, candidate, entry, now, takeBack, white, klass } = await aGrading()
    const memberId = await candidate()
    const absent = await candidate()
    await attend(db, { classId: klass.id, memberId: absent, attended: false })
    const { body } = await save([entry(memberId), entry(absent)])
    const [first, second] = body.results
    expect(await takeBack(first.id)).toMatchObject({ status: 200, body: { id: first.id, memberId } })
    expect(await now(memberId)).toEqual({ ...before, gradeId: white })
    await takeBack(second.id)
    expect(await now(absent)).toEqual({ ...before, gradeId: white, attended: false })
    // Gone; and it can be entered anew.
    expect((await takeBack(first.id)).status).toBe(404)
    expect((await save([entry(memberId, { passed: false })])).status).toBe(200)
  })

  it('is refused while a later result stands on it, or the grade was changed by hand', async () => {
    const { me, klass, save, candidate, entry, takeBack, now, white, green, disciplineId } = await aGrading()
    const memberId = await candidate({ firstName: 'Ann', lastName: 'Lee' })
    const earlier = await me.post(`/api/club/SaveGradingResults/${klass.id}`, {
      classDate: '2026-05-05',
      results: [entry(memberId)],
    })
    const later = await save([entry(memberId, { gradeId: green, reason: 'Exceptional' })])
    const refused = await takeBack(earlier.body.results[0].id)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('Ann Lee was graded again on 12 May 2026: take that result back first.')

    const set = (gradeId: number) =>
      db
        .updateTable('member_discipline')
        .set({ current_grade_id: gradeId })
        .where('member_id', '=', memberId)
        .where('discipline_id', '=', disciplineId)
        .execute()
    await set(white)
    const byHand = await takeBack(later.body.results[0].id)
    expect(byHand.body.message).toBe('The grade of Ann Lee has been changed by hand since, so it stays as it is.')
    await set(green)
    expect((await takeBack(later.body.results[0].id)).status).toBe(200)
    expect((await takeBack(earlier.body.results[0].id)).status).toBe(200)
    expect(await now(memberId)).toMatchObject({ gradeId: white, lastGrading: '2026-01-05', isCandidate: true })
  })

  it('leaves the register alone as long as another result of the day needs the mark', async () => {
    const { head, klass, save, candidate, entry, takeBack, now, disciplineId } = await aGrading()
    const memberId = await candidate()
    const second = await createDiscipline(db, { clubId: head.id })
    const link = { class_id: klass.id, root_club_id: head.rootClubId, discipline_id: second.id }
    await db.insertInto('class_discipline').values(link).execute()
    const other = { disciplineId: second.id, gradeId: second.gradeIds[0] }
    const { body } = await save([entry(memberId), entry(memberId, other)])
    expect(body.results).toMatchObject([{ disciplineId }, { disciplineId: second.id }])
    await takeBack(body.results[0].id)
    expect(await now(memberId)).toMatchObject({ attended: true })
    await takeBack(body.results[1].id)
    expect(await now(memberId)).toMatchObject({ attended: null })
  })

  it('happens once, also when it is asked for twice at once', async () => {
    const { save, candidate, entry, now, takeBack, white } = await aGrading()
    const memberId = await candidate()
    const { body } = await save([entry(memberId)])
    const answers = await Promise.all([takeBack(body.results[0].id), takeBack(body.results[0].id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await now(memberId)).toEqual({ ...before, gradeId: white })
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

describe('getGradingHistory', () => {
  it('tells every grading in the clubs of the caller, the latest first', async () => {
    const { head, club, me, save, candidate, entry, coach, klass, disciplineId, white } = await aGrading()
    const memberId = await candidate({ classes: 1 })
    const sister = await createClub(db, { parentClubId: head.id })
    const earlier = { root_club_id: head.rootClubId, member_id: memberId, discipline_id: disciplineId, grade_id: white }
    const rows = [
      { ...earlier, club_id: club.id, graded_on: '2025-01-05', passed: true },
      { ...earlier, club_id: sister.id, graded_on: '2025-02-05', passed: false },
    ]
    await db.insertInto('grading_result').values(rows).execute()
    await save([entry(memberId, { reason: 'Trained elsewhere', note: 'Kata' })])
    const history = async (sub: string) => (await as(sub).get(`/api/member/GetGradingHistory/${memberId}`)).body
    expect(await history(coach.sub)).toMatchObject([
      {
        gradedOn: testToday,
        passed: true,
        from: { gradeName: 'White' },
        to: { gradeName: 'Yellow' },
        by: expect.stringContaining('Staff'),
        className: klass.className,
        clubName: club.name,
        reason: 'Trained elsewhere',
        note: 'Kata',
        progress: '1 of 10 classes, 4 of 3 months',
        canTakeBack: true,
      },
      { gradedOn: '2025-01-05', from: null, to: { gradeName: 'White' }, classId: null, canTakeBack: false },
    ])
    const office = await createAccount(db, { clubId: head.id })
    expect(await history(office.sub)).toHaveLength(3)
    expect((await me.get('/api/member/GetGradingHistory/999999')).status).toBe(404)
  })
})

describe('saveBeltSize', () => {
  it('is kept with the member', async () => {
    const { me, list, candidate } = await aGrading()
    const id = await candidate()
    const save = (beltSize: unknown) => me.post(`/api/member/SaveBeltSize/${id}`, { beltSize })
    expect(await save(' 280 cm ')).toEqual({ status: 200, body: { isSuccess: true, memberId: id, beltSize: '280 cm' } })
    expect((await list()).candidates).toMatchObject([{ beltSize: '280 cm' }])
    expect((await save('x'.repeat(21))).body.fields).toEqual({ beltSize: ['At most 20 letters.'] })
    expect((await save('')).body.beltSize).toBe('')
  })
})

describe('getGradingCertificates', () => {
  const pagesOf = (base64: string) =>
    Buffer.from(base64, 'base64')
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length

  it('is a page for each who passed, or for one of them', async () => {
    const { me, club, klass, save, candidate, entry } = await aGrading()
    const ask = (rest = '') => me.get(`/api/club/GetGradingCertificates/${klass.id}?classDate=${testToday}${rest}`)
    expect((await ask()).body.fields).toHaveProperty('classDate')
    const [ann, bo, cy] = [await candidate(), await candidate(), await candidate()]
    await save([entry(ann), entry(bo), entry(cy, { passed: false })])
    // Something that is no picture, and one that is none of ours.
    for (const logo_url of ['/files/logo.png', '/files/none.png', 'https://elsewhere.example/x.png']) {
      await files.put('logo.png', Buffer.from('no picture'), 'image/png')
      await db.updateTable('club').set({ logo_url }).where('id', '=', club.id).execute()
      const { status, body } = await ask()
      expect(status).toBe(200)
      expect(pagesOf(body.base64)).toBe(2)
      expect(body).toMatchObject({ fileName: 'certificates-2026-05-12.pdf', contentType: 'application/pdf' })
    }
    const one = await ask(`&memberId=${ann}`)
    expect(pagesOf(one.body.base64)).toBe(1)
    expect((await ask(`&memberId=${cy}`)).body.fields).toHaveProperty('memberId')
  })
})
