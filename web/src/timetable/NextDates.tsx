import { classType } from '@honbu/contract/ids.ts'
import { timeSpan } from '@honbu/contract/time-of-day.ts'
import { IconUserShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { shortDayOfYear } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import type { Activity, NextDay } from './activity.ts'
import { CoverDialog } from './CoverDialog.tsx'
import { availabilityAddress, registerAddress } from './class-address.ts'
import type { ClassRecord } from './class-values.ts'
import css from './NextDates.module.css'

const SessionDialog = lazy(() => import('./SessionDialog.tsx').then(m => ({ default: m.SessionDialog })))

/** The next days on which a class runs: who teaches, how many are expected, and the way to the register. */
interface Props {
  klass: ClassRecord
  activity: Activity | undefined
  isAdmin: boolean
}

export function NextDates({ klass, activity, isAdmin }: Props) {
  const [covered, setCovered] = useState<NextDay | null>(null)
  const [changed, setChanged] = useState<NextDay | null>(null)
  if (!activity) return <SkeletonRows count={4} height="3rem" />
  if (activity.next.length === 0) return <NoNextDates klass={klass} />
  return (
    <>
      <ul className={css.days}>
        {activity.next.map(day => (
          <li key={`${day.classDate} ${day.startTime}`} className={css.day}>
            <span className={css.when}>
              <AppLink
                to={registerAddress(klass.classId, klass.classTypeId)}
                search={{ date: day.classDate }}
                className={css.date}
              >
                {day.classDate === activity.today ? 'Today' : shortDayOfYear(day.classDate)}
              </AppLink>
              <span className={css.time}>{timeSpan(day)}</span>
            </span>
            <span className={css.teachers}>
              {day.instructors.join(', ') || 'Nobody teaches yet'}
              {day.isCover && (
                <Badge tone="accent" icon={<IconUserShare size={14} aria-hidden="true" />}>
                  Cover
                </Badge>
              )}
            </span>
            <span className={css.count}>
              <strong>{day.expected}</strong> expected
              {day.capacity !== null && ` of ${day.capacity}`}
              {day.booked > 0 && `, ${day.booked} booked`}
              {day.capacity !== null && day.expected > day.capacity && (
                <Badge tone="warn">{day.expected - day.capacity} too many</Badge>
              )}
            </span>
            <div className={css.actions}>
              <Button
                variant="quiet"
                aria-label={`Cover on ${shortDayOfYear(day.classDate)}`}
                onClick={() => setCovered(day)}
              >
                Cover
              </Button>
              {isAdmin && (
                <Button
                  variant="quiet"
                  aria-label={`Change ${shortDayOfYear(day.classDate)}`}
                  onClick={() => setChanged(day)}
                >
                  Change
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {covered && <CoverDialog klass={klass} day={covered} onClose={() => setCovered(null)} />}
      {changed && (
        <Suspense fallback={null}>
          <SessionDialog {...klass} classDate={changed.classDate} onClose={() => setChanged(null)} />
        </Suspense>
      )}
    </>
  )
}

function NoNextDates({ klass }: { klass: ClassRecord }) {
  const isPrebooked = klass.classTypeId === classType.prebooked
  return (
    <EmptyState title="No dates ahead">
      {isPrebooked ? (
        <AppLink to={availabilityAddress(klass.clubId, klass.classId)}>Make slots for it</AppLink>
      ) : (
        'It is over, has no days yet, or the club is closed on all of them.'
      )}
    </EmptyState>
  )
}
