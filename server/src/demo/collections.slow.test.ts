import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createProviderAccount } from '../../test/factories/collections.ts'
import { checkLedger } from '../ledger/index.ts'
import { addDemoCollections } from './collections.ts'
import { fillDemo } from './index.ts'

const { db } = await freshDatabase()
const now = new Date('2026-11-21T19:30:00Z')

// Seconds when the machine is busy with other tests.
test('half a year of what providers did adds up, with the ledger and with itself', { timeout: 180_000 }, async () => {
  await fillDemo(db, now)
  const roots = await db.selectFrom('club').select('id').where('parent_club_id', 'is', null).execute()
  for (const { id } of roots) {
    const accountId = await createProviderAccount(db, { clubId: id })
    await sql`
      insert into mandate (club_id, root_club_id, member_id, provider_account_id, reference, state, created_at)
      select club_id, root_club_id, member_id, ${accountId}::bigint, 'MD' || id, 'active', ${now}::timestamptz
      from club_member where root_club_id = ${id} and payment_method_id = 186 and member_status_id in (21, 24)`.execute(
      db,
    )
  }
  await addDemoCollections(db, now)
  expect(await checkLedger(db)).toBeNull()

  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from external_payment where state = 'paid_out')::int as collected,
      (select count(*) from external_payment where state = 'failed')::int as failed,
      (select count(*) from external_payment where state = 'charged_back')::int as "chargedBack",
      (select count(*) from external_payment where payment_method_id = 926)::int as instant,
      (select count(*) from recovery where closed_at is not null)::int as recovered,
      (select count(*) from recovery_hint)::int as "toFollow",
      (select count(*) from task where kind = 'collection' and completed_at is null)::int as tasks,
      (select count(*) from payment where return_reason = 'refund')::int as refunds,
      (select count(*) from pay_link where ended_at is null)::int as links,
      (select count(*) from payout)::int as payouts,
      (select count(*) from payout_item item where kind = 'payment_paid_out'
        and not exists (select from external_payment where reference = item.payment_reference))::int as unknown,
      (select count(*) from payout where abs(amount_pence * 10 - (
        select sum(tenths) from payout_item where payout_id = payout.id)) > 5)::int as wrong`.execute(db)
  const [counts = {}] = rows
  expect(counts).toMatchObject({ chargedBack: roots.length, unknown: roots.length, wrong: 0 })
  const least = {
    collected: 1000,
    failed: 20,
    instant: 5,
    recovered: 20,
    toFollow: 5,
    refunds: 1,
    links: 1,
    payouts: 20,
  }
  for (const [name, count] of Object.entries({ ...least, tasks: roots.length }))
    expect(counts[name], name).toBeGreaterThanOrEqual(count)
})
