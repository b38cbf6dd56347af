import { randomUUID } from 'node:crypto'
import type { Db } from '../src/platform/database.ts'
import { createReportSchedule } from './factories/reports.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

const period = { from: '2026-04-01', months: 2 }

/** As in right-input.ts: what the calls about marketing take. */
export const marketingInputs: Readonly<Record<string, RightInput>> = {
  getReport: () => ({ tab: 'members', from: '2026-04-01', until: '2026-04-30' }),
  getReportList: () => ({ list: 'active', from: '2026-04-01', until: '2026-04-30' }),
  exportReport: () => ({ tab: 'members', from: '2026-04-01', until: '2026-04-30', format: 'csv' }),
  saveReportSchedule: async ({ club, admin }, db) => ({
    ...{ id: 0, tab: 'members', period: 'last-week', format: 'pdf', clubIds: [club] },
    ...{ every: 'week', weekday: 1, dayOfMonth: null, hour: 7, sendTo: [await accountOf(db, admin)] },
  }),
  deleteReportSchedule: async ({ club, admin }, db) =>
    await createReportSchedule(db, { clubIds: [club], accountIds: [await accountOf(db, admin)] }),
  sendReportNow: ({ club }) => ({ tab: 'members', period: 'yesterday', format: 'pdf', clubIds: [club] }),
  getMarketing: () => period,
  getLeads: () => period,
  getReferrals: () => period,
  rewardReferral: async ({ club, member }, db) => {
    const { root_club_id } = await db
      .selectFrom('member')
      .select('root_club_id')
      .where('id', '=', member)
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('enquiry')
      .values({ club_id: club, root_club_id, token: randomUUID(), was_known: true, referrer_id: member })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { enquiryId: id, kind: 'credit', amount: 10, text: 'Thank you' }
  },
  getMarketingCosts: () => period,
  saveMarketingSource: () => ({ id: 0, name: `Source ${randomUUID()}` }),
  deleteMarketingSource: async ({ club }, db) => ({
    id: (
      await db
        .insertInto('lookup')
        .values({ kind: 'marketing_source', name: `Source ${randomUUID()}`, club_id: club })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  }),
  saveMarketingCosts: () => ({ costs: [{ sourceId: 1202, month: '2026-04-01', amount: 12.5, was: 0 }] }),
}

const accountOf = async (db: Db, sub: string) =>
  (await db.selectFrom('account').select('id').where('sub', '=', sub).executeTakeFirstOrThrow()).id
