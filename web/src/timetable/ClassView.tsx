import { getClassActivity } from '@honbu/contract/class-view.ts'
import { getClass } from '@honbu/contract/classes.ts'
import { classType } from '@honbu/contract/ids.ts'
import { IconCalendarPlus, IconClipboardCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { SkeletonTitle } from '../ui/SkeletonTitle.tsx'
import { Together } from '../ui/Together.tsx'
import { AttendanceByWeek } from './AttendanceByWeek.tsx'
import { ClassActions } from './ClassActions.tsx'
import { ClassEnrolments } from './ClassEnrolments.tsx'
import { ClassFacts } from './ClassFacts.tsx'
import { classesTabAddress, registerAddress } from './class-address.ts'
import { NextDates } from './NextDates.tsx'
import css from './Timetable.module.css'
import { useClubAdmin } from './use-club-admin.ts'

const AddSessionDialog = lazy(() => import('./AddSessionDialog.tsx').then(m => ({ default: m.AddSessionDialog })))

/** A class: what it is, when it is next, how it is doing, and who is in it. */
export function ClassView() {
  const { params } = useAddress()
  const id = idOf(params.id)
  const record = useRead(getClass, { id })
  const activity = useRead(getClassActivity, { id })
  const klass = record.data
  const isAdmin = useClubAdmin(klass?.clubId)
  const error = record.error ?? activity.error
  const [isAdding, setAdding] = useState(false)
  const isOver = klass?.endDate != null && klass.endDate < klass.today
  return (
    <div className={css.screen}>
      <PageHeader
        title={klass?.className ?? <SkeletonTitle error={error}>Class or event</SkeletonTitle>}
        crumbs={klass ? [{ text: klass.clubName, to: classesTabAddress(klass.clubId) }] : null}
        actions={
          klass && (
            <>
              <AppLink to={registerAddress(id, klass.classTypeId)} className={buttonClass('primary')}>
                <IconClipboardCheck size={18} aria-hidden="true" />
                {klass.classTypeId === classType.grading ? 'Grading roster' : 'Register'}
              </AppLink>
              <ClassActions klass={klass} isAdmin={isAdmin} />
            </>
          )
        }
      >
        {klass && (
          <span className={css.badges}>
            <Badge>{klass.classType}</Badge>
            {isOver && <Badge tone="warn">Over since its last day</Badge>}
          </span>
        )}
      </PageHeader>
      {error && (
        <ErrorState
          title={klass ? 'This is not up to date.' : 'The class could not be loaded.'}
          error={error}
          retry={() => {
            void record.refetch()
            void activity.refetch()
          }}
        />
      )}
      {!klass && !error && (
        <div aria-busy="true">
          <SkeletonRows count={3} height="10rem" />
        </div>
      )}
      {klass && (
        <Together isReady={!activity.isLoading} meanwhile={<SkeletonRows count={3} height="10rem" />}>
          <div className={css.columns}>
            <div className={css.main}>
              <Panel
                title="Next dates"
                flush
                aside={
                  isAdmin &&
                  klass.classTypeId !== classType.prebooked && (
                    <Button variant="quiet" onClick={() => setAdding(true)}>
                      <IconCalendarPlus size={18} aria-hidden="true" />
                      Add session
                    </Button>
                  )
                }
              >
                <NextDates klass={klass} activity={activity.data} isAdmin={isAdmin} />
              </Panel>
              <Panel title="Attendance by week" aside={<span className={css.aside}>last 16 weeks</span>}>
                {activity.data ? (
                  <AttendanceByWeek weeks={activity.data.weeks} />
                ) : (
                  <SkeletonRows count={1} height="9rem" />
                )}
              </Panel>
            </div>
            <Panel title="Facts">
              <ClassFacts klass={klass} activity={activity.data} isAdmin={isAdmin} />
            </Panel>
          </div>
          <ClassEnrolments klass={klass} />
          {isAdding && (
            <Suspense fallback={null}>
              <AddSessionDialog klass={klass} next={activity.data?.next[0]} onClose={() => setAdding(false)} />
            </Suspense>
          )}
        </Together>
      )}
    </div>
  )
}
