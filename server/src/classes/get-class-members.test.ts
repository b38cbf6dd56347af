import type { MemberClassRow } from '@honbu/contract/classes.ts'
import { memberStatus, role } from '@honbu/contract/ids.ts'
import { noteCategory } from '@honbu/contract/note-category.ts'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, createClass, enrol } from '../../test/factories/classes.ts'
import { createCollectionHold } from '../../test/factories/collections.ts'
import { createDiscipline, study } from '../../test/factories/disciplines.ts'
import { createCharge } from '../../test/factories/money.ts'
import {
  createAccount,
  createClub,
  createContact,
  createMember,
  createMembership,
} from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db, pool } = database
const { as } = await testApp(database)

/** A head office with two clubs below it; the register is asked for by someone who works in the first of them. */
async function aRegister(classInput: Omit<Parameters<typeof createClass>[1], 'clubId'> = {}) {
  const head = await createClub(db)
  const [club, sister] = [
    await createClub(db, { parentClubId: head.id }),
    await createClub(db, { parentClubId: head.id }),
  ]
  const coach = await createAccount(db, { clubId: club.id })
  const klass = await createClass(db, { clubId: club.id, ...classInput })
  const ask = (input: object = {}) =>
    as(coach.sub).post(`/api/club/GetClassMembers/${klass.id}`, { classDate: testToday, ...input })
  const rows = async (input: object = {}): Promise<z.infer<typeof MemberClassRow>[]> => {
    const { status, body } = await ask(input)
    expect(status).toBe(200)
    expect(body.total).toBe(body.data.length)
    return body.data
  }
  const only = async (input: object = {}) => {
    const [row, ...others] = await rows(input)
    expect(others).toEqual([])
    return row
  }
  const enrolled = async (memberInput: Partial<Parameters<typeof createMember>[1]> = {}, since = '2026-01-06') => {
    const member = await createMember(db, { clubId: club.id, ...memberInput })
    await enrol(db, { classId: klass.id, memberId: member.id, since })
    return member
  }
  return { head, club, sister, klass, ask, rows, only, enrolled }
}

describe('who is on the register', () => {
  it('from the day of enrolment until the day before removal', async () => {
    const { klass, rows, enrolled } = await aRegister()
    const { id } = await enrolled({}, '2026-05-12')
    await db.updateTable('class_member').set({ removed_on: '2026-05-26' }).where('member_id', '=', id).execute()
    const sizes = await Promise.all(
      ['2026-05-05', '2026-05-12', '2026-05-19', '2026-05-26'].map(
        async classDate => (await rows({ classDate })).length,
      ),
    )
    expect(sizes).toEqual([0, 1, 1, 0])
    // Once marked, a member stays on the register of that day.
    await attend(db, { classId: klass.id, memberId: id, date: '2026-05-26', attended: false })
    expect(await rows({ classDate: '2026-05-26' })).toMatchObject([{ expectedAs: 'visitor', attended: false }])
  })

  it('once, whatever the reasons, and not for a booking that was cancelled', async () => {
    const { club, klass, only, enrolled } = await aRegister()
    const { id } = await enrolled()
    await book(db, { classId: klass.id, memberId: id })
    await attend(db, { classId: klass.id, memberId: id })
    const gone = await createMember(db, { clubId: club.id })
    await book(db, { classId: klass.id, memberId: gone.id, cancelled: true })
    await book(db, { classId: klass.id, memberId: gone.id, date: '2026-05-19' })
    expect(await only()).toMatchObject({ memberId: id, expectedAs: 'enrolled', attended: true })
  })

  it('enquiries without being asked for only when they have a booking or a mark', async () => {
    const { klass, rows, enrolled } = await aRegister()
    const [booked, marked, neither] = [
      await enrolled({ firstName: 'Bo', statusId: memberStatus.enquiry }),
      await enrolled({ firstName: 'Mo', statusId: memberStatus.enquiry }),
      await enrolled({ firstName: 'No', statusId: memberStatus.enquiry }),
    ]
    await book(db, { classId: klass.id, memberId: booked.id })
    await attend(db, { classId: klass.id, memberId: marked.id, attended: false })
    expect((await rows()).map(row => row.memberId)).toEqual([booked.id, marked.id])
    expect((await rows({ includeEnquiries: true })).map(row => row.memberId)).toEqual([
      booked.id,
      marked.id,
      neither.id,
    ])
  })

  it("a visitor with the status of his own club, a member of both with this club's", async () => {
    const { club, sister, klass, rows } = await aRegister()
    const visitor = await createMember(db, { clubId: sister.id, firstName: 'A', statusId: memberStatus.issue })
    const both = await createMember(db, { clubId: sister.id, firstName: 'B', statusId: memberStatus.enquiry })
    await createMembership(db, { clubId: club.id, memberId: both.id, statusId: memberStatus.prospect })
    await attend(db, { classId: klass.id, memberId: visitor.id })
    await enrol(db, { classId: klass.id, memberId: both.id })
    expect(await rows()).toMatchObject([
      { memberStatusId: memberStatus.issue, expectedAs: 'visitor' },
      { memberStatusId: memberStatus.prospect, expectedAs: 'enrolled' },
    ])
  })
})

