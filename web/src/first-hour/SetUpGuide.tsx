import { getFirstHour } from '@honbu/contract/first-hour.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './GettingStarted.module.css'
import { Progress } from './Progress.tsx'
import { StepRow } from './StepRow.tsx'
import { type NewClub, nextOf, settledOf, stepsOf } from './steps.ts'
import { useKeep } from './use-keep.ts'

/** Shows all steps of setting up a club, with how far it is. */
export function SetUpGuide() {
  const { params } = useAddress()
  const clubId = idOf(params.id)
  const answer = useRead(getFirstHour, { clubId })
  const [club] = answer.data?.clubs ?? []
  return (
    <div className={css.screen}>
      <PageHeader
        title="Set-up guide"
        crumbs={club ? [{ text: club.clubName, to: clubAddress(clubId, 'settings') }] : null}
      />
      {answer.error && !club && (
        <ErrorState title="We couldn’t load the guide." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!club && !answer.error && <SkeletonRows count={8} height="3rem" />}
      {club && <Steps club={club} />}
    </div>
  )
}

function Steps({ club }: { club: NewClub }) {
  const steps = stepsOf(club)
  const next = nextOf(steps)
  const { keep, skip, isBusy } = useKeep(club)
  return (
    <section className={css.panel} aria-labelledby="set-up-title">
      <div className={css.head}>
        <div className={css.words}>
          <h2 className={css.title} id="set-up-title">
            {`Set up ${club.clubName}`}
          </h2>
          <Progress settled={settledOf(steps)} total={steps.length} />
        </div>
        {club.isPutAway && !club.isFinished && (
          <Button variant="quiet" isBusy={isBusy} onClick={() => void keep({ isPutAway: false })}>
            Show on dashboard
          </Button>
        )}
      </div>
      {club.isFinished && (
        <EmptyState
          icon={<IconCircleCheck size={28} />}
          title="Your club is set up"
          actions={
            <AppLink to="/dashboard" className={buttonClass('primary')}>
              Go to dashboard
            </AppLink>
          }
        />
      )}
      <ol className={css.steps}>
        {steps.map(step => (
          <StepRow
            key={step.key}
            step={step}
            isNext={step === next}
            clubId={club.clubId}
            isBusy={isBusy}
            skip={isSkipped => skip(step, isSkipped)}
          />
        ))}
      </ol>
    </section>
  )
}
