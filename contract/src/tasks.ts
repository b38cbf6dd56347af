import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { ask, get, id, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { account, club, member, orNew, task } from './guards.ts'
import { photoAddress } from './photo-address.ts'
import { written, writtenLines } from './written.ts'

/** What a task is about, with what a person reads for it. `todo`: made by a person; the others are made by the system. */
export const taskKinds = {
  note: 'Reminder',
  mention: 'Mention',
  todo: 'To do',
  welcome: 'Welcome call',
  trial: 'Trial without booking',
  enquiry: 'Enquiry',
  absent: 'Absent',
  payment: 'Overdue payment',
  gap: 'Days not charged',
  grading: 'Ready to grade',
  birthday: 'Birthday',
  membership: 'Membership ends',
  terms: 'Terms to sign',
  licence: 'Licence or insurance',
  staffPaper: 'Staff papers',
  collection: 'Direct debit',
  failure: 'Not sent or done',
  address: 'Address that does not work',
  message: 'Text message to read',
} as const satisfies Readonly<Record<string, string>>

export type TaskKind = keyof typeof taskKinds

/** The text for a kind as it stands in the database. */
export const taskKindText = (kind: string): string =>
  Object.hasOwn(taskKinds, kind) ? taskKinds[kind as TaskKind] : 'Other'

/** Days ahead, today not included, in which a task is due soon; after that it is due later. */
export const soonDays = 7

/** When a task is due, by the day of its club. */
export const taskWhen = ['overdue', 'today', 'soon', 'later'] as const
export type TaskWhen = (typeof taskWhen)[number]

export const Task = z.object({
  taskId: id,
  version: z.int(),
  clubId: id,
  clubName: z.string(),
  /** A key of `taskKinds`. */
  kind: z.string(),
  kindName: z.string(),
  subject: z.string(),
  details: z.string(),
  dueOn: date,
  when: z.enum(taskWhen),
  memberId: z.nullable(id),
  memberName: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  memberCode: z.nullable(z.string()),
  photoUrl: z.nullable(photoAddress),
  memberStatusId: z.nullable(z.int()),
  /** The member's, or the first guardian's of a minor; null where there is none. */
  phone: z.nullable(z.string()),
  /** Who should do it; null: anybody of the club. */
  accountId: z.nullable(id),
  assigneeName: z.nullable(z.string()),
  /** The note that it reminds of. */
  noteId: z.nullable(id),
  /** ISO 8601, UTC; null: open. */
  completedAt: z.nullable(z.string()),
  /** Null: it closed itself, and `closedBecause` says why. */
  completedBy: z.nullable(z.string()),
  closedBecause: z.string(),
  dateAdded: z.string(),
})

/** A line of a list: a task, or several of one kind that have one cause, such as a register. */
export const TaskLine = z.extend(Task, {
  /** Of several: their cause, the words for all of them, and each, by name. The line is one of them. Null: it's one task. */
  fold: z.nullable(z.object({ event: z.string(), subject: z.string(), tasks: z.array(Task) })),
})

export const taskColumns = columns({
  subject: { title: 'Task', type: 'string' },
  kind: {
    title: 'Type',
    type: 'string',
    choices: Object.entries(taskKinds).map(([value, text]) => ({ value, text })),
  },
  dueOn: { title: 'Due', type: 'date' },
  memberId: { title: 'Member', type: 'number' },
  memberName: { title: 'Member name', type: 'string' },
  clubId: { title: 'Club', type: 'number' },
  clubName: { title: 'Club name', type: 'string' },
  accountId: { title: 'For', type: 'number' },
  assigneeName: { title: 'For whom', type: 'string' },
  completedAt: { title: 'Done', type: 'instant' },
})

/** More than a person does at once. */
export const taskListMost = 1000

const taskIds = z
  .array(id)
  .check(z.minLength(1, { error: 'Choose a task' }), z.maxLength(taskListMost, { error: `At most ${taskListMost}` }))

export const getTasks = ask('/api/club/GetTasks/:id', {
  summary:
    'Tasks as a grid, the earliest due first. 0: mine, which are those assigned to me and those assigned to nobody in a ' +
    'club that I work in myself; otherwise all of one club. `isFolded`: three or more of one kind, club, cause, day and ' +
    'person are one line, and one row of the total, unless the filter asks for a member, words or the time they were done.',
  access: orNew(club('id')),
  input: { ...gridInput, isDone: z._default(z.boolean(), false), isFolded: z._default(z.boolean(), false) },
  output: gridPage(TaskLine),
})

export const getTask = get('/api/club/GetTask/:id', {
  summary: 'One task.',
  access: task('id'),
  output: Task,
})

export const getTaskChoices = get('/api/club/GetTaskChoices/:id', {
  summary:
    'What a list of tasks is filtered by and a task is given to: the clubs (0: all of mine) and who works in each.',
  access: orNew(club('id')),
  output: z.object({
    /** The signed-in user. */
    accountId: id,
    /** In the club, or of all in the topmost one. */
    today: date,
    clubs: z.array(z.object({ clubId: id, clubName: z.string() })),
    people: z.array(z.object({ accountId: id, fullName: z.string(), clubIds: z.array(id) })),
  }),
})

const taskFields = {
  subject: written(200).check(z.minLength(1, { error: 'Say what is to be done' })),
  details: z._default(writtenLines(4000), ''),
  dueOn: date,
  memberId: z.optional(z.nullable(id)),
  accountId: z.optional(z.nullable(id)),
}

/** What a person writes of a task. */
export const TaskFields = z.object({
  subject: taskFields.subject,
  details: writtenLines(4000),
  dueOn: date,
  accountId: z.nullable(id),
})

export const saveTask = post('/api/club/SaveTask/:id', {
  summary:
    'Saves a task of a club; 0: a new one. It may be about a member of the club, and for one of its users or nobody in ' +
    'particular. Of a task that the system made only the day, the details and whose it is can change.',
  access: [orNew(task('id')), club('clubId'), member('memberId'), account('accountId')],
  input: { clubId: id, version: z.optional(z.int()), ...taskFields },
  output: z.object({ taskId: id, version: z.int() }),
})

/** The tasks that a write has changed; those that were so already are left out. */
const changed = z.object({ taskIds: z.array(id) })

export const completeTask = post('/api/club/CompleteTask/:id', {
  summary: 'Completes a task, and the note that it reminds of.',
  access: task('id'),
  output: changed,
})

export const completeTasks = post('/api/club/CompleteTasks', {
  summary: 'The same for many.',
  access: task('taskIds'),
  input: { taskIds },
  output: changed,
})

export const reopenTasks = post('/api/club/ReopenTasks', {
  summary: 'Opens completed tasks again, and the notes that they remind of.',
  access: task('taskIds'),
  input: { taskIds },
  output: changed,
})

export const reopenTask = post('/api/club/ReopenTask/:id', {
  summary: 'Opens a completed task again, and the note that it reminds of.',
  access: task('id'),
  output: changed,
})

export const postponeTasks = post('/api/club/PostponeTasks', {
  summary: 'Puts open tasks off until a day, today of each club or later; the reminders of their notes move along.',
  access: task('taskIds'),
  input: { taskIds, dueOn: date },
  output: changed,
})

export const reassignTasks = post('/api/club/ReassignTasks', {
  summary: 'Gives open tasks to somebody who works in each of their clubs (or to oneself), or to nobody in particular.',
  access: [task('taskIds'), account('accountId')],
  input: { taskIds, accountId: z.nullable(id) },
  output: changed,
})
