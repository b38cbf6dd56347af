import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, enrol } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aRegister(parentClubId: number | null = null) {
  const club = await createClub(db, { parentClubId })
  const [coach, other] = [await createAccount(db, { clubId: club.id }), await createAccount(db, { clubId: club.id })]
  const klass = await createClass(db, { clubId: club.id })
  const member = await createMember(db, { clubId: club.id })
  const session = { classId: klass.id, classDate: testToday }
  const save = (input: object, { sub = coach.sub, id = member.id } = {}) =>
    as(sub).post(`/api/member/SaveAttendance/${id}`, { ...session, ...input })
  const saveAll = (marks: object[], input: object = {}) =>
    as(coach.sub).post('/api/member/SaveAttendances', { ...session, marks, ...input })
  const stored = async () => {
    const rows = await db
      .selectFrom('attendance')
      .select(['member_id', 'attended'])
      .where('class_id', '=', klass.id)
      .orderBy('member_id')
      .execute()
    return rows.map(row => [row.member_id, row.attended])
  }
  return { club, coach, other, klass, member, save, saveAll, stored }
}

const ago = (minutes: number) => new Date(testNow.getTime() - minutes * 60_000).toISOString()

describe('a mark with an id', () => {
  it('counts once, however often it comes and whatever came between', async () => {
    const { save, stored, member } = await aRegister()
    const first = { attended: true, markId: randomUUID(), markedAt: ago(10) }
    expect((await save(first)).body).toMatchObject({ attended: true })
    expect((await save({ attended: false, markId: randomUUID(), markedAt: ago(5) })).body).toMatchObject({
      attended: false,
    })
    for (let again = 0; again < 3; again++)
      expect((await save(first)).body).toMatchObject({ isSuccess: true, attended: false })
    expect(await stored()).toEqual([[member.id, false]])
    const sent = await db.selectFrom('attendance_mark').select('mark_id').where('member_id', '=', member.id).execute()
    expect(sent).toHaveLength(2)
  })

  it('counts once of many at one time', async () => {
    const { save, stored, member } = await aRegister()
    const mark = { attended: true, markId: randomUUID(), markedAt: ago(1) }
    const answers = await Promise.all(Array.from({ length: 10 }, () => save(mark)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await stored()).toEqual([[member.id, true]])
    const sent = await db.selectFrom('attendance_mark').select('mark_id').where('member_id', '=', member.id).execute()
    expect(sent).toHaveLength(1)
  })

  it('is refused when its id has been used for somebody else', async () => {
    const { club, save, stored } = await aRegister()
    const markId = randomUUID()
    await save({ attended: true, markId })
    const { id } = await createMember(db, { clubId: club.id })
    const { status, body } = await save({ attended: true, markId }, { id })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['markId']])
    expect(await stored()).toHaveLength(1)
  })
})

describe('two devices at one register', () => {
  it.each([
    ['in order', [0, 1]],
    ['the later mark first', [1, 0]],
  ])('agree on the mark that was made last, when it arrives %s', async (_, order) => {
    const { save, stored, member, other } = await aRegister()
    const marks = [
      { attended: true, markId: randomUUID(), markedAt: ago(20) },
      { attended: false, markId: randomUUID(), markedAt: ago(10) },
    ]
    const answers = []
    for (const index of order) answers.push(await save(marks[index] ?? {}, index ? { sub: other.sub } : {}))
    expect(await stored()).toEqual([[member.id, false]])
    // Who comes late is told what stands.
    expect(answers.at(-1)?.body).toMatchObject({ isSuccess: true, attended: false })
  })

  it('agree also where the later one took the mark back', async () => {
    const { save, stored } = await aRegister()
    await save({ attended: true, markedAt: ago(30) })
    await save({ attended: null, markedAt: ago(10) })
    expect((await save({ attended: true, markedAt: ago(20) })).body).toMatchObject({ attended: null })
    expect(await stored()).toEqual([])
  })

  it('are not misled by a clock that is wrong', async () => {
    const { save, stored, member } = await aRegister()
    // Two hours ahead, and made half an hour ago.
    await save({ attended: true, markedAt: ago(-90), sentAt: ago(-120) })
    await save({ attended: false, markedAt: ago(10) })
    expect(await stored()).toEqual([[member.id, false]])
    // From the future without more: it is made now.
    await save({ attended: true, markedAt: ago(-600) })
    expect(await stored()).toEqual([[member.id, true]])
  })
})

