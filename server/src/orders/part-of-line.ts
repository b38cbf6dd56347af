/** What a line of an order was, and what of it has come back. Pence are of the whole quantity. */
export interface LineStanding {
  readonly quantity: number
  readonly pence: number
  /** Of the quantity: from the shelf, and ordered ahead; neither where no stock is kept. */
  readonly taken: number
  readonly preOrdered: number
  readonly isHandedOut: boolean
  readonly returnedQuantity: number
  readonly returnedPence: number
  /** Of what came back, what had come from the shelf. */
  readonly returnedTaken: number
}

/** Ordered ahead, not handed out, and not taken back: what waits for its member. */
export const waitingOf = ({ preOrdered, isHandedOut, returnedQuantity, returnedTaken }: LineStanding): number =>
  isHandedOut ? 0 : Math.max(preOrdered - (returnedQuantity - returnedTaken), 0)

export interface LinePart {
  readonly pence: number
  /** What goes on the shelf again, and what nobody waits for any more. */
  readonly toShelf: number
  readonly notWaited: number
  /** What of it counts as come from the shelf. */
  readonly fromTaken: number
  /** Nothing of the line is left. */
  readonly isLast: boolean
}

/**
 * So many of a line come back: each is worth the same, in whole pence downwards, and the last ones are worth what is left.
 * What waits to be handed out is given up before what the member has.
 */
export function partOfLine(line: LineStanding, quantity: number): LinePart {
  const isLast = line.returnedQuantity + quantity === line.quantity
  const pence = isLast ? line.pence - line.returnedPence : Math.floor(line.pence / line.quantity) * quantity
  const keepsStock = line.taken + line.preOrdered > 0
  const notWaited = Math.min(quantity, waitingOf(line))
  const toShelf = keepsStock ? quantity - notWaited : 0
  return { pence, toShelf, notWaited, fromTaken: Math.min(toShelf, line.taken - line.returnedTaken), isLast }
}
