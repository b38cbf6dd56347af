import type { Db } from '../src/platform/database.ts'
import { testJob } from './app.ts'
import { createAccount, createClub } from './factories/people.ts'
import type { OurRows } from './our-rows.ts'

/** As in right-input.ts: what the operators' calls take. */
export const operatorInputs = {
  retryFailedJobs: () => ({ job: testJob }),
  retryFailedWork: () => ({ jobs: [testJob] }),
  dropFailedWork: () => ({ jobs: [testJob] }),
  disableAccount: (rows: OurRows) => ({ id: rows.account, reason: 'Left the club' }),
  enableAccount: disabled,
  logOutAccount: (rows: OurRows) => ({ id: rows.account }),
  resendConfirmation: (rows: OurRows) => ({ id: rows.account }),
  suspendClub: async (rows: OurRows, db: Db) => ({
    id: (await createClub(db, { parentClubId: rows.club })).id,
    reason: 'Not paid',
  }),
  liftSuspension: suspended,
  dropFailedJobs: () => ({ queue: 'send-mail', reason: 'Sent by hand' }),
}

async function disabled(rows: OurRows, db: Db) {
  const { id } = await createAccount(db, { clubId: rows.club })
  await db.updateTable('account').set({ disabled_at: '2026-05-01T00:00Z' }).where('id', '=', id).execute()
  return { id }
}

async function suspended(rows: OurRows, db: Db) {
  const { id } = await createClub(db, { parentClubId: rows.club })
  await db.insertInto('club_stop').values({ club_id: id, kind: 'suspended', since: '2026-05-01T00:00Z' }).execute()
  return { id }
}
