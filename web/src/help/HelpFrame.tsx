import { IconArrowLeft } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hidesSidebar } from '../app/shell/hides-sidebar.ts'
import { AppLink } from '../ui/AppLink.tsx'
import css from './Help.module.css'

/** What is around every screen of the help: the way back, where the sidebar does not offer it. */
export function HelpFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <div className={css.frame}>
      {hidesSidebar(pathname) && (
        <p>
          <AppLink to="/" className={css.back}>
            <IconArrowLeft size={18} aria-hidden="true" />
            Back to Honbu
          </AppLink>
        </p>
      )}
      {children}
    </div>
  )
}
