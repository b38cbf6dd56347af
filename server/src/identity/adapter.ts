import { type Kysely, sql, type Transaction } from 'kysely'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Tables } from '../platform/tables.ts'

/** Keeps what the provider remembers in `oidc_payload`, so that any process can go on with what another began. */
export const adapterOn = (db: Kysely<Tables>) =>
  function adapter(model: string): Adapter {
    const rows = () => db.selectFrom('oidc_payload').select(['payload', 'consumed_at']).where('model', '=', model)

    return {
      async upsert(id, payload, expiresIn) {
        const values = {
          payload: JSON.stringify(payload),
          grant_id: payload.grantId ?? null,
          uid: payload.uid ?? null,
          account_sub: payload.accountId ?? null,
          expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
        }
        await db
          .insertInto('oidc_payload')
          .values({ model, id, ...values })
          .onConflict(conflict => conflict.columns(['model', 'id']).doUpdateSet(values))
          .execute()
      },

      find: async id => asPayload(await rows().where('id', '=', id).executeTakeFirst()),
      findByUid: async uid => asPayload(await rows().where('uid', '=', uid).executeTakeFirst()),
      // Only the device flow has user codes, and it is off.
      findByUserCode: async () => undefined,

      async consume(id) {
        const { numUpdatedRows } = await db
          .updateTable('oidc_payload')
          .set({ consumed_at: sql`now()` })
          .where('model', '=', model)
          .where('id', '=', id)
          .where('consumed_at', 'is', null)
          .executeTakeFirst()
        // Two requests can both have found it unused; only one of them has it.
        if (numUpdatedRows === 0n) throw new errors.InvalidGrant('already used')
      },

      async destroy(id) {
        await db.deleteFrom('oidc_payload').where('model', '=', model).where('id', '=', id).execute()
      },

      async revokeByGrantId(grantId) {
        await db.deleteFrom('oidc_payload').where('model', '=', model).where('grant_id', '=', grantId).execute()
      },
    }
  }

function asPayload(row: { payload: unknown; consumed_at: Date | null } | undefined): AdapterPayload | undefined {
  if (!row) return undefined
  // What is in payload was written by `upsert`.
  const payload = row.payload as AdapterPayload
  return row.consumed_at ? { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) } : payload
}

/** Removes what has expired. An hour is left to the clocks of several machines. */
export async function removeExpired(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 3_600_000)
  await db.deleteFrom('oidc_payload').where('expires_at', '<', before).execute()
  await db.deleteFrom('account_token').where('expires_at', '<', before).execute()
}

/** Ends every session of an account, but the one with this uid, and everything that was granted in them. */
export async function endSessions(tx: Transaction<Tables>, sub: string, exceptUid?: string): Promise<void> {
  await tx
    .deleteFrom('oidc_payload')
    .where('account_sub', '=', sub)
    .$if(exceptUid !== undefined, query =>
      query.where(eb => eb.or([eb('uid', 'is', null), eb('uid', '<>', exceptUid ?? '')])),
    )
    .execute()
}
