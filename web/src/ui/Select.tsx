import css from './Select.module.css'

interface Props<Value extends string> {
  label: string
  options: readonly { value: Value; text: string }[]
  value: Value
  onChoose: (value: Value) => void
}

/** The browser's own list, with its name in front of it. */
export function Select<Value extends string>({ label, options, value, onChoose }: Props<Value>) {
  return (
    <label className={css.select}>
      <span className={css.label}>{label}</span>
      <select
        value={value}
        onChange={event => {
          const chosen = options.find(option => option.value === event.target.value)
          if (chosen) onChoose(chosen.value)
        }}
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  )
}
