import type { AutomationFields } from '@honbu/contract/automations.ts'
import type { AudienceChoices } from '../audience/audience-words.ts'
import { triggerText } from './automation-text.ts'
import { CatchButton } from './CatchButton.tsx'
import css from './Flow.module.css'
import { MessageWords } from './MessageWords.tsx'
import { conditionText, stepText } from './plan-text.ts'

interface Props {
  clubId: number
  automation: Omit<AutomationFields, 'name'>
  choices: AudienceChoices
}

/** An automation in words, for those who do not change it. */
export function AutomationView({ clubId, automation: { trigger, conditions, steps }, choices }: Props) {
  return (
    <>
      <ol className={css.flow} aria-label="What happens, in order">
        <li className={css.card}>
          <p className={css.plain}>
            <strong>When:</strong> {triggerText(trigger)}
          </p>
        </li>
        {conditions.length > 0 && (
          <li className={css.card}>
            <p className={css.plain}>
              <strong>Only if:</strong> {conditions.map(each => conditionText(each, choices)).join('; ')}
            </p>
          </li>
        )}
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves here
          <li key={index} className={css.card}>
            <p className={css.plain}>{stepText(step, choices)}</p>
            {step.kind === 'message' && <MessageWords clubId={clubId} step={step} place={index + 1} />}
          </li>
        ))}
      </ol>
      <div className={css.below}>
        <CatchButton clubId={clubId} asked={{ trigger, conditions }} />
      </div>
    </>
  )
}
