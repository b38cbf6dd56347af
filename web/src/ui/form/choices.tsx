import { useState } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Switch } from '../Switch.tsx'
import css from './Field.module.css'
import { Field, FieldError } from './Field.tsx'
import type { Controlled, Option } from './fields.tsx'

/** Some of a list: checkboxes, with a box to find in it when it is long. */
export function MultiSelectField<V extends FieldValues, N extends FieldPath<V>, Value extends string | number>(
  props: Controlled<V, N> & { options: readonly Option<Value>[]; none?: string },
) {
  const { name, control, label, hint, options, none = 'There is nothing to choose from yet.', required, isWide } = props
  const { field, fieldState } = useController({ name, control })
  const [text, setText] = useState('')
  const chosen: readonly Value[] = field.value ?? []
  const wanted = text.trim().toLowerCase()
  const shown = options.filter(option => option.text.toLowerCase().includes(wanted))
  const error = fieldState.error?.message
  return (
    <fieldset className={`${css.group} ${isWide ? css.wide : ''}`} disabled={props.disabled} aria-invalid={!!error}>
      <legend className={css.groupLabel}>
        {label}
        {required && <span className={css.required}> (required)</span>}
        {hint && <span className={css.hint}> {hint}</span>}
      </legend>
      <div className={css.options}>
        {options.length > 8 && (
          <input
            type="search"
            className={`${css.input} ${css.find}`}
            placeholder="Find"
            aria-label={`Find in ${label}`}
            value={text}
            onChange={event => setText(event.target.value)}
          />
        )}
        {shown.length === 0 && <p className={css.none}>{options.length === 0 ? none : 'Nothing found.'}</p>}
        {shown.map((option, index) => (
          <label key={option.value} className={css.option}>
            <input
              ref={index === 0 ? field.ref : undefined}
              type="checkbox"
              checked={chosen.includes(option.value)}
              disabled={option.disabled}
              onBlur={field.onBlur}
              onChange={event =>
                field.onChange(
                  event.target.checked ? [...chosen, option.value] : chosen.filter(value => value !== option.value),
                )
              }
            />
            {option.text}
          </label>
        ))}
      </div>
      {error && <FieldError message={error} />}
    </fieldset>
  )
}

export function SwitchField<V extends FieldValues, N extends FieldPath<V>>(props: Controlled<V, N>) {
  const { name, control, label, hint } = props
  const { field, fieldState } = useController({ name, control })
  const error = fieldState.error?.message
  return (
    <div className={`${css.field} ${props.isWide ? css.wide : ''}`}>
      <Switch isOn={field.value === true} onChange={field.onChange} disabled={props.disabled ?? false}>
        {label}
      </Switch>
      {hint && <p className={css.hint}>{hint}</p>}
      {error && <FieldError message={error} />}
    </div>
  )
}

/** #rrggbb, or null where `canBeNone`: from the swatches given, or any other. */
export function ColourField<V extends FieldValues, N extends FieldPath<V>>(
  props: Controlled<V, N> & { swatches: readonly { colour: string; name: string }[]; canBeNone?: boolean },
) {
  const { name, control, swatches, canBeNone = false, ...rest } = props
  const { field, fieldState } = useController({ name, control })
  const value: string | null = field.value
  return (
    <Field {...rest} error={fieldState.error?.message}>
      {attributes => (
        <span className={css.swatches}>
          {canBeNone && (
            <button
              type="button"
              className={css.swatch}
              aria-label="None"
              title="None"
              aria-pressed={value === null}
              onClick={() => field.onChange(null)}
            >
              –
            </button>
          )}
          {swatches.map(swatch => (
            <button
              key={swatch.colour}
              type="button"
              className={css.swatch}
              style={{ background: swatch.colour }}
              aria-label={swatch.name}
              title={swatch.name}
              aria-pressed={value === swatch.colour}
              onClick={() => field.onChange(swatch.colour)}
            />
          ))}
          <input
            {...attributes}
            ref={field.ref}
            type="color"
            className={css.picker}
            title="Another colour"
            value={value ?? '#ffffff'}
            onBlur={field.onBlur}
            onChange={event => field.onChange(event.target.value)}
          />
        </span>
      )}
    </Field>
  )
}
