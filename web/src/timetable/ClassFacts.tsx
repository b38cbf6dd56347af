import { saveClassTimetable } from '@honbu/contract/class-form.ts'
import { prospectPlaces, rulesOf } from '@honbu/contract/class-types.ts'
import { counted, currency, longDate, mediumDate } from '@honbu/contract/format.ts'
import { timeSpan } from '@honbu/contract/time-of-day.ts'
import { daysOf, weekdayNames } from '@honbu/contract/weekly-timetable.ts'
import type { ReactNode } from 'react'
import { isRefusal, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { showToast } from '../ui/toasts.ts'
import type { Activity } from './activity.ts'
import css from './ClassFacts.module.css'
import type { ClassRecord } from './class-values.ts'
import { useAcknowledged } from './use-acknowledged.tsx'

interface Props {
  klass: ClassRecord
  activity: Activity | undefined
  isAdmin: boolean
}

/** What a class is; what is not set is left out. */
export function ClassFacts({ klass, activity, isAdmin }: Props) {
  const rules = rulesOf(klass.classTypeId)
  const counts = klass.countsForGrading ? 'Yes' : 'No'
  return (
    <>
      {klass.description && <p className={css.description}>{klass.description}</p>}
      <dl className={css.facts}>
        {rules.runs !== 'slots' && (
          <Fact name="Days and times">
            <WeekLines {...klass} />
            {klass.everyWeeks > 1 && `Every ${klass.everyWeeks} weeks`}
            <PlannedChange klass={klass} isAdmin={isAdmin} />
          </Fact>
        )}
        <Fact name="Runs">
          {klass.startDate === klass.endDate
            ? `on ${longDate(klass.startDate)}`
            : `from ${mediumDate(klass.startDate)}${klass.endDate ? ` to ${mediumDate(klass.endDate)}` : ''}`}
        </Fact>
        <Fact name="Room or venue">{klass.location || 'No room'}</Fact>
        <Fact name="Instructors">{klass.instructors.join(', ') || 'Nobody yet'}</Fact>
        {rules.hasPlaces && <Fact name="Capacity">{klass.capacity ?? 'No limit'}</Fact>}
        {activity && <Fact name="Enrolled">{activity.enrolled}</Fact>}
        {rules.takesProspects && activity && (
          <Fact name="Prospects">{prospectsText(klass.propsectLimit, activity.prospects)}</Fact>
        )}
        {rules.costs !== null && (
          <Fact name="Cost">
            {klass.cost === 0 ? 'Free' : currency(klass.cost)}
            {klass.chargeOnAttendance && ', charged on attendance'}
            {klass.cost > 0 && klass.allowDiscount && ', discounts apply'}
          </Fact>
        )}
        <Fact name="Counts for grading">{rules.countsForGrading === 'never' ? 'Never' : counts}</Fact>
        {rules.canBeBooked && <Fact name="Web bookable">{klass.webBookable ? 'Yes' : 'No'}</Fact>}
        {rules.canBeBooked && <Fact name="Public timetable">{klass.isPublic ? 'Shown' : 'Not shown'}</Fact>}
      </dl>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function prospectsText(limit: number | null, prospects: number): string {
  const left = prospectPlaces(limit, prospects)
  return left === null ? `${prospects}, no limit` : `${prospects} of ${limit}${left === 0 ? ', full' : ''}`
}

/** The times of each weekday, with what it has of its own. */
function WeekLines({ weeklyTimetable, weekdays }: Pick<ClassRecord, 'weeklyTimetable' | 'weekdays'>) {
  const days = daysOf(weeklyTimetable)
  if (days.length === 0) return <>None yet</>
  return (
    <ul className={css.week}>
      {days.map(day => (
        <li key={day.weekday}>
          <span className={css.day}>{weekdayNames[day.weekday - 1]}</span> {timeSpan(day)}
          {weekdays
            .filter(({ weekday }) => weekday === day.weekday)
            .map(own => (
              <span key={own.weekday} className={css.own}>
                {ownText(own)}
              </span>
            ))}
        </li>
      ))}
    </ul>
  )
}

/** 'Studio, 12 places, Anna Berg' */
const ownText = ({ location, capacity, instructors }: ClassRecord['weekdays'][number]) =>
  [location, capacity === null ? '' : counted(capacity, 'place'), ...instructors].filter(Boolean).join(', ')

/** A week that begins later, and the way to take it back. */
function PlannedChange({ klass, isAdmin }: Pick<Props, 'klass' | 'isAdmin'>) {
  const { classId, version, weeklyTimetable, weekdays, plannedTimetable: planned } = klass
  const write = useWrite(saveClassTimetable)
  const { run, dialog } = useAcknowledged()
  if (!planned) return null
  async function takeBack(from: string) {
    const result = await run(({ acknowledged }) =>
      write.mutateAsync({ id: classId, version, ...weeklyTimetable, weekdays, from, acknowledged }),
    )
    showToast(isRefusal(result) ? { message: result.message, tone: 'bad' } : { message: 'The times stay as they are.' })
  }
  return (
    <div className={css.planned}>
      <p>From {longDate(planned.from)}:</p>
      <WeekLines {...planned} />
      {isAdmin && (
        <Button isBusy={write.isPending} onClick={() => void takeBack(planned.from)}>
          Take this change back
        </Button>
      )}
      {dialog}
    </div>
  )
}
