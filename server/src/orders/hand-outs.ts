import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/orders.ts'
import { handOutColumns } from '@honbu/contract/orders.ts'
import { sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { handOut } from '../shop/index.ts'

interface Row {
  orderLineId: number
  orderId: number
  orderedOn: string
  memberId: number
  memberName: string
  label: string
  preOrdered: number
  onHand: number
  openPence: number
}

export async function getHandOuts({ db }: Read, { clubId, ...grid }: Input<typeof call.getHandOuts>) {
  const { data, total } = await gridQuery(
    db
      .selectFrom(
        sql<Row>`(
          select line.id as "orderLineId", line.order_id as "orderId", orders.ordered_on as "orderedOn",
            line.member_id as "memberId", trim(person.first_name || ' ' || person.last_name) as "memberName",
            line.label, line.pre_ordered - returned_quantity + returned_taken as "preOrdered", coalesce(level.on_hand, 0) as "onHand",
            coalesce(open_charge.pence, 0)::integer as "openPence"
          from order_line line
          join member_order orders on orders.id = line.order_id
          join member on member.id = line.member_id
          join person on person.id = member.person_id
          left join stock_level level on level.club_id = line.club_id and level.product_id = line.product_id
            and level.variant_id is not distinct from line.variant_id
          left join open_charge on open_charge.charge_id = line.charge_id
          where line.club_id = ${clubId} and pre_ordered > 0 and pre_ordered > returned_quantity - returned_taken and handed_out_at is null and returned_at is null
        )`.as('entry'),
      )
      .selectAll('entry'),
    {
      columns: handOutColumns,
      expressions: {
        orderedOn: 'entry.orderedOn',
        memberName: 'entry.memberName',
        label: 'entry.label',
        preOrdered: 'entry.preOrdered',
        onHand: 'entry.onHand',
        outstanding: sql`entry."openPence" / 100.0`,
      },
      id: 'entry.orderLineId',
      sort: [{ field: 'orderedOn', dir: 'asc' }],
    },
    grid,
  )
  return { total, data: data.map(({ openPence, ...row }) => ({ ...row, outstanding: pounds(openPence) })) }
}

export async function handOutOrderLine({ tx, user, now, audit }: Write, { id }: Input<typeof call.handOutOrderLine>) {
  const line = await tx
    .selectFrom('order_line')
    .select(['club_id as clubId', 'member_id as memberId', 'order_id as orderId', 'product_id as productId'])
    .select(['variant_id as variantId', 'label', 'handed_out_at as handedOutAt', 'returned_at as returnedAt'])
    .select(['pre_ordered as preOrdered', 'returned_quantity as returnedQuantity', 'returned_taken as returnedTaken'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { clubId, memberId, orderId, label, preOrdered } = line
  if (line.returnedAt) throw refused(`${label} was taken back.`)
  if (line.productId === null || preOrdered === 0) throw refused(`${label} was not ordered ahead.`)
  const quantity = line.handedOutAt ? preOrdered : preOrdered - (line.returnedQuantity - line.returnedTaken)
  if (quantity <= 0) throw refused(`What of ${label} was ordered ahead was taken back.`)
  if (!line.handedOutAt) {
    const shelf = { clubId, productId: line.productId, variantId: line.variantId }
    const note = `Order ${orderId}`
    await handOut(tx, shelf, { quantity, label, accountId: user.accountId, now, note })
    await tx
      .updateTable('order_line')
      .set({ handed_out_at: now, handed_out_by: user.accountId })
      .where('id', '=', id)
      .execute()
  }
  const handedOutAt = (line.handedOutAt ?? now).toISOString()
  audit({
    clubId,
    memberId,
    subject: 'order_line',
    subjectId: id,
    before: { handedOutAt: line.handedOutAt?.toISOString() ?? null },
    after: { label, quantity, handedOutAt },
  })
  return { orderLineId: id, handedOutAt }
}

const refused = (message: string) => new Refused(409, message, { id: [message] })
