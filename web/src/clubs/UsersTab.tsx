import { getUsers, userColumns } from '@honbu/contract/users.ts'
import { IconPencil, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { StaffCertificates } from '../papers/StaffCertificates.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Switch } from '../ui/Switch.tsx'
import { editUsersAddress } from './club-address.ts'
import { OpenInvitations } from './OpenInvitations.tsx'
import type { PanelProps } from './panel-props.ts'
import { RolesPanel } from './RolesPanel.tsx'
import { UserRoles } from './UserRoles.tsx'
import css from './Users.module.css'
import { ViewersFromAbove } from './ViewersFromAbove.tsx'

const InviteDialog = lazy(() => import('./InviteDialog.tsx').then(m => ({ default: m.InviteDialog })))

/** Shows who works in a club. */
export function UsersTab({ clubId, isAdmin }: PanelProps) {
  const { search, setSearch } = useAddress()
  const [isInviting, setInviting] = useState(false)
  const includeFormer = search.former === '1'
  return (
    <div className={css.users}>
      <DataGrid
        label="Users"
        name="users"
        call={getUsers}
        input={{ clubId, ...(includeFormer && { includeFormer }) }}
        columns={userColumns}
        hidden={['isAdmin', 'phoneMobile', 'userSince']}
        rowKey={user => user.clubUserId}
        cells={{
          fullName: user => (
            <span className={css.who}>
              <Avatar firstName={user.firstName} lastName={user.lastName} size="small" />
              {isAdmin ? (
                <AppLink
                  to={editUsersAddress(clubId)}
                  search={{ user: String(user.clubUserId) }}
                  className={css.open}
                  data-row-link=""
                >
                  {user.fullName}
                </AppLink>
              ) : (
                user.fullName
              )}
              {!user.isCurrent && <Badge>{user.userUntil ? 'Has left' : 'Not yet'}</Badge>}
            </span>
          ),
          roles: user => <UserRoles user={user} />,
          email: user => user.email ?? user.userName,
        }}
        empty={<EmptyState icon={<IconUsers size={28} />} title="Nobody works in this club yet." />}
        actions={
          <>
            <Switch
              isOn={includeFormer}
              onChange={isOn => setSearch({ former: isOn ? '1' : undefined, page: undefined })}
            >
              Show who has left
            </Switch>
            {isAdmin && (
              <>
                <AppLink to={editUsersAddress(clubId)} className={buttonClass('secondary')}>
                  <IconPencil size={18} aria-hidden="true" />
                  Edit users
                </AppLink>
                <Button variant="primary" onClick={() => setInviting(true)}>
                  <IconUserPlus size={18} aria-hidden="true" />
                  Invite someone
                </Button>
              </>
            )}
          </>
        }
      />
      {isAdmin && <RolesPanel clubId={clubId} />}
      {isAdmin && <OpenInvitations clubId={clubId} />}
      {isAdmin && <ViewersFromAbove clubId={clubId} />}
      {isAdmin && <StaffCertificates clubId={clubId} />}
      <Suspense>{isInviting && <InviteDialog clubId={clubId} onClose={() => setInviting(false)} />}</Suspense>
    </div>
  )
}
