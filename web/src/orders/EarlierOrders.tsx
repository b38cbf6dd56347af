import { currency, mediumDate } from '@honbu/contract/format.ts'
import { getOrders } from '@honbu/contract/orders.ts'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './Orders.module.css'

/** The last orders of the member, each of which is its receipt. */
export function EarlierOrders({ memberId }: { memberId: number }) {
  const answer = useRead(getOrders, { id: memberId, page: 1, pageSize: 10 })
  const orders = answer.data?.data ?? []
  if (orders.length === 0) return null
  return (
    <Panel title="Earlier orders" flush>
      <ul className={css.list}>
        {orders.map(order => (
          <li key={order.orderId} className={css.row}>
            <span className={css.soft}>{mediumDate(order.orderedOn)}</span>
            <AppLink to="." search={{ order: String(order.orderId) }}>
              {order.description}
            </AppLink>
            <span className={css.money}>{currency(order.total)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
