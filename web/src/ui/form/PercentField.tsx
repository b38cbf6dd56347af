import { readNumber } from '@honbu/contract/written-number.ts'
import type { FieldPath, FieldValues } from 'react-hook-form'
import css from './Field.module.css'
import { type Controlled, WrittenField } from './fields.tsx'
import { wrongNumber } from './read-text.ts'

/** A percentage with two decimals at most, or null. */
export function PercentField<V extends FieldValues, N extends FieldPath<V>>(props: Controlled<V, N>) {
  return (
    <WrittenField {...props} read={readPercent} write={String} say={wrongNumber(2)}>
      {attributes => (
        <span className={css.percent}>
          <input {...attributes} className={`${css.input} ${css.number}`} inputMode="decimal" />
          <span aria-hidden="true">%</span>
        </span>
      )}
    </WrittenField>
  )
}

/** '10', '12.5', '12.5 %' */
function readPercent(text: string): number | undefined {
  return readNumber(text.trim().replace(/\s?%$/, ''), 2)
}
