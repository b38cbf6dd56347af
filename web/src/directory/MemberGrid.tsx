import { directoryColumns, search } from '@honbu/contract/directory.ts'
import { IconUsers } from '@tabler/icons-react'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { memberAddress } from '../members/member-address.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'

/** The members of some clubs, or of all the user's. */
export function MemberGrid({ clubIds }: { clubIds?: readonly number[] }) {
  return (
    <DataGrid
      label="Members"
      name={clubIds ? 'club-members' : 'members'}
      call={search}
      input={clubIds ? { clubIds: [...clubIds] } : {}}
      columns={directoryColumns}
      cells={{
        lastName: row => (
          <>
            <Avatar {...row} size="small" />
            {row.lastName || '–'}
          </>
        ),
        memberStatusId: row => <MemberStatus id={row.memberStatusId} />,
        ...(clubIds?.length === 1 && { clubName: false }),
      }}
      hidden={['code', 'phone', 'dob']}
      rowKey={row => row.clubMemberId}
      rowTo={row => memberAddress(row.memberId)}
      empty={
        <EmptyState icon={<IconUsers size={24} />} title="No members yet">
          Members are imported from a file, or added one by one.
        </EmptyState>
      }
    />
  )
}
