import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClub } from '../../test/factories/people.ts'
import { openCharging } from '../../test/open-charging.ts'
import { beginNights } from './charge-at-night.ts'
import { workOnRun } from './run-charging.ts'

const database = await freshDatabase()
const { db } = database
const { aClub, charges, parts, paying } = await openCharging(database)

describe('the night', () => {
  const enqueued: number[] = []
  const queue = {
    enqueue: async (_: unknown, __: string, data: object) => void enqueued.push((data as { runId: number }).runId),
  }
  const begun = async (at: string) => {
    await db
      .updateTable('charging_run')
      .set({ moved_at: new Date(at) })
      .where('state', '<>', 'done')
      .execute()
    return await beginNights(db, new Date(at), queue)
  }

  it('begins once on each day of the club, after three, where something is due', async () => {
    const club = await aClub()
    const far = await createClub(db, { timeZone: 'Pacific/Auckland' })
    for (const club_id of [club.clubId, far.id])
      await db.insertInto('charging_setting').values({ club_id, is_nightly: true }).execute()
    await paying(club, { nextPayment: '2026-08-07' })
    await paying({ ...club, clubId: far.id, planId: await planOf(far) }, { nextPayment: '2026-08-07' })
    const ours = async (runs: number[]) =>
      (
        await db
          .selectFrom('charging_run')
          .select(['club_id'])
          .where('id', 'in', [0, ...runs])
          .execute()
      ).map(row => row.club_id)
    // 15:30 in London on the 30th is 02:30 in Auckland on the 31st.
    expect(await ours(await begun('2026-07-30T14:30:00Z'))).not.toContain(far.id)
    expect(await ours(await begun('2026-07-30T15:30:00Z'))).toContain(far.id)
    expect(await ours(await begun('2026-07-31T01:30:00Z'))).not.toContain(club.clubId)
    const [first, second] = await Promise.all([begun('2026-07-31T02:30:00Z'), begun('2026-07-31T02:30:00Z')])
    const runs = [...first, ...second]
    expect((await ours(runs)).filter(id => id === club.clubId)).toHaveLength(1)
    expect(enqueued).toEqual(expect.arrayContaining(runs))
    for (const runId of runs) await workOnRun(parts, runId)
    expect(await charges(club.clubId)).toHaveLength(1)
    expect(await ours(await begun('2026-07-31T09:30:00Z'))).not.toContain(club.clubId)
  })

  it('leaves no run behind where nothing was charged, and none where the night is off', async () => {
    const club = await aClub()
    await db.insertInto('charging_setting').values({ club_id: club.clubId, is_nightly: true }).execute()
    await paying(club, { methodId: null, nextPayment: '2026-09-01' })
    const runs = await begun('2026-09-01T03:00:00Z')
    for (const runId of runs) await workOnRun(parts, runId)
    const left = () => db.selectFrom('charging_run').select('id').where('club_id', '=', club.clubId).execute()
    expect(await left()).toEqual([])
    await db.updateTable('charging_setting').set({ is_nightly: false }).where('club_id', '=', club.clubId).execute()
    await begun('2026-09-02T03:00:00Z')
    expect(await left()).toEqual([])
  })
})

async function planOf({ id, rootClubId }: { id: number; rootClubId: number }): Promise<number> {
  const plan = await db
    .insertInto('training_plan')
    .values({ club_id: id, root_club_id: rootClubId, name: 'One a week' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return plan.id
}
