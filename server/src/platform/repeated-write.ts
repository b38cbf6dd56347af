import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Jobs } from './jobs.ts'
import { Refused } from './refused.ts'
import type { Tables } from './tables.ts'

export interface WriteKey {
  readonly accountId: number
  /** From the header `Idempotency-Key`. */
  readonly key: string
  readonly action: string
  readonly input: unknown
}

/**
 * The answer that this very write has had before, or null when it is the first time. One that is still being done is
 * waited for: the second of two at once finds the answer of the first.
 * @throws Refused 400 when the key came with another write before
 */
export async function answerBefore(tx: Transaction<Tables>, write: WriteKey): Promise<{ answer: unknown } | null> {
  const { accountId, key, action } = write
  const inputHash = createHash('sha256').update(JSON.stringify(write.input)).digest()
  const first = await tx
    .insertInto('repeated_write')
    .values({ account_id: accountId, key, action, input_hash: inputHash })
    .onConflict(conflict => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (first) return null
  const before = await tx
    .selectFrom('repeated_write')
    .select(['action', 'input_hash as inputHash', 'answer'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (before.action !== action || !before.inputHash.equals(inputHash))
    throw new Refused(400, 'This Idempotency-Key has been used for another write.')
  return { answer: before.answer }
}

/** Keeps the answer, in the transaction of the write itself. */
export async function keepAnswer(tx: Transaction<Tables>, { accountId, key }: WriteKey, answer: unknown) {
  await tx
    .updateTable('repeated_write')
    .set({ answer: JSON.stringify(answer) })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .execute()
}

/** Answers are kept for two days, longer than any client tries again; every night the older ones go. */
export async function forgetAnswers(jobs: Pick<Jobs, 'schedule'>, db: Kysely<Tables>, now: () => Date) {
  await jobs.schedule('forget-answers', '40 3 * * *', async () => {
    const before = new Date(now().getTime() - 48 * 3_600_000)
    await db.deleteFrom('repeated_write').where('created_at', '<', before).execute()
  })
}
