/** What two entries are compared by, once their names are the same. */
export interface Identity {
  readonly dob: string | null
  /** E-mail, phones and address line through which the person is reached, in lower case. */
  readonly ways: readonly string[]
}

/**
 * Are these the same human? Same name and date of birth; where one has no date of birth, same name and something in
 * common by which he is reached, or nothing to compare by. Importing a list twice must not double anyone.
 */
export function isSamePerson(a: Identity, b: Identity): boolean {
  if (a.dob && b.dob) return a.dob === b.dob
  if (a.ways.length === 0 || b.ways.length === 0) return true
  return sharesWay(a.ways, b.ways)
}

export const sharesWay = (a: readonly string[], b: readonly string[]): boolean => a.some(way => b.includes(way))
