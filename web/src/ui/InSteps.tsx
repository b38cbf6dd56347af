import { type ReactNode, startTransition, useDeferredValue, useEffect, useState } from 'react'

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
  const [drawn, setDrawn] = useState(isOpening ? step : Number.POSITIVE_INFINITY)
  const isAll = drawn >= rows.length
  useEffect(() => {
    if (isAll) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      // After it has been painted.
      timer = setTimeout(() => startTransition(() => setDrawn(isOpening ? drawn + step : Number.POSITIVE_INFINITY)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isAll, drawn, step])
  return (isAll ? rows : rows.slice(0, drawn)).map(children)
}

let isOpening = true

/** The first screen stands. */
export function pageIsOpen(): void {
  isOpening = false
}
