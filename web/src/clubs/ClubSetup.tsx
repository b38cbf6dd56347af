import { getClubSetup } from '@honbu/contract/clubs.ts'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './ClubSetup.module.css'
import { clubAddress } from './club-address.ts'
import type { PanelProps } from './panel-props.ts'

/** What a young club needs before its first class, in order; gone as soon as it has all of it. */
export function ClubSetup({ clubId, isAdmin }: PanelProps) {
  const { data: setup } = useRead(getClubSetup, { id: clubId }, { enabled: isAdmin })
  if (!isAdmin || !setup) return null
  const steps = [
    ['users', setup.users > 1, 'Invite the people who run it', 'Instructors, reception, another admin.'],
    ['locations', setup.locations > 0, 'Add a room or venue', 'Where classes happen, and how many people fit in.'],
    ['disciplines', setup.disciplines > 0, 'Add a discipline', 'With its grades and belts, if it has any.'],
    ['classes-and-events', setup.classes > 0, 'Put the first class on the timetable', 'Then its register is ready.'],
  ] as const
  if (steps.slice(1).every(([, isDone]) => isDone)) return null
  return (
    <Panel title="Getting started">
      <ol className={css.steps}>
        {steps.map(([tab, isDone, title, text]) => (
          <li key={tab} className={css.step}>
            {isDone ? (
              <IconCircleCheck size={22} className={css.done} role="img" aria-label="Done:" />
            ) : (
              <IconCircle size={22} className={css.open} role="img" aria-label="To do:" />
            )}
            <span>
              <AppLink to={clubAddress(clubId, tab)}>{title}</AppLink>
              <span className={css.text}>{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
