import type { KpiName } from '@honbu/contract/kpis.ts'
import type { Read } from '../platform/route.ts'
import { countAll, countsOf, figureOf } from './count.ts'
import { scopeOf } from './scope.ts'

export type FiguresOf<Name extends KpiName> = Readonly<Record<Name, number | null>>

/** Some figures of this month, without anything to compare them with: for a screen that shows a few of them. */
export async function figuresOf<Name extends KpiName>(
  read: Read,
  { clubIds, names }: { readonly clubIds: readonly number[]; readonly names: readonly Name[] },
) {
  const { period, today, now, keepsTogether } = await scopeOf(read, { clubIds }, { shows: 'rows' })
  const buckets = [period]
  const needed = { ofAll: countsOf(names), ofFirst: new Set<never>(), first: 0, ...(keepsTogether && { each: 0 }) }
  const counts = (await countAll(read.db, { clubIds, buckets, now }, needed)).of(0)
  const figures = Object.fromEntries(names.map(name => [name, figureOf(name, counts)]))
  // Every name has been given its figure above.
  return { ...period, today, figures: figures as FiguresOf<Name> }
}
