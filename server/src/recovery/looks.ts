import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** What a provider is asked for from time to time, and how that went. */

type What = 'payouts' | 'mandates'

interface Asked {
  readonly accountId: number
  readonly what: What
  readonly at: Date
}

export async function askFor(tx: Transaction<Tables>, { accountId, what, at }: Asked): Promise<void> {
  await tx
    .insertInto('provider_look')
    .values({ provider_account_id: accountId, what, asked_at: at })
    .onConflict(conflict => conflict.columns(['provider_account_id', 'what']).doUpdateSet({ asked_at: at }))
    .execute()
}

interface Done {
  readonly accountId: number
  readonly what: What
  readonly doneAt: Date
  /** Empty: it went well. */
  readonly problem: string
}

/** How the last look went; one that failed is tried again by its job. */
export async function noteLook(db: Kysely<Tables>, { accountId, what, doneAt, problem }: Done): Promise<void> {
  const known = { problem: problem.slice(0, 500), asked_at: null, ...(problem === '' && { done_at: doneAt }) }
  await db
    .insertInto('provider_look')
    .values({ provider_account_id: accountId, what, ...known })
    .onConflict(conflict => conflict.columns(['provider_account_id', 'what']).doUpdateSet(known))
    .execute()
}

export interface Look {
  doneAt: string | null
  isUnderWay: boolean
  problem: string
}

/** What is asked for and not done after this was given up. */
const patience = 15 * 60_000

interface Of {
  readonly accountIds: readonly number[]
  readonly what: What
  readonly now: Date
}

export async function lookOf(db: Kysely<Tables>, { accountIds, what, now }: Of): Promise<Look> {
  const rows = await db
    .selectFrom('provider_look')
    .select(['asked_at as askedAt', 'done_at as doneAt', 'problem'])
    .where('provider_account_id', 'in', [0, ...accountIds])
    .where('what', '=', what)
    .execute()
  const done = rows.flatMap(({ doneAt }) => (doneAt ? [doneAt.toISOString()] : [])).toSorted()
  return {
    doneAt: done.at(-1) ?? null,
    isUnderWay: rows.some(({ askedAt }) => askedAt !== null && now.getTime() - askedAt.getTime() < patience),
    problem: rows.find(({ problem }) => problem !== '')?.problem ?? '',
  }
}
