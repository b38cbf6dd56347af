import type { switchDiscount as call } from '@honbu/contract/discounts.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

export async function switchDiscount({ tx, user, audit }: Write, { id, clubId, isOn }: Input<typeof call>) {
  const { rows } = await sql<{ isOwn: boolean; isOff: boolean }>`
    select is_own as "isOwn", is_off as "isOff" from discounts_in(${clubId}) where discount_id = ${id}`.execute(tx)
  const [here] = rows
  const message = 'This club’s own discount is switched by its form.'
  if (here?.isOwn) throw new Refused(400, message, { clubId: [message] })
  if (!here) {
    const notMeant = 'This discount is not meant for that club.'
    throw new Refused(400, notMeant, { clubId: [notMeant] })
  }
  if (isOn) await tx.deleteFrom('discount_off').where('discount_id', '=', id).where('club_id', '=', clubId).execute()
  else
    await tx
      .insertInto('discount_off')
      .values({ discount_id: id, club_id: clubId, account_id: user.accountId })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  audit({
    clubId,
    subject: 'discount_off',
    subjectId: id,
    before: { isOn: !here.isOff },
    after: { isOn },
  })
  return { discountId: id, isOn }
}
