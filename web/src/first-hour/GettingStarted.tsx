import { AppLink } from '../ui/AppLink.tsx'
import { Button } from '../ui/Button.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './GettingStarted.module.css'
import { guideAddress } from './guide-address.ts'
import { Progress } from './Progress.tsx'
import { StepRow } from './StepRow.tsx'
import { type NewClub, nextOf, settledOf, stepsOf } from './steps.ts'
import { useKeep } from './use-keep.ts'

/** Shows the next step of setting up a club. Without a club, the step is to create one. */
export function GettingStarted({ club }: { club?: NewClub | undefined }) {
  const steps = stepsOf(club)
  const next = nextOf(steps)
  const { clubId = 0, skipped = [], isPutAway = false } = club ?? {}
  const { keep, skip, isBusy } = useKeep({ clubId, skipped, isPutAway })

  async function hide() {
    const result = await keep({ isPutAway: true })
    if (result.isSuccess) showToast({ message: 'Guide hidden. It’s still in your club’s settings.' })
  }

  return (
    <section className={css.panel} aria-labelledby="getting-started-title">
      <div className={css.head}>
        <div className={css.words}>
          <h2 className={css.title} id="getting-started-title">
            {club ? `Set up ${club.clubName}` : 'Set up your club'}
          </h2>
          <Progress settled={settledOf(steps)} total={steps.length} />
        </div>
        {club && (
          <Button variant="quiet" isBusy={isBusy} onClick={() => void hide()}>
            Hide
          </Button>
        )}
      </div>
      {next && (
        <ol className={css.steps}>
          <StepRow step={next} isNext clubId={clubId} isBusy={isBusy} skip={isSkipped => skip(next, isSkipped)} />
        </ol>
      )}
      <p className={css.also}>
        {club ? (
          <AppLink to={guideAddress(club.clubId)}>See all steps</AppLink>
        ) : (
          'Does your club use Honbu already? Ask an admin to invite you. The invitation appears here.'
        )}
      </p>
    </section>
  )
}
