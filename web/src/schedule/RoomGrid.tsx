import { IconCalendarOff } from '@tabler/icons-react'
import { Badge } from '../ui/Badge.tsx'
import css from './RoomGrid.module.css'
import { ScheduleBlock } from './ScheduleBlock.tsx'
import { type Occurrence, roomsOf, type Week } from './week.ts'

interface Props {
  schedule: Week
  day: string
  /** A column a room; otherwise one list of the day. */
  isByRoom: boolean
}

/** A day: its classes by time, in one list or in a column for each room. */
export function RoomGrid({ schedule, day, isByRoom }: Props) {
  const { occurrences, closures, today, now } = schedule
  const closure = closures.find(each => each.date === day)
  const columns = isByRoom ? roomsOf(occurrences) : [{ room: 'Classes', occurrences }]
  return (
    <>
      {closure && (
        <p>
          <Badge tone="warn" icon={<IconCalendarOff size={14} aria-hidden="true" />}>
            Closed{closure.name && `: ${closure.name}`}
          </Badge>
        </p>
      )}
      <div className={isByRoom ? css.columns : css.list}>
        {columns.map(({ room, occurrences: inRoom }) => (
          <Column key={room} title={isByRoom ? room : undefined} occurrences={inRoom} today={today} now={now} />
        ))}
      </div>
    </>
  )
}

interface ColumnProps {
  title: string | undefined
  occurrences: readonly Occurrence[]
  today: string
  now: string
}

function Column({ title, occurrences, today, now }: ColumnProps) {
  return (
    <section className={css.column} aria-label={title ?? 'Classes'}>
      {title && <h3 className={css.title}>{title}</h3>}
      {occurrences.map(occurrence => (
        <ScheduleBlock
          key={`${occurrence.classId} ${occurrence.startTime}`}
          occurrence={occurrence}
          today={today}
          now={now}
        />
      ))}
    </section>
  )
}
