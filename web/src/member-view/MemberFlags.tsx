import { ageOn } from '@honbu/contract/calendar.ts'
import { IconAlertTriangle, IconCameraOff, IconCertificate, IconChecklist, IconFileAlert } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge, type Tone } from '../ui/Badge.tsx'
import css from './MemberFlags.module.css'
import { type MemberTab, memberTabAddress } from './member-tabs.ts'
import type { MemberDetails } from './panel-props.ts'

interface Flag {
  readonly text: string
  readonly tone: Tone
  readonly icon: ReactNode
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

/** What to mind about a member; each leads to where it is put right. */
export function MemberFlags({ details }: { details: MemberDetails }) {
  const flags = flagsOf(details)
  if (flags.length === 0) return null
  return (
    <ul className={css.flags} aria-label="To mind">
      {flags.map(({ text, tone, icon, to, search }) => (
        <li key={text}>
          <AppLink to={to} {...(search && { search })} className={css.flag}>
            <Badge tone={tone} icon={icon}>
              {text}
            </Badge>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

const size = { size: 14, 'aria-hidden': true } as const

function flagsOf({ memberId, memberships, dob, today, contacts, openTasks }: MemberDetails): Flag[] {
  const at = (tab: MemberTab) => memberTabAddress(memberId, tab)
  const ours = memberships.filter(({ isOurs }) => isOurs)
  const isMinor = dob !== null && ageOn(dob, today) < 18
  const flags: (Flag | false)[] = [
    ours.some(({ requireTerms, hasTerms }) => requireTerms && !hasTerms) && {
      text: 'Terms not signed',
      tone: 'warn',
      icon: <IconFileAlert {...size} />,
      to: at('documents'),
    },
    ours.some(({ allowPhoto }) => !allowPhoto) && {
      text: 'No photos',
      tone: 'neutral',
      icon: <IconCameraOff {...size} />,
      to: at('contacts'),
    },
    isMinor &&
      !contacts.some(({ isGuardian }) => isGuardian) && {
        text: 'No guardian known',
        tone: 'bad',
        icon: <IconAlertTriangle {...size} />,
        to: at('contacts'),
      },
    memberships.some(({ isGradingCandidate }) => isGradingCandidate) && {
      text: 'Grading candidate',
      tone: 'accent',
      icon: <IconCertificate {...size} />,
      to: at('grades'),
    },
    openTasks > 0 && {
      text: openTasks === 1 ? '1 open task' : `${openTasks} open tasks`,
      tone: 'accent',
      icon: <IconChecklist {...size} />,
      to: '/tasks/member-task-list/0',
      search: { member: String(memberId) },
    },
  ]
  return flags.filter(flag => flag !== false)
}
