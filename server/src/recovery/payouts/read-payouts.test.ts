import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { freshDatabase } from '../../../test/database.ts'
import { createPayout } from '../../../test/factories/collections.ts'
import { createAccount, createClub } from '../../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

it('counts for each payout its own lines', async () => {
  const { id: clubId } = await createClub(db)
  const me = as((await createAccount(db, { clubId, isAdmin: true })).sub)
  for (const pounds of [35, 20]) {
    const payoutId = await createPayout(db, { clubId })
    await sql`update payout set amount_pence = ${pounds * 100 - 50} where id = ${payoutId}`.execute(db)
    await sql`
      insert into payout_item (payout_id, position, kind, tenths, payment_reference) values
        (${payoutId}, 1, 'payment_paid_out', ${pounds * 1000}, 'PM' || ${payoutId}),
        (${payoutId}, 2, 'gocardless_fee', -500, 'PM' || ${payoutId})`.execute(db)
  }
  const { body } = await me.post(`/api/billing/GetPayouts/${clubId}`, { sort: 'collected-desc' })
  expect(body.data).toMatchObject([
    { collected: 35, fees: 0.5, net: 34.5, mismatches: 1 },
    { collected: 20, fees: 0.5, net: 19.5, mismatches: 1 },
  ])
})
