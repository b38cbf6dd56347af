import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import css from './IconButton.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does: read out, and shown on hover. */
  label: string
  icon: ReactNode
}

export function IconButton({ label, icon, className, ...rest }: Props) {
  return (
    <button type="button" {...rest} className={iconButtonClass(className)} aria-label={label} title={label}>
      {icon}
    </button>
  )
}

/** The look of an icon button for what is a link. */
export const iconButtonClass = (className?: string) => clsx(css.button, className)
