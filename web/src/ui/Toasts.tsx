import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react'
import clsx from 'clsx'
import { useEffect, useState } from 'react'
import css from './Toasts.module.css'
import { dismissToast, type Toast, useToasts } from './toasts.ts'

const shownFor = 6000

/** Where toasts appear; once in the application, and from the start, as a live region that comes late is not read. */
export function Toasts() {
  const toasts = useToasts()
  return (
    <section className={css.region} aria-label="Messages" aria-live="polite" aria-relevant="additions text">
      {toasts.map(toast => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function OneToast({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const { id, message, tone, action } = toast
  useEffect(() => {
    if (isHeld || tone === 'bad') return
    const timer = setTimeout(dismissToast, shownFor, id)
    return () => clearTimeout(timer)
  }, [id, tone, isHeld])
  return (
    <div
      className={clsx(css.toast, tone === 'bad' && css.bad)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {tone === 'bad' ? (
        <IconAlertTriangle size={20} aria-hidden="true" />
      ) : (
        <IconInfoCircle size={20} aria-hidden="true" />
      )}
      <p className={css.message}>{message}</p>
      {action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            dismissToast(id)
            action.run()
          }}
        >
          {action.text}
        </button>
      )}
      <button type="button" className={css.close} aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <IconX size={18} aria-hidden="true" />
      </button>
    </div>
  )
}
