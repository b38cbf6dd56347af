import { memberStatus, names } from '@honbu/contract/ids.ts'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconMessageQuestion,
  IconPlayerPause,
  IconUserQuestion,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '../ui/Badge.tsx'

/** A membership's status: its word with its icon. */
export function MemberStatus({ id }: { id: number }) {
  const { tone, icon } = looks[id] ?? { tone: 'neutral', icon: null }
  return (
    <Badge tone={tone} icon={icon}>
      {names[id] ?? `Status ${id}`}
    </Badge>
  )
}

const looks: Readonly<Record<number, { tone: Tone; icon: ReactNode }>> = {
  [memberStatus.active]: { tone: 'plain', icon: <IconCircleCheck size={14} aria-hidden="true" /> },
  [memberStatus.prospect]: { tone: 'accent', icon: <IconUserQuestion size={14} aria-hidden="true" /> },
  [memberStatus.enquiry]: { tone: 'accent', icon: <IconMessageQuestion size={14} aria-hidden="true" /> },
  [memberStatus.issue]: { tone: 'bad', icon: <IconAlertTriangle size={14} aria-hidden="true" /> },
  [memberStatus.lapsed]: { tone: 'warn', icon: <IconPlayerPause size={14} aria-hidden="true" /> },
  [memberStatus.notInterested]: { tone: 'neutral', icon: <IconCircleMinus size={14} aria-hidden="true" /> },
  [memberStatus.unconverted]: { tone: 'neutral', icon: <IconCircleMinus size={14} aria-hidden="true" /> },
}
