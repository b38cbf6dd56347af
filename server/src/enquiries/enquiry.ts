import type { PublicClub } from './public-club.ts'
import type { Answers } from './read-answers.ts'

/** What a visitor has sent to a club. */
export interface Enquiry {
  readonly club: PublicClub
  readonly answers: Answers
  /** Of the form. */
  readonly formId: string
}
