import { Menu as BaseMenu } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import clsx from 'clsx'
import type { RefObject } from 'react'
import css from './Menu.module.css'
import type { MenuItem } from './menu-item.ts'

interface Props {
  label: string
  anchor: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  items: readonly MenuItem[]
}

/** What a menu's button opens; in a file of its own, because it is ten times as large as the button. */
export function MenuList({ label, anchor, isOpen, setOpen, items }: Props) {
  const navigate = useNavigate()
  // The router's types do not know an address that is filled in.
  const go = (to: string, search = {}) => void navigate({ to: to as '/', search: search as never })
  return (
    <BaseMenu.Root
      modal={false}
      open={isOpen}
      onOpenChange={(next, { event }) => {
        // A press on the button itself is the button's to answer: it would close here and open again there.
        const goesTo = 'relatedTarget' in event ? event.relatedTarget : event.target
        if (!next && event.type !== 'keydown' && goesTo instanceof Node && anchor.current?.contains(goesTo)) return
        setOpen(next)
      }}
    >
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={css.positioner} anchor={anchor} sideOffset={4} align="end">
          <BaseMenu.Popup className={css.popup} aria-label={label} finalFocus={anchor}>
            {items.map(item => (
              <BaseMenu.Item
                key={item.text}
                className={clsx(css.item, item.isFirst && css.first, 'isDanger' in item && item.isDanger && css.danger)}
                onClick={() => ('to' in item ? go(item.to, item.search) : item.onSelect())}
              >
                {item.icon}
                {item.text}
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
