import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import { memberStatus, paymentMethod, transactionCategory } from '@honbu/contract/ids.ts'
import type { Clock } from './clock.ts'
import type { DemoClub } from './clubs.ts'
import type { Membership } from './memberships.ts'
import { type Random, randomFor } from './random.ts'
import { at, type DemoRows, type Row } from './rows.ts'
import { shopPlans } from './shop-plans.ts'
import type { Staff } from './staff.ts'

const standardVat = 1601
/** Which shares of the active members bought something at the desk lately, and how long ago at most. */
const shareOfBuyers = 0.06
const daysOfOrders = 60
/** Pre-orders that are waiting, in each of the first clubs. */
const preOrders = 2

interface Shelf {
  readonly clubId: number
  readonly productId: number
  readonly variantId: number | null
}

/** What clubs sell, what lies on their shelves, and what members have bought of it. All of it is paid. */
export function addShop(
  rows: DemoRows,
  clubs: readonly DemoClub[],
  memberships: readonly Membership[],
  staff: ReadonlyMap<number, Staff>,
  clock: Clock,
): void {
  addRange(rows, clubs, clock)
  const shelves = addStock(rows, clubs, staff, clock)
  addOrders(rows, { shelves, memberships, staff, clock })
}

function addRange(rows: DemoRows, clubs: readonly DemoClub[], clock: Clock): void {
  const created_at = at(addMonths(clock.today, -14), '10:00')
  for (const plan of shopPlans) {
    const root_club_id = clubs.find(({ id }) => id === plan.clubId)?.rootId ?? plan.clubId
    const owner = { club_id: plan.clubId, root_club_id }
    const category_id = rows.product_category.length + 1
    rows.product_category.push({ id: category_id, ...owner, name: plan.name, version: 1, created_at })
    for (const [index, name] of plan.variants.entries())
      rows.product_variant.push({
        ...{ id: rows.product_variant.length + 1, ...owner, product_category_id: category_id, name },
        ...{ position: index + 1, version: 1, created_at },
      })
    for (const product of plan.products) {
      const id = rows.product.length + 1
      rows.product.push({
        ...{ id, ...owner, category_id, name: product.name, code: product.code, version: 1, created_at, url: '' },
        current_price_pence: product.pence,
        current_cost_pence: product.costPence,
        vat_code_id: product.vat ?? standardVat,
        allow_discount: product.allowDiscount ?? true,
        keeps_stock: product.keepsStock ?? true,
        allow_pre_order: product.allowPreOrder ?? false,
        low_stock_at: product.lowStockAt ?? null,
        description: product.description ?? '',
      })
      const price = { product_id: id, ...owner }
      const { before } = product
      rows.product_price.push({ ...price, price_pence: before?.pence ?? product.pence, since: created_at })
      if (before) {
        const since = at(addMonths(clock.today, -before.monthsAgo), '09:30')
        rows.product_price.push({ ...price, price_pence: product.pence, since })
      }
    }
  }
}

/** A delivery for each shelf half a year ago. Some sizes never came. */
function addStock(
  rows: DemoRows,
  clubs: readonly DemoClub[],
  staff: ReadonlyMap<number, Staff>,
  clock: Clock,
): Map<string, Shelf & { left: number }> {
  const random = randomFor('stock')
  const shelves = new Map<string, Shelf & { left: number }>()
  for (const club of clubs)
    for (const product of rows.product) {
      const isOffered = product.club_id === club.id || (product.club_id === 1 && club.rootId === 1)
      if (!isOffered || product.keeps_stock === false) continue
      const variants = rows.product_variant.filter(variant => variant.product_category_id === product.category_id)
      for (const variantId of variants.length > 0 ? variants.map(({ id = 0 }) => id) : [null]) {
        const quantity = random.chance(0.12) ? 0 : random.between(2, variantId === null ? 24 : 8)
        const shelf = { clubId: club.id, productId: product.id ?? 0, variantId }
        shelves.set(keyOf(shelf), { ...shelf, left: quantity })
        if (quantity > 0)
          rows.stock_movement.push(
            movement(club, shelf, {
              kind: 'received',
              quantity,
              note: 'Delivery',
              on: addDays(addMonths(clock.today, -6), random.between(0, 9)),
              accountId: staff.get(club.id)?.admin.accountId,
            }),
          )
      }
    }
  return shelves
}

const keyOf = ({ clubId, productId, variantId }: Shelf) => `${clubId} ${productId} ${variantId}`

interface Moved {
  readonly kind: 'received' | 'sold'
  readonly quantity: number
  readonly note: string
  readonly on: string
  readonly accountId: number | undefined
}

