import { memberStatus } from '@honbu/contract/ids.ts'
import type { TaskKind } from '@honbu/contract/tasks.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember, createMembership } from '../../test/factories/people.ts'
import { closeTasks, raiseTask } from './raise-task.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

interface Task {
  taskId: number
  subject: string
  when: string
  version: number
}

/** A club with somebody who works there, and what he can do with tasks. */
async function aClub(parentClubId: number | null = null) {
  const club = await createClub(db, { parentClubId })
  const coach = await createAccount(db, { clubId: club.id })
  const caller = as(coach.sub)
  const list = async (id = 0, query: object = {}) =>
    (await caller.post(`/api/club/GetTasks/${id}`, query)).body as { data: Task[]; total: number }
  const badge = async () => (await caller.get('/api/club/GetSidebarConfig')).body.taskListCount as number
  const save = (fields: object, id = 0) =>
    caller.post(`/api/club/SaveTask/${id}`, {
      clubId: club.id,
      version: 1,
      subject: 'Order belts',
      dueOn: '2026-05-20',
      ...fields,
    })
  const made = async (fields: object = {}) => (await save(fields)).body.taskId as number
  const write = (call: string, input: object) => caller.post(`/api/club/${call}`, input)
  return { club, coach, caller, list, badge, save, made, write }
}

const subjects = (data: readonly Task[]) => data.map(({ subject }) => subject)

describe('getTasks', () => {
  it('shows as mine what is for me, and what is for nobody where I work; the badge counts the same', async () => {
    const head = await aClub()
    const local = await aClub(head.club.id)
    const colleague = await createAccount(db, { clubId: local.club.id })
    await local.made({ subject: 'For the coach', accountId: local.coach.id })
    await local.made({ subject: 'For a colleague', accountId: colleague.id })
    await local.made({ subject: 'For anybody' })
    const forHead = { club_id: local.club.id, root_club_id: head.club.id, kind: 'todo', subject: 'For the head office' }
    await db
      .insertInto('task')
      .values({ ...forHead, account_id: head.coach.id, due_on: testToday })
      .execute()
    await head.made({ subject: 'At the head office' })

    expect(subjects((await local.list()).data).sort()).toEqual(['For anybody', 'For the coach'])
    expect(await local.badge()).toBe(2)
    // The unassigned ones below are for the people there; what has been given to somebody is his wherever it is.
    expect(subjects((await head.list()).data).sort()).toEqual(['At the head office', 'For the head office'])
    expect(await head.badge()).toBe(2)
    expect((await head.list(local.club.id)).total).toBe(4)
    expect((await local.list(local.club.id)).total).toBe(4)
    expect((await local.caller.post(`/api/club/GetTasks/${head.club.id}`)).status).toBe(403)
  })

  it('says when each is due, the earliest first, and filters', async () => {
    const { club, list, made } = await aClub()
    const days = ['2026-05-11', testToday, '2026-05-19', '2026-05-20']
    for (const dueOn of days.toReversed()) await made({ dueOn, subject: dueOn })
    const { data } = await list(club.id)
    expect(data.map(({ subject, when }) => [subject, when])).toEqual([
      ['2026-05-11', 'overdue'],
      [testToday, 'today'],
      ['2026-05-19', 'soon'],
      ['2026-05-20', 'later'],
    ])
    expect((await list(0, { filter: "dueOn~lt~datetime'2026-05-12T00-00-00'" })).total).toBe(1)
    expect((await list(0, { filter: `clubId~eq~${club.id}~and~kind~eq~'todo'` })).total).toBe(4)
    expect((await list(0, { filter: 'accountId~isnotnull~undefined' })).total).toBe(0)
    expect((await list(0, { sort: 'subject-desc', pageSize: 1 })).data[0]?.subject).toBe('2026-05-20')
  })

  it('knows the member, and whom to ring for a child', async () => {
    const { club, list, made } = await aClub()
    const child = await createMember(db, { clubId: club.id, firstName: 'Zoë', lastName: 'Lee', dob: '2017-01-01' })
    const parent = await createMember(db, { clubId: club.id, phone: '07700 900123' })
    const { person_id } = await db
      .selectFrom('member')
      .select('person_id')
      .where('id', '=', parent.id)
      .executeTakeFirstOrThrow()
    await db.insertInto('member_contact').values({ member_id: child.id, person_id, is_guardian: true }).execute()
    await made({ memberId: child.id })
    expect((await list()).data[0]).toMatchObject({
      memberId: child.id,
      memberName: 'Zoë Lee',
      memberStatusId: memberStatus.active,
      phone: '07700 900123',
      kindName: 'To do',
    })
  })
})

