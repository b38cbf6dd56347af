import type { Db } from '../platform/database.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { about as aboutSigning } from './signing-keys.ts'
import { about as aboutTotp } from './totp.ts'

/** Encrypts the login keys and authenticator secrets again that an older key encrypted. Leaves those that no key opens. */
export async function resealIdentity(db: Db, box: SecretBox): Promise<void> {
  for (const { kid, sealed_jwk } of await db.selectFrom('signing_key').select(['kid', 'sealed_jwk']).execute()) {
    const fresh = sealed_jwk && box.reseal(sealed_jwk, aboutSigning(kid))
    if (fresh) await db.updateTable('signing_key').set({ sealed_jwk: fresh }).where('kid', '=', kid).execute()
  }
  for (const { account_id, secret } of await db.selectFrom('account_totp').select(['account_id', 'secret']).execute()) {
    const fresh = box.reseal(secret, aboutTotp(account_id))
    // Only what has not been replaced meanwhile.
    if (fresh)
      await db
        .updateTable('account_totp')
        .set({ secret: fresh })
        .where('account_id', '=', account_id)
        .where('secret', '=', secret)
        .execute()
  }
}
