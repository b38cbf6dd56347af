import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { FieldError } from '../ui/form/Field.tsx'
import type { Controlled } from '../ui/form/fields.tsx'
import css from './WeekdaysField.module.css'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Days of the week, 1 Monday … 7 Sunday, in a row. */
export function WeekdaysField<V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
  label,
}: Controlled<V, N>) {
  const { field, fieldState } = useController({ name, control })
  const chosen: readonly number[] = field.value ?? []
  const error = fieldState.error?.message
  return (
    <fieldset className={css.group} aria-invalid={!!error}>
      <legend className={css.label}>{label}</legend>
      <div className={css.days}>
        {weekdays.map((text, index) => (
          <label key={text} className={css.day}>
            <input
              ref={index === 0 ? field.ref : undefined}
              type="checkbox"
              checked={chosen.includes(index + 1)}
              onBlur={field.onBlur}
              onChange={event =>
                field.onChange(
                  event.target.checked
                    ? [...chosen, index + 1].sort((a, b) => a - b)
                    : chosen.filter(day => day !== index + 1),
                )
              }
            />
            {text}
          </label>
        ))}
      </div>
      {error && <FieldError message={error} />}
    </fieldset>
  )
}
