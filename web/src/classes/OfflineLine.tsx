import { todayIn } from '@honbu/contract/calendar.ts'
import { IconCloudOff } from '@tabler/icons-react'
import { dayOfMonth } from '../ui/dates.ts'
import { clockTime, zone } from '../ui/moments.ts'
import css from './OfflineLine.module.css'

interface Props {
  /** When what is shown was read: milliseconds since 1970. */
  asOf: number
  waiting: number
}

/** No connection: how old the register is, and what becomes of what is marked. */
export function OfflineLine({ asOf, waiting }: Props) {
  return (
    <p className={css.line} role="status">
      <IconCloudOff size={20} aria-hidden="true" />
      <span>
        <strong>Offline, as of {clock(asOf)}.</strong>{' '}
        {waiting > 0
          ? `${waiting} ${waiting === 1 ? 'mark waits' : 'marks wait'} on this device and will be sent when the connection returns.`
          : 'Marks stay on this device and are sent when the connection returns.'}
      </span>
    </p>
  )
}

/** The device's own clock: it says when this device last heard from the server. */
const clock = (instant: number) => {
  const at = new Date(instant)
  const time = clockTime(at.toISOString())
  const isToday = at.toDateString() === new Date().toDateString()
  return isToday ? time : `${dayOfMonth(todayIn(zone, at))}, ${time}`
}
