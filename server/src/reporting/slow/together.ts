import type { Count } from '@honbu/contract/kpis/counted.ts'
import type { Db } from '../../platform/database.ts'
import type { CountFor } from '../buckets.ts'
import { countAll } from '../count.ts'

/** Where what clubs have together, which is kept, is not what each of them has, added up. */
export async function differingTogether(db: Db, of: CountFor, names: ReadonlySet<Count>) {
  const needed = { ofAll: names, ofFirst: new Set<never>(), first: 0 }
  const [together, each] = [await countAll(db, of, { ...needed, each: 0 }), await countAll(db, of, needed)]
  return of.buckets.flatMap((bucket, place) =>
    [...names].flatMap(name => {
      const kept = together.of(place)[name]
      const added = of.clubIds.reduce((sum, clubId) => sum + each.ofClub(clubId, place)[name], 0)
      // What is no whole number is added up in another order.
      return Math.abs(kept - added) <= 1e-6 * Math.abs(added) ? [] : [{ ...bucket, name, kept, added }]
    }),
  )
}
