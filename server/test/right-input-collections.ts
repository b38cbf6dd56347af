import { sql } from 'kysely'
import { subscriptionsOf } from '../src/charging/first-run.ts'
import type { Db } from '../src/platform/database.ts'
import {
  createCollectionHold,
  createExternalPayment,
  createMandate,
  createProviderAccount,
  createSubscription,
} from './factories/collections.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

/** As in right-input.ts: what the calls about providers and what they collect take. */
export const collectionInputs: Readonly<Record<string, RightInput>> = {
  savePaymentProvider: async ({ club }, db) => {
    const saved = await db
      .selectFrom('provider_account')
      .select('version')
      .where('club_id', '=', club)
      .where('provider', '=', 'stripe')
      .executeTakeFirst()
    return { provider: 'stripe', version: saved?.version ?? 0, accessToken: 'sk_test_0123456789', webhookSecret: null }
  },
  deletePaymentProvider: async ({ club }, db) => {
    const id = await createProviderAccount(db, { clubId: club, provider: 'stripe' })
    const other = await createProviderAccount(db, { clubId: club })
    // Nothing may hang on what is deleted: what other tests have collected by it goes to another account.
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'provider_account_id' and table_name not like 'provider_%'`.execute(
      db,
    )
    for (const { name } of rows)
      await sql`update ${sql.table(name)} set provider_account_id = ${other} where provider_account_id = ${id}`.execute(
        db,
      )
    return { provider: 'stripe' }
  },
  testPaymentProvider: () => ({ provider: 'gocardless' }),
  sendDDInvite: async ({ member, club }, db) => {
    await sql`
      update person set email = 'payer@mail.example' from member
      where member.person_id = person.id and member.id = ${member}`.execute(db)
    return { clubId: club }
  },
  sendFamilyDDInvite: ({ member }) => ({ memberIds: [member] }),
  newCustomer: ({ club }) => ({ clubId: club }),
  cancelMandate: async ({ club, member }, db) => ({
    mandateId: await createMandate(db, { clubId: club, memberId: member }),
  }),
  cancelExternalPayment: async ({ club, member }, db) => ({
    paymentId: await createExternalPayment(db, { clubId: club, memberId: member }),
    providerId: 186,
  }),
  releaseHold: async ({ club, member }, db) => ({
    id: await createCollectionHold(db, { clubId: club, memberId: member }),
    reason: 'They agreed to pay',
  }),
  endSubscriptions: async ({ club }, db) => ({ count: (await subscriptionsOf(db, club)).count }),
  cancelSubscription: async ({ club, member }, db) => ({
    id: await createSubscription(db, { clubId: club, memberId: member }),
    memberId: member,
    providerId: 186,
  }),
}
