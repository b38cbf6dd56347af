import { randomUUID } from 'node:crypto'
import type { Db } from '../src/platform/database.ts'
import { createAutomation } from './factories/automations.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

/** As in right-input.ts: what the calls about notes, tasks and the lists of a club take. */
export const workInputs: Readonly<Record<string, RightInput>> = {
  contactSupport: () => ({
    subject: 'A register',
    message: 'Where is it?',
    page: '/dashboard',
    version: '2.4.4',
    requestId: null,
  }),
  getSupportChat: () => ({}),
  getHelpVote: () => ({ article: 'marketing-help/more-enquiries' }),
  saveHelpVote: () => ({ article: 'marketing-help/more-enquiries', isHelpful: true }),
  discardDemo: () => ({ added: [] }),
  saveFirstHour: () => ({ skipped: ['location'], isPutAway: true }),
  saveAutomation: rows => {
    const byTag = { kind: 'tag', tagId: rows.treeTag, has: true }
    const message = { kind: 'message', channel: 'email', purpose: 'marketing' }
    const byCategory = { kind: 'category', categoryIds: [rows.treeCategory] }
    return {
      id: 0,
      // Ours is of the same club, and only one of a club above can be replaced.
      replacesId: undefined,
      name: `Automation ${randomUUID()}`,
      trigger: { kind: 'absent', days: 14 },
      conditions: [byTag, byCategory],
      steps: [
        { kind: 'condition', condition: byTag },
        { kind: 'condition', condition: byCategory },
        { kind: 'tag', tagId: rows.treeTag, add: true },
        { kind: 'task', subject: 'Ring up', dueInDays: 1, accountId: rows.account, roleId: null },
        { ...message, templateId: rows.usedTemplate, subject: '', body: '', layoutId: null },
        { ...message, templateId: null, subject: 'Hello', body: '<p>Hello</p>', layoutId: rows.usedLayout },
      ],
    }
  },
  deleteAutomation: async ({ club }, db) => {
    const trigger = { kind: 'birthday' } as const
    return { id: (await createAutomation(db, { clubId: club, trigger, isOn: false })).id }
  },
  getAutomationCatch: rows => ({
    trigger: { kind: 'birthday' },
    conditions: [
      { kind: 'tag', tagId: rows.treeTag, has: true },
      { kind: 'category', categoryIds: [rows.treeCategory] },
    ],
  }),
  switchAutomation: () => ({ isOn: true }),
  saveNote: ({ account }) => ({
    ...{ memberNoteId: 0, noteCategoryId: 1301, subject: 'Knee', note: '', mentions: [account] },
  }),
  getNoteReaders: () => ({ noteCategoryId: '1301' }),
  deleteNote: async ({ club, member }, db) => {
    const values = { ...(await inTree(db, club)), member_id: member, subject: 'Gone soon' }
    return { id: (await db.insertInto('member_note').values(values).returning('id').executeTakeFirstOrThrow()).id }
  },
  saveTask: () => ({ id: 0, subject: 'Order belts', details: '', dueOn: '2026-05-20' }),
  completeTask: async ({ club }, db) => ({ id: await aTask(db, club) }),
  reopenTask: async ({ club }, db) => ({ id: await aTask(db, club) }),
  completeTasks: async ({ club }, db) => ({ taskIds: [await aTask(db, club)] }),
  reopenTasks: async ({ club }, db) => ({ taskIds: [await aTask(db, club)] }),
  postponeTasks: async ({ club }, db) => ({ taskIds: [await aTask(db, club)], dueOn: '2026-06-01' }),
  reassignTasks: async ({ club }, db) => ({ taskIds: [await aTask(db, club)] }),
  saveTaskNotices: () => ({ channel: 'email', timing: 'daily', hasUnassigned: true }),
  saveMemberCategory: () => ({ id: 0, categoryName: `Category ${randomUUID()}`, minAge: 5, maxAge: null }),
  deleteMemberCategory: async ({ club }, db) => {
    const values = { ...(await inTree(db, club)), name: `Category ${randomUUID()}` }
    return { id: (await db.insertInto('member_category').values(values).returning('id').executeTakeFirstOrThrow()).id }
  },
  moveMemberCategory: () => ({ positions: 1 }),
  saveNotInterestedReason: () => ({ id: 0, name: `Reason ${randomUUID()}` }),
  deleteNotInterestedReason: async ({ club }, db) => ({
    id: (
      await db
        .insertInto('not_interested_reason')
        .values({ club_id: club, name: `Reason ${randomUUID()}` })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  }),
  moveNotInterestedReason: () => ({ positions: 1 }),
}

const inTree = async (db: Db, club: number) =>
  await db.selectFrom('club').select(['id as club_id', 'root_club_id']).where('id', '=', club).executeTakeFirstOrThrow()

async function aTask(db: Db, club: number): Promise<number> {
  const values = { ...(await inTree(db, club)), kind: 'todo', subject: 'Order belts', due_on: '2026-05-20' }
  return (await db.insertInto('task').values(values).returning('id').executeTakeFirstOrThrow()).id
}
