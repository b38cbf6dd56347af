import type { Transaction } from 'kysely'
import { Refused } from './refused.ts'
import type { Tables } from './tables.ts'

interface Versions {
  /** As in the audit: the table and the row. */
  readonly subject: string
  readonly subjectId: number
  /** The version that is stored, read with a lock. */
  readonly is: number
  /** The version the caller has edited; undefined saves over whichever there is. */
  readonly given: number | undefined
  /** What the read of this record answers now. */
  readonly current: () => Promise<unknown>
}

/**
 * Optimistic locking: refuses to save over what someone else has saved since it was read.
 * @throws Refused 409 with who saved it, when, and the record as it is now
 */
export async function checkVersion(tx: Transaction<Tables>, { subject, subjectId, is, given, current }: Versions) {
  if (given === undefined || is === given) return
  const last = await tx
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.account_id')
    .leftJoin('person', 'person.id', 'account.person_id')
    .select(['audit.at', 'person.first_name as firstName', 'person.last_name as lastName'])
    .where('audit.subject', '=', subject)
    .where('audit.subject_id', '=', subjectId)
    .orderBy('audit.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const by = last?.firstName ? `${last.firstName} ${last.lastName ?? ''}`.trim() : ''
  throw new Refused(409, `${by || 'Someone else'} has changed this since you opened it.`, undefined, {
    by,
    at: last?.at.toISOString() ?? null,
    current: await current(),
  })
}
