import { useId, useState } from 'react'
import { readMoney } from '../ui/form/read-text.ts'
import css from './Orders.module.css'

/** An amount in pounds, as it is written; null while it is none. */
export function AmountInput({ label, onAmount }: { label: string; onAmount: (amount: number | null) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const isWrong = text.trim() !== '' && readMoney(text) === undefined
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={css.input}
        inputMode="decimal"
        placeholder="£"
        aria-invalid={isWrong || undefined}
        value={text}
        onChange={event => {
          setText(event.target.value)
          onAmount(readMoney(event.target.value) ?? null)
        }}
      />
    </div>
  )
}
