import { counted } from '@honbu/contract/format.ts'
import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { closeTasks, raiseTask } from '../tasks/index.ts'
import { openGaps } from './gaps.ts'

interface Of {
  readonly clubId: number
  readonly now: Date
}

const openIn = async (tx: Write['tx'], clubId: number) => await openGaps(tx, sql`own.club_id = ${clubId}`)

/** Raises a task about a club's open gaps. */
export async function raiseGapTask(
  tx: Write['tx'],
  { clubId, on }: { readonly clubId: number; readonly on: string },
): Promise<void> {
  const open = await openIn(tx, clubId)
  if (open.length === 0) return
  const memberships = new Set(open.map(({ membership }) => membership.clubMemberId)).size
  const have = memberships === 1 ? 'has' : 'have'
  await raiseTask(tx, {
    ...{ clubId, memberId: null, kind: 'gap', cause: `gaps:${clubId}:${on}`, dueOn: on },
    subject: `${counted(memberships, 'membership')} ${have} days that were never charged`,
    details:
      'Open the club, then Charging, Uncharged. Charge these days, waive them, or say that they were paid elsewhere.',
  })
}

/** Closes a club's tasks about gaps if no gap is open. */
export async function closeGapTasks(tx: Write['tx'], { clubId, now }: Of): Promise<void> {
  const tasks = await tx
    .selectFrom('task')
    .select('cause')
    .where('club_id', '=', clubId)
    .where('kind', '=', 'gap')
    .where('completed_at', 'is', null)
    .execute()
  if (tasks.length === 0 || (await openIn(tx, clubId)).length > 0) return
  const causes = tasks.flatMap(({ cause }) => (cause === null ? [] : [cause]))
  await closeTasks(tx, { kind: 'gap', causes, because: 'All of them are decided', now })
}
