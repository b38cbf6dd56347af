import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/tables.ts'

const day = 86_400_000

/** A key signs for this long before the next one takes over. */
const signsFor = 90 * day
/** A new key is published this long before it signs: longer than anyone keeps a copy of the key set. */
const publishedBefore = 2 * day
/** And stays published this long after: longer than any session, whose id token is shown again at sign-out. */
const publishedAfter = 30 * day

export interface SigningKey {
  readonly kid: string
  readonly privateJwk: JWK
}

/** Every published key, the one that signs first (that is the one the provider takes). */
export async function readSigningKeys(db: Kysely<Tables>, now: Date): Promise<SigningKey[]> {
  const rows = await db.selectFrom('signing_key').selectAll().orderBy('active_from', 'desc').orderBy('kid').execute()
  const active = rows.filter(row => row.active_from <= now)
  const coming = rows.filter(row => row.active_from > now)
  // What is in private_jwk was written by `addKey`.
  return [...active, ...coming].map(row => ({ kid: row.kid, privateJwk: row.private_jwk as JWK }))
}

/** Makes the first key, the next one when it is time, and removes those that nobody needs. Several processes may try. */
export async function rotateSigningKeys(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('honbu signing keys'))`.execute(tx)
    const rows = await tx
      .selectFrom('signing_key')
      .select(['kid', 'active_from'])
      .orderBy('active_from', 'desc')
      .execute()
    const [newest] = rows
    if (!newest) return addKey(tx, now)

    const next = newest.active_from.getTime() + signsFor
    if (now.getTime() >= next - publishedBefore) {
      await addKey(tx, new Date(Math.max(next, now.getTime() + publishedBefore)))
    }
    // A key ends when the one after it begins.
    const ended = rows.filter((_, index) => {
      const successor = rows[index - 1]
      return successor && successor.active_from.getTime() + publishedAfter <= now.getTime()
    })
    const kids = ended.map(row => row.kid)
    if (kids.length > 0) await tx.deleteFrom('signing_key').where('kid', 'in', kids).execute()
  })
}

async function addKey(db: Kysely<Tables>, activeFrom: Date): Promise<void> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = crypto.randomUUID()
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' }
  await db
    .insertInto('signing_key')
    .values({ kid, private_jwk: JSON.stringify(jwk), active_from: activeFrom })
    .execute()
}

/** The part of a key that everyone may see. */
export function publicPart({ privateJwk: { d: _, ...jwk } }: SigningKey): JWK {
  return jwk
}
