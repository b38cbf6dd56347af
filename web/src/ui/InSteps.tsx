import { type ReactNode, startTransition, useEffect, useState } from 'react'

interface Props {
  /** What is shown until it is drawn; nothing where it is left out. */
  meanwhile?: ReactNode
  children: ReactNode
}

/**
 * A large part of the first screen after a page has been opened: drawn once what is before it has been painted, because on a
 * slow telephone it takes a while, in which a press would wait. Later, when one goes from screen to screen, it is there at
 * once: what is scrolled back to has to be.
 */
export function InSteps({ meanwhile = null, children }: Props) {
  return usePaints(1) < 1 ? meanwhile : children
}

interface RowsProps<Row> {
  rows: readonly Row[]
  /** How many at a time. */
  step: number
  children: (row: Row, place: number) => ReactNode
}

/**
 * The rows of the first screen, some at a time: React draws in steps of its own, but what it has drawn the browser lays out
 * in one.
 */
export function RowsInSteps<Row>({ rows, step, children }: RowsProps<Row>) {
  const steps = 1 + usePaints(Math.ceil(rows.length / step) - 1)
  return (steps * step >= rows.length ? rows : rows.slice(0, steps * step)).map(children)
}

/** How often this has been painted, as far as it is wanted; while a page is not being opened, as if it had been. */
function usePaints(wanted: number): number {
  const [paints, setPaints] = useState(isOpening ? 0 : Number.POSITIVE_INFINITY)
  const isEnough = paints >= wanted
  useEffect(() => {
    if (isEnough) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      // After it has been painted.
      timer = setTimeout(() => startTransition(() => setPaints(isOpening ? paints + 1 : Number.POSITIVE_INFINITY)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isEnough, paints])
  return paints
}

let isOpening = true

/** The first screen stands. */
export function pageIsOpen(): void {
  isOpening = false
}
