import { sql, type Transaction } from 'kysely'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'

export const tellJob = 'tell-of-tasks'

export interface Given {
  readonly taskIds: readonly number[]
  /** Null: no one in particular. */
  readonly accountId: number | null
  /** Null: the system. */
  readonly givenBy: number | null
}

/** Notes, in the transaction that gives tasks to someone, that they are to hear of them. No one hears of their own. */
export async function noteNews(tx: Transaction<Tables>, { taskIds, accountId, givenBy }: Given): Promise<boolean> {
  if (accountId === null || accountId === givenBy || taskIds.length === 0) return false
  await sql`
    insert into task_news (task_id, account_id, given_by)
    select unnest(${[...taskIds]}::bigint[]), ${accountId}::bigint, ${givenBy}::bigint
    on conflict (account_id, task_id) do update set given_by = excluded.given_by`.execute(tx)
  return true
}

/** The same for a write: those who want to hear at once do, of all of its tasks in one message. */
export async function tellOfGiven(
  { tx, user, enqueue }: Pick<Write, 'tx' | 'user' | 'enqueue'>,
  { taskIds, accountId }: Omit<Given, 'givenBy'>,
): Promise<void> {
  if (!(await noteNews(tx, { taskIds, accountId, givenBy: user.accountId }))) return
  const eager = await tx
    .selectFrom('task_notice')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('timing', '=', 'immediately')
    .executeTakeFirst()
  if (eager) await enqueue(tellJob, { accountId })
}
