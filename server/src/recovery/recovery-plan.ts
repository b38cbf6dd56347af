import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/recovery.ts'
import { type Kysely, sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { checkVersion } from '../platform/version.ts'

/** What a club does that has said nothing: most of those who had no money have it a few days later. */
const usualDays = [5, 10]

interface Plan {
  readonly retryDays: readonly number[]
  readonly version: number
}

/** How a club collects again what has failed. */
export async function recoveryPlanOf(db: Kysely<Tables>, clubId: number): Promise<Plan> {
  const row = await db
    .selectFrom('recovery_plan')
    .select(['retry_days as retryDays', 'version'])
    .where('club_id', '=', clubId)
    .executeTakeFirst()
  return row ?? { retryDays: usualDays, version: 1 }
}

export const getRecoveryPlan = async ({ db }: Read, { clubId }: Input<typeof call.getRecoveryPlan>) =>
  shown(await recoveryPlanOf(db, clubId))

function shown({ retryDays, version }: Plan) {
  const [firstRetry = null, secondRetry = null, thirdRetry = null] = retryDays
  return { firstRetry, secondRetry, thirdRetry, version }
}

export async function saveRecoveryPlan(
  { tx, audit }: Write,
  { clubId, version, firstRetry, secondRetry, thirdRetry }: Input<typeof call.saveRecoveryPlan>,
) {
  const given = [firstRetry, secondRetry, thirdRetry]
  const retryDays = given.filter(days => days !== null)
  if (given.slice(0, retryDays.length).includes(null)) {
    const message = 'Leave out the later ones first.'
    throw new Refused(400, message, { [firstRetry === null ? 'firstRetry' : 'secondRetry']: [message] })
  }
  // A row of defaults stands for none, so that there is something to lock.
  await sql`
    insert into recovery_plan (club_id, retry_days) values (${clubId}, ${usualDays}) on conflict do nothing`.execute(tx)
  const before = await tx
    .selectFrom('recovery_plan')
    .select(['retry_days as retryDays', 'version'])
    .where('club_id', '=', clubId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await checkVersion(tx, {
    subject: 'recovery_plan',
    subjectId: clubId,
    is: before.version,
    given: version,
    current: async () => shown(before),
  })
  await tx
    .updateTable('recovery_plan')
    .set({ retry_days: retryDays, version: before.version + 1 })
    .where('club_id', '=', clubId)
    .execute()
  audit({
    ...{ clubId, subject: 'recovery_plan', subjectId: clubId },
    before: { retryDays: before.retryDays },
    after: { retryDays },
  })
  return { version: before.version + 1 }
}
