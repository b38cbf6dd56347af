import type { ReactNode } from 'react'
import css from './Screen.module.css'

interface Props {
  /** For what is read and written rather than compared: as wide as a form. */
  isNarrow?: boolean
  children: ReactNode
}

/** The parts of a screen below each other, its header first. */
export const Screen = ({ isNarrow = false, children }: Props) => (
  <div className={isNarrow ? `${css.screen} ${css.narrow}` : css.screen}>{children}</div>
)
