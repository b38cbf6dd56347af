import { useLocation } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'

interface OpenMenu {
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  /** For the element around the burger and the menu. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/**
 * The menu of a small screen: another screen closes it, so does Escape, which takes the focus back to the burger; while
 * it is open Tab goes round in it, and the page below cannot be reached.
 */
export function useOpenMenu(burger: RefObject<HTMLElement | null>): OpenMenu {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === pathname

  useEffect(() => {
    const main = document.getElementById('main')
    if (!isOpen || !main) return
    main.inert = true
    return () => {
      main.inert = false
    }
  }, [isOpen])

  return {
    isOpen,
    setOpen: open => setOpenAt(open ? pathname : undefined),
    onKeyDown(event) {
      if (!isOpen || event.defaultPrevented) return
      if (event.key === 'Tab') keepInside(event)
      if (event.key !== 'Escape') return
      setOpenAt(undefined)
      burger.current?.focus()
    },
  }
}

function keepInside(event: KeyboardEvent<HTMLElement>) {
  const inside = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button, input, select')].filter(each =>
    each.checkVisibility({ visibilityProperty: true }),
  )
  const [from, to] = event.shiftKey ? [inside.at(0), inside.at(-1)] : [inside.at(-1), inside.at(0)]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
