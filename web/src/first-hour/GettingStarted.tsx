import { type FirstStep, getFirstHour, saveFirstHour } from '@honbu/contract/first-hour.ts'
import { useRead, useWrite } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button } from '../ui/Button.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './GettingStarted.module.css'
import { StepRow } from './StepRow.tsx'
import { type NewClub, nextOf, settledOf, stepsOf } from './steps.ts'

/** The list of first steps of a club; without one, of somebody who has none yet. */
export function GettingStarted({ club }: { club?: NewClub | undefined }) {
  const steps = stepsOf(club)
  const next = nextOf(steps)
  const settled = settledOf(steps)
  const save = useWrite(saveFirstHour, {
    invalidates: [getFirstHour],
    onRefused: ({ message }) => showToast({ message, tone: 'bad' }),
  })
  const { skipped = [], isPutAway = false } = club ?? {}
  const keep = async (changes: { skipped?: FirstStep[]; isPutAway?: boolean }) =>
    club && (await save.mutateAsync({ id: club.clubId, skipped, isPutAway, ...changes }))

  async function putAway() {
    const result = await keep({ isPutAway: true })
    if (result?.isSuccess) showToast({ message: 'Getting started is put away. The details of the club still have it.' })
  }

  return (
    <section className={css.panel} id="getting-started" aria-labelledby="getting-started-title">
      <div className={css.head}>
        <div className={css.words}>
          <h2 className={css.title} id="getting-started-title">
            {club ? `Getting started with ${club.clubName}` : 'Getting started'}
          </h2>
          <p className={css.progress}>
            <span
              className={css.track}
              role="progressbar"
              aria-label="First steps"
              aria-valuemin={0}
              aria-valuemax={steps.length}
              aria-valuenow={settled}
            >
              <span className={css.bar} style={{ inlineSize: `${(settled / steps.length) * 100}%` }} />
            </span>
            {settled} of {steps.length}
          </p>
        </div>
        {club && !isPutAway && (
          <Button variant="quiet" isBusy={save.isPending} onClick={() => void putAway()}>
            Put away
          </Button>
        )}
        {club && isPutAway && (
          <Button variant="quiet" isBusy={save.isPending} onClick={() => void keep({ isPutAway: false })}>
            Show on the dashboard again
          </Button>
        )}
      </div>
      <ol className={css.steps}>
        {steps.map(step => (
          <StepRow
            key={step.key}
            step={step}
            isNext={step === next}
            clubId={club?.clubId ?? 0}
            isBusy={save.isPending}
            skip={isSkipped => {
              const others = skipped.filter(each => each !== step.key)
              void keep({ skipped: isSkipped && step.key !== 'club' ? [...others, step.key] : others })
            }}
          />
        ))}
      </ol>
      {club ? (
        <p className={css.also}>
          You are not alone? <AppLink to={clubAddress(club.clubId, 'users')}>Invite the people who run it</AppLink> with
          you.
        </p>
      ) : (
        <p className={css.also}>
          Does your club use Honbu already? Ask one of its admins to invite you; the invitation appears here.
        </p>
      )}
    </section>
  )
}

/** The same with the details of a club: also when it is put away. */
export function GettingStartedOf({ clubId }: { clubId: number }) {
  const { data } = useRead(getFirstHour, {})
  const club = data?.clubs.find(each => each.clubId === clubId)
  return club ? <GettingStarted club={club} /> : null
}
