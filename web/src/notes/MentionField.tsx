import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import css from '../ui/form/Field.module.css'
import { Field } from '../ui/form/Field.tsx'
import type { Controlled } from '../ui/form/fields.tsx'
import { MentionInput } from './MentionInput.tsx'
import type { Mentionable } from './mention.ts'

interface Extra {
  people: readonly Mentionable[]
  onMention: (person: Mentionable) => void
  /** Left out: one line. */
  rows?: number
}

/** A field of a form in which @ and a name mention a colleague. */
export function MentionField<V extends FieldValues, N extends FieldPath<V>>(props: Controlled<V, N> & Extra) {
  const { name, control, people, onMention, rows, ...rest } = props
  const { field, fieldState } = useController({ name, control })
  const lines = rows === undefined ? <input type="text" /> : <textarea rows={rows} />
  return (
    <Field isWide {...rest} error={fieldState.error?.message}>
      {attributes => (
        <MentionInput
          {...attributes}
          name={field.name}
          onBlur={field.onBlur}
          className={css.input}
          autoComplete="off"
          text={field.value ?? ''}
          onText={field.onChange}
          people={people}
          onMention={onMention}
          field={lines}
        />
      )}
    </Field>
  )
}
