import { paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { firstRunOf } from '../src/charging/first-run.ts'
import type { Db } from '../src/platform/database.ts'
import { testNow, testToday } from './app.ts'
import { createMember } from './factories/people.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

/** As in right-input.ts: what the calls about charging memberships and freezing them take. */
export const chargingInputs: Readonly<Record<string, RightInput>> = {
  saveChargingSettings: async ({ club }, db) => {
    const row = await db.selectFrom('charging_setting').select('version').where('club_id', '=', club).executeTakeFirst()
    return { version: row?.version ?? 1, daysAhead: 5, billingDay: null, isNightly: false }
  },
  startBilling: async ({ club }, db) => {
    const { members, amount } = await firstRunOf(db, club, testNow)
    return { startsOn: testToday, members, amount, keepSubscriptions: true }
  },
  closeBooks: () => ({ closedUntil: '2020-12-31' }),
  saveVat: () => ({
    ...{
      version: 1,
      registeredFrom: '2026-01-01',
      registeredUntil: null,
      number: 'GB 123 4567 82',
      hasNetPrices: false,
    },
    codes: { membership: 1601, joiningFee: 1601, trial: 1602, class: 1603, event: 1604, other: 1605 },
    rates: [{ vatCodeId: 1601, from: '2026-01-01', percent: 17.5 }],
  }),
  getUntaxed: () => ({ registeredFrom: '2026-01-01' }),
  saveClubRole: () => ({ roleId: 1007, version: 0, rights: ['takePayments'], creditLimit: 10 }),
  resetClubRole: () => ({ roleId: 1007 }),
  previewCharging: () => ({ on: '2026-05-13' }),
  settleGaps: async ({ club }, db) => {
    const { id } = await createMember(db, { clubId: club })
    const { id: clubMemberId } = await db
      .updateTable('club_member')
      .set({ sub_frequency_id: subFrequency.monthly, sub_price_pence: 3000, next_payment: '2026-03-13' })
      .set({ payment_method_id: paymentMethod.cash })
      .where('member_id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      gaps: [{ clubMemberId, from: '2026-03-13', until: '2026-04-12', amount: 30 }],
      ...{ charge: null, rest: 'waived', reason: '', joiningFee: false },
    }
  },
  previewFreeze: ({ freeze }) => ({ freezeId: freeze, from: '2026-07-01', until: null, price: 0 }),
  saveFreeze: async ({ freeze }, db) => ({
    freezeId: freeze,
    version: (await db.selectFrom('membership_freeze').select('version').where('id', '=', freeze).executeTakeFirst())
      ?.version,
    from: '2026-08-01',
    until: '2026-08-31',
    price: 0,
    reason: 'Summer',
  }),
  endFreeze: async ({ club }, db) => {
    const { id } = await createMember(db, { clubId: club })
    const { id: club_member_id } = await db
      .selectFrom('club_member')
      .select('id')
      .where('member_id', '=', id)
      .executeTakeFirstOrThrow()
    const freeze = await db
      .insertInto('membership_freeze')
      .values({ club_id: club, club_member_id, frozen_from: '2026-05-01', reason: 'Knee' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, freezeId: freeze.id, goesOn: '2026-05-13' }
  },
}
