import type { ReactNode } from 'react'
import css from './EmptyState.module.css'

interface Props {
  icon?: ReactNode
  title: string
  /** What to do next. */
  children?: ReactNode
  actions?: ReactNode
}

export function EmptyState({ icon, title, children, actions }: Props) {
  return (
    <div className={css.empty}>
      {icon && (
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={css.title}>{title}</p>
      {children && <div className={css.text}>{children}</div>}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}
