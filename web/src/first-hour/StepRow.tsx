import { IconCircle, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import clsx from 'clsx'
import { AppLink } from '../ui/AppLink.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { followClub } from './followed-club.ts'
import css from './GettingStarted.module.css'
import type { Step } from './steps.ts'

interface Props {
  step: Step
  isNext: boolean
  clubId: number
  isBusy: boolean
  skip: (isSkipped: boolean) => void
}

const icons = { done: IconCircleCheck, skipped: IconCircleMinus, open: IconCircle }
const said = { done: 'Done: ', skipped: 'Not needed: ', open: 'To do: ' }

/** One step: the next one with its reason, the others as small as can be. */
export function StepRow({ step, isNext, clubId, isBusy, skip }: Props) {
  const { title, why, action, to, state, help } = step
  const Icon = icons[state]
  return (
    <li className={clsx(css.step, css[state], isNext && css.next)} aria-current={isNext ? 'step' : undefined}>
      <Icon size={22} className={css.icon} aria-hidden="true" />
      <div className={css.stepWords}>
        <span className={css.stepTitle}>
          <VisuallyHidden>{said[state]}</VisuallyHidden>
          {title}
        </span>
        {state === 'open' && (
          <span className={css.why}>
            {why}{' '}
            {isNext && (
              <AppLink to={`/help/category/${help[0]}`} search={{ article: help[1] }}>
                Read how
              </AppLink>
            )}
          </span>
        )}
        {state === 'skipped' && <span className={css.why}>Not needed</span>}
      </div>
      {state === 'open' && to !== null && (
        <div className={css.buttons}>
          {step.key !== 'club' && (
            <Button variant="quiet" disabled={isBusy} aria-label={`Not needed: ${title}`} onClick={() => skip(true)}>
              Not needed
            </Button>
          )}
          <AppLink to={to} className={buttonClass(isNext ? 'primary' : 'secondary')} onClick={() => followClub(clubId)}>
            {action}
          </AppLink>
        </div>
      )}
      {state === 'skipped' && (
        <div className={css.buttons}>
          <Button
            variant="quiet"
            disabled={isBusy}
            aria-label={`Needed after all: ${title}`}
            onClick={() => skip(false)}
          >
            Needed after all
          </Button>
        </div>
      )}
    </li>
  )
}
