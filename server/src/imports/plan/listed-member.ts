import type { Name } from '../cells/read-name.ts'

/** Someone on the list, as far as it could be read. What it does not say is null, or empty. */
export interface ListedMember extends Name {
  readonly line: number
  readonly code: string | null
  readonly dob: string | null
  readonly gender: string | null
  readonly email: string | null
  readonly mobile: string | null
  readonly phoneDay: string | null
  readonly phoneEve: string | null
  readonly address: { readonly line: string | null; readonly town: string | null; readonly postcode: string | null }
  readonly contacts: readonly ListedContact[]
  readonly statusId: number
  /** The list itself says so; else it is what everybody gets. */
  readonly isStatusListed: boolean
  readonly joined: string | null
  readonly left: string | null
  readonly categoryId: number | null
  readonly planId: number | null
  readonly pricePence: number | null
  readonly frequencyId: number | null
  readonly paymentMethodId: number | null
  /** Of a mandate at the provider: its id, its customer or its reference at the bank. */
  readonly mandateReferences: readonly string[]
  readonly nextPayment: string | null
  /** Owed above zero, in credit below; null: nothing is booked. */
  readonly balancePence: number | null
  readonly renewal: string | null
  readonly sourceId: number | null
  readonly gradeId: number | null
  readonly lastGrading: string | null
  /** In the old system. */
  readonly lastAttended: string | null
  readonly classesSince: number | null
  /** Of one line at most one; of merged lines all. */
  readonly classIds: readonly number[]
  /** Communication flags, with what was answered. */
  readonly consents: readonly { readonly flag: number; readonly isGiven: boolean }[]
  readonly tags: readonly string[]
  readonly notes: readonly ListedNote[]
}

/** Who is spoken to for a member. Where the list has no other way, he is reached by the member's e-mail and phone. */
export interface ListedContact extends Name {
  readonly relationship: string
  /** Acts and signs for the member: until the eighteenth birthday, and where no birthday is known. */
  readonly isGuardian: boolean
  readonly isEmergency: boolean
  readonly email: string | null
  readonly mobile: string | null
}

export interface ListedNote {
  readonly subject: string
  readonly text: string
  readonly isPinned: boolean
}

/** Something about a line that a person should look at. */
export interface Problem {
  /** The heading of the column; empty: the whole line. */
  readonly column: string
  readonly text: string
  /** What can be chosen for this line instead: that it's the same person as another, or someone else. */
  readonly choice?: 'one' | 'two'
}

/** The ways by which somebody is reached, as they are compared. */
export const waysOf = ({ email, mobile, phoneDay, phoneEve, address }: ListedMember): string[] =>
  [email, mobile, phoneDay, phoneEve, address.line].filter(way => way !== null).map(way => way.toLowerCase())
