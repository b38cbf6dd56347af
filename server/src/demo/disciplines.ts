import { subFrequency } from '@honbu/contract/ids.ts'
import type { DemoRows } from './rows.ts'

interface Belt {
  readonly name: string
  readonly colour: string
  readonly colourTwo?: string
  readonly stripe?: string
  /** What it takes to reach this grade, since the last grading. */
  readonly classes: number
  readonly months: number
}

export interface DemoGrade extends Belt {
  readonly id: number
}

export interface DemoDiscipline {
  readonly id: number
  readonly name: string
  readonly rootId: number
  /** From the first to the last. */
  readonly grades: readonly DemoGrade[]
}

const white = '#f4f4f0'
const red = '#c0392b'
const yellow = '#f2c230'
const orange = '#e67e22'
const green = '#2e8b57'
const blue = '#2a5caa'
const purple = '#6a3d9a'
const brown = '#6f4322'
const black = '#1c1c1c'
const gold = '#d4af37'

const plans: readonly { name: string; rootId: number; colour: string; belts: readonly Belt[] }[] = [
  {
    name: 'Karate',
    rootId: 1,
    colour: '#30508f',
    belts: [
      { name: 'White', colour: white, classes: 0, months: 0 },
      { name: 'Red tag', colour: white, stripe: red, classes: 8, months: 2 },
      { name: 'Yellow', colour: yellow, classes: 12, months: 3 },
      { name: 'Orange', colour: orange, classes: 14, months: 3 },
      { name: 'Green', colour: green, classes: 16, months: 3 },
      { name: 'Blue', colour: blue, classes: 18, months: 4 },
      { name: 'Purple', colour: purple, classes: 20, months: 4 },
      { name: 'Brown', colour: brown, classes: 24, months: 6 },
      { name: 'Brown/White', colour: brown, colourTwo: white, classes: 30, months: 6 },
      { name: 'Black 1st Dan', colour: black, classes: 40, months: 9 },
      { name: 'Black 2nd Dan', colour: black, stripe: gold, classes: 80, months: 24 },
      { name: 'Black 3rd Dan', colour: black, colourTwo: red, stripe: gold, classes: 120, months: 36 },
    ],
  },
  {
    name: 'Kickboxing',
    rootId: 1,
    colour: '#b5472f',
    belts: [
      { name: 'White', colour: white, classes: 0, months: 0 },
      { name: 'Yellow', colour: yellow, classes: 10, months: 3 },
      { name: 'Orange', colour: orange, classes: 12, months: 3 },
      { name: 'Green', colour: green, classes: 14, months: 3 },
      { name: 'Blue', colour: blue, classes: 16, months: 4 },
      { name: 'Purple', colour: purple, classes: 18, months: 4 },
      { name: 'Brown', colour: brown, classes: 24, months: 6 },
      { name: 'Black', colour: black, classes: 40, months: 9 },
    ],
  },
  {
    name: 'Little Tigers',
    rootId: 1,
    colour: '#d98a1f',
    belts: [
      { name: 'White', colour: white, classes: 0, months: 0 },
      { name: 'White, red stripe', colour: white, stripe: red, classes: 6, months: 2 },
      { name: 'White, yellow stripe', colour: white, stripe: yellow, classes: 8, months: 2 },
      { name: 'White, green stripe', colour: white, stripe: green, classes: 8, months: 2 },
      { name: 'White, black stripe', colour: white, stripe: black, classes: 10, months: 3 },
      { name: 'Tiger', colour: orange, colourTwo: black, classes: 10, months: 3 },
    ],
  },
  {
    name: 'Judo',
    rootId: 8,
    colour: '#1f6f6b',
    belts: [
      { name: 'White', colour: white, classes: 0, months: 0 },
      { name: 'Red', colour: red, classes: 8, months: 2 },
      { name: 'Yellow', colour: yellow, classes: 12, months: 3 },
      { name: 'Yellow/Orange', colour: yellow, colourTwo: orange, classes: 12, months: 3 },
      { name: 'Orange', colour: orange, classes: 14, months: 3 },
      { name: 'Green', colour: green, classes: 18, months: 4 },
      { name: 'Blue', colour: blue, classes: 24, months: 6 },
      { name: 'Brown', colour: brown, classes: 30, months: 9 },
      { name: 'Black 1st Dan', colour: black, classes: 60, months: 12 },
    ],
  },
]

