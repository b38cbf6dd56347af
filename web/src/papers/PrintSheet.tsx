import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import css from './PrintSheet.module.css'

/** What is printed in place of the screen while this is drawn; on the screen it is not seen. */
export const PrintSheet = ({ children }: { children: ReactNode }) =>
  createPortal(<div className={css.sheet}>{children}</div>, document.body)
