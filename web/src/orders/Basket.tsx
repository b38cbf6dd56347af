import type { Output } from '@honbu/contract/endpoint.ts'
import { accounting, currency } from '@honbu/contract/format.ts'
import type { quoteOrder } from '@honbu/contract/orders.ts'
import { IconAlertTriangle, IconShoppingBag, IconX } from '@tabler/icons-react'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import type { BasketLine } from './basket.ts'
import { DiscountCode } from './DiscountCode.tsx'
import css from './Orders.module.css'
import type { OrderChoices } from './order-choices.ts'
import { QuantityInput } from './QuantityInput.tsx'

type Quote = Output<typeof quoteOrder>

interface Props {
  lines: readonly BasketLine[]
  members: OrderChoices['members']
  quote: Quote | undefined
  error: Error | null
  code: string | null
  onCode: (code: string | null) => void
  onChange: (key: number, change: { quantity?: number; memberId?: number }) => void
  onRemove: (key: number) => void
}

/** What is being sold: for whom, how many, what it costs, and why it costs less. */
export function Basket({ lines, members, quote, error, code, onCode, onChange, onRemove }: Props) {
  if (lines.length === 0)
    return (
      <EmptyState icon={<IconShoppingBag size={24} />} title="Nothing in the basket yet">
        Add products or classes; each line is for one member of the family.
      </EmptyState>
    )
  return (
    <>
      {error && <ErrorState title="The price could not be worked out." error={error} />}
      <ul className={css.list} aria-label="Basket">
        {lines.map((line, index) => (
          <Line
            key={line.key}
            line={line}
            quoted={quote?.lines[index]}
            members={members}
            onChange={change => onChange(line.key, change)}
            onRemove={() => onRemove(line.key)}
          />
        ))}
      </ul>
      <DiscountCode code={code} problem={(code !== null && quote?.codeProblem) || ''} onCode={onCode} />
      {quote && (
        <dl className={css.sums}>
          <div>
            <dt>Total</dt>
            <dd className={css.money}>{currency(quote.total)}</dd>
          </div>
          {quote.credit > 0 && (
            <div>
              <dt>Paid from credit</dt>
              <dd className={css.money}>{accounting(-quote.credit)}</dd>
            </div>
          )}
          <div className={css.due}>
            <dt>To pay</dt>
            <dd className={css.money} aria-live="polite">
              {currency(quote.due)}
            </dd>
          </div>
        </dl>
      )}
    </>
  )
}

interface LineProps {
  line: BasketLine
  quoted: Quote['lines'][number] | undefined
  members: OrderChoices['members']
  onChange: (change: { quantity?: number; memberId?: number }) => void
  onRemove: () => void
}

function Line({ line, quoted, members, onChange, onRemove }: LineProps) {
  const label = quoted?.label || (line.productId === null ? 'Class or event' : 'Product')
  return (
    <li className={css.line}>
      <span className={css.words}>
        <span className={css.name}>{label}</span>
        {quoted?.discounts.map(cut => (
          <span key={cut.name} className={css.soft}>
            {cut.name}: {accounting(-cut.amount)}
            {line.quantity > 1 && ` for the ${line.quantity} together`}
          </span>
        ))}
        {quoted && quoted.preOrdered > 0 && (
          <Badge>
            {quoted.preOrdered === line.quantity
              ? 'Pre-order: handed out when it comes'
              : `${quoted.preOrdered} of ${line.quantity} as a pre-order`}
          </Badge>
        )}
        {quoted?.problem && (
          <span className={css.problem}>
            <IconAlertTriangle size={16} aria-hidden="true" />
            {quoted.problem}
          </span>
        )}
      </span>
      <span className={css.money}>
        {quoted && quoted.discounts.length > 0 && <s className={css.soft}>{currency(quoted.fullPrice)}</s>}{' '}
        {quoted && currency(quoted.price)}
      </span>
      <span className={css.controls}>
        {members.length > 1 && (
          <select
            className={css.input}
            aria-label={`For whom: ${label}`}
            value={line.memberId}
            onChange={event => onChange({ memberId: Number(event.target.value) })}
          >
            {members.map(member => (
              <option key={member.memberId} value={member.memberId}>
                {member.name}
              </option>
            ))}
          </select>
        )}
        {line.productId !== null && (
          <QuantityInput
            label={`How many: ${label}`}
            quantity={line.quantity}
            onQuantity={quantity => onChange({ quantity })}
          />
        )}
        <IconButton label={`Remove ${label}`} icon={<IconX size={18} aria-hidden="true" />} onClick={onRemove} />
      </span>
    </li>
  )
}
