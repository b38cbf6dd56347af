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
  let wanted = 0
  while (rowsAfter(wanted, step) < rows.length) wanted++
  const drawn = rowsAfter(usePaints(wanted), step)
  return (drawn >= rows.length ? rows : rows.slice(0, drawn)).map(children)
}

/** Steps with which the rows are out of sight, further than the browser lays out beforehand. */
const inSight = 12

/** Of those far below, which cost little, twice as many with each step. */
const rowsAfter = (paints: number, step: number): number =>
  step * (paints < inSight ? paints + 1 : inSight * 2 ** (paints - inSight + 1))

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
