import type { Session } from '../classes/index.ts'

/** Somebody who has tried a class, and the class that was tried. */
export interface Trial {
  readonly memberId: number
  /** In the club of the class. */
  readonly membership: { readonly id: number; readonly memberStatusId: number }
  readonly session: Session
  readonly classDate: string
  /** Of the club. */
  readonly today: string
}
