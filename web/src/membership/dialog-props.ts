import type { Membership } from './membership.ts'

/** What the dialog of every move is given. */
export interface MoveProps {
  memberId: number
  membership: Membership
  /** The member's first name. */
  name: string
  onClose: () => void
}
