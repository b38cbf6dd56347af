/** One of a basket, as it is asked for and ordered. `key` tells lines apart on the screen. */
export interface BasketLine {
  readonly key: number
  readonly memberId: number
  readonly quantity: number
  readonly productId: number | null
  readonly variantId: number | null
  readonly eventId: number | null
  readonly eventDate: string | null
}

export type Wanted = Omit<BasketLine, 'key' | 'quantity'>

const isSame = (line: BasketLine, wanted: Wanted) =>
  line.memberId === wanted.memberId &&
  line.productId === wanted.productId &&
  line.variantId === wanted.variantId &&
  line.eventId === wanted.eventId &&
  line.eventDate === wanted.eventDate

/** The same product for the same member is one line with a higher quantity; a place in a class is there once. */
export function addToBasket(lines: readonly BasketLine[], wanted: Wanted): BasketLine[] {
  if (lines.some(line => isSame(line, wanted)))
    return lines.map(line =>
      isSame(line, wanted) && line.productId !== null ? { ...line, quantity: Math.min(1000, line.quantity + 1) } : line,
    )
  const key = 1 + Math.max(0, ...lines.map(line => line.key))
  return [...lines, { ...wanted, key, quantity: 1 }]
}

/** Another quantity or another member; what then is the same as another line becomes one with it. */
export function changeLine(
  lines: readonly BasketLine[],
  key: number,
  change: Partial<Pick<BasketLine, 'quantity' | 'memberId'>>,
): BasketLine[] {
  const changed = lines.map(line => (line.key === key ? { ...line, ...change } : line))
  const line = changed.find(each => each.key === key)
  const other = line && changed.find(each => each.key !== key && isSame(each, line))
  if (!line || !other) return changed
  const quantity = line.productId === null ? 1 : Math.min(1000, line.quantity + other.quantity)
  return changed.filter(each => each.key !== key).map(each => (each.key === other.key ? { ...each, quantity } : each))
}

/** How many things are in it; a place in a class is one. */
export const countOf = (lines: readonly BasketLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)