const movement = (
  { id, rootId }: Pick<DemoClub, 'id' | 'rootId'>,
  { productId, variantId }: Shelf,
  { kind, quantity, note, on, accountId }: Moved,
): Row<'stock_movement'> => ({
  ...{ club_id: id, root_club_id: rootId, product_id: productId, variant_id: variantId },
  ...{ kind, quantity, note, account_id: accountId ?? null, moved_at: at(on, '17:45') },
})

interface Buying {
  readonly shelves: Map<string, Shelf & { left: number }>
  readonly memberships: readonly Membership[]
  readonly staff: ReadonlyMap<number, Staff>
  readonly clock: Clock
}

function addOrders(rows: DemoRows, { shelves, memberships, staff, clock }: Buying): void {
  const random = randomFor('orders')
  const ahead = new Map<number, number>()
  for (const membership of memberships) {
    const { club, status, joined } = membership
    if (status !== memberStatus.active || !joined || joined > addDays(clock.today, -daysOfOrders)) continue
    if (!random.chance(shareOfBuyers)) continue
    const on = addDays(clock.today, -random.between(1, daysOfOrders))
    const accountId = staff.get(club.id)?.instructor.accountId
    const inStock = [...shelves.values()].filter(shelf => shelf.clubId === club.id && shelf.left > 2)
    const waiting = ahead.get(club.id) ?? 0
    const empty = [...shelves.values()].find(
      shelf => shelf.clubId === club.id && shelf.left === 0 && canBeOrderedAhead(rows, shelf),
    )
    if (waiting < preOrders && empty) {
      ahead.set(club.id, waiting + 1)
      addOrder(rows, random, { membership, shelf: empty, on, accountId, isAhead: true })
    } else if (inStock.length > 0) {
      const shelf = random.pick(inStock)
      shelf.left -= 1
      addOrder(rows, random, { membership, shelf, on, accountId, isAhead: false })
    }
  }
}

const canBeOrderedAhead = (rows: DemoRows, { productId }: Shelf) =>
  rows.product.some(({ id, allow_pre_order }) => id === productId && allow_pre_order === true)

interface Sale {
  readonly membership: Membership
  readonly shelf: Shelf
  readonly on: string
  readonly accountId: number | undefined
  readonly isAhead: boolean
}

function addOrder(rows: DemoRows, random: Random, { membership, shelf, on, accountId = 0, isAhead }: Sale): void {
  const { club, member } = membership
  const product = rows.product.find(({ id }) => id === shelf.productId)
  const variant = rows.product_variant.find(({ id }) => id === shelf.variantId)
  if (!product) return
  const owner = { club_id: club.id, member_id: member.id }
  const whose = { ...owner, root_club_id: club.rootId }
  const label = variant ? `${product.name}, ${variant.name}` : product.name
  const pence = product.current_price_pence
  const created_at = at(on, '17:45')
  const [order_id, charge_id, payment_id] = [
    rows.member_order.length + 1,
    rows.charge.length + 1,
    rows.payment.length + 1,
  ]
  rows.charge.push({
    ...{ ...whose, id: charge_id, amount_pence: pence, description: label, account_id: accountId },
    ...{ category_id: transactionCategory.product, transaction_date: on, due_on: on, created_at },
  })
  rows.payment.push({
    ...{ ...whose, id: payment_id, amount_pence: pence, payment_date: on, account_id: accountId, created_at },
    payment_method_id: random.pick([paymentMethod.cash, paymentMethod.cardReader, paymentMethod.cardReader]),
  })
  rows.allocation.push({ ...owner, charge_id, payment_id, amount_pence: pence, created_at })
  rows.member_order.push({ id: order_id, ...whose, ordered_on: on, account_id: accountId, created_at })
  rows.order_payment.push({ payment_id, order_id, club_id: club.id })
  rows.order_line.push({
    ...{ ...whose, order_id, product_id: shelf.productId, variant_id: shelf.variantId, label, charge_id },
    ...{ quantity: 1, full_pence: pence, pence, discounts: [] },
    ...{ taken: isAhead ? 0 : 1, pre_ordered: isAhead ? 1 : 0 },
  })
  if (isAhead) promiseOne(rows, club, shelf)
  else
    rows.stock_movement.push(
      movement(club, shelf, { kind: 'sold', quantity: -1, note: `Order ${order_id}`, on, accountId }),
    )
}

/** The levels follow the movements by a trigger; only what is promised has to be said. */
function promiseOne(rows: DemoRows, club: DemoClub, { productId, variantId }: Shelf): void {
  const shelf = { club_id: club.id, root_club_id: club.rootId, product_id: productId, variant_id: variantId }
  const known = rows.stock_level.find(
    level => level.club_id === club.id && level.product_id === productId && level.variant_id === variantId,
  )
  if (known) known.promised = (known.promised ?? 0) + 1
  else rows.stock_level.push({ ...shelf, on_hand: 0, promised: 1 })
}
