import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

/** What storing an import needs to know. */
export interface Store {
  readonly tx: Transaction<Tables>
  readonly importId: number
  readonly clubId: number
  readonly rootClubId: number
  readonly accountId: number | null
  readonly today: string
  readonly now: Date
  /** The discipline that a grade is of. */
  readonly disciplineOf: (gradeId: number) => number | undefined
  /** What everybody on the list studies whose line names no grade; null: nobody. */
  readonly disciplineId: number | null
  /** The class on whose register active members go. */
  readonly enrolClassId: number | null
  /** So many lines more are stored. */
  readonly onStored: (lines: number) => Promise<void>
}
