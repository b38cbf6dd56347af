import type { Count, Counted } from '@honbu/contract/kpis/counted.ts'
import type { Db } from '../platform/database.ts'
import { countAll } from './count.ts'
import type { Scope } from './scope.ts'

/** Milliseconds. What other clubs have in the middle does not change while somebody looks at his own. */
const holdsFor = 10 * 60_000
/** Of a tree of 500 clubs one is a megabyte. */
const mostHeld = 40

interface Held {
  readonly at: number
  readonly counts: Promise<ReadonlyMap<number, Counted>>
}

const heldOf = new WeakMap<Db, Map<string, Held>>()

/**
 * What each of the other clubs of the tree has in the period. It is counted for all clubs of the tree at once and held for ten
 * minutes, whichever of them asks: otherwise a report of one club would take as long as there are clubs beside it.
 */
export async function countOthers(
  db: Db,
  { clubIds, otherIds, period, today, now }: Scope,
  names: ReadonlySet<Count>,
): Promise<Counted[]> {
  const held = heldOf.get(db) ?? new Map<string, Held>()
  heldOf.set(db, held)
  const at = now.getTime()
  for (const [key, each] of held) if (Math.abs(at - each.at) >= holdsFor) held.delete(key)
  const tree = [...clubIds, ...otherIds].sort((a, b) => a - b)
  const key = [today, period.from, period.until, ...names, ...tree].join(' ')
  let own = held.get(key)
  if (!own) {
    own = { at, counts: countEach(db, tree, { period, now, names }) }
    own.counts.catch(() => held.delete(key))
    held.set(key, own)
    for (const oldest of held.keys()) if (held.size > mostHeld) held.delete(oldest)
  }
  const counts = await own.counts
  return otherIds.flatMap(id => counts.get(id) ?? [])
}

type What = Pick<Scope, 'period' | 'now'> & { readonly names: ReadonlySet<Count> }

async function countEach(db: Db, clubIds: readonly number[], { period, now, names }: What) {
  const needed = { ofAll: names, ofFirst: new Set<never>(), first: 0 }
  const counts = await countAll(db, { clubIds, buckets: [period], now }, needed)
  return new Map(clubIds.map(id => [id, counts.ofClub(id, 0)]))
}
