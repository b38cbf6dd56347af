import { useState } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import css from '../ui/form/Field.module.css'
import { Field } from '../ui/form/Field.tsx'
import type { Controlled } from '../ui/form/fields.tsx'
import wordCss from './WordField.module.css'

interface Words {
  /** Those that are offered. */
  words: readonly string[]
  /** What no word is; left out: there has to be one. */
  none?: { readonly value: string; readonly text: string }
}

const own = 'own'

/** A word out of a list, or any other. */
export function WordField<V extends FieldValues, N extends FieldPath<V>>(props: Controlled<V, N> & Words) {
  const { name, control, words, none, ...rest } = props
  const { field, fieldState } = useController({ name, control })
  const value: string = field.value ?? none?.value ?? ''
  const isNone = none !== undefined && value === none.value
  const isKnown = words.includes(value)
  const [isWriting, setWriting] = useState(false)
  const chosen = isWriting ? own : chosenOf({ value, isNone, isKnown })
  return (
    <Field {...rest} error={fieldState.error?.message}>
      {attributes => (
        <span className={wordCss.stack}>
          <select
            {...attributes}
            ref={field.ref}
            name={field.name}
            className={css.input}
            value={chosen}
            onBlur={field.onBlur}
            onChange={({ target }) => {
              setWriting(target.value === own)
              field.onChange(target.value === own || target.value === '' ? (none?.value ?? '') : target.value)
            }}
          >
            <option value="">{none?.text ?? 'Choose…'}</option>
            {words.map(word => (
              <option key={word} value={word}>
                {word}
              </option>
            ))}
            <option value={own}>In own words…</option>
          </select>
          {chosen === own && (
            <input
              className={css.input}
              type="text"
              aria-label={`${rest.label} in own words`}
              autoComplete="off"
              // biome-ignore lint/a11y/noAutofocus: it is there because somebody has just asked for it
              autoFocus={isWriting}
              value={isNone ? '' : value}
              onBlur={field.onBlur}
              onChange={({ target }) => {
                setWriting(true)
                field.onChange(target.value)
              }}
            />
          )}
        </span>
      )}
    </Field>
  )
}

function chosenOf({ value, isNone, isKnown }: { value: string; isNone: boolean; isKnown: boolean }): string {
  if (isKnown) return value
  return isNone || value === '' ? '' : own
}
