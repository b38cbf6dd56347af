import { IconUsersGroup } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './SharedNote.module.css'

/** That what is edited belongs to others as well. */
export const SharedNote = ({ children }: { children: ReactNode }) => (
  <p className={css.note}>
    <IconUsersGroup size={20} aria-hidden="true" />
    <span>{children}</span>
  </p>
)
