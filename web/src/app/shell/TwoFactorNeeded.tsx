import { buttonClass } from '../../ui/Button.tsx'
import { address } from '../base.ts'
import css from '../Message.module.css'

/** Stands in for the screens of a club that asks its admins for two-factor sign-in, which this one has not used. */
export function TwoFactorNeeded({ clubs }: { clubs: readonly string[] }) {
  const [only] = clubs
  const who = clubs.length === 1 && only ? `${only} asks its` : 'Your clubs ask their'
  return (
    <div className={css.message}>
      <h1 tabIndex={-1}>Two-factor sign-in is needed here</h1>
      <p>{who} admins for more than a password: a code from an app on your phone, or a passkey.</p>
      <p>It takes about two minutes to set up. If you have a passkey already, log out and log in with it.</p>
      <p className={css.actions}>
        <a href={address('/Identity/Account/Manage/TwoFactor')} className={buttonClass('primary')}>
          Set up two-factor sign-in
        </a>
        <a href={address('/Identity/Account/Manage/Passkeys')} className={buttonClass()}>
          Add a passkey
        </a>
      </p>
    </div>
  )
}
