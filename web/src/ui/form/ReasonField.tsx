import { useState } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import css from './Field.module.css'
import { Field } from './Field.tsx'
import type { Controlled } from './fields.tsx'
import { TextField } from './fields.tsx'

const other = 'Other'

/** A reason of a list, or another in words. The value is the text of the reason. */
export function ReasonField<V extends FieldValues, N extends FieldPath<V>>(
  props: Controlled<V, N> & { reasons: readonly string[] },
) {
  const { name, control, reasons, ...rest } = props
  const { field, fieldState } = useController({ name, control })
  const [isOther, setOther] = useState(field.value !== '' && !reasons.includes(field.value))
  return (
    <>
      <Field {...rest} error={isOther ? undefined : fieldState.error?.message}>
        {attributes => (
          <select
            {...attributes}
            ref={isOther ? undefined : field.ref}
            className={css.input}
            value={isOther ? other : field.value}
            onBlur={field.onBlur}
            onChange={({ target: { value } }) => {
              setOther(value === other)
              field.onChange(value === other ? '' : value)
            }}
          >
            <option value="">Choose a reason</option>
            {[...reasons, other].map(reason => (
              <option key={reason}>{reason}</option>
            ))}
          </select>
        )}
      </Field>
      {isOther && <TextField name={name} control={control} label="In your words" required />}
    </>
  )
}
