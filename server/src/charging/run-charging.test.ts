import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { type Club, openCharging } from '../../test/open-charging.ts'
import { checkLedger } from '../ledger/index.ts'
import { chargeMemberships } from './charge-memberships.ts'
import { nextCharges } from './next-charges.ts'
import { workOnRun } from './run-charging.ts'

const database = await freshDatabase()
const { db } = database
const { aClub, charges, clock, jobs, many, parts, paying, run } = await openCharging(database)

// A connection that dies within a transaction is told of here as well as by the query.
const heard = new WeakSet<object>()
database.pool.on('acquire', client => {
  if (!heard.has(client)) client.on('error', () => undefined)
  heard.add(client)
})

/** Members who have been charged for the same day more than once, or not as often as members there are. */
async function expectOnce(club: Club, members: number) {
  const found = await charges(club.clubId)
  expect(found).toHaveLength(members)
  expect(new Set(found.map(({ memberId }) => memberId)).size).toBe(members)
  const { rows } = await sql<{ periods: number; moved: number }>`
    select (select count(*) from membership_period where club_id = ${club.clubId}) as periods,
      (select count(*) from club_member where club_id = ${club.clubId} and next_payment = '2026-06-13') as moved`.execute(
    db,
  )
  expect(rows).toEqual([{ periods: members, moved: members }])
  expect(await checkLedger(db)).toBeNull()
}

