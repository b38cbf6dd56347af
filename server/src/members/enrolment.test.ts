import { memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { book, createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClass(limits: { capacity?: number; prospect_limit?: number; end_date?: string } = {}) {
  const club = await createClub(db)
  const coach = await createAccount(db, { clubId: club.id })
  const klass = await createClass(db, { clubId: club.id })
  if (Object.keys(limits).length > 0) await db.updateTable('class').set(limits).where('id', '=', klass.id).execute()
  const member = await createMember(db, { clubId: club.id })
  const add = (input: object = {}, id = member.id) =>
    as(coach.sub).post(`/api/member/AddClass/${id}`, { classId: klass.id, ...input })
  const remove = (input: object = {}, id = member.id) =>
    as(coach.sub).post(`/api/member/RemoveClass/${id}`, { classId: klass.id, ...input })
  const spans = async () => {
    const rows = await db
      .selectFrom('class_member')
      .select(['date_added', 'removed_on'])
      .where('class_id', '=', klass.id)
      .orderBy('date_added')
      .execute()
    return rows.map(row => [row.date_added, row.removed_on])
  }
  return { club, klass, member, add, remove, spans }
}

describe('addClass', () => {
  it('enrols from today, and a second time changes nothing and answers the same', async () => {
    const { member, klass, add, spans } = await aClass()
    const answer = { isSuccess: true, memberId: member.id, classId: klass.id, dateAdded: testToday }
    for (let again = 0; again < 2; again++) expect(await add()).toEqual({ status: 200, body: answer })
    expect((await add({ dateAdded: '2026-06-02' })).body).toEqual(answer)
    expect(await spans()).toEqual([[testToday, null]])
  })

  it('enrols once of many at one time', async () => {
    const { add, spans } = await aClass()
    const answers = await Promise.all(Array.from({ length: 12 }, () => add()))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(await spans()).toEqual([[testToday, null]])
  })

  it('begins earlier when it is told so', async () => {
    const { add, spans } = await aClass()
    await add({ dateAdded: '2026-06-02' })
    expect((await add({ dateAdded: '2026-03-03' })).body).toMatchObject({ dateAdded: '2026-03-03' })
    expect(await spans()).toEqual([['2026-03-03', null]])
  })

  it('goes on where it ended, which undoes a removal, and begins anew after a pause', async () => {
    const { add, remove, spans } = await aClass()
    await add({ dateAdded: '2026-01-06' })
    await remove({ from: testToday })
    await add({ dateAdded: testToday })
    expect(await spans()).toEqual([['2026-01-06', null]])
    await remove({ from: testToday })
    await add({ dateAdded: '2026-06-02' })
    expect(await spans()).toEqual([
      ['2026-01-06', testToday],
      ['2026-06-02', null],
    ])
  })

  it('refuses to reach back over an enrolment that has followed', async () => {
    const { add, remove, spans } = await aClass()
    await add({ dateAdded: '2026-01-06' })
    await remove({ from: '2026-02-03' })
    await add({ dateAdded: '2026-03-03' })
    await remove({ from: '2026-04-07' })
    const { status, body } = await add({ dateAdded: '2026-01-13' })
    expect([status, Object.keys(body.fields)]).toEqual([409, ['dateAdded']])
    expect(await spans()).toHaveLength(2)
  })

  it('refuses a class that has ended', async () => {
    const { add } = await aClass({ end_date: '2026-05-05' })
    expect((await add()).body.fields.dateAdded[0]).toContain('ended on 5 May 2026')
  })

  it('gives the last place once, unless it is told to go over it', async () => {
    const { club, add, spans } = await aClass({ capacity: 3 })
    const members = []
    for (let more = 0; more < 8; more++) members.push(await createMember(db, { clubId: club.id }))
    const answers = await Promise.all(members.map(({ id }) => add({}, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: expect.stringMatching(/has 3 places\. On 12 May 2026 3 are taken\./),
      fields: { evenIfFull: [expect.any(String)] },
    })
    expect((await add({ evenIfFull: true })).status).toBe(200)
    // Who is in it already is asked nothing.
    expect((await add()).status).toBe(200)
    expect(await spans()).toHaveLength(4)
  })

  it('looks at every later day: enrolments to come, bookings, offers and members who wait', async () => {
    const { club, klass, add } = await aClass({ capacity: 2 })
    const more = async () => (await createMember(db, { clubId: club.id })).id
    const words = async () => (await add()).body.message
    expect((await add({}, await more())).status).toBe(200)
    await book(db, { classId: klass.id, memberId: await more(), date: '2026-06-02' })
    await book(db, { classId: klass.id, memberId: await more(), date: '2026-06-09', cancelled: true })
    expect(await words()).toMatch(/has 2 places\. On 2 June 2026 2 are taken\.$/)
    await add({ dateAdded: '2026-06-16' }, await more())
    expect(await words()).toMatch(/On 2 June 2026 2 are taken, and 1 later day is full as well\.$/)
    const entry = { class_id: klass.id, club_id: club.id, root_club_id: club.rootClubId, joined_at: testNow }
    await db
      .insertInto('waiting_list_entry')
      .values({ ...entry, member_id: await more(), class_date: '2026-05-19' })
      .execute()
    expect(await words()).toMatch(
      /On 19 May 2026 1 is taken and 1 member is waiting, and 2 later days are full as well\.$/,
    )
    expect((await add({ evenIfFull: true })).status).toBe(200)
  })

  it('takes as many prospects as it is set to', async () => {
    const { club, add } = await aClass({ prospect_limit: 1 })
    const prospect = () => createMember(db, { clubId: club.id, statusId: memberStatus.prospect })
    expect((await add({}, (await prospect()).id)).status).toBe(200)
    const second = await prospect()
    expect((await add({}, second.id)).body.message).toMatch(/takes 1 prospect at a time\. On 12 May 2026 it has 1\./)
    expect((await add({})).status).toBe(200)
    expect((await add({ evenIfFull: true }, second.id)).status).toBe(200)
  })
})

describe('removeClass', () => {
  it('ends the enrolment and keeps it', async () => {
    const { member, klass, add, remove, spans } = await aClass()
    await add({ dateAdded: '2026-01-06' })
    const answer = { isSuccess: true, memberId: member.id, classId: klass.id, removedOn: testToday }
    for (let again = 0; again < 2; again++) expect((await remove()).body).toEqual(answer)
    expect(await spans()).toEqual([['2026-01-06', testToday]])
  })

  it('leaves nothing of an enrolment that had not begun', async () => {
    const { add, remove, spans } = await aClass()
    await add({ dateAdded: '2026-06-02' })
    await remove()
    expect(await spans()).toEqual([['2026-06-02', '2026-06-02']])
    await add()
    expect(await spans()).toEqual([
      [testToday, null],
      ['2026-06-02', '2026-06-02'],
    ])
  })

  it('refuses who was never enrolled', async () => {
    const { remove, klass } = await aClass()
    const { status, body } = await remove()
    expect([status, body.message]).toEqual([400, `Is not enrolled in ${klass.className}.`])
  })
})

describe('getPinnedNotes', () => {
  it('tells the newest first, and only what was written in a club of the user', async () => {
    const head = await createClub(db)
    const [north, south] = [
      await createClub(db, { parentClubId: head.id }),
      await createClub(db, { parentClubId: head.id }),
    ]
    const member = await createMember(db, { clubId: north.id })
    const [owner, coach] = [await createAccount(db, { clubId: head.id }), await createAccount(db, { clubId: north.id })]
    const write = (clubId: number, subject: string, isPinned = true) =>
      db
        .insertInto('member_note')
        .values({
          club_id: clubId,
          root_club_id: head.id,
          member_id: member.id,
          subject,
          note: 'Asthma: the inhaler is in the bag.',
          category_id: 1301,
          is_pinned: isPinned,
          account_id: coach.id,
        })
        .execute()
    await write(north.id, 'Inhaler')
    await write(north.id, 'Not pinned', false)
    await write(south.id, 'Of the sister club')
    const notes = async (sub: string) => (await as(sub).get(`/api/member/GetPinnedNotes/${member.id}`)).body
    const subjects = async (sub: string) => (await notes(sub)).map((note: { subject: string }) => note.subject)
    expect(await subjects(coach.sub)).toEqual(['Inhaler'])
    expect(await subjects(owner.sub)).toEqual(['Of the sister club', 'Inhaler'])
    expect((await notes(coach.sub))[0]).toMatchObject({ category: 'General', clubName: north.name, completed: false })

    const klass = await createClass(db, { clubId: north.id })
    await as(coach.sub).post(`/api/member/AddClass/${member.id}`, { classId: klass.id })
    const count = async (sub: string) =>
      (await as(sub).post(`/api/club/GetClassMembers/${klass.id}`, { classDate: testToday })).body.data[0].pinnedNotes
    expect([await count(coach.sub), await count(owner.sub)]).toEqual([1, 2])
  })
})
