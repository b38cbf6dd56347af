import { useState } from 'react'
import css from './Orders.module.css'

interface Props {
  label: string
  quantity: number
  onQuantity: (quantity: number) => void
}

/** How many, from 1 to 1,000. While it is typed it may be empty or wrong; what is left behind is the last that was right. */
export function QuantityInput({ label, quantity, onQuantity }: Props) {
  const [text, setText] = useState<string | null>(null)
  const isWrong = text !== null && !isQuantity(Number(text))
  return (
    <input
      type="number"
      className={`${css.input} ${css.quantity}`}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      min={1}
      max={1000}
      value={text ?? quantity}
      onChange={event => {
        setText(event.target.value)
        const typed = Number(event.target.value)
        if (isQuantity(typed)) onQuantity(typed)
      }}
      onBlur={() => setText(null)}
    />
  )
}

const isQuantity = (number: number) => Number.isInteger(number) && number >= 1 && number <= 1000
