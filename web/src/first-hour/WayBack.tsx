import { getFirstHour } from '@honbu/contract/first-hour.ts'
import { IconArrowLeft, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { followClub } from './followed-club.ts'
import { nextOf, settledOf, stepsOf } from './steps.ts'
import css from './WayBack.module.css'

/** How soon it sees that a step is done: a mark in a register is saved by the way, a list is imported by a job. */
const freshFor = 4_000

interface Props {
  /** 0: the club that is being made. */
  clubId: number
  path: string
  close: () => void
}

/** Above every screen to which a first step has led: how far the club is, what comes next, and the way back. */
export function WayBack({ clubId, path, close }: Props) {
  const { data, refetch } = useRead(getFirstHour, {}, { refetchInterval: freshFor })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen may have been reached by saving this one
  useEffect(() => {
    void refetch({ cancelRefetch: false })
  }, [path, refetch])
  const club = data?.clubs.find(each => clubId === 0 || each.clubId === clubId)
  // The club that has just been made is the one from now on.
  useEffect(() => {
    if (clubId === 0 && club) followClub(club.clubId)
  }, [clubId, club])
  const [isBegun, setBegun] = useState(false)
  if (club && !isBegun) setBegun(true)
  // Nothing of ours to go back to: put down by somebody else who was signed in here.
  if (!data || (clubId !== 0 && !club && !isBegun)) return null
  const isFinished = clubId !== 0 && !club
  const steps = stepsOf(club)
  const next = nextOf(steps)
  const isThere = next?.to === path
  return (
    <aside className={css.bar} aria-label="Getting started">
      {isFinished ? (
        <>
          <p className={css.words} role="status">
            <IconCircleCheck size={18} className={css.good} aria-hidden="true" />
            All first steps are done. Well begun!
          </p>
          <AppLink to="/dashboard" className={buttonClass('primary', css.button)} onClick={close}>
            To the dashboard
          </AppLink>
        </>
      ) : (
        <>
          <AppLink to="/dashboard" search={{ club: club && String(club.clubId) }} className={css.back}>
            <IconArrowLeft size={18} aria-hidden="true" />
            Back to getting started
          </AppLink>
          <p className={css.count} role="status">
            {settledOf(steps)} of {steps.length} done
          </p>
          {next?.to && !isThere && (
            <AppLink to={next.to} className={css.next}>
              Next: {next.title.toLowerCase()}
            </AppLink>
          )}
        </>
      )}
      <IconButton label="Close this line" icon={<IconX size={18} aria-hidden="true" />} onClick={close} />
    </aside>
  )
}
