import { type Provider, providerNames } from '@honbu/contract/providers.ts'
import type { Db } from '../platform/database.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { about } from './accounts.ts'

/** Seals anew what an older key has sealed: the keys of providers, and the secrets of their webhooks. */
export async function resealProviders(db: Db, box: SecretBox): Promise<void> {
  const rows = await db
    .selectFrom('provider_account')
    .select(['id', 'provider', 'club_id', 'access_token', 'webhook_secret'])
    .execute()
  for (const { id, provider, club_id, access_token, webhook_secret } of rows) {
    if (!isProvider(provider)) continue
    const token = box.reseal(access_token, about(provider, club_id, 'token'))
    const secret = webhook_secret && box.reseal(webhook_secret, about(provider, club_id, 'webhook'))
    if (token)
      await db
        .updateTable('provider_account')
        .set({ access_token: token })
        .where('id', '=', id)
        .where('access_token', '=', access_token)
        .execute()
    if (secret)
      await db
        .updateTable('provider_account')
        .set({ webhook_secret: secret })
        .where('id', '=', id)
        .where('webhook_secret', '=', webhook_secret)
        .execute()
  }
}

const isProvider = (text: string): text is Provider => Object.hasOwn(providerNames, text)