describe('what is said of a member', () => {
  it('is a first-timer until a class attended on an earlier day', async () => {
    const { klass, only, enrolled } = await aRegister()
    const { id } = await enrolled()
    await attend(db, { classId: klass.id, memberId: id, date: '2026-05-05', attended: false })
    await attend(db, { classId: klass.id, memberId: id, date: testToday })
    expect(await only()).toMatchObject({ hasAttended: false, lastAttendance: null })
    expect(await only({ classDate: '2026-05-19' })).toMatchObject({ hasAttended: true, lastAttendance: testToday })
  })

  it('owes what is past due and open in this club, and the age is that of the oldest', async () => {
    const { club, sister, only, enrolled } = await aRegister()
    const { id: memberId } = await enrolled()
    await createMembership(db, { clubId: sister.id, memberId })
    await createCharge(db, { clubId: club.id, memberId, pence: 4000, due: '2026-03-01', paid: 4000 })
    await createCharge(db, { clubId: club.id, memberId, pence: 4000, due: '2026-05-01', paid: 1550 })
    await createCharge(db, { clubId: club.id, memberId, pence: 1000, due: '2026-05-11' })
    await createCharge(db, { clubId: club.id, memberId, pence: 9900, due: testToday })
    await createCharge(db, { clubId: sister.id, memberId, pence: 8800, due: '2026-01-01' })
    expect(await only()).toMatchObject({ outstandingFees: 34.5, debtInfo: '£34.50 overdue, 11 days' })
    await createCollectionHold(db, { clubId: sister.id, memberId })
    expect(await only()).toMatchObject({ debtInfo: '£34.50 overdue, 11 days' })
    await createCollectionHold(db, { clubId: club.id, memberId })
    expect(await only()).toMatchObject({ outstandingFees: 34.5, debtInfo: '£34.50 disputed' })
  })

  it('counts towards the next grade what was attended of the discipline since the last grading', async () => {
    const { club, klass, only, enrolled } = await aRegister({ weekdays: [2, 4] })
    const { id: disciplineId, gradeIds } = await createDiscipline(db, { clubId: club.id })
    const { id: otherId } = await createDiscipline(db, { clubId: club.id })
    await db.updateTable('class').set({ primary_discipline_id: disciplineId }).where('id', '=', klass.id).execute()
    const { id: memberId } = await enrolled()
    await study(db, { memberId, disciplineId, gradeId: gradeIds[0], lastGrading: '2026-04-14' })

    const also = await createClass(db, { clubId: club.id, disciplineId: otherId })
    await db
      .insertInto('class_discipline')
      .values({ class_id: also.id, root_club_id: club.rootClubId, discipline_id: disciplineId })
      .execute()
    const another = await createClass(db, { clubId: club.id, disciplineId: otherId })
    const uncounted = await createClass(db, { clubId: club.id, disciplineId })
    await db.updateTable('class').set({ counts_for_grading: false }).where('id', '=', uncounted.id).execute()
    for (const date of ['2026-04-14', '2026-04-16', testToday]) await attend(db, { classId: klass.id, memberId, date })
    await attend(db, { classId: klass.id, memberId, date: '2026-04-21', attended: false })
    for (const { id: classId } of [also, another, uncounted])
      await attend(db, { classId, memberId, date: '2026-04-21' })

    // 16 April, today, and the class that teaches this discipline beside its own.
    expect(await only()).toMatchObject({
      gradingRequirementFlags: 0,
      gradingProgress: '3 of 10 classes, 0 of 3 months',
    })
    // As of the day looked at: by 14 July three months will have gone by.
    expect(await only({ classDate: '2026-07-14' })).toMatchObject({ gradingRequirementFlags: 1 })
  })

  it('counts from the start of study before the first grading, and towards the first grade', async () => {
    const { club, klass, only, enrolled } = await aRegister()
    const { id: disciplineId } = await createDiscipline(db, { clubId: club.id })
    await db.updateTable('class').set({ primary_discipline_id: disciplineId }).where('id', '=', klass.id).execute()
    const { id: memberId } = await enrolled()
    await study(db, { memberId, disciplineId, since: '2026-05-05' })
    for (const date of ['2026-04-28', '2026-05-05']) await attend(db, { classId: klass.id, memberId, date })
    expect(await only()).toMatchObject({
      belt: null,
      gradingRequirementFlags: 3,
      gradingProgress: '1 of 0 classes, 0 of 0 months',
    })
  })

  it('is over plan by the classes of a week that began in another month', async () => {
    const { club, klass, only, enrolled } = await aRegister()
    const { id: memberId } = await enrolled()
    const plan = await db
      .insertInto('training_plan')
      .values({ club_id: club.id, root_club_id: club.rootClubId, name: 'Once a week', classes_per_week: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('club_member').set({ training_plan_id: plan.id }).where('member_id', '=', memberId).execute()
    // A Monday and a Tuesday; the class of the Monday is another one.
    const { id: mondays } = await createClass(db, { clubId: club.id, weekdays: [1] })
    await attend(db, { classId: mondays, memberId, date: '2026-08-31' })
    expect(await only({ classDate: '2026-09-01' })).toMatchObject({ overPlan: false, overPlanDate: null })
    await attend(db, { classId: klass.id, memberId, date: '2026-09-01' })
    expect(await only({ classDate: '2026-09-01' })).toMatchObject({ overPlan: true, overPlanDate: '2026-09-01' })
    expect(await only({ classDate: '2026-09-08' })).toMatchObject({ overPlan: false, overPlanDate: null })
  })

  it('says nothing of gradings where the discipline is not studied, or is finished', async () => {
    const { club, klass, only, enrolled } = await aRegister()
    const { id: disciplineId, gradeIds } = await createDiscipline(db, { clubId: club.id })
    await db.updateTable('class').set({ primary_discipline_id: disciplineId }).where('id', '=', klass.id).execute()
    const { id: memberId } = await enrolled()
    const nothing = { gradingRequirementFlags: 0, gradingProgress: '' }
    expect(await only()).toMatchObject({ ...nothing, belt: null, lastGrading: null })
    await study(db, { memberId, disciplineId, gradeId: gradeIds[2], lastGrading: '2025-01-01' })
    expect(await only()).toMatchObject({ ...nothing, gradePosition: 3, lastGrading: '2025-01-01' })
  })
})

describe('the grid', () => {
  it('filters by what was worked out, and sorts missing values last', async () => {
    const { klass, rows, enrolled } = await aRegister()
    const [old, recent, never] = [await enrolled(), await enrolled(), await enrolled()]
    await attend(db, { classId: klass.id, memberId: old.id, date: '2026-03-03' })
    await attend(db, { classId: klass.id, memberId: recent.id, date: '2026-05-05' })
    const ids = async (input: object) => (await rows(input)).map(row => row.memberId)
    expect(await ids({ sort: 'lastAttendance-desc' })).toEqual([recent.id, old.id, never.id])
    expect(await ids({ filter: "lastAttendance~lt~datetime'2026-04-01T00-00-00'" })).toEqual([old.id])
    expect(await ids({ filter: 'lastAttendance~isnull~undefined' })).toEqual([never.id])
    expect(await ids({ filter: 'attended~eq~true' })).toEqual([])
  })

  it('asks the database as often for sixty members as for one', async () => {
    const { ask, enrolled } = await aRegister()
    const questions = async () => {
      let count = 0
      const counting = () => void count++
      pool.on('release', counting)
      await ask({ pageSize: 200 })
      pool.off('release', counting)
      return count
    }
    await enrolled()
    await ask()
    const forOne = await questions()
    for (let more = 1; more < 60; more++) await enrolled()
    expect(await questions()).toBe(forOne)
    expect(forOne).toBe(3)
  })

  it.each([
    ['a day on which the class does not run', { classDate: '2026-05-13' }, 'classDate', /Juniors.*13 May 2026/],
    ['no day of the calendar', { classDate: '2026-02-30' }, 'classDate', /2026-02-30/],
    ['an unknown field', { filter: 'salary~eq~1' }, 'salary', /salary/],
    ['a value of another type', { filter: "memberStatusId~eq~'Active'" }, 'memberStatusId', /memberStatusId/],
    ['an unknown sort', { sort: 'salary-asc' }, 'salary', /salary/],
    ['a page too large', { pageSize: 501 }, 'pageSize', /500/],
    ['a wrong type', { includeEnquiries: 'perhaps' }, 'includeEnquiries', /true or false/],
  ])('refuses %s', async (_, input, field, message) => {
    const { ask } = await aRegister({ className: 'Juniors' })
    const { status, body } = await ask(input)
    expect(status).toBe(400)
    expect(body).toMatchObject({ isSuccess: false, message: expect.stringMatching(message) })
    expect(body.fields).toEqual({ [field]: [expect.stringMatching(message)] })
  })
})

describe('an emergency', () => {
  it('has health notes and contacts with a number on the row, for those who may see health notes', async () => {
    const { club, klass, only, enrolled } = await aRegister()
    const { id: memberId } = await enrolled({ firstName: 'Lily' })
    const note = { club_id: club.id, root_club_id: club.rootClubId, member_id: memberId, is_pinned: true }
    await db
      .insertInto('member_note')
      .values([
        { ...note, category_id: noteCategory.health, subject: 'EpiPen', note: 'In the green bag.' },
        { ...note, category_id: noteCategory.health, subject: 'Old sprain', is_pinned: false },
        { ...note, category_id: noteCategory.general, subject: 'Shy' },
      ])
      .execute()
    await createContact(db, { memberId, firstName: 'Gran', lastName: 'Booth', isGuardian: false, relationship: 'Aunt' })
    const { personId } = await createContact(db, { memberId, firstName: 'Jane', lastName: 'Booth' })
    const { personId: silent } = await createContact(db, { memberId, firstName: 'Silent' })
    const nan = await createContact(db, { memberId, firstName: 'Nan', isGuardian: false, relationship: 'Grandmother' })
    const call = (id: number, phone_mob: string) =>
      db.updateTable('person').set({ phone_mob, phone_day: null, phone_eve: null }).where('id', '=', id).execute()
    await call(personId, '07700 900123')
    await call(nan.personId, '07700 900456')
    await db
      .updateTable('person')
      .set({ phone_mob: null, phone_day: '', phone_eve: null })
      .where('id', '=', silent)
      .execute()
    await db.updateTable('member_contact').set({ is_emergency: true }).where('person_id', '=', nan.personId).execute()
    expect(await only()).toMatchObject({
      pinnedNotes: 2,
      healthNotes: [{ subject: 'EpiPen', note: 'In the green bag.' }],
      emergencyContacts: [
        { name: expect.stringContaining('Nan'), relationship: 'Grandmother', phone: '07700 900456' },
        { name: 'Jane Booth', relationship: 'Mother', phone: '07700 900123' },
      ],
    })
    const treasurer = await createAccount(db, { clubId: club.id, roleIds: [role.treasurer] })
    const { body } = await as(treasurer.sub).post(`/api/club/GetClassMembers/${klass.id}`, { classDate: testToday })
    expect(body.data).toMatchObject([{ pinnedNotes: 1, healthNotes: [], emergencyContacts: [] }])
  })
})
