import clsx from 'clsx'
import type { ComponentProps } from 'react'
import css from './Button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Props extends ComponentProps<'button'> {
  variant?: ButtonVariant
  /** Says that the work is going on, and takes no second press. */
  isBusy?: boolean
}

export function Button({ variant = 'secondary', isBusy = false, className, disabled, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
    >
      {children}
    </button>
  )
}

/** The look of a button for what is a link. */
export const buttonClass = (variant: ButtonVariant = 'secondary', className?: string) =>
  clsx(css.button, css[variant], className)
