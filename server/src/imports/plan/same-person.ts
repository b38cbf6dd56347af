import { yearsBetween } from './families.ts'

/** What two entries are compared by, once their names are the same. */
export interface Identity {
  readonly dob: string | null
  /** E-mail, phones and address line through which the person is reached, in lower case. */
  readonly ways: readonly string[]
}

/** Two of one name: the same human, other people, or only the name to compare by. */
export type Likeness = 'same' | 'nameOnly' | 'different'

/** Same date of birth; where one has none, something in common by which they are reached. */
export function likenessOf(a: Identity, b: Identity): Likeness {
  if (a.dob && b.dob) return a.dob === b.dob ? 'same' : 'different'
  if (a.ways.length === 0 || b.ways.length === 0) return 'nameOnly'
  return sharesWay(a.ways, b.ways) ? 'same' : 'different'
}

/**
 * A date of birth that was corrected: reached in the same way, and not a generation apart. Father and son may share name
 * and email.
 */
export const isCorrectedDob = (a: Identity, b: Identity): boolean =>
  a.dob !== null &&
  b.dob !== null &&
  a.dob !== b.dob &&
  sharesWay(a.ways, b.ways) &&
  Math.abs(yearsBetween(a.dob, b.dob)) < 16

export const sharesWay = (a: readonly string[], b: readonly string[]): boolean => a.some(way => b.includes(way))
