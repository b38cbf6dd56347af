import { readNumber } from '@honbu/contract/written-number.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import css from './Field.module.css'
import { Field, type FieldProps, type InputAttributes } from './Field.tsx'
import { fallbackFor, useAllRead } from './known-choice.ts'
import { readMoney, readTime, readWhole, writeMoney, wrongNumber } from './read-text.ts'

/** `{...form.field('name')}`, the label, and the rest of a field's attributes. */
export interface Controlled<Values extends FieldValues, Name extends FieldPath<Values>> extends FieldProps {
  name: Name
  // biome-ignore lint/suspicious/noExplicitAny: the types of the context and of the checked values, which a field does not see
  control: Control<Values, any, any>
}

interface TextExtra {
  type?: 'text' | 'email' | 'tel' | 'url'
  placeholder?: string
  autoComplete?: string
  maxLength?: number
}

/** A line of text; where nothing may be given (null), an empty line is null. */
export function TextField<V extends FieldValues, N extends FieldPath<V>>(props: Controlled<V, N> & TextExtra) {
  const { name, control, type = 'text', placeholder, autoComplete = 'off', maxLength, ...rest } = props
  const { field, fieldState } = useController({ name, control })
  return (
    <Field {...rest} error={fieldState.error?.message}>
      {attributes => (
        <input
          {...attributes}
          {...field}
          className={css.input}
          type={type}
          value={field.value ?? ''}
          placeholder={placeholder}
          autoComplete={autoComplete}
          maxLength={maxLength}
        />
      )}
    </Field>
  )
}

export function TextAreaField<V extends FieldValues, N extends FieldPath<V>>(
  props: Controlled<V, N> & { rows?: number },
) {
  const { name, control, rows = 4, ...rest } = props
  const { field, fieldState } = useController({ name, control })
  return (
    <Field isWide {...rest} error={fieldState.error?.message}>
      {attributes => (
        <textarea {...attributes} {...field} className={css.input} rows={rows} value={field.value ?? ''} />
      )}
    </Field>
  )
}

interface NumberExtra {
  /** How many digits may follow the point; left out: a whole number. */
  decimals?: number
}

/** A number, or null. */
export function NumberField<V extends FieldValues, N extends FieldPath<V>>(props: Controlled<V, N> & NumberExtra) {
  const { decimals = 0, ...rest } = props
  const read = (text: string) => (decimals === 0 ? readWhole(text) : readNumber(text, decimals))
  return (
    <WrittenField {...rest} read={read} write={String} say={wrongNumber(decimals)}>
      {attributes => (
        <input
          {...attributes}
          className={`${css.input} ${css.number}`}
          inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        />
      )}
    </WrittenField>
  )
}

interface MoneyExtra {
  /** Shows and reads another amount than the stored one, as a price without VAT. */
  shownAs?: { toShown: (stored: number) => number; toStored: (shown: number) => number }
}

/** Pounds with pence, or null. */
export function MoneyField<V extends FieldValues, N extends FieldPath<V>>(props: Controlled<V, N> & MoneyExtra) {
  const { shownAs, ...rest } = props
  const read = (text: string) => {
    const shown = readMoney(text)
    return shown === undefined || !shownAs ? shown : shownAs.toStored(shown)
  }
  const write = (stored: number) => writeMoney(shownAs ? shownAs.toShown(stored) : stored)
  return (
    <WrittenField {...rest} read={read} write={write} say={wrongNumber(2)}>
      {attributes => (
        <span className={css.affixed}>
          <span className={css.affix} aria-hidden="true">
            £
          </span>
          <input {...attributes} className={css.input} inputMode="decimal" />
        </span>
      )}
    </WrittenField>
  )
}

/** A time of day as HH:MM, or null; '7pm', '19.30' and '1930' are understood. With `isFinish`, midnight is 24:00. */
export function TimeField<V extends FieldValues, N extends FieldPath<V>>(
  props: Controlled<V, N> & { isFinish?: boolean },
) {
  const { isFinish = false, ...rest } = props
  return (
    <WrittenField {...rest} read={text => readTime(text, isFinish)} write={String}>
      {attributes => <input {...attributes} className={`${css.input} ${css.time}`} placeholder="hh:mm" />}
    </WrittenField>
  )
}

