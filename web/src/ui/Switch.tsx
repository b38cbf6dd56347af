import type { ReactNode } from 'react'
import css from './Switch.module.css'

interface Props {
  isOn: boolean
  onChange: (isOn: boolean) => void
  disabled?: boolean
  children: ReactNode
}

export function Switch({ isOn, onChange, disabled = false, children }: Props) {
  return (
    <label className={css.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        disabled={disabled}
        aria-checked={isOn}
        onChange={event => onChange(event.target.checked)}
      />
      <span className={css.track} aria-hidden="true" />
      {children}
    </label>
  )
}
