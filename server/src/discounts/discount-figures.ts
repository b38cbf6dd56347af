import type { Discount } from '@honbu/contract/discounts.ts'
import { sql } from 'kysely'
import type * as z from 'zod/mini'

interface Seen {
  readonly now: Date
  /** The clubs whose uses are counted. */
  readonly clubIds: readonly number[]
  /** The club in which it is looked at, which may have switched it off. */
  readonly inClubId?: number | undefined
}

/** What is computed of a `discount` with its `club`. */
export const figuresOf = ({ now, clubIds, inClubId }: Seen) => {
  const today = sql`(${now}::timestamptz at time zone club.time_zone)::date`
  const standing = sql`from standing_discount_use standing
    where standing.discount_id = discount.id and standing.club_id = any(${[...clubIds]}::bigint[])`
  const usesInAll = sql<number>`(select count(*) from standing_discount_use used where used.discount_id = discount.id)`
  return {
    percent: sql<number | null>`(discount.percent_hundredths / 100.0)::float8`,
    amount: sql<number | null>`(discount.amount_pence / 100.0)::float8`,
    uses: sql<number>`(select count(*) ${standing})`,
    given: sql<number>`(select coalesce(sum(standing.amount_pence), 0) / 100.0 ${standing})::float8`,
    usesInAll,
    state: sql<z.infer<typeof Discount>['state']>`case
      when not discount.is_active then 'off'
      when exists (select from discount_off where discount_off.discount_id = discount.id
        and discount_off.club_id = ${inClubId ?? 0}) then 'off'
      when discount.until_date < ${today} then 'ended'
      when discount.from_date > ${today} then 'upcoming'
      when discount.max_uses <= ${usesInAll} then 'usedUp'
      else 'active' end`,
  }
}
