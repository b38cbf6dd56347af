import { type ReactNode, useDeferredValue } from 'react'

interface Props {
  /** What is shown until all of it has been drawn. */
  meanwhile: ReactNode
  children: ReactNode
}

/**
 * The large part of the first screen after a page has been opened: drawn in steps, between which the browser can paint and
 * answer a press, because on a slow telephone it takes a while. Later, when one goes from screen to screen, it is there at
 * once: what is scrolled back to has to be.
 */
export function InSteps({ meanwhile, children }: Props) {
  const isDrawn = useDeferredValue(true, !isOpening)
  return isDrawn ? children : meanwhile
}

let isOpening = true

/** The first screen stands. */
export function pageIsOpen(): void {
  isOpening = false
}
