import { classType } from '@honbu/contract/ids.ts'
import { noWeek } from '@honbu/contract/weekly-timetable.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, createClass, enrol } from '../../test/factories/classes.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClub() {
  const club = await createClub(db)
  const boss = await createAccount(db, { clubId: club.id, isAdmin: true })
  const coach = await createAccount(db, { clubId: club.id })
  const save = (fields: object = {}, id = 0) =>
    as(boss.sub).post(`/api/club/SaveClass/${id}`, { ...plain, clubId: club.id, ...fields })
  const read = async (id: number) => (await as(boss.sub).get(`/api/club/GetClass/${id}`)).body
  const dates = async (id: number, from: string, to: string) =>
    (await as(boss.sub).get(`/api/club/GetClassDates/${id}?from=${from}&to=${to}`)).body.dates.map(
      (each: { date: string; startTime: string }) => `${each.date} ${each.startTime}`,
    )
  return { club, boss, coach, call: as(boss.sub), save, read, dates }
}

const plain = {
  className: 'Juniors',
  classTypeId: classType.class,
  locationId: null,
  startDate: '2026-05-01',
  endDate: null,
  primaryDisciplineId: null,
  capacity: 20,
  propsectLimit: 4,
  cost: 0,
  allowDiscount: false,
  chargeOnAttendance: false,
  webBookable: false,
  description: 'From seven years.',
}
const tuesdays = { ...noWeek, tuesdayStart: '19:00', tuesdayFinish: '20:00' }
const wednesdays = { ...noWeek, wednesdayStart: '18:00', wednesdayFinish: '19:00' }

