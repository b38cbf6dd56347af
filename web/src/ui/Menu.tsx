import { IconDotsVertical } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { iconButtonClass } from './IconButton.tsx'
import type { MenuItem } from './menu-item.ts'

const load = () => import('./MenuList.tsx')
const MenuList = lazy(() => load().then(({ MenuList }) => ({ default: MenuList })))

interface Props {
  /** What the menu is about, e.g. 'More for Jane Smith'. */
  label: string
  items: readonly MenuItem[]
  /** In place of the three dots. */
  children?: ReactNode
  className?: string
}

/** A button that opens a list of things to do; the list is loaded when someone is about to use it. */
export function Menu({ label, items, children, className }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const open = () => {
    setWasOpened(true)
    setOpen(true)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={children ? className : iconButtonClass(className)}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={children ? undefined : label}
        title={children ? undefined : label}
        onPointerEnter={load}
        onFocus={load}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          open()
        }}
        onClick={() => (isOpen ? setOpen(false) : open())}
      >
        {children ?? <IconDotsVertical size={20} aria-hidden="true" />}
      </button>
      {wasOpened && (
        <Suspense>
          <MenuList label={label} anchor={button} isOpen={isOpen} setOpen={setOpen} items={items} />
        </Suspense>
      )}
    </>
  )
}
