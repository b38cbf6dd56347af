import { addMonths } from '@honbu/contract/calendar.ts'
import type { Clock } from './clock.ts'
import type { DemoClub } from './clubs.ts'
import { randomFor } from './random.ts'
import type { DemoRows } from './rows.ts'

/** Source (lookup, kind marketing_source), how often a month has a cost, and how much that is, in pounds. */
const paidFor = [
  [1202, 0.95, 40, 120],
  [1203, 0.7, 25, 80],
  [1204, 0.2, 60, 150],
] as const

/** What each club paid in the year up to this month: advertisements all the time, leaflets for schools now and then. */
export function addMarketingCosts(rows: DemoRows, clubs: readonly DemoClub[], { today }: Clock): void {
  const thisMonth = `${today.slice(0, 7)}-01`
  for (const { id } of clubs) {
    const random = randomFor(`marketing ${id}`)
    for (let back = 0; back < 12; back++)
      for (const [sourceId, share, least, most] of paidFor)
        if (random.chance(share))
          rows.marketing_cost.push({
            club_id: id,
            marketing_source_id: sourceId,
            month: addMonths(thisMonth, -back),
            amount_pence: random.between(least, most) * 100,
          })
  }
}
