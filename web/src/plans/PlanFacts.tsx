import { counted, currency } from '@honbu/contract/format.ts'
import { Facts } from '../ui/Facts.tsx'
import css from './Plans.module.css'
import { agesText, limitsText, type Plan } from './plan-texts.ts'

/** What a plan gives and asks, and for whom it is. */
export function PlanFacts({ plan }: { plan: Plan }) {
  const buyers = [agesText(plan), ...plan.categories.map(category => category.name)].filter(Boolean).join(', ')
  const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
  return (
    <>
      {plan.description && <p className={css.description}>{plan.description}</p>}
      <Facts
        facts={[
          ['Allowed', limitsText(plan)],
          ['Covers', covered(plan)],
          ['Joining fee', plan.joiningFee > 0 && currency(plan.joiningFee)],
          [
            'Trial',
            `${plan.trialDays === null ? 'As long as any trial' : days(plan.trialDays)}, ${
              plan.trialPrice > 0 ? currency(plan.trialPrice) : 'free'
            }`,
          ],
          ['Minimum term', plan.minimumMonths && months(plan.minimumMonths)],
          ['Notice', plan.noticeDays > 0 && counted(plan.noticeDays, 'day')],
          ['For', buyers || 'Everybody'],
        ]}
      />
    </>
  )
}

const months = (count: number) => (count === 1 ? '1 month' : `${count} months`)

function covered({ coversAll, classes, disciplines }: Plan): string {
  if (coversAll) return 'Every class'
  const all = disciplines.map(({ name }) => `all ${name}`)
  return [...all, ...classes.map(({ name }) => name)].join(', ') || 'No class any more'
}
