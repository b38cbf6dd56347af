import type { MouseEvent } from 'react'
import css from './DataGrid.module.css'

interface Props {
  label: string
  isOn: boolean
  /** Some of what it stands for. */
  isSome?: boolean
  /** `isRange`: pressed with Shift, from the one before to this one. */
  onChange: (isOn: boolean, isRange: boolean) => void
}

/** A tick, with a target that a thumb meets. */
export function SelectionBox({ label, isOn, isSome = false, onChange }: Props) {
  const press = (event: MouseEvent<HTMLInputElement>) => onChange(event.currentTarget.checked, event.shiftKey)
  return (
    <label className={css.tick}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        ref={element => {
          if (element) element.indeterminate = isSome && !isOn
        }}
        // By the click, which says whether Shift is held, also when it comes from the space bar.
        onClick={press}
        readOnly
      />
    </label>
  )
}
