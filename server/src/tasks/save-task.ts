import type { Input } from '@honbu/contract/endpoint.ts'
import type { saveTask as call } from '@honbu/contract/tasks.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { readTask } from './get-tasks.ts'
import { type LockedTask, lockTasks } from './lock-tasks.ts'
import { requireWorksIn } from './may-have.ts'
import { tellOfGiven } from './news.ts'

export async function saveTask(write: Write, { id, clubId, version, ...fields }: Input<typeof call>) {
  const { tx, user, audit } = write
  const { memberId = null, accountId = null, subject, details, dueOn } = fields
  const [before] = id === 0 ? [] : await lockTasks(tx, [id])
  if (before) await requireUnchanged(write, before, { clubId, version, subject, memberId })
  if (accountId !== before?.accountId) await requireWorksIn(write, accountId, [clubId])
  await requireMember(tx, { clubId, memberId, before })

  const values = { member_id: memberId, account_id: accountId, subject, details, due_on: dueOn }
  const saved = before
    ? await tx
        .updateTable('task')
        .set({ ...values, version: before.version + 1 })
        .where('id', '=', id)
        .returning(['id as taskId', 'version'])
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('task')
        .values({ ...values, ...(await treeOf(tx, clubId)), kind: 'todo', created_by: user.accountId })
        .returning(['id as taskId', 'version'])
        .executeTakeFirstOrThrow()
  if (accountId !== before?.accountId) await tellOfGiven(write, { taskIds: [saved.taskId], accountId })
  if (before?.noteId && dueOn !== before.dueOn) await moveReminder(tx, before.noteId, dueOn)
  audit({
    clubId,
    memberId,
    subject: 'task',
    subjectId: saved.taskId,
    before: before ? shown(before) : null,
    after: { subject, details, dueOn, memberId, accountId },
  })
  return saved
}

const treeOf = (tx: Write['tx'], clubId: number) =>
  tx.selectFrom('club').select(['id as club_id', 'root_club_id']).where('id', '=', clubId).executeTakeFirstOrThrow()

const shown = ({ subject, details, dueOn, memberId, accountId }: LockedTask) => ({
  subject,
  details,
  dueOn,
  memberId,
  accountId,
})

/** The day of a reminder is the note's: they move together. */
export const moveReminder = (tx: Write['tx'], noteId: number, reminder: string) =>
  tx
    .updateTable('member_note')
    .set(({ eb }) => ({ reminder, version: eb('version', '+', 1) }))
    .where('id', '=', noteId)
    .execute()

interface Edited {
  readonly clubId: number
  readonly version: number | undefined
  readonly subject: string
  readonly memberId: number | null
}

async function requireUnchanged({ tx, now }: Write, task: LockedTask, given: Edited) {
  if (task.clubId !== given.clubId) refuse('clubId', 'This task belongs to another club.')
  if (task.kind !== 'todo' && task.subject !== given.subject)
    refuse('subject', 'What the system, or a note, has made a task of is not written here.')
  if (task.kind !== 'todo' && task.memberId !== given.memberId) refuse('memberId', 'This task is about another member.')
  await checkVersion(tx, {
    subject: 'task',
    subjectId: task.id,
    is: task.version,
    given: given.version,
    current: () => readTask(tx, task.id, now),
  })
}

async function requireMember(
  tx: Write['tx'],
  { clubId, memberId, before }: { clubId: number; memberId: number | null; before: LockedTask | undefined },
) {
  if (memberId === null || memberId === before?.memberId) return
  const membership = await tx
    .selectFrom('club_member')
    .select('id')
    .where('club_id', '=', clubId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!membership) refuse('memberId', 'Has no membership in this club.')
}

function refuse(field: string, message: string): never {
  throw new Refused(400, message, { [field]: [message] })
}
