import { IconX } from '@tabler/icons-react'
import clsx from 'clsx'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import css from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'

interface Props {
  title: string
  isOpen: boolean
  /** Escape, the cross, a press beside it. */
  onClose: () => void
  /** The buttons at the end. */
  actions?: ReactNode
  /** For tables and forms. */
  isWide?: boolean
  children?: ReactNode
}

const fields = 'input:not([type="hidden"], [readonly]), select, textarea'

/** The browser's own modal dialog: it keeps the focus inside and gives it back. What is in it exists only while open. */
export function Dialog({ title, isOpen, onClose, actions, isWide = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Not useEffect: that cleans up when the dialog has left the page, and closing it then gives the focus back to nobody.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!isOpen || !element) return
    if (!element.open) element.showModal()
    // The browser would choose the cross, which stands first; what is wanted is the first field, or the safe answer.
    const wanted = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector(fields)
    wanted?.focus()
    return () => element.close()
  }, [isOpen])
  if (!isOpen) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape
    <dialog
      ref={dialog}
      className={clsx(css.dialog, isWide && css.wide)}
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => event.target === dialog.current && onClose()}
    >
      <div className={css.inside}>
        <div className={css.head}>
          <h2 className={css.title} id={titleId}>
            {title}
          </h2>
          <IconButton label="Close" icon={<IconX size={20} aria-hidden="true" />} onClick={onClose} />
        </div>
        <div className={css.body}>{children}</div>
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
