import { subFrequency } from '@honbu/contract/ids.ts'
import type { DemoRows, Row } from './rows.ts'

/** What each plan of a tree asks beside its prices. */
const terms = {
  description: '',
  joining_fee_pence: 2500,
  trial_days: null,
  trial_price_pence: 0,
  minimum_months: null,
  second_percent: null,
  third_percent: null,
  covers_all: true,
  min_age: null,
  max_age: null,
  archived_at: null,
} as const satisfies Partial<Row<'training_plan'>>

type Terms = Partial<Record<keyof typeof terms, string | number | boolean | null>>

const particular: Readonly<Record<string, Terms>> = {
  'Little Tigers': {
    description: 'Half an hour a week for the smallest, with a parent in the hall.',
    trial_days: 14,
    trial_price_pence: 500,
    covers_all: false,
    min_age: 4,
    max_age: 6,
  },
  'Two classes a week': { minimum_months: 3 },
  Unlimited: { description: 'Every class in every hall.', minimum_months: 6 },
  'Saturday family': { description: 'One hall, all ages.', second_percent: 25, third_percent: 50 },
  'Honbu pass': { description: 'For members of the clubs who train at the head office too.', joining_fee_pence: 0 },
}

/** Fees, trials, families and who may buy; a plan that is offered no more, and one of a club’s own. */
export function addPlanTerms(rows: DemoRows): void {
  const next = Math.max(...rows.training_plan.map(({ id }) => Number(id))) + 1
  const tigers = rows.discipline.find(({ name }) => name === 'Little Tigers')
  const more = [
    { id: next, club_id: 1, root_club_id: 1, name: 'Founder', classes_per_week: 2, ...archived },
    { id: next + 1, club_id: 2, root_club_id: 1, name: 'Saturday family', classes_per_week: 1 },
  ]
  for (const row of more) {
    rows.training_plan.push(row)
    const price = { training_plan_id: row.id, sub_frequency_id: subFrequency.monthly }
    rows.training_plan_price.push({ ...price, price_pence: 2400 })
  }
  for (const row of rows.training_plan) Object.assign(row, { ...terms, ...row, ...particular[row.name] })
  for (const { id, root_club_id, name } of rows.training_plan)
    if (tigers && name === 'Little Tigers')
      rows.training_plan_discipline.push({
        training_plan_id: Number(id),
        discipline_id: Number(tigers.id),
        root_club_id,
      })
}

const archived = { archived_at: '2024-08-31 12:00 Europe/London' }
