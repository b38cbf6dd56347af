import type { ReactNode } from 'react'
import css from './Together.module.css'

interface Props {
  /** What stands above them, or among them, is known, or will not be. */
  isReady: boolean
  /** What is shown until then. */
  meanwhile: ReactNode
  children: ReactNode
}

/**
 * Parts that are shown together: what stands above them, or a button that not everybody has, would push them away under the
 * finger if it came later. They read what they show meanwhile.
 */
export const Together = ({ isReady, meanwhile, children }: Props) => (
  <>
    {!isReady && meanwhile}
    <div className={css.together} hidden={!isReady}>
      {children}
    </div>
  </>
)
