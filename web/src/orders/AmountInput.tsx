import { commaProblem } from '@honbu/contract/written-number.ts'
import { useId, useState } from 'react'
import { readMoney } from '../ui/form/read-text.ts'
import css from './Orders.module.css'

interface Props {
  label: string
  /** null: nothing is written; undefined: what is written is no amount. */
  onAmount: (amount: number | null | undefined) => void
}

/** An amount in pounds, as it is written. */
export function AmountInput({ label, onAmount }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const isWrong = readAmount(text) === undefined
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={css.input}
        inputMode="decimal"
        placeholder="£"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-problem` : undefined}
        value={text}
        onChange={event => {
          setText(event.target.value)
          onAmount(readAmount(event.target.value))
        }}
      />
      {isWrong && (
        <span id={`${id}-problem`} className={css.problem}>
          {commaProblem(text, 2) ?? 'Give an amount in pounds'}
        </span>
      )}
    </div>
  )
}

function readAmount(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const amount = readMoney(text)
  return amount !== undefined && amount >= 0 ? amount : undefined
}
