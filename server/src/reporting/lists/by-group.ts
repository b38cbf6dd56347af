import { type RawBuilder, sql } from 'kysely'
import type { CountFor } from '../buckets.ts'
import type { ListFor } from '../report-rows.ts'

/** The days of a list as a count has them. */
export const counted = ({ clubIds, from, until, now }: ListFor): CountFor => ({
  clubIds,
  buckets: [{ from, until }],
  now,
})

/** What a row of a table stands for, as its list is asked for it: 'plan:12', and 'plan:' for those of none. */
export const groupOf = (kind: string, id: number | string | null): string => `${kind}:${id ?? ''}`

/**
 * Only the rows of the group that a list is asked for, by the kinds of groups that it has, each with the column that says it;
 * all where it is asked for none, or for one of another kind.
 */
export function ofGroup({ group }: ListFor, kinds: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<boolean> {
  const [kind = '', ...rest] = (group ?? '').split(':')
  const column = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!column) return sql`true`
  const id = rest.join(':')
  return id === '' ? sql`coalesce(${column}::text, '') = ''` : sql`${column}::text = ${id}`
}
