import { currency } from '@honbu/contract/format.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { commaProblem } from '@honbu/contract/written-number.ts'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { readMoney } from '../ui/form/read-text.ts'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { AmountInput } from './AmountInput.tsx'
import css from './Orders.module.css'
import type { OrderChoices } from './order-choices.ts'
import { isUnreadable, owedAfter, type Paid, paymentsOf, type Split, shortOf, type Way } from './payments.ts'

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
  const [cashGiven, setCashGiven] = useState('')
  const [receiptTo, setReceiptTo] = useState<string | null>(null)
  const payments = paymentsOf(way, due, split, reference.trim())
  const owed = owedAfter(due, payments)
  const isCash = way === paymentMethod.cash && due > 0
  const isEnough = owed >= 0 && !isUnreadable(way, split) && !(isCash && shortOf(due, readMoney(cashGiven)) > 0)
  function choose(next: Way) {
    setWay(next)
    // What was written for another way is not seen any more, and must not count.
    setSplit({})
    setCashGiven('')
    setReference('')
  }
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
            onChoose={value => choose(value === 'account' || value === 'split' ? value : Number(value))}
          />
        ) : (
          <p className={css.soft}>{total === 0 ? 'There is nothing to pay.' : 'Credit pays for all of it.'}</p>
        )}
        {isCash && <Change due={due} text={cashGiven} onText={setCashGiven} />}
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
          disabled={!isReady || !isEnough}
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
function Change({ due, text, onText }: { due: number; text: string; onText: (text: string) => void }) {
  const given = readMoney(text)
  const missing = shortOf(due, given)
  const isWrong = text.trim() !== '' && given === undefined
  return (
    <div className={css.change}>
      <label className={css.field}>
        Cash given
        <input
          className={css.input}
          inputMode="decimal"
          placeholder="£"
          aria-invalid={isWrong || undefined}
          value={text}
          onChange={event => onText(event.target.value)}
        />
      </label>
      <p aria-live="polite" className={missing > 0 || isWrong ? css.problem : css.note}>
        {isWrong && (commaProblem(text, 2) ?? 'Give an amount in pounds')}
        {given !== undefined && missing === 0 && `Change: ${currency(-owedAfter(due, [{ amount: given }]))}`}
        {missing > 0 && `${currency(missing)} short. Split the payment to leave the rest on account.`}
      </p>
    </div>
  )
}
