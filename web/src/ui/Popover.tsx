import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import css from './Popover.module.css'

interface Props {
  /** What is pointed at: a badge, an icon. */
  trigger: ReactNode
  /** Read out for a trigger that is only an icon. */
  label?: string
  className?: string | undefined
  children: ReactNode
}

/** An explanation that opens on hover, on a tap, and by the keyboard. */
export function Popover({ trigger, label, className, children }: Props) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger
        openOnHover
        delay={250}
        closeDelay={100}
        className={className ?? css.trigger}
        aria-label={label}
      >
        {trigger}
      </BasePopover.Trigger>
      <BasePopover.Portal>
        <BasePopover.Positioner className={css.positioner} sideOffset={6} collisionPadding={8}>
          <BasePopover.Popup className={css.popup} initialFocus={false}>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
