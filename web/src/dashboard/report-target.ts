import type { Target } from './Figures.tsx'

interface Scope {
  readonly from: string
  readonly until: string
  /** Left out: all the user's clubs. */
  readonly clubIds?: readonly number[] | undefined
}

/** The list of a report behind a figure. */
export const reportTarget = (tab: string, list: string, { from, until, clubIds }: Scope): Target => ({
  to: `/reporting/${tab}`,
  search: { list, from, until, clubs: clubIds?.join(',') },
})
