import { memberStatus } from '@honbu/contract/ids.ts'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { fields, openEnquiryForm } from '../../test/open-enquiry-form.ts'

const database = await freshDatabase()
const { db } = database
const { aClub, send, membersOf } = await openEnquiryForm(database)

async function anEnquiry(sent: Record<string, string> = fields) {
  const { club, admin, key, klass } = await aClub()
  expect((await send(key, sent)).statusCode).toBe(200)
  const [member] = await membersOf(club.id)
  if (!member) throw new Error('Nobody has asked')
  const answer = (changes: object = {}) =>
    admin.post(`/api/member/AnswerEnquiry/${member.id}`, {
      ...{ clubId: club.id, message: 'Hi, come on Tuesday.', by: 'email' },
      ...changes,
    })
  const openTasks = async () =>
    (
      await db
        .selectFrom('task')
        .select('id')
        .where('member_id', '=', member.id)
        .where('kind', '=', 'enquiry')
        .where('completed_at', 'is', null)
        .orderBy('task.id')
        .execute()
    ).length
  const sessions = async () =>
    (await admin.get(`/api/member/GetTrialSessions/${member.id}?clubId=${club.id}`)).body.sessions
  return { admin, club, klass, member, answer, openTasks, sessions }
}

it('proposes the sessions of their age that have a place', async () => {
  const { klass, sessions } = await anEnquiry()
  expect((await sessions()).map(({ classDate }: { classDate: string }) => classDate)).toEqual([
    ...['2026-05-12', '2026-05-19', '2026-05-26', '2026-06-02'],
  ])
  await db.updateTable('class').set({ max_age: 12 }).where('id', '=', klass.id).execute()
  expect(await sessions()).toEqual([])
})

it('sends the answer, keeps it as a note, and completes the task', async () => {
  const { admin, member, answer, openTasks } = await anEnquiry()
  expect(await openTasks()).toBe(1)
  const { status, body } = await answer()
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ bookingId: null, tasksCompleted: 1 })
  expect(await openTasks()).toBe(0)
  const [note] = (await admin.get(`/api/member/GetNotes/${member.id}`)).body
  expect(note).toMatchObject({
    note: 'Hi, come on Tuesday.',
    messages: [{ channel: 'email', toAddress: 'zoe@mail.example' }],
  })
})

it('books what was chosen with it, or does nothing at all', async () => {
  const { club, klass, answer, openTasks } = await anEnquiry()
  const full = await anEnquiry()
  const place = { classId: klass.id, bookingDate: '2026-05-19' }
  expect((await answer({ ...place, by: 'sms' })).status).toBe(409)
  expect(await openTasks()).toBe(1)
  expect((await answer(place)).body).toMatchObject({ bookingId: expect.any(Number) })
  // The booking has closed the task itself.
  expect(await openTasks()).toBe(0)
  expect(await membersOf(club.id)).toMatchObject([{ member_status_id: memberStatus.prospect }])
  expect((await answer(place)).status).toBe(409)
  expect((await full.answer({ message: ' ' })).status).toBe(400)
})
