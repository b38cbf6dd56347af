import type { Input } from '@honbu/contract/endpoint.ts'
import { names } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/trials.ts'
import { planPrices } from '../plans/index.ts'
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
