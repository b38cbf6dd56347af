import { addMonths } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/marketing.ts'
import { mayTouch } from '../platform/access.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { requireSource, usableSources } from '../settings/index.ts'
import { scopeOf } from './scope.ts'

export async function getMarketingCosts(read: Read, input: Input<typeof call.getMarketingCosts>) {
  const { db, user } = read
  const { clubId, clubName, from, until } = await scopeOf(read, input)
  const [sources, costs] = await Promise.all([
    usableSources(db, [clubId]),
    db
      .selectFrom('marketing_cost')
      .select(['marketing_source_id as sourceId', 'month', 'amount_pence as pence'])
      .where('club_id', '=', clubId)
      .where('month', '>=', from)
      .where('month', '<', until)
      .orderBy('month')
      .execute(),
  ])
  return {
    ...{ clubId, clubName, isAdmin: mayTouch(user, clubId, true) },
    months: Array.from({ length: input.months }, (_, index) => addMonths(from, index)),
    sources: sources.map(source => ({
      ...source,
      costs: costs
        .filter(({ sourceId }) => sourceId === source.id)
        .map(({ month, pence }) => ({ month, amount: pounds(pence) })),
    })),
  }
}

export async function saveMarketingCosts(
  { tx, audit }: Write,
  { id: clubId, costs }: Input<typeof call.saveMarketingCosts>,
) {
  // Two who write the same month wait for each other at the club.
  await tx.selectFrom('club').select('id').where('id', '=', clubId).forNoKeyUpdate().execute()
  for (const [index, { sourceId }] of costs.entries())
    await requireSource(tx, { clubId, id: sourceId, field: `costs.${index}.sourceId` })
  for (const [index, { sourceId, month, ...given }] of costs.entries()) {
    const [pence, was] = [inPence(given.amount), inPence(given.was)]
    const row = { club_id: clubId, marketing_source_id: sourceId, month }
    const its = tx
      .selectFrom('marketing_cost')
      .select('amount_pence')
      .where('club_id', '=', clubId)
      .where('marketing_source_id', '=', sourceId)
      .where('month', '=', month)
    const before = (await its.executeTakeFirst())?.amount_pence ?? 0
    if (before !== was && before !== pence) {
      const message = 'Somebody has changed this meanwhile. Please load the costs again.'
      throw new Refused(409, message, { [`costs.${index}.amount`]: [message] })
    }
    if (pence === 0)
      await tx
        .deleteFrom('marketing_cost')
        .where('club_id', '=', clubId)
        .where('marketing_source_id', '=', sourceId)
        .where('month', '=', month)
        .execute()
    else
      await tx
        .insertInto('marketing_cost')
        .values({ ...row, amount_pence: pence })
        .onConflict(conflict =>
          conflict.columns(['club_id', 'marketing_source_id', 'month']).doUpdateSet({ amount_pence: pence }),
        )
        .execute()
    audit({
      clubId,
      subject: 'marketing_cost',
      subjectId: sourceId,
      before: { month, amount: pounds(before) },
      after: { month, amount: pounds(pence) },
    })
  }
  return { saved: costs.length }
}

const inPence = (amount: number) => Math.round(amount * 100)
