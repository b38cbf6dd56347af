import type { User } from '../platform/access.ts'
import type { Write } from '../platform/route.ts'

/** What making members needs: the write of a call has it, and the form on a club's website makes its own. */
export interface JoiningWrite extends Omit<Write, 'user' | 'files'> {
  /** Who does it; null: nobody who is signed in, so none who may make an exception. */
  readonly user: User | null
}
