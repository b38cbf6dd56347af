import type { ReactNode } from 'react'
import css from './Segmented.module.css'

interface Props<Value extends string> {
  label: string
  options: readonly { value: Value; text: ReactNode }[]
  value: Value
  /** Also called when the chosen one is pressed again. */
  onChoose: (value: Value) => void
}

/** One of a few, all of them seen at once. */
export function Segmented<Value extends string>({ label, options, value, onChoose }: Props<Value>) {
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{label}</legend>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          className={css.option}
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
        >
          {option.text}
        </button>
      ))}
    </fieldset>
  )
}
