import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Popover } from '../ui/Popover.tsx'
import css from './Explained.module.css'

/** The "i" beside a figure or a table: what is counted. */
export function Explained({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Popover className={css.i} label={`What “${name}” means`} trigger={<IconInfoCircle size={18} aria-hidden="true" />}>
      {children}
    </Popover>
  )
}
