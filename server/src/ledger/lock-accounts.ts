import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'

/** Nobody else writes what these members owe and have paid until the transaction ends. In one order, so that two wait. */
export async function lockAccounts(tx: Write['tx'], memberIds: readonly number[]): Promise<void> {
  await tx
    .selectFrom('member')
    .select('id')
    .where(({ eb, ref }) => eb(ref('id'), '=', sql<number>`any(${[...memberIds]}::bigint[])`))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
