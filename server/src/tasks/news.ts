import { sql, type Transaction } from 'kysely'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'

export const tellJob = 'tell-of-tasks'

interface Given {
  readonly taskIds: readonly number[]
  /** Null: no one in particular. */
  readonly accountId: number | null
}

/** Notes, in the transaction that gives a task to someone, that they are to hear of it: what the system gives. */
export async function noteNews(tx: Transaction<Tables>, taskId: number, accountId: number | null): Promise<void> {
  if (accountId !== null) await addNews(tx, [{ id: taskId, accountId }], null)
}

/** The same for a write: those who want to hear at once do, of all of its tasks in one message. */
export const tellOfGiven = (write: Teller, { taskIds, accountId }: Given): Promise<void> =>
  tellOfEach(write, accountId === null ? [] : taskIds.map(id => ({ id, accountId })))

type Teller = Pick<Write, 'tx' | 'user' | 'enqueue'>

/** The same where each task is for someone of its own. */
export async function tellOfEach(
  { tx, user, enqueue }: Teller,
  given: readonly { readonly id: number; readonly accountId: number }[],
): Promise<void> {
  const others = given.filter(({ accountId }) => accountId !== user.accountId)
  if (others.length === 0) return
  await addNews(tx, others, user.accountId)
  const eager = await tx
    .selectFrom('task_notice')
    .select('account_id')
    .where('account_id', '=', sql<number>`any(${[...new Set(others.map(({ accountId }) => accountId))]}::bigint[])`)
    .where('timing', '=', 'immediately')
    .orderBy('account_id')
    .execute()
  for (const { account_id } of eager) await enqueue(tellJob, { accountId: account_id })
}

async function addNews(
  tx: Transaction<Tables>,
  given: readonly { readonly id: number; readonly accountId: number }[],
  givenBy: number | null,
): Promise<void> {
  await sql`
    insert into task_news (task_id, account_id, given_by)
    select task_id, account_id, ${givenBy}::bigint
    from unnest(${given.map(({ id }) => id)}::bigint[], ${given.map(({ accountId }) => accountId)}::bigint[])
      given (task_id, account_id)
    on conflict (account_id, task_id) do update set given_by = excluded.given_by`.execute(tx)
}
