import { getViewersFromAbove } from '@honbu/contract/users.ts'
import { useRead } from '../app/api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './Users.module.css'

/** Everyone who can see the club without working in it; nothing for a club without one above. */
export function ViewersFromAbove({ clubId }: { clubId: number }) {
  const answer = useRead(getViewersFromAbove, { clubId })
  if (answer.error && !answer.data)
    return (
      <ErrorState
        title="We couldn't load who else can see this club."
        error={answer.error}
        retry={() => void answer.refetch()}
      />
    )
  const viewers = answer.data ?? []
  if (viewers.length === 0) return null
  return (
    <Panel title="Access from clubs above" flush>
      <ul className={css.invitations}>
        {viewers.map(({ userId, fullName, clubName, isAdmin, isFiguresOnly, roles }) => (
          <li key={userId} className={css.invitation}>
            <div className={css.invitationWords}>
              <strong>{fullName}</strong>
              <span className={css.soft}>{[clubName, ...roles, accessWords(isAdmin, isFiguresOnly)].join(' · ')}</span>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function accessWords(isAdmin: boolean, isFiguresOnly: boolean): string {
  if (isFiguresOnly) return isAdmin ? 'Sees reports only, also those about money' : 'Sees reports only'
  return isAdmin ? 'Admin here too' : 'Sees members and classes'
}
