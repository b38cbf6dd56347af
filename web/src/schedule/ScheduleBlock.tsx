import { classType } from '@honbu/contract/ids.ts'
import { phaseOf, timeSpan } from '@honbu/contract/time-of-day.ts'
import { IconAlertTriangle, IconMapPin, IconUser } from '@tabler/icons-react'
import clsx from 'clsx'
import { registerSize, unmarked } from '../dashboard/today.ts'
import { registerAddress } from '../timetable/class-address.ts'
import { clashText } from '../timetable/instructor-clash.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Progress } from '../ui/Progress.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './ScheduleBlock.module.css'
import type { Occurrence } from './week.ts'

interface Props {
  occurrence: Occurrence
  /** The day and time of day in the club's zone. */
  today: string
  now: string
  /** 'dense': on a day with many classes. 'timed': as high as the class is long, in the column of its room. */
  look?: 'full' | 'dense' | 'timed'
}

/** A class on a day, which opens its register. */
export function ScheduleBlock({ occurrence, today, now, look = 'full' }: Props) {
  const { className, classDate, location, instructors, disciplineName } = occurrence
  const { isCover, clashesWith, instructorClashes, waiting } = occurrence
  const isOn = classDate === today && phaseOf(occurrence, now) === 'now'
  return (
    <AppLink
      to={registerAddress(occurrence.classId, occurrence.classTypeId)}
      search={{ date: classDate }}
      className={css.block}
      title={[className, disciplineName].filter(Boolean).join(', ')}
      data-look={look}
    >
      <span className={css.bar} style={{ background: occurrence.colour }} aria-hidden="true" />
      <time className={css.time}>
        {timeSpan(occurrence)}
        {isOn && <strong className={css.now}>now</strong>}
      </time>
      <span className={css.name}>{className}</span>
      {disciplineName && <VisuallyHidden>{disciplineName}</VisuallyHidden>}
      {location && (
        <span className={clsx(css.line, css.room)}>
          <IconMapPin size={13} aria-hidden="true" />
          {location}
        </span>
      )}
      {instructors.length > 0 && (
        <span className={css.line}>
          <IconUser size={13} aria-hidden="true" />
          {isCover && 'Cover: '}
          {instructors.join(', ')}
        </span>
      )}
      {clashesWith.length > 0 && (
        <span className={css.clash}>
          <IconAlertTriangle size={13} aria-hidden="true" />
          Room shared with {clashesWith.join(', ')}
        </span>
      )}
      {instructorClashes.length > 0 && (
        <span className={css.clash}>
          <IconAlertTriangle size={13} aria-hidden="true" />
          {instructorClashes.map(clashText).join(', ')}
        </span>
      )}
      <RegisterLine occurrence={occurrence} today={today} />
      {waiting > 0 && <span className={clsx(css.line, css.waiting)}>{waiting} waiting</span>}
    </AppLink>
  )
}

function RegisterLine({ occurrence, today }: { occurrence: Occurrence; today: string }) {
  const { className, classDate, attended, absent } = occurrence
  const size = registerSize(occurrence)
  const left = unmarked(occurrence)
  if (attended + absent === 0 && classDate >= today)
    return <span className={css.count}>{expectedText(occurrence)}</span>
  return (
    <span className={css.count}>
      {attended} of {size}
      {left > 0 && classDate < today && (
        <span className={css.left}>
          <IconAlertTriangle size={13} aria-hidden="true" />
          {left} not marked
        </span>
      )}
      <Progress label={`Register of ${className}`} present={attended} absent={absent} total={size} />
    </span>
  )
}

/** '8 of 20 booked' of a prebooked class, '12 expected', '12 of 20 expected' where there is a capacity. */
function expectedText({ classTypeId, capacity, expected }: Occurrence): string {
  const word = classTypeId === classType.prebooked ? 'booked' : 'expected'
  return capacity === null ? `${expected} ${word}` : `${expected} of ${capacity} ${word}`
}
