import { counted, currency } from '@honbu/contract/format.ts'
import { rightWords } from '@honbu/contract/right-words.ts'
import { getClubRoles } from '@honbu/contract/roles.ts'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import type { Role } from './RoleDialog.tsx'
import css from './Users.module.css'

const RoleDialog = lazy(() => import('./RoleDialog.tsx').then(m => ({ default: m.RoleDialog })))

/** What each role allows in a club, for its admins to change. */
export function RolesPanel({ clubId }: { clubId: number }) {
  const answer = useRead(getClubRoles, { clubId })
  const [edited, setEdited] = useState<Role | null>(null)
  return (
    <Panel title="What roles may do" flush>
      {answer.error && !answer.data && (
        <ErrorState title="We couldn’t load the roles." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={6} height="3rem" />}
      {answer.data && (
        <ul className={css.invitations}>
          <li className={css.invitation}>
            <div className={css.invitationWords}>
              <strong>Owner and admins</strong>
              <span className={css.soft}>Everything. Only the owner closes the books.</span>
            </div>
          </li>
          {answer.data.map(role => (
            <li key={role.roleId} className={css.invitation}>
              <div className={css.invitationWords}>
                <span className={css.who}>
                  <strong>{role.name}</strong>
                  {!role.isDefault && <Badge>Changed</Badge>}
                  <span className={css.soft}>{counted(role.people, 'person', 'people')}</span>
                </span>
                <span className={css.soft}>{wordsOf(role)}</span>
              </div>
              <div className={css.buttons}>
                <Button aria-label={`Edit ${role.name}`} onClick={() => setEdited(role)}>
                  Edit
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Suspense>{edited && <RoleDialog clubId={clubId} role={edited} onClose={() => setEdited(null)} />}</Suspense>
    </Panel>
  )
}

function wordsOf({ rights: allowed, creditLimit }: Role): string {
  const words = allowed.map(right =>
    right === 'giveCredit' && creditLimit !== null
      ? `${rightWords[right].title} up to ${currency(creditLimit)}`
      : rightWords[right].title,
  )
  return words.join(' · ') || 'Members, classes, registers and gradings only'
}
