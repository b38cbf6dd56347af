import { useId } from 'react'
import fieldCss from '../ui/form/Field.module.css'
import { Field, FieldError } from '../ui/form/Field.tsx'

interface Named<Value> {
  label: string
  value: Value
  onChange: (value: Value) => void
  error?: string | undefined
}

/** A whole number; what is no number is refused when it is saved. */
export function NumberInput({
  label,
  value,
  onChange,
  error,
  ...bounds
}: Named<number> & { min: number; max: number }) {
  return (
    <Field label={label} error={error}>
      {attributes => (
        <input
          {...attributes}
          {...bounds}
          type="number"
          className={`${fieldCss.input} ${fieldCss.number}`}
          value={Number.isNaN(value) ? '' : value}
          onChange={event => onChange(event.target.valueAsNumber)}
        />
      )}
    </Field>
  )
}

/** A time of day, HH:MM. */
export function TimeInput({ label, value, onChange, error }: Named<string>) {
  return (
    <Field label={label} error={error}>
      {attributes => (
        <input
          {...attributes}
          type="time"
          className={`${fieldCss.input} ${fieldCss.number}`}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

export function TextInput({ label, value, onChange, error, maxLength }: Named<string> & { maxLength: number }) {
  return (
    <Field label={label} error={error} isWide>
      {attributes => (
        <input
          {...attributes}
          type="text"
          autoComplete="off"
          maxLength={maxLength}
          className={fieldCss.input}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

interface Choice<Value> {
  readonly value: Value
  readonly text: string
}

/** One of a list. What is chosen and not among them says so. */
export function ChoiceInput<Value extends string | number | boolean>({
  label,
  value,
  onChange,
  error,
  choices,
}: Named<Value> & { choices: readonly Choice<Value>[] }) {
  const place = choices.findIndex(choice => choice.value === value)
  return (
    <Field label={label} error={error}>
      {attributes => (
        <select
          {...attributes}
          className={fieldCss.input}
          value={place}
          onChange={event => {
            const chosen = choices[Number(event.target.value)]
            if (chosen) onChange(chosen.value)
          }}
        >
          {place < 0 && <option value={-1}>{value === 0 ? 'Choose…' : 'One that is no longer there'}</option>}
          {choices.map((choice, index) => (
            <option key={String(choice.value)} value={index}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Some of a list. */
export function ChoicesInput({
  label,
  value,
  onChange,
  error,
  choices,
}: Named<readonly number[]> & { choices: readonly Choice<number>[] }) {
  const id = useId()
  return (
    <fieldset className={fieldCss.group} aria-describedby={error ? id : undefined}>
      <legend className={fieldCss.groupLabel}>{label}</legend>
      <div className={fieldCss.options}>
        {choices.length === 0 && <p className={fieldCss.none}>There is nothing to choose from yet.</p>}
        {choices.map(choice => (
          <label key={choice.value} className={fieldCss.option}>
            <input
              type="checkbox"
              checked={value.includes(choice.value)}
              onChange={event =>
                onChange(
                  event.target.checked ? [...value, choice.value] : value.filter(other => other !== choice.value),
                )
              }
            />
            {choice.text}
          </label>
        ))}
      </div>
      {error && <FieldError id={id} message={error} />}
    </fieldset>
  )
}
