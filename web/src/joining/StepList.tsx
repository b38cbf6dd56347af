import { IconCheck } from '@tabler/icons-react'
import { nameOf } from '../people/person-name.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { useAddress } from '../ui/address.ts'
import css from './Joining.module.css'
import { isDone, reachable, stepsOf } from './places.ts'
import { type Joining, type Place, stepNames } from './wizard.ts'

interface Props {
  joining: Joining
  place: Place
  today: string
}

/** The steps in their order; those that are filled in can be gone back to. */
export function StepList({ joining, place, today }: Props) {
  const { search } = useAddress()
  const { step: current, who } = place
  const names = stepsOf(who)
  const at = names.indexOf(current)
  const name = nameOf(joining.joiners[who]?.person ?? { firstName: '', lastName: '' })
  const isFamily = joining.joiners.length > 1 && current !== 'review'
  return (
    <nav aria-label="Steps" className={css.steps}>
      <p className={css.stepsLine} role="status">
        Step {at + 1} of {names.length}: {stepNames[current]}
        {isFamily && `, ${name || 'a brother or sister'} (${who + 1} of ${joining.joiners.length})`}
      </p>
      <ol>
        {names.map((step, index) => {
          const to = { step, who: step === 'review' ? 0 : who }
          const done = isDone(joining, to, today)
          const there = reachable(joining, to, today)
          const text = (
            <>
              <span className={css.stepMark} aria-hidden="true">
                {done && step !== current ? <IconCheck size={14} /> : index + 1}
              </span>
              <span className={css.stepName}>{stepNames[step]}</span>
            </>
          )
          const isOpen = step !== current && there.step === step && there.who === to.who
          return (
            <li key={step} className={css.step} aria-current={step === current ? 'step' : undefined}>
              {isOpen ? (
                <AppLink
                  to="."
                  search={{ ...search, step, who: to.who === 0 ? undefined : String(to.who + 1) }}
                  className={css.stepLink}
                >
                  {text}
                </AppLink>
              ) : (
                <span className={css.stepText}>{text}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
