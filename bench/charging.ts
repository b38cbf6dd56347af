/**
 * A charging run over a club with many memberships, from the first to the last charge in the database; then the dry run of
 * the same club: `npm run bench:charging`, or with another number `npm run bench:charging -- 2000`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nextCharges, workOnRun } from '@honbu/server/charging/index.ts'
import { checkLedger } from '@honbu/server/ledger/index.ts'
import { connectTo, type Db } from '@honbu/server/platform/database.ts'
import { openEmbedded } from '@honbu/server/platform/embedded-postgres.ts'
import { migrate } from '@honbu/server/platform/migrate.ts'
import { sql } from 'kysely'

const memberships = Number(process.argv[2] ?? 10_000)
const folder = await mkdtemp(join(tmpdir(), 'honbu-bench-'))
const embedded = await openEmbedded(folder)
const database = connectTo(embedded.connection)
try {
  await migrate(database.db)
  const clubId = await fill(database.db, memberships)
  await sql`vacuum analyze`.execute(database.db)
  const { id } = await database.db
    .insertInto('charging_run')
    .values({
      club_id: clubId,
      run_on: '2026-05-12',
      due_until: '2026-05-19',
      created_at: new Date(),
      moved_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const whole = await seconds(() => workOnRun({ db: database.db, now: () => new Date() }, id))
  const run = await database.db
    .selectFrom('charging_run')
    .select(['charged', 'left_out', 'failed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  console.log(`${memberships.toLocaleString('en-GB')} memberships, a half of them in families of four`)
  console.log(`run: ${run.charged} charges, ${run.left_out} left out, ${run.failed} failed in ${whole.toFixed(1)} s`)
  const dry = await seconds(() => nextCharges(database.db, { clubId }, '2026-05-12'))
  console.log(`what comes next for all of them: ${dry.toFixed(1)} s`)
  console.log(`ledger: ${(await checkLedger(database.db)) ?? 'adds up'}`)
} finally {
  await database.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** A club of active members with a plan, of whom some have credit and some are linked. */
async function fill(db: Db, count: number): Promise<number> {
  const { id: clubId } = await db
    .insertInto('club')
    .values({ root_club_id: 0, code: 'BENCH', name: 'Bench' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: planId } = await db
    .insertInto('training_plan')
    .values({ club_id: clubId, root_club_id: clubId, name: 'Two a week', second_percent: 20 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    with one as (
      insert into person (first_name, last_name)
      select 'Member', 'Number ' || n from generate_series(1, ${count}) n returning id
    ), two as (
      insert into member (root_club_id, person_id, code) select ${clubId}::bigint, id, 'M' || id from one returning id
    )
    insert into club_member (member_id, club_id, root_club_id, member_status_id, training_plan_id, sub_frequency_id,
      sub_price_pence, payment_method_id, member_since, next_payment)
    select id, ${clubId}::bigint, ${clubId}::bigint, 21, ${planId}::bigint, 1102, 3000 + id % 7, 186, '2024-01-31', '2026-05-13'
    from two`.execute(db)
  await sql`
    insert into member_link (root_club_id, member_id, linked_member_id, relationship, linked_since)
    select ${clubId}::bigint, id, id + 1, 'Sibling', '2024-01-31' from member where id % 8 in (0, 1, 2)
      and exists (select from member next where next.id = member.id + 1)`.execute(db)
  await sql`
    insert into payment (club_id, root_club_id, member_id, amount_pence, payment_date, payment_method_id)
    select ${clubId}::bigint, ${clubId}::bigint, id, 500, '2026-05-01', 1401 from member where id % 20 = 0`.execute(db)
  return clubId
}