/** What the input of a written field carries. */
interface Written extends InputAttributes {
  ref: (input: HTMLInputElement | null) => void
  name: string
  type: 'text'
  autoComplete: 'off'
  value: string
  onChange: (event: { target: { value: string } }) => void
  onBlur: () => void
}

interface WrittenProps<Value> {
  /** The value that a text stands for; undefined when it stands for none. */
  read: (text: string) => Value | undefined
  write: (value: Value) => string
  /** What is wrong in words for a person, where the rule's own are for those who call the API. */
  say?: (wrong: string, value: unknown) => string
  children: (attributes: Written) => ReactNode
}

/**
 * A value that a person writes as text. The text stays as typed until the field is left; what cannot be read is passed on
 * as it is, so that the contract's own rule refuses it.
 */
export function WrittenField<V extends FieldValues, N extends FieldPath<V>, Value>(
  props: Controlled<V, N> & WrittenProps<Value>,
) {
  const { name, control, read, write, say = String, children, ...rest } = props
  const { field, fieldState } = useController({ name, control })
  const written = field.value === null || field.value === undefined ? '' : textOf(field.value, write)
  const [text, setText] = useState(written)
  const [isWriting, setWriting] = useState(false)
  useEffect(() => {
    if (!isWriting) setText(written)
  }, [written, isWriting])
  return (
    <Field {...rest} error={fieldState.error?.message && say(fieldState.error.message, field.value)}>
      {attributes =>
        children({
          ...attributes,
          ref: field.ref,
          name: field.name,
          type: 'text',
          autoComplete: 'off',
          value: text,
          onChange: ({ target }) => {
            setWriting(true)
            setText(target.value)
            field.onChange(target.value.trim() === '' ? null : (read(target.value) ?? target.value))
          },
          onBlur: () => {
            setWriting(false)
            field.onBlur()
          },
        })
      }
    </Field>
  )
}

/** What could not be read is still the text that was typed. */
const textOf = <Value,>(value: unknown, write: (value: Value) => string) =>
  typeof value === 'string' ? value : write(value as Value)

export interface Option<Value> {
  readonly value: Value
  readonly text: string
  readonly disabled?: boolean
}

/** The browser's own list; `null` among the options is "none". An unknown id becomes the first option, and says so. */
export function SelectField<
  V extends FieldValues,
  N extends FieldPath<V>,
  Value extends string | number | boolean | null,
>(
  props: Controlled<V, N> & {
    options: readonly Option<Value>[]
    /** When a person has chosen, for what follows from it. */
    onChosen?: (value: Value | null) => void
  },
) {
  const { name, control, options, onChosen, hint, ...rest } = props
  const { field, fieldState } = useController({ name, control })
  const [wasUnknown, setWasUnknown] = useState(false)
  const fallback = fallbackFor(field.value, options)
  const isReplaced = useAllRead() && fallback !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each unknown id, although every render creates new options
  useEffect(() => {
    if (!isReplaced) return
    setWasUnknown(true)
    field.onChange(fallback.value)
    onChosen?.(fallback.value)
  }, [isReplaced, field.value])
  const note = wasUnknown && <strong> (was: unknown)</strong>
  return (
    <Field
      {...rest}
      hint={
        (hint || note) && (
          <>
            {hint}
            {note}
          </>
        )
      }
      error={fieldState.error?.message}
    >
      {attributes => (
        <select
          {...attributes}
          ref={field.ref}
          name={field.name}
          className={css.input}
          value={options.findIndex(option => option.value === field.value)}
          onBlur={field.onBlur}
          onChange={event => {
            const value = options[Number(event.target.value)]?.value ?? null
            setWasUnknown(false)
            field.onChange(value)
            onChosen?.(value)
          }}
        >
          {!options.some(option => option.value === field.value) && <option value={-1}>Choose…</option>}
          {options.map((option, index) => (
            <option key={String(option.value)} value={index} disabled={option.disabled}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
