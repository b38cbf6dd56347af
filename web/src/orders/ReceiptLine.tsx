import type { Output } from '@honbu/contract/endpoint.ts'
import { currency } from '@honbu/contract/format.ts'
import type { getOrder } from '@honbu/contract/orders.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import css from './Orders.module.css'

export type OrderLine = Output<typeof getOrder>['lines'][number]

interface Props {
  line: OrderLine
  showsMember: boolean
  /** Null: they may not take it back. */
  onReturn: (() => void) | null
}

/** A line of a receipt, and the way to take it back. */
export function ReceiptLine({ line, showsMember, onReturn }: Props) {
  const title = line.quantity === 1 ? line.label : `${line.quantity} × ${line.label}`
  const isReturned = line.returnedAt !== null
  return (
    <li className={css.line}>
      <span className={css.words}>
        <span className={css.name}>{isReturned ? <s>{title}</s> : title}</span>
        {line.vatRate && <span className={css.soft}>{line.vatRate}</span>}
        {showsMember && <span className={css.soft}>For {line.memberName}</span>}
        {line.discounts.map(cut => (
          <span key={cut.name} className={css.soft}>
            {currency(line.fullPrice)}
            {line.quantity > 1 && ` for ${line.quantity}`} less {cut.name} {currency(cut.amount)}
          </span>
        ))}
        {line.preOrdered > 0 && !isReturned && (
          <Badge tone={line.handedOutAt ? 'good' : 'neutral'}>
            {line.handedOutAt ? 'Handed out' : `${line.preOrdered} to be handed out when it comes`}
          </Badge>
        )}
        {!isReturned && line.returnedQuantity > 0 && (
          <Badge tone="warn">
            {line.returnedQuantity} of {line.quantity} taken back, {currency(line.returnedAmount)}
          </Badge>
        )}
        {isReturned && <Badge tone="warn">Taken back: {line.returnReason}</Badge>}
      </span>
      <span className={css.money}>{isReturned ? <s>{currency(line.price)}</s> : currency(line.price)}</span>
      {!isReturned && onReturn && (
        <span className={`${css.controls} ${css.screenOnly}`}>
          <Button aria-label={`Take back ${title}`} onClick={onReturn}>
            <IconArrowBackUp size={18} aria-hidden="true" />
            Take back
          </Button>
        </span>
      )}
    </li>
  )
}