describe('saveClass', () => {
  it('makes a class with all that belongs to it in one call', async () => {
    const { club, coach, save, read, call } = await aClub()
    const karate = await createDiscipline(db, { clubId: club.id })
    const judo = await createDiscipline(db, { clubId: club.id })
    const hall = await db
      .insertInto('location')
      .values({ club_id: club.id, name: 'Hall' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { body } = await save({
      className: '  Juniors ',
      locationId: hall.id,
      disciplineIds: [karate.id, judo.id],
      primaryDisciplineId: judo.id,
      instructorIds: [coach.personId],
      weeklyTimetable: { ...tuesdays, sundayStart: '22:30', sundayFinish: '24:00' },
    })
    expect(body).toEqual({ isSuccess: true, classId: expect.any(Number), version: 1 })
    const klass = await read(body.classId)
    expect(klass).toMatchObject({
      className: 'Juniors',
      location: 'Hall',
      classType: 'Class',
      capacity: 20,
      propsectLimit: 4,
      countsForGrading: true,
      primaryDisciplineId: judo.id,
      disciplineIds: [judo.id, karate.id],
      instructorIds: [coach.personId],
      weeklyTimetable: { tuesdayStart: '19:00', sundayFinish: '24:00', mondayStart: null },
    })
    const disciplines = await call.get(`/api/club/GetClassDisciplines/${body.classId}?clubId=${club.id}`)
    expect(disciplines.body.map((each: { isPrimary: boolean }) => each.isPrimary)).toEqual([true, false])
    const audit = await db
      .selectFrom('audit')
      .selectAll()
      .where('subject_id', '=', body.classId)
      .orderBy('audit.id')
      .execute()
    expect(audit).toMatchObject([{ action: 'saveClass', club_id: club.id, before: null }])
  })

  it('does without a room, and runs on 29 February', async () => {
    const { save, dates, read } = await aClub()
    const { body } = await save({ startDate: '2028-02-01', weeklyTimetable: tuesdays })
    expect((await read(body.classId)).location).toBe('')
    expect(await dates(body.classId, '2028-02-28', '2028-03-01')).toEqual(['2028-02-29 19:00'])
  })

  it.each([
    ['last Sunday of March', '2026-03-29'],
    ['last Sunday of October', '2026-10-25'],
  ])('keeps its local time across the %s', async (_name, sunday) => {
    const { save, dates } = await aClub()
    const week = {
      ...noWeek,
      saturdayStart: '19:00',
      saturdayFinish: '20:00',
      sundayStart: '01:30',
      sundayFinish: '03:00',
    }
    const { body } = await save({ startDate: '2026-01-01', weeklyTimetable: week })
    const found = await dates(body.classId, sunday.slice(0, 8) + String(Number(sunday.slice(8)) - 1), sunday)
    expect(found).toEqual([expect.stringContaining(' 19:00'), `${sunday} 01:30`])
  })

  it('leaves disciplines, instructors and week as they were where it is not given them', async () => {
    const { club, coach, save, read } = await aClub()
    const karate = await createDiscipline(db, { clubId: club.id })
    const { body } = await save({ instructorIds: [coach.personId], weeklyTimetable: tuesdays })
    await save({ primaryDisciplineId: karate.id, className: 'Seniors' }, body.classId)
    expect(await read(body.classId)).toMatchObject({
      className: 'Seniors',
      version: 2,
      instructorIds: [coach.personId],
      disciplineIds: [karate.id],
      weeklyTimetable: tuesdays,
    })
  })

  it.each([
    ['className', { className: ' ' }],
    ['classTypeId', { classTypeId: 21 }],
    ['capacity', { capacity: 0 }],
    ['propsectLimit', { propsectLimit: 21 }],
    ['cost', { classTypeId: classType.chargeable, cost: 5.001 }],
    ['cost', { classTypeId: classType.chargeable, chargeOnAttendance: true }],
    ['endDate', { endDate: '2026-04-30' }],
    ['endDate', { classTypeId: classType.seminar }],
    ['weeklyTimetable', { weeklyTimetable: { ...tuesdays, tuesdayFinish: '19:00' } }],
    ['weeklyTimetable', { weeklyTimetable: { ...tuesdays, tuesdayStart: null } }],
    ['weeklyTimetable', { classTypeId: classType.prebooked, weeklyTimetable: tuesdays }],
    ['countsForGrading', { classTypeId: classType.nonAttendance, countsForGrading: true }],
    ['className', { className: 'a\0b' }],
  ])('says what is wrong with %s', async (field, fields) => {
    const { save } = await aClub()
    const { status, body } = await save(fields)
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([expect.stringContaining(field)])
  })

  it('never counts a grading towards a grading', async () => {
    const { save, read } = await aClub()
    const { body } = await save({ classTypeId: classType.grading, endDate: '2026-05-31' })
    expect((await read(body.classId)).countsForGrading).toBe(false)
  })

  it('refuses a room, a discipline and people of other clubs', async () => {
    const { save } = await aClub()
    const other = await createClub(db)
    const room = await db
      .insertInto('location')
      .values({ club_id: other.id, name: 'Hall' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const stranger = await createAccount(db, { clubId: other.id })
    const discipline = await createDiscipline(db, { clubId: other.id })
    const statuses = [
      await save({ locationId: room.id }),
      await save({ primaryDisciplineId: discipline.id }),
      await save({ instructorIds: [stranger.personId] }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([403, 403, 403])
  })

  it('refuses the room of a sister club and someone who has left, each at its field', async () => {
    const { club, boss, save } = await aClub()
    const sister = await createClub(db, { parentClubId: club.id })
    const room = await db
      .insertInto('location')
      .values({ club_id: sister.id, name: 'Hall' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const gone = await createAccount(db, { clubId: club.id, userUntil: '2026-05-11' })
    expect((await save({ locationId: room.id })).body.fields).toHaveProperty('locationId')
    const { body } = await save({ instructorIds: [boss.personId, gone.personId] })
    expect(body.fields.instructorIds[0]).toContain('does not work in this club')
  })

  it('keeps an instructor who has left until he is taken out', async () => {
    const { club, save, read } = await aClub()
    const gone = await createAccount(db, { clubId: club.id, userUntil: '2026-05-11' })
    const klass = await createClass(db, { clubId: club.id })
    await db.insertInto('class_instructor').values({ class_id: klass.id, person_id: gone.personId }).execute()
    await save({ startDate: '2025-01-01', instructorIds: [gone.personId] }, klass.id)
    expect((await read(klass.id)).instructorIds).toEqual([gone.personId])
    await save({ startDate: '2025-01-01', instructorIds: [] }, klass.id)
    expect((await read(klass.id)).instructorIds).toEqual([])
  })

  it('does not move a class to another club', async () => {
    const { club, boss, save } = await aClub()
    const sister = await createClub(db, { parentClubId: club.id })
    const { body } = await save()
    const moved = await as(boss.sub).post(`/api/club/SaveClass/${body.classId}`, { ...plain, clubId: sister.id })
    expect(moved.body.fields).toHaveProperty('clubId')
  })

  it('shows the later of two people what the other has saved', async () => {
    const { save, read } = await aClub()
    const { body } = await save({ weeklyTimetable: tuesdays })
    const both = await Promise.all([
      save({ version: 1, className: 'Mine' }, body.classId),
      save({ version: 1, className: 'Theirs' }, body.classId),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)
    const kept = await read(body.classId)
    expect(refused?.body.conflict).toMatchObject({ by: expect.stringContaining('Staff'), current: kept })
    expect(kept.version).toBe(2)
  })
})

describe('the week of a class', () => {
  it('keeps the old times until the day from which the new ones hold', async () => {
    const { save, dates, read } = await aClub()
    const { body } = await save({ weeklyTimetable: tuesdays })
    const id = body.classId
    await save({ weeklyTimetable: wednesdays }, id)
    expect(await dates(id, '2026-05-01', '2026-05-20')).toEqual([
      '2026-05-05 19:00',
      '2026-05-13 18:00',
      '2026-05-20 18:00',
    ])
    await save({ weeklyTimetable: tuesdays, timetableFrom: '2026-06-01' }, id)
    expect(await read(id)).toMatchObject({
      weeklyTimetable: wednesdays,
      plannedTimetable: { from: '2026-06-01', weeklyTimetable: tuesdays },
    })
  })

  it('takes two changes on one day, and the way back, as if they had not been', async () => {
    const { save, dates } = await aClub()
    const { body } = await save({ weeklyTimetable: tuesdays })
    const id = body.classId
    const saved = []
    for (const weeklyTimetable of [wednesdays, { ...tuesdays, tuesdayStart: '18:30' }, tuesdays])
      saved.push(await save({ weeklyTimetable }, id))
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await dates(id, '2026-05-01', '2026-05-20')).toEqual([
      '2026-05-05 19:00',
      '2026-05-12 19:00',
      '2026-05-19 19:00',
    ])
    const rows = await db
      .selectFrom('class_timetable')
      .select(['valid_from', 'valid_until'])
      .where('class_id', '=', id)
      .execute()
    expect(rows).toEqual([{ valid_from: '2026-05-01', valid_until: null }])
  })

  it('leaves a planned change alone while another field is edited, and takes it back when asked', async () => {
    const { save, read, call } = await aClub()
    const { body } = await save({ weeklyTimetable: tuesdays })
    const id = body.classId
    await save({ weeklyTimetable: wednesdays, timetableFrom: '2026-09-01' }, id)
    await save({ className: 'Renamed', weeklyTimetable: tuesdays }, id)
    expect((await read(id)).plannedTimetable).toMatchObject({ from: '2026-09-01' })
    await call.post(`/api/club/SaveClassTimetable/${id}`, { ...tuesdays, from: '2026-09-01' })
    expect((await read(id)).plannedTimetable).toBeNull()
  })

  it('begins earlier and ends later with the class', async () => {
    const { save, dates } = await aClub()
    const { body } = await save({ endDate: '2026-05-05', weeklyTimetable: tuesdays })
    const id = body.classId
    await db.updateTable('class_timetable').set({ valid_until: '2026-05-05' }).where('class_id', '=', id).execute()
    await save({ startDate: '2026-04-20', endDate: '2026-05-12' }, id)
    expect(await dates(id, '2026-04-01', '2026-06-01')).toEqual([
      '2026-04-21 19:00',
      '2026-04-28 19:00',
      '2026-05-05 19:00',
      '2026-05-12 19:00',
    ])
  })

  it('names the bookings and marks that would lose their day, and goes on when they are acknowledged', async () => {
    const { club, save, call } = await aClub()
    const { body } = await save({ className: 'Juniors', weeklyTimetable: tuesdays })
    const id = body.classId
    const member = await createMember(db, { clubId: club.id, firstName: 'Ann', lastName: 'Reed' })
    await attend(db, { classId: id, memberId: member.id, date: '2026-05-05' })
    await attend(db, { classId: id, memberId: member.id })
    await book(db, { classId: id, memberId: member.id, date: '2026-05-19' })
    await book(db, { classId: id, memberId: member.id, date: '2026-05-26', cancelled: true })

    const refused = await call.post(`/api/club/SaveClassTimetable/${id}`, wednesdays)
    expect(refused.status).toBe(409)
    expect(refused.body.fields.acknowledged).toEqual([
      'Juniors on 12 May 2026: 1 mark',
      'Juniors on 19 May 2026: 1 booking (Ann Reed)',
      '1 booking will be cancelled.',
      'We can’t reach Ann Reed.',
    ])
    const done = await call.post(`/api/club/SaveClassTimetable/${id}`, { ...wednesdays, acknowledged: true })
    expect(done.status).toBe(200)
    // What has lost its day before is not named again.
    expect((await save({ weeklyTimetable: noWeek }, id)).status).toBe(200)
  })

  it('is asked about too when the type changes, or a last day comes', async () => {
    const { club, save } = await aClub()
    const { body } = await save({ weeklyTimetable: tuesdays })
    const member = await createMember(db, { clubId: club.id })
    await book(db, { classId: body.classId, memberId: member.id, date: '2026-05-19' })
    const fields = [{ classTypeId: classType.prebooked }, { endDate: '2026-05-12' }]
    for (const each of fields) expect((await save(each, body.classId)).body.fields).toHaveProperty('acknowledged')
  })
})

describe('endClass', () => {
  it('gives a last day and takes it away again', async () => {
    const { save, read, call } = await aClub()
    const { body } = await save({ weeklyTimetable: tuesdays })
    await call.post(`/api/club/EndClass/${body.classId}`, { version: 1, endDate: testToday })
    expect(await read(body.classId)).toMatchObject({ endDate: testToday, version: 2 })
    await call.post(`/api/club/EndClass/${body.classId}`, { endDate: null })
    expect((await read(body.classId)).endDate).toBeNull()
    const before = await call.post(`/api/club/EndClass/${body.classId}`, { endDate: '2026-04-30' })
    expect(before.body.fields).toHaveProperty('endDate')
  })
})

describe('deleteClass', () => {
  it('deletes what has no history', async () => {
    const { save, call } = await aClub()
    const { body } = await save({ weeklyTimetable: tuesdays })
    expect((await call.post(`/api/club/DeleteClass/${body.classId}`)).status).toBe(200)
    expect((await call.get(`/api/club/GetClass/${body.classId}`)).status).toBe(403)
  })

  it('refuses with the history, and says what to do', async () => {
    const { club, save, call } = await aClub()
    const { body } = await save({ weeklyTimetable: tuesdays })
    const member = await createMember(db, { clubId: club.id })
    await enrol(db, { classId: body.classId, memberId: member.id })
    await attend(db, { classId: body.classId, memberId: member.id })
    const { status, body: refused } = await call.post(`/api/club/DeleteClass/${body.classId}`)
    expect(status).toBe(409)
    expect(refused.message).toBe('Juniors has 1 mark and 1 enrolment, which would be lost. Give it a last day instead.')
  })
})

describe('saveCover', () => {
  it('puts others in place of the instructors on one date', async () => {
    const { club, boss, coach, save } = await aClub()
    const { body } = await save({ instructorIds: [boss.personId], weeklyTimetable: tuesdays })
    const id = body.classId
    // Cover is the work of a class day: no admin is needed.
    const cover = (instructorIds: number[], classDate = testToday) =>
      as(coach.sub).post(`/api/club/SaveCover/${id}`, { classDate, instructorIds })
    const list = async () => {
      const call = { clubIds: [club.id], classDate: testToday }
      const { body: entries } = await as(coach.sub).post('/api/club/GetClassList', call)
      return [entries[0].isCover, entries[0].instructors.length]
    }
    expect((await cover([coach.personId])).body).toMatchObject({ isCover: true, instructors: [expect.any(String)] })
    expect(await list()).toEqual([true, 1])
    const { body: next } = await as(coach.sub).get(`/api/club/GetClassActivity/${id}`)
    expect(next.next.slice(0, 2)).toMatchObject([
      { classDate: testToday, isCover: true, instructorIds: [coach.personId] },
      { classDate: '2026-05-19', isCover: false, instructorIds: [boss.personId] },
    ])
    await cover([coach.personId, boss.personId])
    expect(await list()).toEqual([true, 2])
    expect((await cover([boss.personId])).body.isCover).toBe(false)
    await cover([coach.personId])
    expect((await cover([])).body.isCover).toBe(false)
    expect((await cover([coach.personId], '2026-05-13')).body.fields).toHaveProperty('classDate')
    const gone = await createAccount(db, { clubId: club.id, userUntil: '2026-05-11' })
    expect((await cover([gone.personId])).body.fields).toHaveProperty('instructorIds')
  })
})
