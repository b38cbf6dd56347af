import { role, transactionCategory } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, enrol } from '../../test/factories/classes.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { openGradings } from '../../test/open-gradings.ts'

const database = await freshDatabase()
const { db } = database
const { as, aGrading } = await openGradings(database)

const before = { lastGrading: '2026-01-05', attended: null, isCandidate: true, results: 0 }

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

  it('charges what the list says beforehand: by the discount, not who has paid, and not who owes it already', async () => {
    const { club, klass, list, save, candidate, entry } = await aGrading()
    const cost = { cost_pence: 2500, allow_discount: true }
    await db.updateTable('class').set(cost).where('id', '=', klass.id).execute()
    const reduced = { name: 'A fifth', percent_hundredths: 2000, for_events: 'all' }
    await db
      .insertInto('discount')
      .values({ club_id: club.id, root_club_id: club.rootClubId, ...reduced })
      .execute()
    const [fresh, paid, owing] = [await candidate(), await candidate(), await candidate()]
    const desk = as((await createAccount(db, { clubId: club.id, roleIds: [role.treasurer] })).sub)
    const sell = async (memberId: number) =>
      (
        await desk.post(`/api/member/SaveTransaction/${memberId}`, {
          ...{ clubId: club.id, mode: 'event', eventId: klass.id, categoryId: transactionCategory.event },
          ...{ amount: 25, transactionDate: testToday, description: 'Grading' },
        })
      ).body.transactionId
    const transactionId = await sell(paid)
    const cash = { clubId: club.id, transactionId, amount: 25, paymentDate: testToday, paymentMethodId: 1401 }
    expect((await desk.post(`/api/member/SavePayment/${paid}`, cash)).status).toBe(200)
    await sell(owing)
    const said = new Map<number, object>(
      (await list()).candidates.map(({ memberId, feeToCharge, feeStanding }: Record<string, never>) => [
        memberId,
        { feeToCharge, feeStanding },
      ]),
    )
    // £25 less a fifth.
    expect(said.get(fresh)).toEqual({ feeToCharge: 20, feeStanding: 'none' })
    expect(said.get(paid)).toEqual({ feeToCharge: 0, feeStanding: 'paid' })
    expect(said.get(owing)).toEqual({ feeToCharge: 0, feeStanding: 'charged' })
    expect((await save([entry(fresh), entry(paid), entry(owing)])).status).toBe(200)
    const charged = async (memberId: number) =>
      (
        await db
          .selectFrom('charge')
          .select('amount_pence as pence')
          .where('event_id', '=', klass.id)
          .where('member_id', '=', memberId)
          .orderBy('charge.id')
          .execute()
      ).map(({ pence }) => pence)
    expect([await charged(fresh), await charged(paid), await charged(owing)]).toEqual([[2000], [2500], [2500]])
    expect((await list()).candidates.find((row: { memberId: number }) => row.memberId === fresh)).toMatchObject({
      feeToCharge: 0,
      feeStanding: 'charged',
    })
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
    expect((await takeBack(first.id)).status).toBe(403)
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
    // The second finds the result gone, before the handler or in it.
    expect(answers.map(({ status }) => (status === 404 ? 403 : status)).sort()).toEqual([200, 403])
    expect(await now(memberId)).toEqual({ ...before, gradeId: white })
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
    expect((await me.get('/api/member/GetGradingHistory/999999')).status).toBe(403)
  })
})
