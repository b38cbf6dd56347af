import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/orders.ts'
import { orderColumns } from '@honbu/contract/orders.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { gridQuery } from '../platform/grid.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import { type OrderRecord, readOrder } from './read-order.ts'

export const getOrder = ({ db }: Read, { id, orderId }: Input<typeof call.getOrder>) => orderOf(db, id, orderId)

/** @throws Refused 404 for an order in which the member has no part */
export async function orderOf(db: Db, memberId: number, orderId: number): Promise<OrderRecord> {
  const order = await readOrder(db, orderId)
  const isHis = order?.memberId === memberId || order?.lines.some(line => line.memberId === memberId)
  if (!order || !isHis) throw new Refused(404, `There is no order ${orderId} of this member.`)
  return order
}

interface Row {
  orderId: number
  memberId: number
  orderedOn: string
  description: string
  clubName: string
  pence: number
}

export async function getOrders({ db, user }: Read, { id, ...grid }: Input<typeof call.getOrders>) {
  const { data, total } = await gridQuery(
    db
      .selectFrom(
        sql<Row>`(
          select orders.id as "orderId", orders.member_id as "memberId", orders.ordered_on as "orderedOn",
            club.name as "clubName", lines.description, lines.pence
          from member_order orders
          join club on club.id = orders.club_id
          cross join lateral (
            select string_agg(case when quantity = 1 then label else quantity || ' × ' || label end, ', ' order by id)
              as description,
              coalesce(sum(order_line.pence - returned_pence), 0)::integer as pence,
              bool_or(member_id = ${id}) as is_for
            from order_line where order_id = orders.id
          ) lines
          where orders.club_id = any(${[...user.clubs.keys()]}::bigint[])
            and (orders.member_id = ${id} or lines.is_for)
        )`.as('entry'),
      )
      .selectAll('entry'),
    {
      columns: orderColumns,
      expressions: {
        orderedOn: 'entry.orderedOn',
        description: 'entry.description',
        clubName: 'entry.clubName',
        total: sql`entry.pence / 100.0`,
      },
      id: sql`-entry."orderId"`,
      sort: [{ field: 'orderedOn', dir: 'desc' }],
    },
    grid,
  )
  return { total, data: data.map(({ pence, ...row }) => ({ ...row, total: pounds(pence) })) }
}
