import { mediumDate } from '@honbu/contract/format.ts'
import { getUnsignedMembers, unsignedColumns } from '@honbu/contract/papers.ts'
import { memberTabAddress } from '../member-view/member-tabs.ts'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'

export const UnsignedList = ({ clubId }: { clubId: number }) => (
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
    rowKey={row => row.memberId}
    rowTo={row => memberTabAddress(row.memberId, 'documents')}
    empty={<EmptyState title="Everybody has signed." />}
  />
)
