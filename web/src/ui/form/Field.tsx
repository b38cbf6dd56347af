import clsx from 'clsx'
import { type ReactNode, useId } from 'react'
import css from './Field.module.css'

/** What every field of a form takes beside `form.field('name')`. */
export interface FieldProps {
  label: string
  /** A line of help below the label. */
  hint?: ReactNode
  required?: boolean
  disabled?: boolean
  /** Takes the whole width of its section. */
  isWide?: boolean
  autoFocus?: boolean
}

/** What the input inside has to carry, so that its label, help and error are read with it. */
export interface InputAttributes {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'aria-required': true | undefined
  disabled: boolean
  autoFocus: boolean
  /** For a dialog, which gives the focus itself. */
  'data-autofocus': '' | undefined
}

interface Props extends FieldProps {
  error: string | undefined
  children: (attributes: InputAttributes) => ReactNode
}

/** Label, help, input and error of one field, tied together. */
export function Field({ label, hint, required, disabled = false, isWide, autoFocus = false, error, children }: Props) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={clsx(css.field, isWide && css.wide)}>
      <label className={css.label} htmlFor={id}>
        {label}
        {required && (
          <span className={css.required} aria-hidden="true">
            {' '}
            (required)
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
        'aria-required': required || undefined,
        disabled,
        autoFocus,
        'data-autofocus': autoFocus ? '' : undefined,
      })}
      {error && <FieldError id={`${id}-error`} message={error} />}
      {hint && (
        <div className={css.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  )
}

export function FieldError({ id, message }: { id?: string; message: string }) {
  return (
    <p className={css.error} id={id}>
      {message}
    </p>
  )
}
