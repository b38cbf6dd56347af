import { currency } from '@honbu/contract/format.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { readMoney } from '../ui/form/read-text.ts'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { AmountInput } from './AmountInput.tsx'
import css from './Orders.module.css'
import type { OrderChoices } from './order-choices.ts'
import { owedAfter, type Paid, paymentsOf, type Split, type Way } from './payments.ts'

interface Props {
  choices: OrderChoices
  due: number
  total: number
  isReady: boolean
  isBusy: boolean
  refusal: string
  onOrder: (payments: Paid[], receiptTo: string | null) => void
}

/** How it is paid: by one method, by several, or later; and where the receipt goes. */
export function Payment({ choices, due, total, isReady, isBusy, refusal, onOrder }: Props) {
  const { paymentMethods, recipients } = choices
  const [way, setWay] = useState<Way>(paymentMethods[0]?.id ?? 'account')
  const [split, setSplit] = useState<Split>({})
  const [reference, setReference] = useState('')
  const [receiptTo, setReceiptTo] = useState<string | null>(null)
  const payments = paymentsOf(way, due, split, reference.trim())
  const owed = owedAfter(due, payments)
  return (
    <Panel title="Payment">
      <div className={css.payment}>
        {due > 0 ? (
          <Segmented
            label="How is it paid?"
            value={String(way)}
            options={[
              ...paymentMethods.map(method => ({ value: String(method.id), text: method.name })),
              { value: 'account', text: 'On account' },
              { value: 'split', text: 'Split' },
            ]}
            onChoose={value => setWay(value === 'account' || value === 'split' ? value : Number(value))}
          />
        ) : (
          <p className={css.soft}>{total === 0 ? 'There is nothing to pay.' : 'Credit pays for all of it.'}</p>
        )}
        {way === paymentMethod.cash && due > 0 && <Change due={due} />}
        {(way === paymentMethod.bankTransfer || way === paymentMethod.cheque || way === paymentMethod.cardReader) &&
          due > 0 && (
            <label className={css.field}>
              Reference
              <input
                className={css.input}
                maxLength={100}
                value={reference}
                onChange={event => setReference(event.target.value)}
              />
            </label>
          )}
        {way === 'split' && due > 0 && (
          <div className={css.split}>
            {paymentMethods.map(method => (
              <AmountInput
                key={method.id}
                label={method.name}
                onAmount={amount => setSplit(now => ({ ...now, [method.id]: amount }))}
              />
            ))}
          </div>
        )}
        {owed > 0 && <p className={css.note}>{currency(owed)} stays on account and is owed from today.</p>}
        {owed < 0 && <p className={css.problem}>That is {currency(-owed)} more than is due.</p>}
        {recipients.length > 0 && (
          <label className={css.field}>
            Receipt by e-mail
            <select
              className={css.input}
              value={receiptTo ?? ''}
              onChange={event => setReceiptTo(event.target.value || null)}
            >
              <option value="">Not now</option>
              {recipients.map(({ name, email }) => (
                <option key={email} value={email}>
                  {name}, {email}
                </option>
              ))}
            </select>
          </label>
        )}
        <div role="alert">{refusal && <p className={css.problem}>{refusal}</p>}</div>
        <Button
          variant="primary"
          isBusy={isBusy}
          disabled={!isReady || owed < 0}
          onClick={() => onOrder(payments, receiptTo)}
        >
          <IconCheck size={18} aria-hidden="true" />
          {isBusy ? 'Selling…' : `Complete order, ${currency(total)}`}
        </Button>
      </div>
    </Panel>
  )
}

/** What is given back on cash that is more than the price; nothing of it is kept. */
function Change({ due }: { due: number }) {
  const [text, setText] = useState('')
  const given = readMoney(text)
  const change = given === undefined ? null : -owedAfter(due, [{ amount: given }])
  return (
    <div className={css.change}>
      <label className={css.field}>
        Cash given
        <input
          className={css.input}
          inputMode="decimal"
          placeholder="£"
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </label>
      <p aria-live="polite" className={css.note}>
        {change !== null && (change >= 0 ? `Change: ${currency(change)}` : `${currency(-change)} are missing`)}
      </p>
    </div>
  )
}
