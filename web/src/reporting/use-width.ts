import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide an element is, in pixels; drawn again when that changes. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(600)
  useLayoutEffect(() => {
    const current = element.current
    if (!current) return
    const observer = new ResizeObserver(([entry]) => {
      const now = Math.round(entry?.contentRect.width ?? 0)
      // A part that is not shown has no width, and nothing to draw.
      if (now > 0) setWidth(now)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}
