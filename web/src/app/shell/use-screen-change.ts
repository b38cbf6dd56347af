import { useMatches, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'
import { useShownName } from '../screen-name.ts'
import { documentTitle } from '../title.ts'

/** Names the tab after the screen, and takes the focus to the heading of a screen that has been navigated to. */
export function useScreenChange(main: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  const matches = useMatches()
  const name = useShownName()
  const title = name === null ? documentTitle(matches) : `${name} · Honbu`

  useEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => {
    let stopWaiting = () => {}
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      // The first screen leaves the focus where the browser, or the screen itself, has put it.
      if (!pathChanged || !fromLocation || !main.current) return
      stopWaiting()
      stopWaiting = whenThere(main.current, focusUnlessTaken)
    })
    return () => {
      unsubscribe()
      stopWaiting()
    }
  }, [router, main])
}

/** What is used inside the screen, a search box or a tab that stays, keeps the focus, and so does what has been typed into. */
function focusUnlessTaken(heading: HTMLElement): void {
  const used = document.activeElement
  // Someone looks for the next thing while this one is loading.
  const isTyping = used instanceof HTMLInputElement && used.value !== ''
  // The link that led here is hidden with its screen; the browser takes the focus from it a moment later.
  const isInside =
    used instanceof HTMLElement && used.id !== 'main' && used.closest('main') !== null && used.checkVisibility()
  if (!isTyping && !isInside) heading.focus({ preventScroll: true })
}

/**
 * The heading may come with code and data that are still on their way; and the one that is shown meanwhile may go when
 * they are there, with the focus. Returns what stops looking.
 */
function whenThere(main: HTMLElement, use: (heading: HTMLElement) => void): () => void {
  let used: HTMLElement | null = null
  const look = () => {
    if (used?.isConnected) return
    const heading = main.querySelector<HTMLElement>('h1')
    // What is left of the screen before is hidden while the new one is loading.
    if (!heading?.checkVisibility()) return
    const hasMovedOn = used !== null && document.activeElement !== document.body
    used = heading
    if (!hasMovedOn) use(heading)
  }
  const observer = new MutationObserver(look)
  observer.observe(main, { childList: true, subtree: true, attributeFilter: ['style', 'inert'] })
  look()
  return () => observer.disconnect()
}
