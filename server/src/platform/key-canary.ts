import { sql } from 'kysely'
import { CannotStart } from './cannot-start.ts'
import type { Db } from './database.ts'
import { type SecretBox, WrongKey } from './secret-box.ts'

const name = 'key-canary'

/**
 * Makes sure that the key is the one that has sealed this database. The first start leaves a sealed word for that.
 * @throws CannotStart where it is another one
 */
export async function demandKey(db: Db, box: SecretBox): Promise<void> {
  await db
    .insertInto('secret')
    .values({ name, value: box.seal('honbu', name).toString('base64') })
    .onConflict(held => held.column('name').doNothing())
    .execute()
  const { value } = await db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  try {
    box.open(Buffer.from(value, 'base64'), name)
    const fresh = box.reseal(Buffer.from(value, 'base64'), name)
    if (fresh)
      await db
        .updateTable('secret')
        .set({ value: fresh.toString('base64') })
        .where('name', '=', name)
        .execute()
  } catch (error) {
    if (!(error instanceof WrongKey)) throw error
    throw new CannotStart(
      'HONBU_KEY (or secret.key in HONBU_DATA) is not the key with which this database was sealed. To change the key, set the one before as HONBU_KEY_OLD. If it is lost, run the command lost-key.',
    )
  }
}

/** The key is lost: the next start takes the one that it has. @returns whether another one had been used */
export async function forgetKey(db: Db): Promise<boolean> {
  const { rows } = await sql`delete from secret where name = ${name} returning name`.execute(db)
  return rows.length > 0
}
