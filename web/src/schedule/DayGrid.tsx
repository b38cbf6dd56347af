import { DayClosure } from './DayClosure.tsx'
import css from './DayGrid.module.css'
import { NewClassSlot } from './NewClassSlot.tsx'
import { ScheduleBlock } from './ScheduleBlock.tsx'
import { hoursOf, inCell, isBusy, type Week } from './week.ts'

interface Props {
  schedule: Week
  day: string
  /** The club, where the user may create classes. */
  newClassAt: number | null
}

/** A day by the hour in which its classes begin, those of an hour side by side where there is room. */
export function DayGrid({ schedule, day, newClassAt }: Props) {
  const { occurrences, closures, today, now } = schedule
  const closure = closures.find(each => each.date === day)
  const look = isBusy(occurrences) ? 'dense' : 'full'
  return (
    <>
      {closure && <DayClosure name={closure.name} />}
      <section className={css.day} aria-label="Classes">
        {hoursOf(occurrences).map(hour => (
          <div key={hour} className={css.hour}>
            <div className={css.side}>
              <h3 className={css.time}>{hour}:00</h3>
              {newClassAt !== null && !closure && (
                <NewClassSlot clubId={newClassAt} slot={{ day, start: `${hour}:00` }} className={css.slot} />
              )}
            </div>
            <div className={css.classes}>
              {inCell(occurrences, day, hour).map(occurrence => (
                <ScheduleBlock
                  key={`${occurrence.classId} ${occurrence.startTime}`}
                  occurrence={occurrence}
                  today={today}
                  now={now}
                  look={look}
                />
              ))}
            </div>
          </div>
        ))}
      </section>
    </>
  )
}
