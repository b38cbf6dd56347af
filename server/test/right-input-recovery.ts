import type { Db } from '../src/platform/database.ts'
import { createFoundMandate, createProviderAccount } from './factories/collections.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

/** As in right-input.ts: what the calls about failed payments, payouts and mandates to take over take. */
export const recoveryInputs: Readonly<Record<string, RightInput>> = {
  saveRecoveryPlan: async ({ club }, db) => {
    const row = await db.selectFrom('recovery_plan').select('version').where('club_id', '=', club).executeTakeFirst()
    return { version: row?.version ?? 1, firstRetry: 4, secondRetry: null, thirdRetry: null }
  },
  getPayoutFile: () => ({ from: '2026-05-01', until: '2026-05-31' }),
  lookForMandates: async ({ club }, db) => {
    await createProviderAccount(db, { clubId: club })
    return {}
  },
  getFoundMandates: () => ({ page: 1 }),
  takeOverMandates: async ({ club, member }, db) => ({
    choices: [{ foundMandateId: await createFoundMandate(db, { clubId: club }), memberId: member, clubId: club }],
  }),
}
