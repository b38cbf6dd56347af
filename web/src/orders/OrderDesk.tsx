import { placeOrder, quoteOrder } from '@honbu/contract/orders.ts'
import { keepPreviousData } from '@tanstack/react-query'
import clsx from 'clsx'
import { useRef, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { oneOf, useAddress } from '../ui/address.ts'
import { LeaveGuard } from '../ui/form/LeaveGuard.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Basket } from './Basket.tsx'
import { BasketBar } from './BasketBar.tsx'
import { addToBasket, type BasketLine, changeLine, type Wanted } from './basket.ts'
import { EventPicker } from './EventPicker.tsx'
import css from './Orders.module.css'
import type { OrderChoices } from './order-choices.ts'
import { Payment } from './Payment.tsx'
import { ProductPicker } from './ProductPicker.tsx'
import type { Paid } from './payments.ts'

interface Props {
  memberId: number
  choices: OrderChoices
}

/** What can be sold on one side, the basket and how it is paid on the other. */
export function OrderDesk({ memberId, choices }: Props) {
  const { search, setSearch } = useAddress()
  const mode = oneOf(['product', 'event'], search.mode)
  const { clubId, members } = choices
  const [lines, setLines] = useState<readonly BasketLine[]>([])
  const [forMember, setForMember] = useState(memberId)
  const [code, setCode] = useState<string | null>(null)
  const [refusal, setRefusal] = useState('')
  const place = useWrite(placeOrder)
  const basketSide = useRef<HTMLDivElement>(null)
  const isDirty = useRef(false)
  isDirty.current = lines.length > 0 && !place.isPending
  const basket = { clubId, lines: lines.map(({ key: _, ...line }) => line), code }
  const quote = useRead(
    quoteOrder,
    { id: memberId, ...basket },
    { enabled: lines.length > 0, placeholderData: keepPreviousData },
  )
  const isCurrent = quote.data !== undefined && !quote.isPlaceholderData && !quote.isFetching

  function add(wanted: Omit<Wanted, 'memberId'>) {
    setRefusal('')
    setLines(now => addToBasket(now, { ...wanted, memberId: forMember }))
  }

  async function order(payments: Paid[], receiptTo: string | null) {
    if (!quote.data) return
    setRefusal('')
    const result = await place.mutateAsync({
      id: memberId,
      ...basket,
      total: quote.data.total,
      payments,
      receiptTo,
    })
    if (isRefusal(result)) {
      setRefusal(result.message)
      void quote.refetch()
      return
    }
    isDirty.current = false
    setLines([])
    setSearch({ order: String(result.orderId) })
  }

  return (
    <div className={css.desk}>
      <div className={css.side}>
        <div className={css.bar}>
          <Segmented
            label="What is sold"
            value={mode}
            options={[
              { value: 'product', text: 'Products' },
              { value: 'event', text: 'Classes and events' },
            ]}
            onChoose={value => setSearch({ mode: value })}
          />
          {members.length > 1 && (
            <span className={css.for}>
              <span aria-hidden="true">For</span>
              <select
                aria-label="For whom"
                value={forMember}
                onChange={event => setForMember(Number(event.target.value))}
              >
                {members.map(member => (
                  <option key={member.memberId} value={member.memberId}>
                    {member.relationship ? `${member.name} (${member.relationship.toLowerCase()})` : member.name}
                  </option>
                ))}
              </select>
            </span>
          )}
        </div>
        {mode === 'product' ? (
          <ProductPicker memberId={memberId} clubId={clubId} onAdd={add} />
        ) : (
          <EventPicker memberId={forMember} clubId={clubId} onAdd={add} />
        )}
        {lines.length > 0 && (
          <BasketBar lines={lines} total={quote.data?.total} onOpen={() => openBasket(basketSide.current)} />
        )}
      </div>
      <div className={clsx(css.side, css.basket)} ref={basketSide} tabIndex={-1}>
        <Panel title="Basket" flush>
          <Basket
            lines={lines}
            members={members}
            quote={lines.length > 0 ? quote.data : undefined}
            error={lines.length > 0 ? quote.error : null}
            code={code}
            onCode={setCode}
            onChange={(key, change) => setLines(now => changeLine(now, key, change))}
            onRemove={key => setLines(now => now.filter(line => line.key !== key))}
          />
        </Panel>
        {lines.length > 0 && quote.data && (
          <Payment
            choices={choices}
            due={quote.data.due}
            total={quote.data.total}
            isReady={isCurrent && quote.data.lines.every(line => line.problem === '')}
            isBusy={place.isPending}
            refusal={refusal}
            onOrder={(payments, receiptTo) => void order(payments, receiptTo)}
          />
        )}
      </div>
      <LeaveGuard isDirty={isDirty} />
    </div>
  )
}

/** What has the focus is read out; the focus alone would leave it half below the edge. */
function openBasket(side: HTMLElement | null) {
  side?.scrollIntoView({ block: 'start' })
  side?.focus({ preventScroll: true })
}
