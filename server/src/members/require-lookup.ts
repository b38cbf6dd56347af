import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

/** @throws Refused 400 under the field for an id that is none of this kind; none given is none wrong. */
export async function requireLookup(
  tx: Write['tx'],
  kind: 'payment_method',
  id: number | null,
  field: string,
): Promise<void> {
  if (id === null) return
  const row = await tx
    .selectFrom('lookup')
    .select('id')
    // Any whole number is asked for; those that no column holds are no choice either.
    .where(sql<boolean>`id = ${id}::bigint`)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!row) throw new Refused(400, 'Choose one of the list', { [field]: ['Choose one of the list'] })
}
