import type { Count } from '@honbu/contract/kpis/counted.ts'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import type { CountFor } from './buckets.ts'
import type { Report, Section } from './sections.ts'

/** A tab of the reports, below its figures. */
export interface Tab {
  /** What its tables of the period are made from, besides what the figures are, and what its tables of months are. */
  readonly needs: ReadonlySet<Count>
  readonly needsByMonth: ReadonlySet<Count>
  /** What else of its tables is kept by months. */
  readonly keeps?: readonly { readonly of: (db: Db, of: CountFor) => Promise<unknown> }[]
  readonly sections: (read: Read, report: Report) => Promise<Section[]>
}
