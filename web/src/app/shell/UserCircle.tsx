import { address } from '../base.ts'
import { initialOf, type SignedInUser } from '../sign-in/user.ts'
import css from './UserCircle.module.css'

/** The uppercase first letter of the user's name; leads, by a full page load, to the account's own page. */
export function UserCircle({ user }: { user: SignedInUser }) {
  return (
    <a
      className={css.circle}
      href={address('/Identity/Account/Manage/')}
      aria-label={`Your account, ${user.name}`}
      title={user.name}
    >
      {initialOf(user)}
    </a>
  )
}
