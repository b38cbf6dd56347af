import { currency, wholeNumber } from '@honbu/contract/format.ts'
import { names } from '@honbu/contract/ids.ts'
import { priceOfPlan } from '@honbu/contract/plan-price.ts'
import css from './Plans.module.css'
import { membersText, type Plan, pricesOf, reductionsOf, reductionText } from './plan-texts.ts'

/** '31 of 206 members another price than this' */
const otherPrices = ({ otherPriceCount, memberCount }: Plan) =>
  `${wholeNumber(otherPriceCount)} of ${membersText(memberCount)} another price than this`

/** What is paid how often, by whose turn it is in the family where that matters. */
export function PlanPrices({ plan }: { plan: Plan }) {
  const family = reductionsOf(plan)
  const prices = pricesOf(plan).map(({ subFrequencyId, price }) => ({ subFrequencyId, pence: Math.round(price * 100) }))
  const hasFamily = family.second !== null || family.third !== null
  const further = family.third ?? family.second
  return (
    <>
      <div className={css.scroll}>
        <table className={css.prices} aria-label="Prices">
          <thead>
            <tr>
              <th scope="col">Paid</th>
              <th scope="col">{hasFamily ? 'First of a family' : 'Price'}</th>
              {hasFamily && (
                <>
                  <th scope="col">Second{family.second && ` (${reductionText(family.second)})`}</th>
                  <th scope="col">Third and further{further && ` (${reductionText(further)})`}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {prices.map(({ subFrequencyId }) => (
              <tr key={subFrequencyId}>
                <th scope="row">{names[subFrequencyId]}</th>
                {(hasFamily ? [1, 2, 3] : [1]).map(familyPosition => (
                  <td key={familyPosition}>
                    {currency(
                      (priceOfPlan({ plan: { prices, ...family }, subFrequencyId, familyPosition }) ?? 0) / 100,
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={css.soft}>
        For those who begin with it. Who has the plan pays what was agreed
        {plan.otherPriceCount > 0 && `: ${otherPrices(plan)}`}.
      </p>
    </>
  )
}
