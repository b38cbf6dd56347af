/** What two entries are compared by. */
export interface Identity {
  readonly firstName: string
  readonly lastName: string
  readonly dob: string | null
  /** Phones, e-mails and address lines through which the person is reached, his contacts' included. */
  readonly reachedBy: readonly string[]
}

/**
 * Are these the same human? Same name and date of birth; where one has no date of birth, same name and something in
 * common by which he is reached, or nothing to compare by. Importing a list twice must not double anyone.
 */
export function isSamePerson(a: Identity, b: Identity): boolean {
  if (nameKey(a) !== nameKey(b)) return false
  if (a.dob && b.dob) return a.dob === b.dob
  if (a.reachedBy.length === 0 || b.reachedBy.length === 0) return true
  const ways = new Set(a.reachedBy.map(way => way.toLowerCase()))
  return b.reachedBy.some(way => ways.has(way.toLowerCase()))
}

/** Names that differ in case, spaces or the way an accent is encoded are one name. */
export const nameKey = ({ firstName, lastName }: Pick<Identity, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').replaceAll('’', "'").trim()

/** People by name, for many comparisons. */
export function peopleIndex<Person extends Identity>(people: Iterable<Person>) {
  const byName = new Map<string, Person[]>()
  const add = (person: Person) => {
    const key = nameKey(person)
    const same = byName.get(key)
    if (same) same.push(person)
    else byName.set(key, [person])
  }
  for (const person of people) add(person)
  return { add, find: (person: Identity) => byName.get(nameKey(person))?.find(other => isSamePerson(person, other)) }
}
