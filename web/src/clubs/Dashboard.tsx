import { getDashboard } from '@honbu/contract/clubs.ts'
import { IconHistory } from '@tabler/icons-react'
import { activityAddress } from '../activity/activity-address.ts'
import { useRead } from '../app/api.ts'
import { FirstStepsHere } from '../first-hour/FirstStepsHere.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { fullDay } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { AttendanceByDay } from './AttendanceByDay.tsx'
import css from './Dashboard.module.css'
import { DashboardFigures } from './DashboardFigures.tsx'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { MyInvitations } from './MyInvitations.tsx'
import { NewPeople } from './NewPeople.tsx'
import { TodayClasses } from './TodayClasses.tsx'
import { useClock } from './use-clock.ts'

/** Today at a glance: what is on, which registers are open, who is new, how many came. */
export function Dashboard() {
  const now = useClock()
  const { search } = useAddress()
  // Registers fill while it is looked at, on a screen in the hall or at the front desk.
  const answer = useRead(getDashboard, {}, { refetchInterval: 30_000 })
  const today = answer.data
  return (
    <div className={css.screen}>
      <PageHeader
        title="Dashboard"
        actions={
          <AppLink to={activityAddress('all')} className={buttonClass()}>
            <IconHistory size={18} aria-hidden="true" />
            Activity
          </AppLink>
        }
      >
        {today && fullDay(today.today)}
      </PageHeader>
      <MyInvitations />
      <FirstStepsHere clubId={idOf(search.club)} />
      {answer.error && (
        <ErrorState
          title={today ? 'This is not up to date.' : 'The dashboard could not be loaded.'}
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {!today && !answer.error && <DashboardSkeleton />}
      {today && (
        <>
          <DashboardFigures today={today} now={now} />
          <div className={css.columns}>
            <TodayClasses classes={today.classes} now={now} />
            <div className={css.side}>
              <Panel title="Attendance by day" aside={<span className={css.aside}>last 28 days</span>}>
                <AttendanceByDay days={today.attendanceByDay} today={today.today} />
              </Panel>
              <Panel id="new-members" title="New members this week" flush>
                <NewPeople {...today.newMembers}>
                  <EmptyState title="Nobody has joined since Monday">
                    A prospect becomes a member when a membership with a plan is saved.
                  </EmptyState>
                </NewPeople>
              </Panel>
              <Panel id="new-prospects" title="New prospects this week" flush>
                <NewPeople {...today.newProspects}>
                  <EmptyState
                    title="No new prospects since Monday"
                    actions={
                      <AppLink to="/clubadmin/club/member/create" className={buttonClass('secondary')}>
                        Add someone
                      </AppLink>
                    }
                  >
                    Someone who books a trial class appears here.
                  </EmptyState>
                </NewPeople>
              </Panel>
            </div>
          </div>
        </>
      )}
    </div>
  )
}
