import { enrolmentColumns, getClassEnrolments } from '@honbu/contract/class-view.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import { IconUsers } from '@tabler/icons-react'
import { useMemberSelect } from '../exports/use-member-select.tsx'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { memberAddress } from '../members/member-address.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Belt } from '../ui/Belt.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './ClassEnrolments.module.css'
import type { ClassRecord } from './class-values.ts'

type Enrolled = Output<typeof getClassEnrolments>['data'][number]

/** Who is enrolled, with the belt in the class's discipline. */
export function ClassEnrolments({ klass }: { klass: ClassRecord }) {
  const select = useMemberSelect<Enrolled>(
    [klass.clubId],
    ({ firstName, lastName }) => `${firstName} ${lastName}`,
    ({ memberId }) => memberId,
  )
  return (
    <Panel title="Enrolled" id="enrolled">
      <DataGrid
        label="Enrolled members"
        name="class-enrolments"
        call={getClassEnrolments}
        input={{ id: klass.classId }}
        columns={enrolmentColumns}
        select={select}
        rowKey={row => row.memberId}
        rowTo={row => memberAddress(row.memberId)}
        cells={{
          firstName: false,
          lastName: false,
          gradePosition: false,
          memberStatusId: false,
          dateAdded: false,
          lastAttendance: false,
          attended: false,
        }}
        // The order in which a member always reads; a belt is sorted by its number but is none.
        extra={[
          {
            id: 'name',
            title: 'Name',
            sortField: 'lastName',
            cell: row => (
              <span className={css.member}>
                <Avatar firstName={row.firstName} lastName={row.lastName} photoUrl={row.photoUrl} size="small" />
                {row.firstName} {row.lastName}
              </span>
            ),
          },
          {
            id: 'belt',
            title: 'Grade',
            sortField: 'gradePosition',
            cell: row => (row.belt ? <Belt belt={row.belt} /> : '–'),
          },
          {
            id: 'status',
            title: 'Status',
            sortField: 'memberStatusId',
            cell: row => <MemberStatus id={row.memberStatusId} />,
          },
          { id: 'since', title: 'Enrolled', sortField: 'dateAdded', cell: row => mediumDate(row.dateAdded) },
          {
            id: 'last',
            title: 'Last attended',
            sortField: 'lastAttendance',
            cell: row => (row.lastAttendance ? mediumDate(row.lastAttendance) : '–'),
          },
          { id: 'times', title: 'Attended', sortField: 'attended', isNumber: true, cell: row => row.attended },
        ]}
        empty={
          <EmptyState icon={<IconUsers size={32} />} title="Nobody is enrolled">
            Members are enrolled in the register, or from their own page.
          </EmptyState>
        }
      />
    </Panel>
  )
}