describe('saveAttendances', () => {
  it('marks many, answers what stands, and leaves an audit row for each', async () => {
    const { club, save, saveAll, stored, member } = await aRegister()
    const members = [member]
    for (let more = 0; more < 30; more++) members.push(await createMember(db, { clubId: club.id }))
    await save({ attended: false })
    const marks = members.map(({ id }) => ({ memberId: id, attended: true, markId: randomUUID() }))
    const { status, body } = await saveAll(marks)
    expect(status).toBe(200)
    expect(body.marks).toEqual(members.map(({ id }) => ({ memberId: id, attended: true })))
    expect(await stored()).toEqual(members.map(({ id }) => [id, true]))
    const audit = await db
      .selectFrom('audit')
      .select(['member_id', 'before', 'after'])
      .where('action', '=', 'saveAttendances')
      .where('club_id', '=', club.id)
      .orderBy('audit.id')
      .execute()
    expect(audit).toHaveLength(31)
    expect(audit.find(row => row.member_id === member.id)).toMatchObject({
      before: { attended: false },
      after: { attended: true },
    })
    // Taken back as one, and what was before is there again.
    await saveAll(members.map(({ id }) => ({ memberId: id, attended: id === member.id ? false : null })))
    expect(await stored()).toEqual([[member.id, false]])
  })

  it('marks all or none', async () => {
    const { club, klass, saveAll, stored } = await aRegister()
    const ours = await createMember(db, { clubId: club.id })
    const elsewhere = await createClub(db)
    const theirs = await createMember(db, { clubId: elsewhere.id })
    const marks = [ours, theirs].map(({ id }) => ({ memberId: id, attended: true }))
    expect((await saveAll(marks)).status).toBe(403)
    // Also for somebody who may touch both.
    const both = await createAccount(db, { clubId: club.id })
    await db
      .insertInto('club_user')
      .values({ club_id: elsewhere.id, account_id: both.id, user_since: '2020-01-01' })
      .execute()
    const { status, body } = await as(both.sub).post('/api/member/SaveAttendances', {
      classId: klass.id,
      classDate: testToday,
      marks,
    })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['marks']])
    expect(await stored()).toEqual([])
  })

  it('leaves what was marked later by somebody else', async () => {
    const { club, save, saveAll, stored, member, other } = await aRegister()
    const second = await createMember(db, { clubId: club.id })
    await save({ attended: false, markedAt: ago(5) }, { sub: other.sub })
    const marks = [member, second].map(({ id }) => ({ memberId: id, attended: true }))
    const { body } = await saveAll(marks, { markedAt: ago(15) })
    expect(body.marks.map((mark: { attended: boolean }) => mark.attended)).toEqual([false, true])
    expect(await stored()).toEqual([
      [member.id, false],
      [second.id, true],
    ])
  })

  it.each([
    ['nobody', []],
    ['somebody twice', 'twice'],
  ])('refuses %s', async (_, marks) => {
    const { member, saveAll, stored } = await aRegister()
    const mark = { memberId: member.id, attended: true }
    const { status, body } = await saveAll(marks === 'twice' ? [mark, { ...mark, attended: false }] : [])
    expect([status, Object.keys(body.fields)]).toEqual([400, ['marks']])
    expect(await stored()).toEqual([])
  })

  it('lets those who mark the same members the other way round wait for each other', async () => {
    const { club, saveAll, stored } = await aRegister()
    const members = []
    for (let more = 0; more < 12; more++) members.push(await createMember(db, { clubId: club.id }))
    const marks = members.map(({ id }) => ({ memberId: id, attended: true }))
    const answers = await Promise.all([saveAll(marks), saveAll([...marks].reverse()), saveAll(marks)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stored()).toHaveLength(12)
  })
})

describe('a member of a sister club on the register', () => {
  it('is marked by anyone who may mark the class, alone and with all; a stranger is refused by name of the input', async () => {
    const head = await createClub(db)
    const { klass, coach, member, save, saveAll, stored } = await aRegister(head.id)
    const sister = await createClub(db, { parentClubId: head.id })
    const guest = await createMember(db, { clubId: sister.id })
    const other = await createMember(db, { clubId: sister.id })
    await enrol(db, { classId: klass.id, memberId: guest.id })
    expect((await as(coach.sub).get(`/api/member/GetTags/${guest.id}`)).status).toBe(403)
    expect((await save({ attended: true }, { id: guest.id })).status).toBe(200)
    const both = [member.id, guest.id].map(memberId => ({ memberId, attended: false }))
    expect((await saveAll(both)).status).toBe(200)
    expect(await stored()).toEqual([
      [member.id, false],
      [guest.id, false],
    ])
    const refused = await saveAll([...both, { memberId: other.id, attended: true }])
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([403, ['marks.memberId']])
  })
})
