import { useEffect, useRef } from 'react'
import { type View, views } from './views.ts'

interface Keys {
  step: (direction: 1 | -1) => void
  toToday: () => void
  show: (view: View) => void
}

/**
 * Arrow left and right go back and on, T to today, W, D, R and M to the view that begins so: wherever the focus is but in
 * something that uses the keys itself.
 */
export function useScheduleKeys(keys: Keys) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const target = event.target instanceof HTMLElement ? event.target : null
      if (target?.closest('input, select, textarea, dialog, [contenteditable], [role="dialog"], [role="listbox"]'))
        return
      // Caps Lock writes T for t.
      const key = event.key.toLowerCase()
      const view = views.find(each => each.startsWith(key))
      if (event.key === 'ArrowLeft') latest.current.step(-1)
      else if (event.key === 'ArrowRight') latest.current.step(1)
      else if (key === 't') latest.current.toToday()
      else if (view) latest.current.show(view)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
