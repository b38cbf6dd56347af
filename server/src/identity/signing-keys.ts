import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { type Kysely, sql } from 'kysely'
import { type SecretBox, WrongKey } from '../platform/secret-box.ts'
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

type Box = Pick<SecretBox, 'seal' | 'open'>
export const about = (kid: string) => `signing-key:${kid}`

/** Every published key that this installation can open, the one that signs first (that is the one the provider takes). */
export async function readSigningKeys(db: Kysely<Tables>, box: Box, now: Date): Promise<SigningKey[]> {
  const rows = await db.selectFrom('signing_key').selectAll().orderBy('active_from', 'desc').orderBy('kid').execute()
  const active = rows.filter(row => row.active_from <= now)
  const coming = rows.filter(row => row.active_from > now)
  return [...active, ...coming].flatMap(({ kid, private_jwk, sealed_jwk }) => {
    // What is in private_jwk was written by `addKey`, or by a version before.
    const privateJwk = sealed_jwk ? opened(box, kid, sealed_jwk) : (private_jwk as JWK)
    return privateJwk ? [{ kid, privateJwk }] : []
  })
}

/** The part of every published key that everyone may see. */
export async function readPublicKeys(db: Kysely<Tables>): Promise<JWK[]> {
  const rows = await db.selectFrom('signing_key').select('private_jwk').execute()
  // JSON to Postgres, written as a key by `addKey` or a version before.
  return rows.map(({ private_jwk }) => publicPart(private_jwk as JWK))
}

/** Undefined for one that was encrypted with another HONBU_KEY: the next rotation makes a new one. */
function opened(box: Box, kid: string, sealed: Buffer): JWK | undefined {
  try {
    // What opens was sealed here, as a key.
    return JSON.parse(box.open(sealed, about(kid))) as JWK
  } catch (error) {
    if (error instanceof WrongKey) return undefined
    throw error
  }
}

/**
 * Makes the first key, the next one when it is time, and removes those that nobody needs. Encrypts those of versions that
 * did not. Several processes may try.
 */
export async function rotateSigningKeys(db: Kysely<Tables>, box: Box, now: Date): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('honbu signing keys'))`.execute(tx)
    const all = await tx.selectFrom('signing_key').selectAll().orderBy('active_from', 'desc').execute()
    // The whole key, of a version before.
    for (const { kid, private_jwk, sealed_jwk } of all)
      if (!sealed_jwk) await keepSealed(tx, box, kid, private_jwk as JWK)
    const rows = all.filter(({ kid, sealed_jwk }) => !sealed_jwk || opened(box, kid, sealed_jwk))
    const [newest] = rows
    if (!newest) return addKey(tx, box, now)

    const next = newest.active_from.getTime() + signsFor
    if (now.getTime() >= next - publishedBefore) {
      await addKey(tx, box, new Date(Math.max(next, now.getTime() + publishedBefore)))
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

async function addKey(db: Kysely<Tables>, box: Box, activeFrom: Date): Promise<void> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = crypto.randomUUID()
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' }
  await db
    .insertInto('signing_key')
    .values({
      kid,
      private_jwk: JSON.stringify(publicPart(jwk)),
      sealed_jwk: seal(box, kid, jwk),
      active_from: activeFrom,
    })
    .execute()
}

async function keepSealed(db: Kysely<Tables>, box: Box, kid: string, jwk: JWK): Promise<void> {
  await db
    .updateTable('signing_key')
    .set({ private_jwk: JSON.stringify(publicPart(jwk)), sealed_jwk: seal(box, kid, jwk) })
    .where('kid', '=', kid)
    .execute()
}

const seal = (box: Box, kid: string, jwk: JWK) => box.seal(JSON.stringify(jwk), about(kid))

const publicPart = ({ d: _, ...jwk }: JWK): JWK => jwk
