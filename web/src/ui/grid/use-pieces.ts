import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** So many rows come and go together. */
const pieceSize = 25
/** A table of as many rows is drawn whole. */
const drawnWhole = 100
/** How near to what is seen a piece is drawn, so that it stands there before it is scrolled to. */
const nearby = '1000px 0px'

/** Some rows of a table that follow on each other. */
export interface Piece<Row> {
  /** The place of its first row among all. */
  readonly from: number
  readonly rows: readonly Row[]
  /** Where it is not, room of this height (pixels) stands for it. */
  readonly isDrawn: boolean
  readonly height: number
}

interface Pieces<Row> {
  readonly isLong: boolean
  /** Each is a `tbody` of the table, in their order. */
  readonly pieces: readonly Piece<Row>[]
  /** Draws a piece at once, where it is not. */
  readonly draw: (piece: number) => void
}

/**
 * Of a table with hundreds of rows only the pieces that are near to what is seen, because the browser lays out and paints
 * all that stand in the document at each press. One with the focus in it stays; on paper all of them stand.
 */
export function usePieces<Row>(table: RefObject<HTMLTableElement | null>, rows: readonly Row[]): Pieces<Row> {
  const isLong = rows.length > drawnWhole
  const count = isLong ? Math.ceil(rows.length / pieceSize) : 1
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(new Set([0, 1]))
  const heights = useRef(new Map<number, number>())
  const [rowHeight, setRowHeight] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other heights
  useLayoutEffect(() => {
    if (!isLong) return
    for (const [index, body] of [...(table.current?.tBodies ?? [])].entries())
      if (drawn.has(index)) heights.current.set(index, body.offsetHeight)
    setRowHeight((heights.current.get(0) ?? 0) / pieceSize)
  }, [table, isLong, drawn, rows])

  useEffect(() => {
    const bodies = [...(table.current?.tBodies ?? [])]
    if (!isLong || bodies.length !== count) return
    const change = (seen: readonly { target: Element; isIntersecting: boolean }[]) =>
      setDrawn(before => {
        const after = new Set(before)
        for (const { target, isIntersecting } of seen) {
          const index = bodies.indexOf(target as HTMLTableSectionElement)
          if (isIntersecting) after.add(index)
          else if (!target.contains(document.activeElement)) after.delete(index)
        }
        return after
      })
    const observer = new IntersectionObserver(change, { rootMargin: nearby })
    for (const body of bodies) observer.observe(body)
    const drawAll = () => flushSync(() => setDrawn(new Set(bodies.keys())))
    window.addEventListener('beforeprint', drawAll)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', drawAll)
    }
  }, [table, isLong, count])

  const pieces = Array.from({ length: count }, (_, index) => {
    const from = index * pieceSize
    const own = isLong ? rows.slice(from, from + pieceSize) : rows
    const height = heights.current.get(index) ?? own.length * rowHeight
    return { from, rows: own, isDrawn: !isLong || drawn.has(index), height }
  })
  const draw = (piece: number) => {
    if (isLong && !drawn.has(piece)) flushSync(() => setDrawn(before => new Set([...before, piece])))
  }
  return { isLong, pieces, draw }
}

/**
 * The widths of the columns of a long table (pixels), as its first rows have made them: or they would change whenever
 * other rows are drawn. Null where they are free, and to be measured.
 */
export function useFixedWidths(
  table: RefObject<HTMLTableElement | null>,
  isLong: boolean,
  columns: unknown,
): readonly number[] | null {
  const [fixed, setFixed] = useState<{ widths: readonly number[]; columns: unknown } | null>(null)
  const isFixed = isLong && fixed !== null && fixed.columns === columns
  useLayoutEffect(() => {
    if (!isLong || isFixed) return
    const headings = [...(table.current?.tHead?.rows[0]?.cells ?? [])]
    setFixed({ widths: headings.map(heading => heading.getBoundingClientRect().width), columns })
  }, [table, isLong, isFixed, columns])
  useEffect(() => {
    const around = table.current?.parentElement
    if (!isLong || !around) return
    let width = around.clientWidth
    const observer = new ResizeObserver(() => {
      if (around.clientWidth === width) return
      width = around.clientWidth
      setFixed(null)
    })
    observer.observe(around)
    return () => observer.disconnect()
  }, [table, isLong])
  return isFixed ? fixed.widths : null
}
