import clsx from 'clsx'
import css from './Mapping.module.css'

export interface PickOption {
  readonly value: string
  readonly text: string
}

interface Props {
  /** Read out; what it is about stands beside it. */
  label: string
  options: readonly PickOption[]
  value: string
  onPick: (value: string) => void
  /** Nothing is chosen, and that matters. */
  isOpen?: boolean
}

/** The browser's own list in a table of many. */
export const Pick = ({ label, options, value, onPick, isOpen = false }: Props) => (
  <select
    className={clsx(css.pick, isOpen && css.open)}
    aria-label={label}
    value={value}
    onChange={event => onPick(event.target.value)}
  >
    {options.map(option => (
      <option key={option.value} value={option.value}>
        {option.text}
      </option>
    ))}
  </select>
)
