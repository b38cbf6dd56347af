import { ageOn, isDate } from './calendar.ts'

/** A member category with the ages it is for; null: no limit. */
export interface AgedCategory {
  readonly minAge: number | null
  readonly maxAge: number | null
}

/** The category of the narrowest span that an age is in; null where none names an age, or the birthday is not known. */
export function categoryFor<C extends AgedCategory>(
  categories: readonly C[],
  dob: string | null,
  today: string,
): C | null {
  if (dob === null || !isDate(dob)) return null
  const fitting = categories.filter(each => hasSpan(each) && fitsAge(each, dob, today))
  return fitting.toSorted((a, b) => span(a) - span(b))[0] ?? null
}

/** Whole years, both included. Whose birthday is not known fits anywhere. */
export function fitsAge({ minAge, maxAge }: AgedCategory, dob: string | null, today: string): boolean {
  if (dob === null || !isDate(dob)) return true
  const age = ageOn(dob, today)
  return (minAge === null || age >= minAge) && (maxAge === null || age <= maxAge)
}

export function ageWords({ minAge, maxAge }: AgedCategory): string {
  if (minAge !== null && maxAge !== null) return ` (${minAge} to ${maxAge})`
  if (minAge !== null) return ` (from ${minAge})`
  return maxAge === null ? '' : ` (up to ${maxAge})`
}

const hasSpan = ({ minAge, maxAge }: AgedCategory) => minAge !== null || maxAge !== null

const span = ({ minAge, maxAge }: AgedCategory) => (maxAge ?? 150) - (minAge ?? 0)
