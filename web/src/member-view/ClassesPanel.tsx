import { attendanceColumns, getAttendances, getAttendanceYear, getClasses } from '@honbu/contract/member-view.ts'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { AttendanceYear } from './AttendanceYear.tsx'
import css from './ClassesPanel.module.css'
import { EnrolledClasses } from './EnrolledClasses.tsx'
import type { MemberPanelProps } from './panel-props.ts'

/** Which classes, how regularly, and every mark. */
export function ClassesPanel({ memberId, details }: MemberPanelProps) {
  const classes = useRead(getClasses, { id: memberId })
  const year = useRead(getAttendanceYear, { id: memberId })
  return (
    <div className={css.panels}>
      <Panel title="Attendance">
        {year.error && !year.data && (
          <ErrorState title="This could not be loaded." error={year.error} retry={() => void year.refetch()} />
        )}
        {year.data ? <AttendanceYear year={year.data} /> : <SkeletonRows count={1} height="10rem" />}
      </Panel>
      <EnrolledClasses answer={classes} details={details} />
      <Panel title="Every mark" flush>
        <div className={css.grid}>
          <DataGrid
            label="Marks"
            name="member-attendance"
            call={getAttendances}
            input={{ id: memberId }}
            columns={attendanceColumns}
            cells={{
              className: row => (
                <AppLink
                  to={`/clubadmin/classes-and-events/class-roster/${row.classId}`}
                  search={{ date: row.classDate }}
                >
                  {row.className}
                </AppLink>
              ),
              attended: row => (
                <span className={css.mark}>
                  {row.attended ? (
                    <IconCircleCheck size={16} aria-hidden="true" className={css.present} />
                  ) : (
                    <IconCircleX size={16} aria-hidden="true" />
                  )}
                  {row.attended ? 'Present' : 'Absent'}
                </span>
              ),
            }}
            extra={[{ id: 'markedBy', title: 'Marked by', cell: row => row.markedBy || '–' }]}
            hidden={details.memberships.length > 1 ? [] : ['clubName']}
            rowKey={row => row.attendanceId}
            empty={<EmptyState title="No marks yet">They come from the register of a class.</EmptyState>}
          />
        </div>
      </Panel>
    </div>
  )
}
