import type { FieldPath, FieldValues } from 'react-hook-form'
import { type Controlled, WrittenField } from '../ui/form/fields.tsx'
import css from './Discounts.module.css'

/** Per cent with two decimals at most, or null. */
export function PercentField<V extends FieldValues, N extends FieldPath<V>>(props: Controlled<V, N>) {
  return (
    <WrittenField {...props} read={readPercent} write={String}>
      {attributes => (
        <span className={css.percent}>
          <input {...attributes} inputMode="decimal" />
          <span aria-hidden="true">%</span>
        </span>
      )}
    </WrittenField>
  )
}

/** '10', '12.5', '12.5 %' */
function readPercent(text: string): number | undefined {
  const plain = text.replace('%', '').trim()
  return /^(\d{1,3}(\.\d{0,2})?|\.\d{1,2})$/.test(plain) ? Number(plain) : undefined
}
