import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

/** Where something lies: in a club, a product, in a variant where it has any. */
export interface Shelf {
  readonly clubId: number
  readonly productId: number
  readonly variantId: number | null
}

interface By {
  readonly accountId: number | null
  readonly now: Date
  readonly note: string
}

interface Wanted extends By {
  readonly quantity: number
  /** What it is called, and where a refusal stands. */
  readonly label: string
  readonly field: string
  readonly allowPreOrder: boolean
}

/**
 * Takes what is sold from the shelf, as far as it is there and not spoken for; the rest is promised where the product may
 * be ordered ahead. Of two who want the last one the second waits, and then finds none. Lock several in `shelfOrder`.
 * @throws Refused 409 under the field when there is too little
 */
export async function takeFromShelf(tx: Write['tx'], shelf: Shelf, wanted: Wanted) {
  const { onHand, promised } = await lockShelf(tx, shelf)
  const free = Math.max(0, onHand - promised)
  const taken = Math.min(free, wanted.quantity)
  const preOrdered = wanted.quantity - taken
  if (preOrdered > 0 && !wanted.allowPreOrder) {
    const left = free === 0 ? 'none is left' : `only ${free} ${free === 1 ? 'is' : 'are'} left`
    const message = `${wanted.label}: ${left}.`
    throw new Refused(409, message, { [wanted.field]: [message] })
  }
  if (taken > 0) await recordMovement(tx, shelf, { ...wanted, kind: 'sold', quantity: -taken })
  if (preOrdered > 0) await promise(tx, shelf, preOrdered)
  return { taken, preOrdered }
}

/** Hands out what was promised. @throws Refused 409 under `id` while it is not there */
export async function handOut(
  tx: Write['tx'],
  shelf: Shelf,
  { quantity, label, ...by }: By & Pick<Wanted, 'quantity' | 'label'>,
) {
  const { onHand } = await lockShelf(tx, shelf)
  if (onHand < quantity) {
    const message = `${label}: ${onHand} of ${quantity} in stock. Write down what has come first.`
    throw new Refused(409, message, { id: [message] })
  }
  await recordMovement(tx, shelf, { kind: 'handed_out', quantity: -quantity, ...by })
  await promise(tx, shelf, -quantity)
}

/** Takes back what had been taken from the shelf, and what was only promised. */
export async function putBack(
  tx: Write['tx'],
  shelf: Shelf,
  { taken, preOrdered, ...by }: By & { readonly taken: number; readonly preOrdered: number },
) {
  await lockShelf(tx, shelf)
  if (taken > 0) await recordMovement(tx, shelf, { kind: 'returned', quantity: taken, ...by })
  if (preOrdered > 0) await promise(tx, shelf, -preOrdered)
}

/** Speaks for what is to come; below zero it is spoken for no longer. The shelf is locked. */
async function promise(tx: Write['tx'], shelf: Shelf, quantity: number): Promise<void> {
  await sql`
    update stock_level set promised = promised + ${quantity} where ${isShelf(shelf)}`.execute(tx)
}

interface Movement {
  readonly kind: 'received' | 'sold' | 'returned' | 'counted' | 'handed_out'
  readonly quantity: number
  readonly counted?: number | null
  readonly note: string
  readonly accountId: number | null
  readonly now: Date
}

/** Writes down what came or went; the level follows by a trigger. */
export async function recordMovement(tx: Write['tx'], shelf: Shelf, movement: Movement): Promise<number> {
  const { kind, quantity, counted = null, note, accountId, now } = movement
  const { rows } = await sql<{ id: number }>`
    insert into stock_movement (club_id, root_club_id, product_id, variant_id, kind, quantity, counted, note, account_id,
      moved_at)
    select id, root_club_id, ${shelf.productId}::bigint, ${shelf.variantId}::bigint, ${kind}, ${quantity}::integer,
      ${counted}::integer, ${note}, ${accountId}::bigint, ${now}::timestamptz
    from club where id = ${shelf.clubId}
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** What is there, with nobody else taking from it until the transaction ends. */
export async function lockShelf(tx: Write['tx'], shelf: Shelf): Promise<{ onHand: number; promised: number }> {
  await sql`
    insert into stock_level (club_id, root_club_id, product_id, variant_id)
    select id, root_club_id, ${shelf.productId}::bigint, ${shelf.variantId}::bigint from club where id = ${shelf.clubId}
    on conflict on constraint stock_level_once do nothing`.execute(tx)
  const { rows } = await sql<{ onHand: number; promised: number }>`
    select on_hand as "onHand", promised from stock_level where ${isShelf(shelf)} for update`.execute(tx)
  return rows[0] ?? { onHand: 0, promised: 0 }
}

/** What could be sold of it now, without waiting for anybody. */
export async function stockOfShelf(db: Db, shelf: Shelf): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    select greatest(on_hand - promised, 0) as free from stock_level where ${isShelf(shelf)}`.execute(db)
  return rows[0]?.free ?? 0
}

const isShelf = ({ clubId, productId, variantId }: Shelf) => sql`
  club_id = ${clubId} and product_id = ${productId} and variant_id is not distinct from ${variantId}::bigint`

/** One order for all who lock several shelves, so that no two wait for each other. */
export const shelfOrder = (a: Shelf, b: Shelf) =>
  a.clubId - b.clubId || a.productId - b.productId || (a.variantId ?? 0) - (b.variantId ?? 0)
