import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import css from './Help.module.css'

/** What is around every screen of the help that stands without the sidebar: the way back. */
export const HelpFrame = ({ children }: { children: ReactNode }) => (
  <div className={css.frame}>
    <p>
      <AppLink to="/" className={css.back}>
        <IconArrowLeft size={18} aria-hidden="true" />
        Back to Honbu
      </AppLink>
    </p>
    {children}
  </div>
)
