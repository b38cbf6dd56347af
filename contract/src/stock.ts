import * as z from 'zod/mini'
import { get, id, idText, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { club, treeProduct, treeProductVariant } from './guards.ts'
import { count } from './shop-fields.ts'
import { writtenLines } from './written.ts'

export const stockKinds = {
  received: 'Received',
  sold: 'Sold',
  returned: 'Returned',
  counted: 'Counted',
  handed_out: 'Handed out',
} as const

const stockKind = z.enum(['received', 'sold', 'returned', 'counted', 'handed_out'])

export const stockColumns = columns({
  movedAt: { type: 'instant', title: 'When' },
  kind: {
    type: 'string',
    title: 'What',
    choices: Object.entries(stockKinds).map(([value, text]) => ({ value, text })),
  },
  productName: { type: 'string', title: 'Product' },
  variantName: { type: 'string', title: 'Variant' },
  quantity: { type: 'number', title: 'Change' },
  note: { type: 'string', title: 'Note' },
  by: { type: 'string', title: 'By' },
})

export const StockMovement = z.object({
  stockMovementId: id,
  productId: id,
  productName: z.string(),
  variantId: z.nullable(id),
  variantName: z.string(),
  kind: stockKind,
  /** What it adds to the shelf; below zero takes from it. */
  quantity: z.int(),
  /** Of a count: what was found. */
  counted: z.nullable(z.int()),
  note: z.string(),
  by: z.string(),
  /** ISO 8601, UTC. */
  movedAt: z.string(),
})

export const getStockMovements = get('/api/club/GetStockMovements/:clubId', {
  summary: 'What came to a club’s shelf and went from it, of one product or of all, the latest first, as a grid.',
  access: [club('clubId'), treeProduct('productId')],
  input: { ...gridInput, productId: z.optional(idText) },
  output: gridPage(StockMovement),
})

const byHand = z.enum(['received', 'returned', 'counted'])

/** What a person writes down of stock: what came, what came back, or how many a count has found. */
export const StockFields = z
  .object({
    variantId: z.nullable(id),
    kind: byHand,
    quantity: z.pipe(
      z.nullable(count(0, 'A whole number from 0')).check(z.refine(value => value !== null, { error: 'How many?' })),
      z.transform(value => value ?? 0),
    ),
    note: writtenLines(500),
  })
  .check(
    z.refine(({ kind, quantity }) => kind === 'counted' || quantity > 0, { path: ['quantity'], error: 'At least 1' }),
  )

export const saveStockMovement = post('/api/club/SaveStockMovement/:clubId', {
  summary:
    'Writes down that stock came (received, returned: `quantity` is added) or was counted (`quantity` is what there is). ' +
    'What is sold and handed out is written by orders.',
  access: [club('clubId'), treeProduct('productId'), treeProductVariant('variantId')],
  input: {
    productId: id,
    variantId: z.nullable(id),
    kind: byHand,
    quantity: count(0, 'A whole number from 0'),
    note: z._default(writtenLines(500), ''),
  },
  output: z.object({ stockMovementId: id, onHand: z.int() }),
})
