import { IconKey } from '@tabler/icons-react'
import { Badge } from '../ui/Badge.tsx'
import css from './Users.module.css'

interface Props {
  user: {
    readonly isOwner: boolean
    readonly isClubAdmin: boolean
    readonly isInstructor: boolean
    readonly isAdmin: boolean
    readonly roles: readonly { readonly id: number; readonly name: string }[]
  }
}

/** Shows what someone is in a club: admin, their roles, and whether the club names them. */
export function UserRoles({ user }: Props) {
  const named = [user.isOwner && 'owner', user.isClubAdmin && 'admin', user.isInstructor && 'instructor'].filter(
    Boolean,
  )
  const names = user.roles.map(role => role.name).join(', ')
  return (
    <span className={css.roles}>
      {user.isAdmin && (
        <Badge tone="accent" icon={<IconKey size={14} aria-hidden="true" />}>
          Admin
        </Badge>
      )}
      <span>{names || (user.isAdmin ? '' : 'No role')}</span>
      {named.length > 0 && <span className={css.soft}>The club's {named.join(' and ')}</span>}
    </span>
  )
}
