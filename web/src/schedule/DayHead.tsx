import { IconCalendarOff } from '@tabler/icons-react'
import { Badge } from '../ui/Badge.tsx'
import { dayAndMonth, dayNumber, weekdayName } from '../ui/dates.ts'
import css from './DayHead.module.css'

interface Props {
  date: string
  isToday: boolean
  /** The name of the closure; undefined when the club is open. */
  closure: string | undefined
}

export function DayHead({ date, isToday, closure }: Props) {
  return (
    <h3 className={css.head}>
      <span className={css.long}>{dayAndMonth(date)}</span>
      <span className={css.day}>
        <span className={css.weekday}>{weekdayName(date)}</span>
        <span className={isToday ? css.today : css.number}>{dayNumber(date)}</span>
        {isToday && <span className={css.word}>today</span>}
      </span>
      {closure !== undefined && (
        <Badge tone="warn" icon={<IconCalendarOff size={14} aria-hidden="true" />} title={`Closed: ${closure}`}>
          <span className={css.closure}>Closed{closure && `: ${closure}`}</span>
        </Badge>
      )}
    </h3>
  )
}
