import { ageOn } from './calendar.ts'

/** Ages in whole years, both included; null: no limit on that side. */
export interface AgeRange {
  readonly minAge: number | null
  readonly maxAge: number | null
}

/** 'ages 5 to 8', 'ages 16 and over', 'ages 8 and under', 'age 7'; empty for everyone. */
export function agesText({ minAge, maxAge }: AgeRange): string {
  if (minAge === null) return maxAge === null ? '' : `ages ${maxAge} and under`
  if (maxAge === null) return `ages ${minAge} and over`
  return minAge === maxAge ? `age ${minAge}` : `ages ${minAge} to ${maxAge}`
}

/** 'White belt to Yellow belt', 'Green belt and above', 'Yellow belt and below'; empty for all grades. */
export function gradesText(min: string | null, max: string | null): string {
  if (!min) return max ? `${max} and below` : ''
  if (!max) return `${min} and above`
  return min === max ? min : `${min} to ${max}`
}

/** Is a class for someone of this date of birth, on a day? */
export function isOfAge({ minAge, maxAge }: AgeRange, dob: string, day: string): boolean {
  const age = ageOn(dob, day)
  return age >= (minAge ?? 0) && age <= (maxAge ?? 999)
}
