import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createMandate } from '../../test/factories/collections.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createClub, createMember } from '../../test/factories/people.ts'
import { placePayments } from './place-payments.ts'

const { db } = await freshDatabase()

/** A payment of one charge as a server of the version before writes it (migration 0102). */
const writeAsBefore = (mandateId: number, chargeId: number) => sql<{ id: number }>`
  insert into external_payment (club_id, root_club_id, member_id, provider_account_id, payment_method_id, mandate_id,
    charge_id, amount_pence, description, charge_date, state, created_at)
  select club_id, root_club_id, member_id, provider_account_id, 186, id, ${chargeId}::bigint, 3000, 'Lesson', ${testToday},
    'waiting', ${testNow}
  from mandate where id = ${mandateId} returning id`

it('takes no charge twice while servers of two versions run', async () => {
  const { id: clubId } = await createClub(db)
  const { id: memberId } = await createMember(db, { clubId })
  const mandateId = await createMandate(db, { clubId, memberId })
  const charge = () => createCharge(db, { clubId, memberId, pence: 3000, due: testToday })
  const place = (chargeIds: number[]) => {
    const plan = { clubId, memberId, chargeIds, by: { mandateId }, chargeDate: testToday }
    return db.transaction().execute(tx => placePayments(tx, [plan], testNow))
  }
  const [theirs, ours] = [await charge(), await charge()]
  const { rows } = await writeAsBefore(mandateId, theirs).execute(db)
  const parts = await db.selectFrom('external_payment_part').select(['charge_id', 'is_in_flight']).execute()
  expect([rows.length, parts]).toEqual([1, [{ charge_id: theirs, is_in_flight: true }]])
  expect(await place([theirs, ours])).toMatchObject([{ pence: 3000 }])
  await expect(writeAsBefore(mandateId, ours).execute(db)).rejects.toThrow('external_payment_part_in_flight')
})
