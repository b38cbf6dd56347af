import { IconAlertTriangle, IconMapPin, IconUser } from '@tabler/icons-react'
import { rosterAddress } from '../classes/roster-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Progress } from '../ui/Progress.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './ScheduleBlock.module.css'
import { registerSize, unmarked } from './today.ts'
import type { Occurrence } from './week.ts'

/** A class on a day, which opens its register. */
export function ScheduleBlock({ occurrence, today }: { occurrence: Occurrence; today: string }) {
  const { className, classDate, startTime, finishTime, location, instructors, disciplineName } = occurrence
  return (
    <AppLink
      to={rosterAddress(occurrence.classId)}
      search={{ date: classDate }}
      className={css.block}
      title={[className, disciplineName].filter(Boolean).join(', ')}
    >
      <span className={css.bar} style={{ background: occurrence.colour }} aria-hidden="true" />
      <time className={css.time}>
        {startTime}–{finishTime}
      </time>
      <span className={css.name}>{className}</span>
      {disciplineName && <VisuallyHidden>{disciplineName}</VisuallyHidden>}
      {location && (
        <span className={css.line}>
          <IconMapPin size={13} aria-hidden="true" />
          {location}
        </span>
      )}
      {instructors.length > 0 && (
        <span className={css.line}>
          <IconUser size={13} aria-hidden="true" />
          {instructors.join(', ')}
        </span>
      )}
      <RegisterLine occurrence={occurrence} today={today} />
    </AppLink>
  )
}

function RegisterLine({ occurrence, today }: { occurrence: Occurrence; today: string }) {
  const { className, classDate, attended, absent, expected } = occurrence
  const size = registerSize(occurrence)
  const left = unmarked(occurrence)
  if (attended + absent === 0 && classDate >= today) return <span className={css.count}>{expected} expected</span>
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
