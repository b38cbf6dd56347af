import type { ImportOutcome } from '@honbu/contract/imports.ts'
import type { Digests } from './digests.ts'
import type { ListedContact, ListedMember, Problem } from './listed-member.ts'

/** What a person reads of what is stored. */
export interface Stored {
  readonly title: string
  readonly before: string | null
  readonly after: string
}

/** What becomes of one line. */
export interface PlannedLine {
  readonly line: number
  readonly outcome: ImportOutcome
  readonly name: string
  /** Who it is already; null for somebody new, and where it is nobody. */
  readonly memberId: number | null
  readonly problems: readonly Problem[]
  readonly stored: readonly Stored[]
}

/** Somebody of the file, or of the clubs: a member who is made from a line has no id yet. */
export type Who = { readonly line: number } | { readonly memberId: number }

/** A contact: a person who is there, a member who is made from a line, or someone new who may be shared by several. */
export type ContactPerson =
  | { readonly personId: number }
  | { readonly line: number }
  | { readonly newContact: number; readonly listed: ListedContact }

export interface PlannedContact {
  readonly of: Who
  readonly person: ContactPerson
  readonly relationship: string
  readonly isGuardian: boolean
  readonly isEmergency: boolean
}

/** The relationship is what `linked` is to `member`. */
export interface PlannedLink {
  readonly member: Who
  readonly linked: Who
  readonly relationship: string
}

export interface NewMember {
  readonly line: number
  readonly code: string
  readonly listed: ListedMember
}

/** Columns of a row that is there, with what they become. */
export type Columns = Readonly<Record<string, string | number | null>>

export interface ChangedMember {
  readonly line: number
  readonly memberId: number
  readonly personId: number
  readonly clubMemberId: number
  readonly person: Columns
  readonly membership: Columns
  /** A discipline that is studied already changes; another one is added. */
  readonly discipline: { readonly disciplineId: number; readonly isNew: boolean; readonly columns: Columns } | null
  readonly notes: ListedMember['notes']
  readonly tags: readonly string[]
  readonly consents: ListedMember['consents']
  readonly mandateReferences: readonly string[]
  /** Classes that they are enrolled in. */
  readonly classIds: readonly number[]
  readonly stored: readonly Stored[]
  /** What imports have stored of them so far, with what this one changes. */
  readonly imported: { readonly id: number | null; readonly digests: Digests }
}

/** A field that someone has edited since an import stored it, and that the file says differently. */
export interface EditedField {
  readonly line: number
  readonly title: string
  readonly isReplaced: boolean
}

export interface MemberPlan {
  readonly kind: 'members'
  readonly lines: readonly PlannedLine[]
  readonly added: readonly NewMember[]
  readonly changed: readonly ChangedMember[]
  readonly contacts: readonly PlannedContact[]
  readonly links: readonly PlannedLink[]
  readonly edited: readonly EditedField[]
  /** Lines that become new people although someone else has their name. */
  readonly namesakes: number
  /** Parents and other contacts with another email or phone, which isn't changed. */
  readonly keptContacts: number
  /** Lines about someone who is on an earlier line. */
  readonly merged: number
}

export interface PlannedGrading {
  readonly line: number
  readonly memberId: number
  readonly disciplineId: number
  readonly fromGradeId: number | null
  readonly gradeId: number
  readonly gradedOn: string
  readonly passed: boolean
  readonly note: string
}

export interface GradingPlan {
  readonly kind: 'gradings'
  readonly lines: readonly PlannedLine[]
  readonly gradings: readonly PlannedGrading[]
  /** What each member has reached after all of them, where that changes. */
  readonly reached: readonly {
    readonly memberId: number
    readonly disciplineId: number
    readonly isNew: boolean
    readonly columns: Columns
  }[]
}

export type Plan = MemberPlan | GradingPlan
