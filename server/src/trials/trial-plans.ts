import type { Input } from '@honbu/contract/endpoint.ts'
import { names } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/trials.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'

export async function getTrialPlans({ db }: Read, { id }: Input<typeof call.getTrialPlans>) {
  const prices = await planPrices(db, id)
  const plans = new Map(prices.map(({ trainingPlanId, name }) => [trainingPlanId, name]))
  return [...plans].map(([trainingPlanId, name]) => ({
    trainingPlanId,
    name,
    prices: prices
      .filter(price => price.trainingPlanId === trainingPlanId)
      .map(({ subFrequencyId, pence }) => ({
        subFrequencyId,
        subFrequency: names[subFrequencyId] ?? '',
        subPrice: pounds(pence),
      })),
  }))
}

/** What the plans cost that a club offers: its own, and those of the clubs above it. */
export async function planPrices(db: Db, clubId: number) {
  const { rows } = await sql<{ trainingPlanId: number; name: string; subFrequencyId: number; pence: number }>`
    with recursive above as (
      select id, parent_club_id from club where id = ${clubId}
      union all
      select club.id, club.parent_club_id from club join above on club.id = above.parent_club_id
    )
    select plan.id as "trainingPlanId", plan.name, price.sub_frequency_id as "subFrequencyId",
      price.price_pence as pence
    from above
    join training_plan plan on plan.club_id = above.id
    join training_plan_price price on price.training_plan_id = plan.id
    order by plan.name, plan.id, price.sub_frequency_id`.execute(db)
  return rows
}
