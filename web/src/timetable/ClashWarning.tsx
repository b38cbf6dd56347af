import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './ClashWarning.module.css'

/** A list of clashes below the field that makes them; empty while there are none. */
export function ClashWarning({ title, children }: { title: string; children: readonly ReactNode[] }) {
  return (
    <div className={css.clashes} role="status">
      {children.length > 0 && (
        <div className={css.warning}>
          <IconAlertTriangle size={20} aria-hidden="true" />
          <div>
            <p>{title}</p>
            <ul>{children}</ul>
          </div>
        </div>
      )}
    </div>
  )
}
