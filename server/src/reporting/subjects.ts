import type { Count } from '@honbu/contract/kpis/counted.ts'
import type { Db } from '../platform/database.ts'
import type { CountFor } from './buckets.ts'
import type { Kept } from './kept/kept.ts'

/** What was counted of a club in a bucket, by its place in the list. A club that has none of it may be left out. */
export type CountRow<C extends Count = Count> = { readonly clubId: number; readonly bucket: number } & {
  readonly [Name in C]: number
}

/** Counts that are counted together: for all clubs and all buckets, by as few queries as can be. */
export interface Subject<C extends Count = Count> {
  readonly counts: readonly C[]
  /** What it has counted is kept: by which name, and until when. */
  readonly kept?: Keeping
  readonly count: (db: Db, of: CountFor) => Promise<readonly CountRow<C>[]>
}

/** Any of them: what it counts is known by its names only. */
export interface AnySubject {
  readonly counts: readonly Count[]
  readonly kept?: Keeping
  readonly count: (db: Db, of: CountFor) => Promise<readonly AnyCountRow[]>
}

export type Keeping = Pick<Kept<unknown>, 'name' | 'reads' | 'looksBack'>

export type AnyCountRow = Readonly<Partial<Record<Count, number>>> & Pick<CountRow, 'clubId' | 'bucket'>
