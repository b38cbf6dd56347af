import { randomBytes } from 'node:crypto'
import type { Db } from './database.ts'

/** A secret of that name which all processes share, 32 random bytes as base64url; made by the first that asks. */
export async function sharedSecret(db: Db, name: string): Promise<string> {
  // Whoever comes first decides; the others read what is there.
  const value = randomBytes(32).toString('base64url')
  await db
    .insertInto('secret')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
