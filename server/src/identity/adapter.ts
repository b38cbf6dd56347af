import { type Kysely, sql } from 'kysely'
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
        if (model === 'Session') return upsertSession(db, id, values)
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

interface SessionRow {
  readonly payload: string
  readonly grant_id: string | null
  readonly uid: string | null
  readonly account_sub: string | null
  readonly expires_at: Date | null
}

/**
 * The provider reads a session when a request comes and writes the whole of it at its end. Two requests of one browser
 * (a tab that renews its token in silence, another that signs out) overtake each other, so what the slower one writes is
 * no more than what it may: a session that has ended meanwhile stays ended; one that somebody has signed in to is not
 * followed by its earlier, empty self; and the question of a sign-out that is still to be answered (`state`) stays.
 */
async function upsertSession(db: Kysely<Tables>, id: string, values: SessionRow): Promise<void> {
  const { uid, account_sub } = values
  await db.transaction().execute(async tx => {
    // Waits for who is ending it, and makes who is about to end it wait: then there is a row for him to delete.
    const known = await tx
      .selectFrom('account_session')
      .select('ended_at')
      .where('uid', '=', uid)
      .forShare()
      .executeTakeFirst()
    if (known && (known.ended_at !== null || account_sub === null)) return
    await sql`
      insert into oidc_payload (model, id, payload, grant_id, uid, account_sub, expires_at)
      values ('Session', ${id}, ${values.payload}, ${values.grant_id}, ${uid}, ${account_sub}, ${values.expires_at})
      on conflict (model, id) do update set
        payload = case
          when excluded.payload ? 'state' or not oidc_payload.payload ? 'state' then excluded.payload
          else excluded.payload || jsonb_build_object('state', oidc_payload.payload->'state') end,
        grant_id = excluded.grant_id, uid = excluded.uid, account_sub = excluded.account_sub,
        expires_at = excluded.expires_at`.execute(tx)
  })
}

/** Whether a session is kept under this id: not, when it was refused above. */
export async function isSessionKept(db: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_payload')
    .select('id')
    .where('model', '=', 'Session')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
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
