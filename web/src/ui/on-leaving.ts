/**
 * Calls when the page is hidden or left, which may be the last that it hears: a phone closes hidden pages without a word.
 * @returns what ends it
 */
export function onLeaving(leave: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'hidden') leave()
  }
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', look)
  return () => {
    removeEventListener('pagehide', leave)
    document.removeEventListener('visibilitychange', look)
  }
}
