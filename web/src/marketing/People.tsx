import { mediumDate } from '@honbu/contract/format.ts'
import { getLeads, leadColumns, leadSteps } from '@honbu/contract/marketing.ts'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { memberAddress } from '../members/member-address.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import type { Period } from './marketing-address.ts'

/** Those whom the figures count, one by one; from each the way to what can be done about him or her. */
export const People = ({ clubId, period }: { clubId: number; period: Period }) => (
  <DataGrid
    label="People who came"
    name="leads"
    call={getLeads}
    input={{ id: clubId, ...period }}
    columns={leadColumns}
    cells={{
      enquiredOn: row => mediumDate(row.enquiredOn),
      step: row => leadSteps.find(([step]) => step === row.step)?.[1] ?? '–',
      memberStatusId: row => <MemberStatus id={row.memberStatusId} />,
      firstOn: row => (row.firstOn === null ? '–' : mediumDate(row.firstOn)),
      clubId: false,
      sourceId: false,
      classId: false,
      reasonId: false,
    }}
    hidden={['clubName', 'firstOn', 'reason']}
    rowKey={row => row.clubMemberId}
    rowTo={row => memberAddress(row.memberId)}
    empty={<EmptyState title="Nobody came in these months">Choose other months above.</EmptyState>}
  />
)
