import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/stock.ts'
import { stockColumns } from '@honbu/contract/stock.ts'
import { sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { requireAbove } from './rows.ts'
import { lockShelf, recordMovement } from './shelf.ts'

type Movement = Omit<Output<typeof call.getStockMovements>['data'][number], 'movedAt'> & { movedAt: Date }

export async function getStockMovements({ db }: Read, input: Input<typeof call.getStockMovements>) {
  const { clubId, productId, ...grid } = input
  const { time_zone } = await db
    .selectFrom('club')
    .select('time_zone')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const ofOne = productId === undefined ? sql`true` : sql`movement.product_id = ${productId}`
  const { data, total } = await gridQuery(
    db
      .selectFrom(
        sql<Movement>`(
          select movement.id as "stockMovementId", movement.product_id as "productId", product.name as "productName",
            movement.variant_id as "variantId", coalesce(variant.name::text, '') as "variantName", movement.kind,
            movement.quantity, movement.counted, movement.note,
            coalesce(trim(person.first_name || ' ' || person.last_name), '') as by, movement.moved_at as "movedAt"
          from stock_movement movement
          join product on product.id = movement.product_id
          left join product_variant variant on variant.id = movement.variant_id
          left join account on account.id = movement.account_id
          left join person on person.id = account.person_id
          where movement.club_id = ${clubId} and ${ofOne}
        )`.as('entry'),
      )
      .selectAll('entry'),
    {
      columns: stockColumns,
      expressions: {
        movedAt: 'entry.movedAt',
        kind: 'entry.kind',
        productName: 'entry.productName',
        variantName: 'entry.variantName',
        quantity: 'entry.quantity',
        note: 'entry.note',
        by: 'entry.by',
      },
      // The latest first, and of one instant the last one written.
      id: sql`-entry."stockMovementId"`,
      sort: [{ field: 'movedAt', dir: 'desc' }],
      timeZone: time_zone,
    },
    grid,
  )
  return { total, data: data.map(row => ({ ...row, movedAt: row.movedAt.toISOString() })) }
}

export async function saveStockMovement(write: Write, input: Input<typeof call.saveStockMovement>) {
  const { clubId, productId, variantId, kind, quantity, note } = input
  const { tx, user, now, audit } = write
  if (kind !== 'counted' && quantity === 0) throw refused('quantity', 'At least 1')
  await requireKept(write, input)
  const shelf = { clubId, productId, variantId }
  const before = await lockShelf(tx, shelf)
  const onHand = kind === 'counted' ? quantity : before.onHand + quantity
  if (onHand > 1_000_000) throw refused('quantity', 'More than a shelf holds')
  const stockMovementId = await recordMovement(tx, shelf, {
    kind,
    quantity: onHand - before.onHand,
    counted: kind === 'counted' ? quantity : null,
    note,
    accountId: user.accountId,
    now,
  })
  audit({
    clubId,
    subject: 'stock_movement',
    subjectId: stockMovementId,
    before: { onHand: before.onHand },
    after: { productId, variantId, kind, onHand },
  })
  return { stockMovementId, onHand }
}

/** Only what the club can sell and keeps stock of, in a variant of its category; an archived one may still be counted. */
async function requireKept({ tx }: Write, input: Input<typeof call.saveStockMovement>) {
  const { clubId, productId, variantId, kind } = input
  const message = 'This club does not sell that product.'
  await requireAbove(tx, 'product', { id: productId, clubId, field: 'productId', message })
  const { rows } = await sql<{ keepsStock: boolean; hasVariants: boolean; isOne: boolean }>`
    select keeps_stock as "keepsStock",
      exists (select from product_variant variant where variant.product_category_id = product.category_id
        and archived_at is null and variant.club_id in (select club_id from club_and_above(${clubId}))) as "hasVariants",
      exists (select from product_variant variant where variant.id = ${variantId}::bigint
        and variant.product_category_id = product.category_id
        and variant.club_id in (select club_id from club_and_above(${clubId}))) as "isOne"
    from product where id = ${productId}`.execute(tx)
  const [found] = rows
  if (!found?.keepsStock) throw refused('productId', 'No stock is kept of this product.')
  if (variantId !== null && !found.isOne) throw refused('variantId', 'There is no such variant of this product.')
  // What lies there from before the category had variants can still be counted away.
  if (variantId === null && found.hasVariants && kind !== 'counted') throw refused('variantId', 'Choose a variant.')
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