describe('saveTask', () => {
  it('makes and changes one, and refuses who has not seen the newest', async () => {
    const { club, coach, caller, save, made } = await aClub()
    const id = await made()
    expect((await save({ dueOn: '2026-06-01', details: 'White ones', accountId: coach.id }, id)).body).toMatchObject({
      taskId: id,
      version: 2,
    })
    expect((await caller.get(`/api/club/GetTask/${id}`)).body).toMatchObject({
      clubId: club.id,
      dueOn: '2026-06-01',
      details: 'White ones',
      accountId: coach.id,
      assigneeName: expect.stringContaining('Staff'),
    })
    const stale = await save({ dueOn: '2026-07-01' }, id)
    expect([stale.status, stale.body.conflict.current.dueOn]).toEqual([409, '2026-06-01'])
    const entries = await db.selectFrom('audit').select('before').where('subject_id', '=', id).orderBy('id').execute()
    expect(entries.map(({ before }) => before)).toEqual([null, expect.objectContaining({ dueOn: '2026-05-20' })])
  })

  it.each([
    ['subject', { subject: ' ' }],
    ['subject', { subject: 'x'.repeat(201) }],
    ['dueOn', { dueOn: '2026-02-30' }],
    ['details', { details: 'x'.repeat(4001) }],
  ])('refuses %s in %j', async (field, wrong) => {
    const { save } = await aClub()
    const { status, body } = await save(wrong)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('is for people and about members of that club', async () => {
    const one = await aClub()
    const other = await aClub()
    const both = await createAccount(db, { clubId: one.club.id })
    await db
      .insertInto('club_user')
      .values({ club_id: other.club.id, account_id: both.id, user_since: '2020-01-01' })
      .execute()
    const caller = as(both.sub)
    const body = { clubId: one.club.id, subject: 'Call', dueOn: testToday }
    const forStranger = await caller.post('/api/club/SaveTask/0', { ...body, accountId: other.coach.id })
    expect(forStranger.body.fields.accountId).toEqual([expect.stringContaining('does not work in')])
    const member = await createMember(db, { clubId: other.club.id })
    const aboutStranger = await caller.post('/api/club/SaveTask/0', { ...body, memberId: member.id })
    expect(aboutStranger.body.fields).toEqual({ memberId: ['Has no membership in this club.'] })
  })

  it('leaves the words of the system as they are', async () => {
    const { club, save } = await aClub()
    const id = await raise(club.id, 'licence:1')
    expect((await save({ subject: 'Other words' }, id)).body.fields).toHaveProperty('subject')
    expect((await save({ subject: 'Licence', dueOn: '2026-06-01' }, id)).status).toBe(200)
  })
})

describe('completeTasks, reopenTasks', () => {
  it('does both for many, each once, and says which', async () => {
    const { list, badge, made, write, coach } = await aClub()
    const [one, two] = [await made(), await made()]
    expect((await write('CompleteTasks', { taskIds: [one, two] })).body.taskIds).toEqual([one, two])
    expect(await badge()).toBe(0)
    expect((await write(`CompleteTask/${one}`, {})).body.taskIds).toEqual([])
    const done = await list(0, { isDone: true })
    expect(done.total).toBe(2)
    const { completed_by } = await db
      .selectFrom('task')
      .select('completed_by')
      .where('id', '=', one)
      .executeTakeFirstOrThrow()
    expect(completed_by).toBe(coach.id)
    expect((await write(`ReopenTask/${one}`, {})).body.taskIds).toEqual([one])
    expect(await badge()).toBe(1)
    expect((await write('ReopenTasks', { taskIds: [one, two] })).body.taskIds).toEqual([two])
  })

  it('touches no task of another club', async () => {
    const one = await aClub()
    const other = await aClub()
    const taskIds = [await one.made(), await other.made()]
    expect((await one.write('CompleteTasks', { taskIds })).status).toBe(403)
    expect(await one.badge()).toBe(1)
  })
})

describe('postponeTasks, reassignTasks', () => {
  it('puts off until a day to come', async () => {
    const { list, made, write } = await aClub()
    const taskIds = [await made({ dueOn: '2026-05-01' }), await made()]
    expect((await write('PostponeTasks', { taskIds, dueOn: '2026-05-11' })).body.fields).toHaveProperty('dueOn')
    expect((await write('PostponeTasks', { taskIds, dueOn: testToday })).body.taskIds).toEqual(taskIds)
    expect((await list()).data.map(({ when }) => when)).toEqual(['today', 'today'])
    await write('CompleteTasks', { taskIds: taskIds.slice(0, 1) })
    const { status, body } = await write('PostponeTasks', { taskIds, dueOn: '2026-05-30' })
    expect([status, body.message]).toEqual([409, '“Order belts” has been done already.'])
  })

  it('gives to who works there, to oneself, and to nobody', async () => {
    const { club, made, write, badge, coach } = await aClub()
    const colleague = await createAccount(db, { clubId: club.id })
    const left = await createAccount(db, { clubId: club.id, userUntil: '2026-05-11' })
    const taskIds = [await made()]
    const give = async (accountId: number | null) => (await write('ReassignTasks', { taskIds, accountId })).body
    expect((await give(colleague.id)).taskIds).toEqual(taskIds)
    expect(await badge()).toBe(0)
    expect((await give(coach.id)).taskIds).toEqual(taskIds)
    expect((await give(coach.id)).taskIds).toEqual([])
    expect((await give(left.id)).fields).toHaveProperty('accountId')
    expect((await give(null)).taskIds).toEqual(taskIds)
    expect(await badge()).toBe(1)
  })

  it('lets the head office take a task of a club below', async () => {
    const head = await aClub()
    const local = await aClub(head.club.id)
    const taskIds = [await local.made()]
    expect((await head.write('ReassignTasks', { taskIds, accountId: head.coach.id })).status).toBe(200)
    expect([await head.badge(), await local.badge()]).toEqual([1, 0])
  })
})

describe('getTaskChoices', () => {
  it('is who works in the clubs', async () => {
    const { club, coach, caller } = await aClub()
    await createAccount(db, { clubId: club.id, userUntil: '2026-05-11' })
    const { body } = await caller.get('/api/club/GetTaskChoices/0')
    expect(body).toMatchObject({
      accountId: coach.id,
      clubs: [{ clubId: club.id, clubName: club.name }],
      people: [{ accountId: coach.id, clubIds: [club.id] }],
    })
  })
})

const raise = async (clubId: number, cause: string, kind: TaskKind = 'licence') =>
  (await db
    .transaction()
    .execute(tx => raiseTask(tx, { clubId, memberId: null, kind, cause, subject: 'Licence', dueOn: testToday }))) ?? 0

describe('raiseTask', () => {
  it('makes one for a cause, ever, unless it had closed itself', async () => {
    const { club, badge, write } = await aClub()
    const now = new Date('2026-05-12T17:30:00Z')
    const cause = `licence:${club.id}`
    const id = await raise(club.id, cause)
    expect(await raise(club.id, cause)).toBe(0)
    expect(await badge()).toBe(1)
    const close = () =>
      db.transaction().execute(tx => closeTasks(tx, { kind: 'licence', causes: [cause], because: 'Was renewed', now }))
    await close()
    expect(await badge()).toBe(0)
    expect(await raise(club.id, cause)).toBe(id)
    expect(await badge()).toBe(1)
    await write(`CompleteTask/${id}`, {})
    await close()
    expect(await raise(club.id, cause)).toBe(0)
    expect(await badge()).toBe(0)
    const row = await db.selectFrom('task').select('closed_because').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.closed_because).toBe('')
  })

  it('holds when two come at once', async () => {
    const { club } = await aClub()
    const ids = await Promise.all(Array.from({ length: 8 }, () => raise(club.id, `licence:twice ${club.id}`)))
    expect(ids.filter(id => id !== 0).length).toBe(1)
  })
})

it('counts nothing for whom no club is left', async () => {
  const { club } = await aClub()
  const left = await createAccount(db, { clubId: club.id, userUntil: '2026-05-11' })
  const member = await createMember(db, { clubId: club.id })
  await createMembership(db, { clubId: (await aClub(club.id)).club.id, memberId: member.id })
  await db
    .insertInto('task')
    .values({
      club_id: club.id,
      root_club_id: club.rootClubId,
      kind: 'todo',
      subject: 'Call',
      due_on: testToday,
      account_id: left.id,
    })
    .execute()
  expect((await as(left.sub).get('/api/club/GetSidebarConfig')).body.taskListCount).toBe(0)
  expect((await as(left.sub).post('/api/club/GetTasks/0')).body.total).toBe(0)
})
