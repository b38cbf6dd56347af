import { type RefObject, useEffect } from 'react'

/**
 * Brings the panel with this id into view and gives its heading the focus, as soon as it's there. Panels above that load
 * later push it away, so it's brought back until the user does something.
 */
export function useShownPanel(screen: RefObject<HTMLElement | null>, id: string | undefined) {
  useEffect(() => {
    const root = screen.current
    if (!root || !id) return
    let isFocused = false
    const bring = () => {
      const panel = root.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
      if (!panel?.checkVisibility()) return
      panel.scrollIntoView({ block: 'start' })
      if (isFocused) return
      isFocused = true
      const heading = panel.querySelector<HTMLElement>('h2') ?? panel
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    const growth = new ResizeObserver(bring)
    const stop = () => growth.disconnect()
    growth.observe(root)
    for (const event of ownMoves) addEventListener(event, stop, { once: true, passive: true })
    return () => {
      stop()
      for (const event of ownMoves) removeEventListener(event, stop)
    }
  }, [screen, id])
}

const ownMoves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
