import { time } from '@honbu/contract/time-of-day.ts'
import { IconAlertTriangle, IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { registerAddress } from '../timetable/class-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Progress } from '../ui/Progress.tsx'
import css from './TodayClassRow.module.css'
import { type Phase, registerSize, type TodayClass, unmarked } from './today.ts'

interface Props {
  entry: TodayClass
  phase: Phase
  hasClub: boolean
}

/** A class of today, which opens its register. */
export function TodayClassRow({ entry, phase, hasClub }: Props) {
  const { className, clubName, location, startTime, finishTime, attended, absent } = entry
  const size = registerSize(entry)
  const place = [hasClub && clubName, location].filter(Boolean).join(' · ')
  return (
    <AppLink
      to={registerAddress(entry.classId, entry.classTypeId)}
      search={{ date: entry.selectedDate }}
      className={css.row}
    >
      <span className={css.time}>
        <time className={css.start}>{startTime}</time>
        <time className={css.finish}>{time(finishTime)}</time>
      </span>
      <span className={css.words}>
        <span className={css.name}>{className}</span>
        <span className={css.place}>{place}</span>
      </span>
      <span className={css.state}>
        <RegisterState entry={entry} phase={phase} />
      </span>
      <span className={css.progress}>
        <span className={css.count}>
          <strong>{attended}</strong> of {size}
        </span>
        <Progress label={`Register of ${className}`} present={attended} absent={absent} total={size} />
      </span>
      <IconChevronRight className={css.chevron} size={18} aria-hidden="true" />
    </AppLink>
  )
}

function RegisterState({ entry, phase }: Pick<Props, 'entry' | 'phase'>) {
  const left = unmarked(entry)
  if (registerSize(entry) === 0) return <Badge>Nobody expected</Badge>
  if (left === 0) {
    return (
      <Badge tone="good" icon={<IconCircleCheck size={14} aria-hidden="true" />}>
        Complete
      </Badge>
    )
  }
  if (phase === 'earlier') {
    return (
      <Badge tone="warn" icon={<IconAlertTriangle size={14} aria-hidden="true" />}>
        {left} not marked
      </Badge>
    )
  }
  return phase === 'now' ? <Badge tone="accent">Take register</Badge> : null
}
