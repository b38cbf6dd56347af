import { getFirstHour } from '@honbu/contract/first-hour.ts'
import { IconArrowLeft, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { followClub } from './followed-club.ts'
import { guideAddress } from './guide-address.ts'
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
  // After someone else has logged in here, it's refused for good.
  const { data, refetch } = useRead(getFirstHour, clubId === 0 ? {} : { clubId }, {
    refetchInterval: query => (query.state.error ? false : freshFor),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen may have been reached by saving this one
  useEffect(() => {
    void refetch({ cancelRefetch: false })
  }, [path, refetch])
  const [club] = data?.clubs ?? []
  // The club that has just been made is the one from now on.
  useEffect(() => {
    if (clubId === 0 && club) followClub(club.clubId)
  }, [clubId, club])
  if (!data || (clubId !== 0 && !club)) return null
  const steps = stepsOf(club)
  const next = nextOf(steps)
  const isThere = next?.to === path
  return (
    <aside className={css.bar} aria-label="Set-up guide">
      {club?.isFinished ? (
        <>
          <p className={css.words} role="status">
            <IconCircleCheck size={18} className={css.good} aria-hidden="true" />
            Your club is set up.
          </p>
          <AppLink to="/dashboard" className={buttonClass('primary', css.button)} onClick={close}>
            Go to dashboard
          </AppLink>
        </>
      ) : (
        <>
          <AppLink to={club ? guideAddress(club.clubId) : '/dashboard'} className={css.back}>
            <IconArrowLeft size={18} aria-hidden="true" />
            Back to set-up guide
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
