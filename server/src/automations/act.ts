import type { AutomationStep } from '@honbu/contract/automation-plan.ts'
import { addDays } from '@honbu/contract/calendar.ts'
import { sql, type Transaction } from 'kysely'
import { writeAudit } from '../platform/audit.ts'
import { holdsRole } from '../platform/holds-role.ts'
import type { Tables } from '../platform/tables.ts'
import { putTag, takeTag } from '../tags/index.ts'
import { raiseTask } from '../tasks/index.ts'
import { log } from './log.ts'
import type { RunState } from './run-state.ts'

type StepOf<Kind extends AutomationStep['kind']> = Extract<AutomationStep, { kind: Kind }>

/** A message to a member, as an automation hands it over. */
export interface Delivery {
  readonly clubId: number
  readonly memberId: number
  readonly bookingId: number | null
  readonly message: Omit<StepOf<'message'>, 'kind'>
  /** What staff call it. */
  readonly name: string
  /** One message, ever, for each. */
  readonly cause: string
  readonly automationId: number
  readonly now: Date
}

/**
 * Writes to the member, or to the guardian of a minor, in this transaction: it leaves if that commits.
 * @returns what is said, in a few words, or why nothing is
 */
export type Deliver = (
  tx: Transaction<Tables>,
  delivery: Delivery,
) => Promise<{ readonly sent: string } | { readonly refused: string }>

interface Acting {
  readonly run: RunState
  readonly step: StepOf<'message' | 'task' | 'tag'>
  readonly index: number
  readonly deliver: Deliver
  readonly now: Date
}

/** Does one step, and writes down what it did. One that cannot be done is passed over, and the log says why. */
export async function act(tx: Transaction<Tables>, { run, step, index, deliver, now }: Acting): Promise<void> {
  switch (step.kind) {
    case 'message':
      return await write(tx, { run, step, index, deliver, now })
    case 'task':
      return await raise(tx, { run, step, index, now })
    case 'tag':
      return await changeTag(tx, { run, step, now })
  }
}

async function write(
  tx: Transaction<Tables>,
  { run, step, index, deliver, now }: Acting & { step: StepOf<'message'> },
): Promise<void> {
  const { runId, clubId, memberId, bookingId, automationName: name, automationId } = run
  const { kind: _, ...message } = step
  const cause = `automation:${runId}:${index}`
  const answer = await deliver(tx, { clubId, memberId, bookingId, message, name, cause, automationId, now })
  if ('refused' in answer) return await log(tx, runId, { what: 'notSent', detail: answer.refused, now })
  await tx.updateTable('automation_run').set({ sent_at: now }).where('id', '=', runId).execute()
  await log(tx, runId, { what: 'sent', detail: answer.sent, now })
}

async function raise(
  tx: Transaction<Tables>,
  { run, step, index, now }: Pick<Acting, 'run' | 'index' | 'now'> & { step: StepOf<'task'> },
): Promise<void> {
  const { runId, clubId, memberId, facts } = run
  await raiseTask(tx, {
    clubId,
    memberId,
    kind: 'todo',
    cause: `automation:${runId}:${index}`,
    subject: step.subject,
    dueOn: addDays(facts.today, step.dueInDays),
    accountId: await assignee(tx, { clubId, step, today: facts.today }),
  })
  await log(tx, runId, { what: 'task', detail: step.subject, now })
}

/** Who is still there; of several with a role the one who has had it longest. Nobody: anybody of the club. */
async function assignee(
  tx: Transaction<Tables>,
  { clubId, step, today }: { clubId: number; step: StepOf<'task'>; today: string },
): Promise<number | null> {
  if (step.accountId === null && step.roleId === null) return null
  const { rows } = await sql<{ id: number }>`
    select place.account_id as id from club_user place
    where place.club_id in (select club_id from club_and_above(${clubId}))
      and place.user_since <= ${today}::date and (place.user_until is null or place.user_until >= ${today}::date)
      and reaches(place, ${clubId}::bigint)
      and case when ${step.accountId}::bigint is null
        then place.club_id = ${clubId} and ${holdsRole('place', step.roleId === null ? [] : [step.roleId])}
        else place.account_id = ${step.accountId}::bigint end
    order by place.id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

async function changeTag(
  tx: Transaction<Tables>,
  { run, step, now }: Pick<Acting, 'run' | 'now'> & { step: StepOf<'tag'> },
): Promise<void> {
  const { runId, clubId, memberId } = run
  const change = { tagId: step.tagId, memberId, clubId }
  const name = await (step.add ? putTag(tx, change) : takeTag(tx, change))
  if (name === null) return await log(tx, runId, { what: 'tag', detail: 'Nothing to change', now })
  const tags = { tags: [name] }
  await writeAudit(tx, { action: 'automation', accountId: null }, [
    { clubId, memberId, subject: 'member_tag', before: step.add ? null : tags, after: step.add ? tags : null },
  ])
  await log(tx, runId, { what: 'tag', detail: `${step.add ? 'Added' : 'Removed'}: ${name}`, now })
}
