import { useEffect, useRef } from 'react'

interface Keys {
  step: (days: number) => void
  toToday: () => void
}

/** Arrow left and right go a week back and on, T to today, wherever the focus is but in something that uses the keys. */
export function useWeekKeys(keys: Keys) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const target = event.target instanceof HTMLElement ? event.target : null
      if (target?.closest('input, select, textarea, [contenteditable], [role="dialog"], [role="listbox"]')) return
      if (event.key === 'ArrowLeft') latest.current.step(-7)
      else if (event.key === 'ArrowRight') latest.current.step(7)
      else if (event.key === 't') latest.current.toToday()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
