import { ageOn, monthsBetween } from '@honbu/contract/calendar.ts'

/** Someone with an e-mail address: a line of the file, or a member of the club. */
export interface Relative {
  readonly lastName: string
  readonly dob: string | null
  readonly email: string | null
  /** How he is told from others: unique. */
  readonly id: string
}

/** More people with one address are no family: it is the club's own, or was typed for want of one. */
export const largestFamily = 8

export interface Families<Person extends Relative> {
  readonly families: readonly (readonly Person[])[]
  /** Of people with an address that too many have: how many have it. */
  readonly crowded: ReadonlyMap<string, number>
}

/** People by their e-mail address, as far as it says that they belong together. */
export function familiesOf<Person extends Relative>(people: readonly Person[]): Families<Person> {
  const crowded = new Map<string, number>()
  const families: Person[][] = []
  const byEmail = Map.groupBy(people, ({ email }) => email?.toLowerCase())
  for (const [email, family] of byEmail) {
    if (email === undefined || family.length < 2) continue
    if (family.length <= largestFamily) families.push(family)
    else for (const { id } of family) crowded.set(id, family.length)
  }
  return { families, crowded }
}

/** Old enough to act for the other, who is a child. */
export function couldBeParent(adult: Pick<Relative, 'dob'>, child: Pick<Relative, 'dob'>, today: string): boolean {
  if (!adult.dob || !child.dob) return false
  return ageOn(child.dob, today) < 18 && ageOn(adult.dob, today) >= 18 && yearsBetween(adult.dob, child.dob) >= 16
}

/** What two with one address are to each other, as far as names and ages tell. */
export function relationshipOf(a: Relative, b: Relative): string {
  const isSameName = a.lastName !== '' && a.lastName.toLowerCase() === b.lastName.toLowerCase()
  const isSameAge = a.dob !== null && b.dob !== null && Math.abs(yearsBetween(a.dob, b.dob)) < 16
  return isSameName && isSameAge ? 'Sibling' : 'Same household'
}

export const yearsBetween = (from: string, to: string) => Math.floor(monthsBetween(from, to) / 12)
