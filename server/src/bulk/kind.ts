import type { BulkChange, BulkKind } from '@honbu/contract/bulk.ts'
import type { LockedMembership } from '../membership/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Providers } from '../providers/index.ts'
import type { Tracked } from './tracked-rows.ts'

export type ChangeOf<Kind extends BulkKind> = Extract<BulkChange, { readonly kind: Kind }>

export interface BulkWrite extends Write {
  readonly providers: Providers
}

interface Whom {
  readonly clubId: number
  readonly memberIds: readonly number[]
}

/** A change that can be made to many people. */
export interface Kind<Change> {
  /** The tables whose rows it may change; undoing it restores them. */
  readonly tables: readonly Tracked[]
  /** Shows the next charges before and after. */
  readonly movesMoney?: boolean
  /** It sends something: more than a few people need the right, and it can't be undone. */
  readonly sends?: boolean
  /** Why this person is left out before anything is tried; empty: they aren't. */
  readonly whyNot?: (membership: LockedMembership, change: Change) => string
  /**
   * Makes the change to one person, by the function that makes it to one.
   * @returns what changes, in words
   * @throws Refused for someone who is left out
   */
  readonly apply: (context: BulkWrite, membership: LockedMembership, change: Change) => Promise<string>
  /** Once everyone is changed. */
  readonly finish?: (context: BulkWrite, whom: Whom) => Promise<void>
}

export const leftOut = (why: string) => new Refused(409, why)

export const fromTo = (before: string, after: string) => `${before} → ${after}`
