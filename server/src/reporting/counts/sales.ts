import { sql } from 'kysely'
import type { Subject } from '../subjects.ts'
import { countByDay, type Facts, isIn, these } from './by-bucket.ts'

/** Lines of orders, less what came back of them, whenever that was. */
export const saleFacts: Facts = of => sql`(
  select line.id, line.club_id, line.member_id, sale.ordered_on as day, line.product_id, line.label,
    line.quantity - line.returned_quantity as pieces, line.pence - line.returned_pence as pence
  from member_order sale join club on club.id = sale.club_id
  join order_line line on line.order_id = sale.id
  where sale.club_id = ${these(of.clubIds)} and line.pence > line.returned_pence and ${isIn(sql`sale.ordered_on`, of)}
)`

export const sales: Subject<'sales'> = {
  counts: ['sales'],
  count: (db, of) => countByDay(db, of, saleFacts(of), { sales: sql`sum(pence)` }),
}
