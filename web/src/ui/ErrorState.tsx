import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { isOutOfReach, mayPass, requestIdOf } from '../app/api.ts'
import { AppLink } from './AppLink.tsx'
import { Button } from './Button.tsx'
import css from './ErrorState.module.css'

interface Props {
  /** What could not be shown, e.g. 'The register could not be loaded.' */
  title: string
  error: Error | null
  /** Offered where asking again may help. */
  retry?: () => void
}

export function ErrorState({ title, error, retry }: Props) {
  return (
    <div className={css.error} role="alert">
      <IconAlertTriangle size={20} aria-hidden="true" />
      <div>
        <p className={css.title}>{title}</p>
        {error && <p className={css.message}>{error.message}</p>}
        {isOutOfReach(error) && (
          <p className={css.message}>It may have been deleted, or it belongs to a club that you have no access to.</p>
        )}
        {requestIdOf(error) && (
          <p className={css.message}>
            <AppLink to="/help" search={{ contact: 'yes' }}>
              Contact support
            </AppLink>
          </p>
        )}
      </div>
      {retry && mayPass(error) && (
        <Button onClick={retry}>
          <IconRefresh size={18} aria-hidden="true" />
          Try again
        </Button>
      )}
    </div>
  )
}
