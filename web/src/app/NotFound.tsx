import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import css from './Message.module.css'

export function NotFound() {
  return (
    <div className={css.message}>
      <h1 tabIndex={-1}>Page not found</h1>
      <p>There is nothing at this address. It may have been mistyped, or have moved.</p>
      <p>
        <AppLink to="/" className={buttonClass('primary')}>
          Go to the dashboard
        </AppLink>
      </p>
    </div>
  )
}
