import type { RawBuilder } from 'kysely'

/** Which rows: of these clubs, on these days (both included), and of one group of a section's rows. */
export interface ListFor {
  readonly clubIds: readonly number[]
  readonly from: string
  readonly until: string
  readonly now: Date
  readonly group: string | null
}

/** A row of every list. Amounts are in pence. */
export interface ListRow {
  /** Unique in the list. */
  key: string
  id: number
  /** Null: no member. The name is the member's then, where the list gives none. */
  member_id: number | null
  name: string | null
  club_id: number
  on_day: string | null
  what: string
  pence: number | null
  count: number | null
}

/**
 * SQL for the rows behind a figure, as a table with the columns of `ListRow`: counted in the very way in which the figure
 * is. A list whose rows have no groups takes no notice of one.
 */
export type ReportRows = (of: ListFor) => RawBuilder<ListRow>