describe('a run', () => {
  it('charges what is due, moves the next payment on, and finds nothing the second time', async () => {
    const club = await aClub()
    const { memberId } = await paying(club)
    await paying(club, { nextPayment: '2026-05-20' })
    const done = await run(club)
    expect(done).toMatchObject({
      state: 'done',
      runOn: '2026-05-12',
      dueUntil: '2026-05-19',
      done: 1,
      total: 1,
      charged: 1,
      amount: 30,
      leftOut: 0,
      failed: 0,
    })
    expect(await charges(club.clubId)).toEqual([
      { memberId, pence: 3000, dueOn: '2026-05-13', description: 'Two a week, 13 May 2026 to 12 Jun 2026' },
    ])
    expect(await run(club)).toMatchObject({ state: 'done', done: 0, charged: 0 })
    expect(await charges(club.clubId)).toHaveLength(1)
    const { body } = await club.me.post(`/api/billing/GetRunCharges/${done.runId}`)
    expect(body.data).toMatchObject([{ memberId, amount: 30, open: 30, paymentMethodId: 186 }])
    const runs = await club.me.post(`/api/billing/GetChargingRuns/${club.clubId}`)
    expect(runs.body.total).toBe(2)
  })

  it('goes on where it was when it dies between batches', async () => {
    const club = await aClub()
    await many(club, 11)
    const { body: started } = await club.me.post(`/api/billing/StartChargingRun/${club.clubId}`)
    for (const dies of [1, 2, 1]) {
      let batches = 0
      const afterBatch = () => {
        batches += 1
        if (batches === dies) throw new Error('the process is gone')
      }
      await expect(workOnRun(parts, started.runId, { batch: 2, afterBatch })).rejects.toThrow('gone')
    }
    const { body: midway } = await club.me.get(`/api/billing/GetChargingRun/${started.runId}`)
    expect(midway).toMatchObject({ state: 'running', done: 8, total: 11 })
    await workOnRun(parts, started.runId, { batch: 2 })
    const { body: done } = await club.me.get(`/api/billing/GetChargingRun/${started.runId}`)
    expect(done).toMatchObject({ state: 'done', done: 11, charged: 11, amount: 330 })
    await expectOnce(club, 11)
  })

  it.each(['charge', 'membership_period', 'club_member', 'audit', 'charging_run'])(
    'leaves nothing of a batch that dies while it writes %s',
    async table => {
      const club = await aClub()
      await many(club, 6)
      const { body: started } = await club.me.post(`/api/billing/StartChargingRun/${club.clubId}`)
      const stop = { batch: 3, afterBatch: () => Promise.reject(new Error('the process is gone')) }
      await expect(workOnRun(parts, started.runId, stop)).rejects.toThrow('gone')
      const undo = await onWrite(table, 'perform pg_terminate_backend(pg_backend_pid());')
      await expect(workOnRun(parts, started.runId, { batch: 3 })).rejects.toThrow()
      await undo()
      expect(await charges(club.clubId)).toHaveLength(3)
      await workOnRun(parts, started.runId, { batch: 3 })
      await expectOnce(club, 6)
    },
  )

  it('charges once when several work on it, and another beside it, at the same time', async () => {
    const club = await aClub()
    const members = await many(club, 12)
    const { body: started } = await club.me.post(`/api/billing/StartChargingRun/${club.clubId}`)
    const ids = members.map(({ clubMemberId: id, memberId }) => ({ id, memberId }))
    // Another run, of a machine that knows nothing of this one.
    const { id } = await db
      .insertInto('charging_run')
      .values({
        club_id: club.clubId,
        run_on: '2026-05-12',
        due_until: '2026-05-19',
        state: 'done',
        created_at: testNow,
        moved_at: testNow,
        finished_at: testNow,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const other = { id, clubId: club.clubId, accountId: null, runOn: '2026-05-12', dueUntil: '2026-05-19' }
    await Promise.all([
      workOnRun(parts, started.runId, { batch: 2 }),
      workOnRun(parts, started.runId, { batch: 3 }),
      db.transaction().execute(tx => chargeMemberships(tx, other, ids.toReversed(), testNow)),
      workOnRun(parts, started.runId, { batch: 1 }),
    ])
    await expectOnce(club, 12)
  })

  it('refuses days that are charged already, whoever writes them', async () => {
    const club = await aClub()
    const { clubMemberId } = await paying(club)
    await run(club)
    await expect(
      sql`insert into membership_period (club_member_id, club_id, period_from, period_until, anchor_on, anchor_day,
          sub_frequency_id, full_pence, whole_days, list_pence, pence)
        values (${clubMemberId}, ${club.clubId}, '2026-06-12', '2026-07-11', '2026-06-12', 12, 1102, 3000, 30, 3000, 3000)`.execute(
        db,
      ),
    ).rejects.toMatchObject({ code: '23P01' })
  })

  it('keeps one that cannot be charged from nobody else', async () => {
    const club = await aClub()
    const members = await many(club, 9)
    const undo = await onWrite(
      'charge',
      `if new.member_id = ${members[4]?.memberId} then raise exception 'not this one'; end if;`,
    )
    const errors: object[] = []
    const { body: started } = await club.me.post(`/api/billing/StartChargingRun/${club.clubId}`)
    await workOnRun({ ...parts, log: { error: details => void errors.push(details) } }, started.runId)
    const { body: done } = await club.me.get(`/api/billing/GetChargingRun/${started.runId}`)
    expect(done).toMatchObject({ state: 'done', done: 9, charged: 8, failed: 1 })
    expect(errors).toHaveLength(1)
    await undo()
    expect(await run(club)).toMatchObject({ done: 1, charged: 1 })
    await expectOnce(club, 9)
  })

  it('answers the one that is under way, and wakes it when it stands still', async () => {
    const club = await aClub()
    await paying(club)
    const address = `/api/billing/StartChargingRun/${club.clubId}`
    const [first, second] = await Promise.all([club.me.post(address), club.me.post(address)])
    expect(first.body.runId).toBe(second.body.runId)
    const before = jobs.length
    await club.me.post(address)
    expect(jobs).toHaveLength(before)
    clock.now = new Date(testNow.getTime() + 120_000)
    expect((await club.me.get(`/api/billing/GetCharging/${club.clubId}`)).body.openRun.isStuck).toBe(true)
    await club.me.post(address)
    expect(jobs.at(-1)).toEqual({ name: 'charge-memberships', data: { runId: first.body.runId } })
    clock.now = testNow
  })

  it('takes the joining fee of somebody new once, with the days before his first payment', async () => {
    const club = await aClub()
    const { memberId } = await paying(club, { memberSince: '2026-05-08', nextPayment: '2026-05-15' })
    await run(club)
    expect(await charges(club.clubId)).toEqual([
      { memberId, pence: 2500, dueOn: '2026-05-15', description: 'Joining fee, Two a week' },
      {
        memberId,
        pence: 700,
        dueOn: '2026-05-15',
        description: 'Two a week, 8 May 2026 to 14 May 2026 (7 of 30 days)',
      },
      { memberId, pence: 3000, dueOn: '2026-05-15', description: 'Two a week, 15 May 2026 to 14 Jun 2026' },
    ])
  })

  it('takes discounts off, and counts them', async () => {
    const club = await aClub()
    await paying(club)
    await db
      .insertInto('discount')
      .values({
        club_id: club.clubId,
        root_club_id: club.rootClubId,
        name: 'Spring',
        percent_hundredths: 2000,
        for_plans: 'all',
        max_uses: 10,
      })
      .execute()
    await run(club)
    expect(await charges(club.clubId)).toMatchObject([{ pence: 2400 }])
    const { rows } = await sql`
      select list_pence, discount_pence, period.pence, use.amount_pence, charge.full_pence
      from membership_period period join charge on charge.id = charge_id join discount_use use using (charge_id)
      where period.club_id = ${club.clubId}`.execute(db)
    expect(rows).toEqual([{ list_pence: 3000, discount_pence: 600, pence: 2400, amount_pence: 600, full_pence: 3000 }])
  })
})

describe('one record of two', () => {
  it('keeps the days of both, and charges none of them again', async () => {
    const club = await aClub()
    const stays = await paying(club)
    const goes = await paying(club)
    await paying(club)
    await run(club)
    const merged = await club.me.post(`/api/member/MergeMembers/${stays.memberId}`, { otherMemberId: goes.memberId })
    expect(merged.status, merged.body.message).toBe(200)
    const periods = await db
      .selectFrom('membership_period')
      .select(['is_double', 'charge_id'])
      .where('club_member_id', '=', stays.clubMemberId)
      .orderBy('is_double')
      .execute()
    expect(periods).toMatchObject([{ is_double: false }, { is_double: true }])
    expect((await nextCharges(db, { memberIds: [stays.memberId] }, '2026-05-12'))[0]).toMatchObject({
      dueOn: '2026-06-13',
    })
    expect(await run(club)).toMatchObject({ charged: 0 })
    const { mergeId } = merged.body
    expect((await club.me.post(`/api/member/UndoMerge/${stays.memberId}`, { mergeId })).status).toBe(200)
    const { rows } = await sql`
      select count(distinct club_member_id) as memberships, bool_or(is_double) as double
      from membership_period where club_id = ${club.clubId}`.execute(db)
    expect(rows).toEqual([{ memberships: 3, double: false }])
  })
})

/** What happens when a row of a table is written, until it is undone. */
async function onWrite(table: string, what: string): Promise<() => Promise<unknown>> {
  const body = sql.lit(`begin ${what} return new; end`)
  await sql`create function in_the_way() returns trigger language plpgsql as ${body}`.execute(db)
  await sql`create trigger in_the_way before insert or update on ${sql.table(table)} for each row
    execute function in_the_way()`.execute(db)
  return () => sql`drop function in_the_way cascade`.execute(db)
}
