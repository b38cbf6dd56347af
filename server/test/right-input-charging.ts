import type { Db } from '../src/platform/database.ts'
import { createMember } from './factories/people.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

/** As in right-input.ts: what the calls about charging memberships and freezing them take. */
export const chargingInputs: Readonly<Record<string, RightInput>> = {
  saveChargingSettings: async ({ club }, db) => {
    const row = await db.selectFrom('charging_setting').select('version').where('club_id', '=', club).executeTakeFirst()
    return { version: row?.version ?? 1, daysAhead: 5, isOnFirst: false, isNightly: true }
  },
  previewCharging: () => ({ on: '2026-05-13' }),
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
