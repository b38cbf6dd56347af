import { ageOn, isDate } from '@honbu/contract/calendar.ts'
import type { Choices } from './wizard.ts'

type Category = Choices['categories'][number]

/** The category of the narrowest span that an age is in; null where none names an age, or the birthday is not known. */
export function categoryFor(categories: readonly Category[], dob: string | null, today: string): number | null {
  if (dob === null || !isDate(dob)) return null
  const fitting = categories.filter(each => hasSpan(each) && fitsAge(each, dob, today))
  const [best] = fitting.toSorted((a, b) => span(a) - span(b))
  return best?.categoryId ?? null
}

/** Whole years, both included. Whose birthday is not known fits anywhere. */
export function fitsAge({ minAge, maxAge }: Category, dob: string | null, today: string): boolean {
  if (dob === null || !isDate(dob)) return true
  const age = ageOn(dob, today)
  return (minAge === null || age >= minAge) && (maxAge === null || age <= maxAge)
}

export function ageWords({ minAge, maxAge }: Category): string {
  if (minAge !== null && maxAge !== null) return ` (${minAge} to ${maxAge})`
  if (minAge !== null) return ` (from ${minAge})`
  return maxAge === null ? '' : ` (up to ${maxAge})`
}

const hasSpan = ({ minAge, maxAge }: Category) => minAge !== null || maxAge !== null

const span = ({ minAge, maxAge }: Category) => (maxAge ?? 150) - (minAge ?? 0)
