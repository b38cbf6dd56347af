import { getDashboard } from '@honbu/contract/dashboard.ts'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { activityAddress } from '../activity/activity-address.ts'
import { useRead } from '../app/api.ts'
import { FirstStepsHere } from '../first-hour/FirstStepsHere.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { fullDay } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { InSteps } from '../ui/InSteps.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { AttendanceByDay } from './AttendanceByDay.tsx'
import css from './Dashboard.module.css'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import figures from './Figures.module.css'
import { MonthFigures } from './MonthFigures.tsx'
import { MyInvitations } from './MyInvitations.tsx'
import { NextDays } from './NextDays.tsx'
import { TodayClasses } from './TodayClasses.tsx'
import { TodayClubs } from './TodayClubs.tsx'
import { TodayFigures } from './TodayFigures.tsx'
import type { Today } from './today.ts'
import { useChosenClub } from './use-chosen-club.ts'
import { useClock } from './use-clock.ts'

const MissingFigures = lazy(() =>
  import('./MissingFigures.tsx').then(({ MissingFigures }) => ({ default: MissingFigures })),
)

/** What an owner looks at every morning: today, this month, and what comes; each number opens what it counts. */
export function Dashboard() {
  const now = useClock()
  const { clubs, clubId, choose } = useChosenClub()
  // Registers fill while it is looked at, on a screen in the hall or at the front desk.
  const answer = useRead(getDashboard, clubId === undefined ? {} : { clubId }, {
    refetchInterval: 30_000,
    placeholderData: (before: Today | undefined) => before,
  })
  const today = answer.data
  return (
    <div className={css.screen}>
      <PageHeader
        title="Dashboard"
        hasActionLine
        actions={
          <>
            {clubs.length > 1 && (
              <Select
                label="Club"
                options={[
                  { value: '', text: 'All clubs' },
                  ...clubs.map(({ id, name }) => ({ value: String(id), text: name })),
                ]}
                value={clubId === undefined ? '' : String(clubId)}
                onChoose={id => choose(id ? Number(id) : undefined)}
              />
            )}
            <AppLink
              to={activityAddress('all')}
              search={{ club: clubId === undefined ? undefined : String(clubId) }}
              className={buttonClass()}
            >
              <IconHistory size={18} aria-hidden="true" />
              Activity
            </AppLink>
          </>
        }
      >
        {today ? fullDay(today.today) : <Skeleton width="12em" />}
      </PageHeader>
      <MyInvitations />
      <FirstStepsHere clubId={clubId} />
      {answer.error && (
        <ErrorState
          title={today ? 'This is not up to date.' : 'The dashboard could not be loaded.'}
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {!today && !answer.error && <DashboardSkeleton />}
      {today && (
        <InSteps meanwhile={<DashboardSkeleton />}>
          <div className={css.body} data-stale={answer.isPlaceholderData || undefined}>
            <div className={figures.groups}>
              <TodayFigures today={today} now={now} clubId={clubId} />
              <MonthFigures clubId={clubId} />
            </div>
            <InSteps>
              <div className={css.columns}>
                <div className={css.main}>
                  {today.clubs && <TodayClubs clubs={today.clubs} />}
                  {!today.clubs && (
                    <TodayClasses
                      classes={today.classes}
                      now={now}
                      hasClub={clubs.length > 1 && clubId === undefined}
                    />
                  )}
                  <InSteps>
                    <Panel
                      id="attendance"
                      title="Attendance by day"
                      aside={<span className={css.aside}>last 28 days</span>}
                    >
                      <AttendanceByDay days={today.attendanceByDay} today={today.today} clubId={clubId} />
                    </Panel>
                    <Suspense>
                      <MissingFigures clubId={clubId} />
                    </Suspense>
                  </InSteps>
                </div>
                <InSteps>
                  <NextDays today={today} clubId={clubId} hasClub={clubs.length > 1 && clubId === undefined} />
                </InSteps>
              </div>
            </InSteps>
          </div>
        </InSteps>
      )}
    </div>
  )
}
