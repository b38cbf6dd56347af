import type { Output } from '@honbu/contract/endpoint.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import { getUnsignedMembers, unsignedColumns } from '@honbu/contract/papers.ts'
import { useMemberSelect } from '../exports/use-member-select.tsx'
import { memberTabAddress } from '../member-view/member-tabs.ts'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'

type Unsigned = Output<typeof getUnsignedMembers>['data'][number]

export function UnsignedList({ clubId }: { clubId: number }) {
  const select = useMemberSelect<Unsigned>(
    [clubId],
    ({ firstName, lastName }) => `${firstName} ${lastName}`,
    ({ memberId }) => memberId,
  )
  return (
    <DataGrid
      label="Members who have not signed"
      name="unsigned"
      call={getUnsignedMembers}
      input={{ clubId }}
      columns={unsignedColumns}
      cells={{
        memberStatusId: row => <MemberStatus id={row.memberStatusId} />,
        asked: row => (row.asked ? mediumDate(row.asked) : ''),
      }}
      select={select}
      rowKey={row => row.memberId}
      rowTo={row => memberTabAddress(row.memberId, 'documents')}
      empty={<EmptyState title="Everybody has signed." />}
    />
  )
}
