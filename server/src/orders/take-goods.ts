import { bookMember } from '../bookings/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { shelfOrder, takeFromShelf } from '../shop/index.ts'
import type { BasketLine } from './basket.ts'

interface Taking {
  readonly clubId: number
  readonly orderId: number
  readonly lines: readonly BasketLine[]
}

/** What comes from the shelves, in the order in which everybody locks them. */
export async function takeAll({ tx, user, now }: Write, { clubId, orderId, lines }: Taking) {
  const taken = new Map<BasketLine, { taken: number; preOrdered: number }>()
  const kept = lines.filter(({ goods }) => goods?.keepsStock)
  const shelfOf = ({ goods }: BasketLine) => ({
    clubId,
    productId: goods?.productId ?? 0,
    variantId: goods?.variantId ?? null,
  })
  for (const line of kept.toSorted((a, b) => shelfOrder(shelfOf(a), shelfOf(b)))) {
    const { quantity, label, field, goods } = line
    const wanted = { quantity, label, field, allowPreOrder: goods?.allowPreOrder ?? false }
    const by = { accountId: user.accountId, now, note: `Order ${orderId}` }
    taken.set(line, await takeFromShelf(tx, shelfOf(line), { ...wanted, ...by }))
  }
  return taken
}

/** Places of prebooked classes that are still to come; who has one already keeps it. */
export async function bookAll(write: Write, lines: readonly BasketLine[]) {
  const booked = new Map<BasketLine, number>()
  const wanted = lines.filter(({ event }) => event?.isPrebooked && !event.isBooked && !event.isOver)
  const inOrder = wanted.toSorted(
    (a, b) =>
      (a.event?.eventId ?? 0) - (b.event?.eventId ?? 0) ||
      (a.event?.eventDate ?? '').localeCompare(b.event?.eventDate ?? ''),
  )
  for (const line of inOrder) {
    const { eventId: classId = 0, eventDate: bookingDate = '' } = line.event ?? {}
    try {
      booked.set(line, (await bookMember(write, { memberId: line.memberId, classId, bookingDate })).bookingId)
    } catch (error) {
      throw error instanceof Refused ? refused(line.field, `${line.label}: ${error.message}`) : error
    }
  }
  return booked
}

const refused = (field: string, message: string) => new Refused(409, message, { [field]: [message] })
