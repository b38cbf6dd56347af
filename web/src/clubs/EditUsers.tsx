import { getClub } from '@honbu/contract/clubs.ts'
import { type ClubUser, getUsers, saveUser } from '@honbu/contract/users.ts'
import { IconChevronLeft, IconUserPlus, IconUsers } from '@tabler/icons-react'
import clsx from 'clsx'
import { lazy, Suspense, useState } from 'react'
import type * as z from 'zod/mini'
import { useRead } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { clubAddress, editUsersAddress } from './club-address.ts'
import { OpenInvitations } from './OpenInvitations.tsx'
import { UserForm } from './UserForm.tsx'
import css from './Users.module.css'

const InviteDialog = lazy(() => import('./InviteDialog.tsx').then(m => ({ default: m.InviteDialog })))

type User = z.infer<typeof ClubUser>

/** All who work, or have worked, in a club; one of them, `?user=`, to be edited beside the list. */
export function EditUsers() {
  const { params, search } = useAddress()
  const clubId = idOf(params.id)
  const chosen = idOf(search.user)
  const [isInviting, setInviting] = useState(false)
  const club = useRead(getClub, { id: clubId })
  const answer = useRead(getUsers, { clubId, includeFormer: true, pageSize: 500 })
  const users = answer.data?.data ?? []
  const user = users.find(each => each.clubUserId === chosen)
  const mayEdit = club.data?.isAdmin ?? true
  return (
    <div className={css.screen}>
      <PageHeader
        title="Edit users"
        crumbs={club.data ? [{ text: club.data.name, to: clubAddress(clubId, 'users') }] : null}
        hasActionLine
        actions={
          mayEdit && (
            <Button variant="primary" onClick={() => setInviting(true)}>
              <IconUserPlus size={18} aria-hidden="true" />
              Invite someone
            </Button>
          )
        }
      />
      <SaveGate call={saveUser} clubId={clubId} cannot="change users">
        {answer.error && !answer.data && (
          <ErrorState title="The users could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
        )}
        {!answer.data && !answer.error && <SkeletonRows count={6} height="3rem" />}
        {answer.data && (
          <>
            <div className={clsx(css.edit, user && css.one)}>
              <People clubId={clubId} users={users} chosen={chosen} />
              {user && (
                <AppLink to={editUsersAddress(clubId)} className={css.back}>
                  <IconChevronLeft size={18} aria-hidden="true" />
                  All users
                </AppLink>
              )}
              {user ? (
                <UserForm key={user.clubUserId} user={user} />
              ) : (
                <EmptyState icon={<IconUsers size={28} />} title="Choose someone from the list.">
                  Change their days, access and roles one person at a time.
                </EmptyState>
              )}
            </div>
            <OpenInvitations clubId={clubId} />
          </>
        )}
      </SaveGate>
      <Suspense>{isInviting && <InviteDialog clubId={clubId} onClose={() => setInviting(false)} />}</Suspense>
    </div>
  )
}

function People({ clubId, users, chosen }: { clubId: number; users: readonly User[]; chosen: number }) {
  return (
    <nav className={css.people} aria-label="People">
      <Panel title="People" flush>
        <ul className={css.list}>
          {users.map(user => (
            <li key={user.clubUserId}>
              <AppLink
                to={editUsersAddress(clubId)}
                search={{ user: String(user.clubUserId) }}
                className={css.person}
                aria-current={user.clubUserId === chosen ? 'true' : undefined}
              >
                <Avatar firstName={user.firstName} lastName={user.lastName} size="small" />
                <span className={css.personWords}>
                  <span>{user.fullName}</span>
                  <span className={css.soft}>{lineOf(user)}</span>
                </span>
              </AppLink>
            </li>
          ))}
        </ul>
      </Panel>
    </nav>
  )
}

function lineOf(user: User): string {
  if (!user.isCurrent) return user.userUntil ? 'Has left' : 'Not yet'
  return [...(user.isAdmin ? ['Admin'] : []), ...user.roles.map(role => role.name)].join(', ') || 'No role'
}
