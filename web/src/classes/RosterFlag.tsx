import {
  IconCalendarStats,
  IconCameraOff,
  IconCash,
  IconCircleCheck,
  IconFileAlert,
  IconHeartbeat,
  IconPin,
  IconSnowflake,
  IconSparkles,
  IconTicket,
  IconTrendingUp,
  IconWalk,
} from '@tabler/icons-react'
import clsx from 'clsx'
import type { ComponentType } from 'react'
import { Badge } from '../ui/Badge.tsx'
import css from './RosterFlag.module.css'
import type { Flag, FlagKind } from './roster-flags.ts'

/** A flag of a row: a word with an icon; why, when it is pointed at or the row is opened. */
export function RosterFlag({ flag, isShort = false }: { flag: Flag; isShort?: boolean }) {
  const Icon = flag.tone === 'good' ? IconCircleCheck : icons[flag.kind]
  return (
    <span className={clsx(css.flag, !isShort && foldOf(flag))}>
      <Badge tone={flag.tone} icon={<Icon size={14} aria-hidden="true" />} title={flag.why}>
        <span className={css.word}>{flag.word}</span>
        {flag.progress && !isShort && <span className={css.progress}>{flag.progress}</span>}
      </Badge>
    </span>
  )
}

function foldOf({ kind, tone }: Flag) {
  if (tone === 'plain') return css.usual
  return keepsWord.has(kind) ? undefined : css.folded
}

/** The first things to know about someone on the mat. */
const keepsWord: ReadonlySet<FlagKind> = new Set(['health', 'firstTime', 'visitor'])

const icons: Readonly<Record<FlagKind, ComponentType<{ size: number }>>> = {
  health: IconHeartbeat,
  notes: IconPin,
  firstTime: IconSparkles,
  noHistory: IconCalendarStats,
  visitor: IconWalk,
  booked: IconTicket,
  fees: IconCash,
  overPlan: IconTrendingUp,
  terms: IconFileAlert,
  photo: IconCameraOff,
  frozen: IconSnowflake,
  grading: IconCalendarStats,
}