export interface DemoPlan {
  readonly id: number
  readonly name: string
  readonly rootId: number
  readonly classesPerWeek: number | null
  readonly monthlyPence: number
  readonly for: 'tigers' | 'everyone' | 'visitors'
}

const trainingPlans: readonly Omit<DemoPlan, 'id'>[] = [
  { name: 'Little Tigers', rootId: 1, classesPerWeek: 1, monthlyPence: 2600, for: 'tigers' },
  { name: 'One class a week', rootId: 1, classesPerWeek: 1, monthlyPence: 2900, for: 'everyone' },
  { name: 'Two classes a week', rootId: 1, classesPerWeek: 2, monthlyPence: 3900, for: 'everyone' },
  { name: 'Unlimited', rootId: 1, classesPerWeek: null, monthlyPence: 4800, for: 'everyone' },
  { name: 'Honbu pass', rootId: 1, classesPerWeek: 1, monthlyPence: 1000, for: 'visitors' },
  { name: 'Judo once a week', rootId: 8, classesPerWeek: 1, monthlyPence: 2200, for: 'everyone' },
  { name: 'Judo twice a week', rootId: 8, classesPerWeek: 2, monthlyPence: 3200, for: 'everyone' },
  { name: 'Judo unlimited', rootId: 8, classesPerWeek: null, monthlyPence: 3800, for: 'everyone' },
]

export const demoPlans: readonly DemoPlan[] = trainingPlans.map((plan, index) => ({ id: index + 1, ...plan }))

/** The root club's categories; ids from 10 000, where values of a club's own begin. */
export const demoCategories = [
  { id: 10_000, rootId: 1, name: 'Little Tiger', minAge: 4, maxAge: 6 },
  { id: 10_001, rootId: 1, name: 'Junior', minAge: 7, maxAge: 12 },
  { id: 10_002, rootId: 1, name: 'Teen', minAge: 13, maxAge: 17 },
  { id: 10_003, rootId: 1, name: 'Adult', minAge: 18, maxAge: null },
  { id: 10_004, rootId: 8, name: 'Junior judoka', minAge: 4, maxAge: 15 },
  { id: 10_005, rootId: 8, name: 'Senior judoka', minAge: 16, maxAge: null },
] as const

export const demoDisciplines: readonly DemoDiscipline[] = plans.map((plan, index) => {
  // Grade ids are 100 × discipline + position: readable in tests.
  const grades = plan.belts.map((belt, place) => ({ ...belt, id: 100 * (index + 1) + place + 1 }))
  return { id: index + 1, name: plan.name, rootId: plan.rootId, grades }
})

export function disciplineNamed(name: string): DemoDiscipline {
  const found = demoDisciplines.find(discipline => discipline.name === name)
  if (!found) throw new RangeError(`No discipline called ${name}`)
  return found
}

/** What the root clubs teach and charge: disciplines with their grades, categories, training plans with their prices. */
export function addDisciplines(rows: DemoRows): void {
  for (const discipline of demoDisciplines) {
    const { id, name, rootId, grades } = discipline
    rows.discipline.push({ id, club_id: rootId, root_club_id: rootId, name, colour: plans[id - 1]?.colour ?? white })
    for (const [index, grade] of grades.entries()) {
      rows.grade.push({
        id: grade.id,
        discipline_id: id,
        root_club_id: rootId,
        name: grade.name,
        position: index + 1,
        colour: grade.colour,
        colour_two: grade.colourTwo ?? null,
        stripe: grade.stripe ?? null,
        minimum_attendance: grade.classes,
        minimum_months: grade.months,
      })
    }
  }
  for (const { id, rootId, name, minAge, maxAge } of demoCategories) {
    rows.member_category.push({ id, club_id: rootId, root_club_id: rootId, name, min_age: minAge, max_age: maxAge })
  }
  for (const { id, rootId, name, classesPerWeek, monthlyPence } of demoPlans) {
    rows.training_plan.push({ id, club_id: rootId, root_club_id: rootId, name, classes_per_week: classesPerWeek })
    rows.training_plan_price.push(
      { training_plan_id: id, sub_frequency_id: subFrequency.monthly, price_pence: monthlyPence },
      // A year for the price of ten months.
      { training_plan_id: id, sub_frequency_id: subFrequency.yearly, price_pence: monthlyPence * 10 },
    )
  }
}
