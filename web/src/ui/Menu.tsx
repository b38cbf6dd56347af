import { Menu as BaseMenu } from '@base-ui/react/menu'
import { IconDotsVertical } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { iconButtonClass } from './IconButton.tsx'
import css from './Menu.module.css'

export type MenuItem =
  | { readonly text: string; readonly icon?: ReactNode; readonly onSelect: () => void; readonly isDanger?: boolean }
  | {
      readonly text: string
      readonly icon?: ReactNode
      readonly to: string
      /** What of the screen's state is kept in the address. */
      readonly search?: Readonly<Record<string, string>>
    }

interface Props {
  /** What the menu is about, e.g. 'More for Jane Smith'. */
  label: string
  items: readonly MenuItem[]
  /** In place of the three dots. */
  children?: ReactNode
  className?: string
}

/** A button that opens a list of things to do. */
export function Menu({ label, items, children, className }: Props) {
  const navigate = useNavigate()
  // The router's types do not know an address that is filled in.
  const go = (to: string, search = {}) => void navigate({ to: to as '/', search: search as never })
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger
        className={children ? className : iconButtonClass(className)}
        aria-label={children ? undefined : label}
        title={children ? undefined : label}
      >
        {children ?? <IconDotsVertical size={20} aria-hidden="true" />}
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={css.positioner} sideOffset={4} align="end">
          <BaseMenu.Popup className={css.popup} aria-label={label}>
            {items.map(item => (
              <BaseMenu.Item
                key={item.text}
                className={clsx(css.item, 'isDanger' in item && item.isDanger && css.danger)}
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
